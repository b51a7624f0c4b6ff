// Coal's managers and this library's: pairs against brute force, and times in turns.
#include "functions.hpp"

#include <broadleaf/coal.hpp>

#include <coal/broadphase/broadphase.h>
#include <coal/broadphase/broadphase_callbacks.h>
#include <coal/collision_object.h>
#include <coal/shape/geometric_shapes.h>

#include <functional>

namespace {

struct Collect final : coal::CollisionCallBackBase {
    bool collide(coal::CollisionObject* first, coal::CollisionObject* second) override {
        pairs.emplace_back(first, second);
        return false;
    }
    std::vector<std::pair<coal::CollisionObject*, coal::CollisionObject*>> pairs;
};

// Callbacks that call a function.
struct Colliding final : coal::CollisionCallBackBase {
    bool collide(coal::CollisionObject* first, coal::CollisionObject* second) override {
        return function(first, second);
    }
    std::function<bool(coal::CollisionObject*, coal::CollisionObject*)> function;
};
struct Measuring final : coal::DistanceCallBackBase {
    bool distance(coal::CollisionObject* first, coal::CollisionObject* second,
                  coal::CoalScalar& nearest) override {
        return function(first, second, nearest);
    }
    std::function<bool(coal::CollisionObject*, coal::CollisionObject*, double&)> function;
};

struct Coal {
    using Ours = broadleaf::coal::CollisionManager;
    using Object = coal::CollisionObject;
    using Manager = coal::BroadPhaseCollisionManager;
    static constexpr const char* name = "Coal";

    static std::unique_ptr<Object> make(const scenes::Point& point) {
        auto object = std::make_unique<Object>(std::make_shared<coal::Box>(1, 1, 1));
        place(*object, point);
        return object;
    }
    static void place(Object& object, const scenes::Point& point) {
        object.setTranslation(coal::Vec3s(point[0], point[1], point[2]));
        object.computeAABB();
    }
    static auto pairs(const Manager& manager) {
        Collect callback;
        manager.collide(&callback);
        return std::move(callback.pairs);
    }
    template <class F, class... Others>
    static void collide(const Manager& manager, F stops, Others*... others) {
        Colliding callback;
        callback.function = stops;
        manager.collide(others..., &callback);
    }
    template <class F, class... Others>
    static void distance(const Manager& manager, F measure, Others*... others) {
        Measuring callback;
        callback.function = measure;
        manager.distance(others..., &callback);
    }
    static std::vector<std::pair<std::string, std::unique_ptr<Manager>>> managers(double low,
                                                                                  double high) {
        std::vector<std::pair<std::string, std::unique_ptr<Manager>>> all;
        all.emplace_back("broadleaf", std::make_unique<Ours>());
        all.emplace_back("DynamicAABBTree",
                         std::make_unique<coal::DynamicAABBTreeCollisionManager>());
        all.emplace_back("DynamicAABBTree_Array",
                         std::make_unique<coal::DynamicAABBTreeArrayCollisionManager>());
        all.emplace_back("SSaP", std::make_unique<coal::SSaPCollisionManager>());
        all.emplace_back("SaP", std::make_unique<coal::SaPCollisionManager>());
        all.emplace_back("IntervalTree", std::make_unique<coal::IntervalTreeCollisionManager>());
        all.emplace_back("SpatialHash",
                         std::make_unique<coal::SpatialHashingCollisionManager<>>(
                             2, coal::Vec3s(low, low, low), coal::Vec3s(high, high, high)));
        all.emplace_back("brute force", std::make_unique<coal::NaiveCollisionManager>());
        return all;
    }
};

}  // namespace

int main(int argc, char** argv) {
    functions::Check<Coal>(300).run();
    return compare::main<Coal>(argc, argv) ? 0 : 1;
}
