// FCL's managers and this library's: pairs against brute force, and times in turns.
#include "functions.hpp"

#include <broadleaf/fcl.hpp>

#include <fcl/fcl.h>

namespace {

using Found = std::vector<std::pair<fcl::CollisionObjectd*, fcl::CollisionObjectd*>>;

bool collect(fcl::CollisionObjectd* first, fcl::CollisionObjectd* second, void* found) {
    static_cast<Found*>(found)->emplace_back(first, second);
    return false;
}

struct Fcl {
    using Ours = broadleaf::fcl::CollisionManager<double>;
    using Object = fcl::CollisionObjectd;
    using Manager = fcl::BroadPhaseCollisionManagerd;
    static constexpr const char* name = "FCL";

    static std::unique_ptr<Object> make(const scenes::Point& point) {
        auto object = std::make_unique<Object>(std::make_shared<fcl::Boxd>(1, 1, 1));
        place(*object, point);
        return object;
    }
    static void place(Object& object, const scenes::Point& point) {
        object.setTranslation(fcl::Vector3d(point[0], point[1], point[2]));
        object.computeAABB();
    }
    static auto pairs(const Manager& manager) {
        Found found;
        manager.collide(&found, collect);
        return found;
    }
    template <class F, class... Others>
    static void collide(const Manager& manager, F stops, Others*... others) {
        manager.collide(others..., &stops, [](Object* first, Object* second, void* function) {
            return (*static_cast<F*>(function))(first, second);
        });
    }
    template <class F, class... Others>
    static void distance(const Manager& manager, F measure, Others*... others) {
        manager.distance(others..., &measure,
                         [](Object* first, Object* second, void* function, double& nearest) {
                             return (*static_cast<F*>(function))(first, second, nearest);
                         });
    }
    static std::vector<std::pair<std::string, std::unique_ptr<Manager>>> managers(double low,
                                                                                  double high) {
        std::vector<std::pair<std::string, std::unique_ptr<Manager>>> all;
        all.emplace_back("broadleaf", std::make_unique<Ours>());
        all.emplace_back("DynamicAABBTree",
                         std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>());
        all.emplace_back("DynamicAABBTree_Array",
                         std::make_unique<fcl::DynamicAABBTreeCollisionManager_Arrayd>());
        all.emplace_back("SSaP", std::make_unique<fcl::SSaPCollisionManagerd>());
        all.emplace_back("SaP", std::make_unique<fcl::SaPCollisionManagerd>());
        all.emplace_back("IntervalTree", std::make_unique<fcl::IntervalTreeCollisionManagerd>());
        all.emplace_back("SpatialHash",
                         std::make_unique<fcl::SpatialHashingCollisionManager<double>>(
                             2, fcl::Vector3d(low, low, low), fcl::Vector3d(high, high, high)));
        all.emplace_back("brute force", std::make_unique<fcl::NaiveCollisionManagerd>());
        return all;
    }
};

}  // namespace

int main(int argc, char** argv) {
    functions::Check<Fcl>(300).run();
    return compare::main<Fcl>(argc, argv) ? 0 : 1;
}
