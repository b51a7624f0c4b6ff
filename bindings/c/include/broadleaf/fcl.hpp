// A collision manager for FCL.
//
//     broadleaf::fcl::CollisionManager<double> manager;
//     manager.registerObjects(objects);
//     manager.setup();
//     …
//     manager.update();           // after objects moved and computed their boxes
//     manager.collide(&data, callback);
//
// It is an fcl::BroadPhaseCollisionManager like FCL's own, and gives callbacks exactly the pairs
// whose boxes overlap or touch, each once. `collide` and `distance` may run in several threads at
// once.
#pragma once

#include "collision_manager.hpp"

#include <fcl/broadphase/broadphase_collision_manager.h>

namespace broadleaf::fcl {

// The types of FCL with numbers of type `S`.
template <class S>
struct Library {
    using Manager = ::fcl::BroadPhaseCollisionManager<S>;
    using Object = ::fcl::CollisionObject<S>;
    using Scalar = S;
};

template <class S = double>
class CollisionManager : public detail::CollisionManager<Library<S>> {
public:
    using Object = ::fcl::CollisionObject<S>;
    using Manager = ::fcl::BroadPhaseCollisionManager<S>;
    using Collides = ::fcl::CollisionCallBack<S>;
    using Distances = ::fcl::DistanceCallBack<S>;

    void collide(void* data, Collides callback) const override {
        this->each_pair([&](Object* a, Object* b) { return callback(a, b, data); });
    }
    void collide(Object* object, void* data, Collides callback) const override {
        this->each_pair_with(*object, [&](Object* a, Object* b) { return callback(a, b, data); });
    }
    void collide(Manager* other, void* data, Collides callback) const override {
        this->each_pair_with(*other, [&](Object* a, Object* b) { return callback(a, b, data); });
    }
    void distance(void* data, Distances callback) const override {
        this->each_near_pair(
            [&](Object* a, Object* b, S& near) { return callback(a, b, data, near); });
    }
    void distance(Object* object, void* data, Distances callback) const override {
        this->each_near_pair_with(
            *object, [&](Object* a, Object* b, S& near) { return callback(a, b, data, near); });
    }
    void distance(Manager* other, void* data, Distances callback) const override {
        this->each_near_pair_with(
            *other, [&](Object* a, Object* b, S& near) { return callback(a, b, data, near); });
    }
};

}  // namespace broadleaf::fcl
