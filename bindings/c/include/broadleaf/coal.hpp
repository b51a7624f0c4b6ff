// A collision manager for Coal.
//
//     broadleaf::coal::CollisionManager manager;
//     manager.registerObjects(objects);
//     manager.setup();
//     …
//     manager.update();           // after objects moved and computed their boxes
//     manager.collide(&callback);
//
// It is a coal::BroadPhaseCollisionManager like Coal's own, and gives callbacks exactly the pairs
// whose boxes overlap or touch, each once. Also for libraries that take the type of a manager, such
// as Pinocchio. `collide` and `distance` may run in several threads at once.
#pragma once

#include "collision_manager.hpp"

#include <coal/broadphase/broadphase_callbacks.h>
#include <coal/broadphase/broadphase_collision_manager.h>

namespace broadleaf::coal {

// The types of Coal.
struct Library {
    using Manager = ::coal::BroadPhaseCollisionManager;
    using Object = ::coal::CollisionObject;
    using Scalar = std::remove_reference_t<decltype(std::declval<::coal::AABB&>().min_[0])>;
};

class CollisionManager : public detail::CollisionManager<Library> {
public:
    using Object = ::coal::CollisionObject;
    using Manager = ::coal::BroadPhaseCollisionManager;
    using Collides = ::coal::CollisionCallBackBase;
    using Distances = ::coal::DistanceCallBackBase;

    void collide(Collides* callback) const override {
        callback->init();
        each_pair([&](Object* a, Object* b) { return (*callback)(a, b); });
    }
    void collide(Object* object, Collides* callback) const override {
        callback->init();
        each_pair_with(*object, [&](Object* a, Object* b) { return (*callback)(a, b); });
    }
    void collide(Manager* other, Collides* callback) const override {
        callback->init();
        each_pair_with(*other, [&](Object* a, Object* b) { return (*callback)(a, b); });
    }
    void distance(Distances* callback) const override {
        callback->init();
        each_near_pair([&](Object* a, Object* b, auto& near) { return (*callback)(a, b, near); });
    }
    void distance(Object* object, Distances* callback) const override {
        callback->init();
        each_near_pair_with(
            *object, [&](Object* a, Object* b, auto& near) { return (*callback)(a, b, near); });
    }
    void distance(Manager* other, Distances* callback) const override {
        callback->init();
        each_near_pair_with(
            *other, [&](Object* a, Object* b, auto& near) { return (*callback)(a, b, near); });
    }
};

}  // namespace broadleaf::coal
