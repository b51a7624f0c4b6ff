// A broad phase for Jolt Physics.
//
// Jolt chooses its broad phase in one line of `Jolt/Physics/PhysicsSystem.cpp`:
//
//     #include <broadleaf/jolt.hpp>
//     #define BROAD_PHASE broadleaf::jolt::BroadPhase
//
// Bodies report that they moved from several threads, and the boxes go to the library in one call
// before the next query. Queries of several threads share one tree; broad phase layers are categories
// of its boxes. A collector must not query or change the system that calls it.
//
// Jolt is compiled without exceptions: an error, which a box with NaN would be, ends the program.
#pragma once

#include "index.hpp"

#include <Jolt/Jolt.h>

#include <Jolt/Geometry/OrientedBox.h>
#include <Jolt/Geometry/RayAABox.h>
#include <Jolt/Physics/Body/BodyManager.h>
#include <Jolt/Physics/Body/BodyPair.h>
#include <Jolt/Physics/Collision/AABoxCast.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhase.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/RayCast.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <shared_mutex>
#include <vector>

namespace broadleaf::jolt {

class BroadPhase final : public JPH::BroadPhase {
public:
    JPH_OVERRIDE_NEW_DELETE

    void Init(JPH::BodyManager* bodies, const JPH::BroadPhaseLayerInterface& layers) override {
        JPH::BroadPhase::Init(bodies, layers);
        layer_count_ = layers.GetNumBroadPhaseLayers();
    }

    void Optimize() override {
        const std::unique_lock<std::shared_mutex> lock(mutex_);
        flush();
        tree_.optimize();
    }
    void FrameSync() override {
        const std::unique_lock<std::shared_mutex> lock(mutex_);
        flush();
    }

    void AddBodiesFinalize(JPH::BodyID* ids, int count, AddState) override {
        const std::unique_lock<std::shared_mutex> lock(mutex_);
        insert(ids, count);
        for (int i = 0; i < count; ++i) {
            mBodyManager->GetBody(ids[i]).SetInBroadPhaseInternal(true);
        }
    }
    void RemoveBodies(JPH::BodyID* ids, int count) override {
        const std::unique_lock<std::shared_mutex> lock(mutex_);
        flush();
        tree_.remove(slots_of(ids, count));
        for (int i = 0; i < count; ++i) {
            mBodyManager->GetBody(ids[i]).SetInBroadPhaseInternal(false);
        }
    }
    void NotifyBodiesAABBChanged(JPH::BodyID* ids, int count, bool /*take_lock*/) override {
        const std::lock_guard<std::mutex> lock(moving_);
        for (int i = 0; i < count; ++i) {
            moved_.push_back(ids[i].GetIndex());
            boxes_.push_back(mBodyManager->GetBody(ids[i]).GetWorldSpaceBounds());
        }
        has_moved_.store(true, std::memory_order_release);
    }
    void NotifyBodiesLayerChanged(JPH::BodyID* ids, int count) override {
        const std::unique_lock<std::shared_mutex> lock(mutex_);
        flush();
        tree_.remove(slots_of(ids, count));
        insert(ids, count);
    }

    void FindCollidingPairs(JPH::BodyID* ids, int count, float speculative_distance,
                            const JPH::ObjectVsBroadPhaseLayerFilter& layers,
                            const JPH::ObjectLayerPairFilter& pairs,
                            JPH::BodyPairCollector& collector) const override {
        const auto lock = lock_for_query();
        QueryOptions options;
        JPH::ObjectLayer last_layer = JPH::cObjectLayerInvalid;
        for (int i = 0; i < count; ++i) {
            const JPH::Body& body = mBodyManager->GetBody(ids[i]);
            const JPH::ObjectLayer layer = body.GetObjectLayer();
            if (layer != last_layer) {
                options.mask = mask_of([&](auto broad) { return layers.ShouldCollide(layer, broad); });
                last_layer = layer;
            }
            JPH::AABox window = body.GetWorldSpaceBounds();
            window.ExpandBy(JPH::Vec3::sReplicate(speculative_distance));
            tree_.visit_window(
                view(&window, 1),
                [&](std::uint64_t slot) {
                    const JPH::Body& other = body_of(slot);
                    if (JPH::Body::sFindCollidingPairsCanCollide(body, other) &&
                        layers.ShouldCollide(layer, other.GetBroadPhaseLayer()) &&
                        pairs.ShouldCollide(layer, other.GetObjectLayer())) {
                        collector.AddHit({ids[i], other.GetID()});
                    }
                },
                options);
        }
    }

    void CastRay(const JPH::RayCast& ray, JPH::RayCastBodyCollector& collector,
                 const JPH::BroadPhaseLayerFilter& layers,
                 const JPH::ObjectLayerFilter& objects) const override {
        const JPH::AABox start(ray.mOrigin, ray.mOrigin);
        cast(start, ray.mDirection, collector, layers, objects,
             [&] { return collector.GetEarlyOutFraction(); });
    }
    void CastAABox(const JPH::AABoxCast& box, JPH::CastShapeBodyCollector& collector,
                   const JPH::BroadPhaseLayerFilter& layers,
                   const JPH::ObjectLayerFilter& objects) const override {
        cast(box.mBox, box.mDirection, collector, layers, objects,
             [&] { return collector.GetPositiveEarlyOutFraction(); });
    }
    void CastAABoxNoLock(const JPH::AABoxCast& box, JPH::CastShapeBodyCollector& collector,
                         const JPH::BroadPhaseLayerFilter& layers,
                         const JPH::ObjectLayerFilter& objects) const override {
        CastAABox(box, collector, layers, objects);
    }

    void CollideAABox(const JPH::AABox& box, JPH::CollideShapeBodyCollector& collector,
                      const JPH::BroadPhaseLayerFilter& layers,
                      const JPH::ObjectLayerFilter& objects) const override {
        collide(box, collector, layers, objects, [](const JPH::AABox&) { return true; });
    }
    void CollideSphere(JPH::Vec3Arg centre, float radius, JPH::CollideShapeBodyCollector& collector,
                       const JPH::BroadPhaseLayerFilter& layers,
                       const JPH::ObjectLayerFilter& objects) const override {
        // A little larger than the sphere, since sums are rounded.
        const JPH::Vec3 half = JPH::Vec3::sReplicate(radius) + centre.Abs() * 1.0e-6f;
        collide(JPH::AABox(centre - half, centre + half), collector, layers, objects,
                [&](const JPH::AABox& box) {
                    return box.GetSqDistanceTo(centre) <= radius * radius;
                });
    }
    void CollidePoint(JPH::Vec3Arg point, JPH::CollideShapeBodyCollector& collector,
                      const JPH::BroadPhaseLayerFilter& layers,
                      const JPH::ObjectLayerFilter& objects) const override {
        collide(JPH::AABox(point, point), collector, layers, objects,
                [](const JPH::AABox&) { return true; });
    }
    void CollideOrientedBox(const JPH::OrientedBox& box, JPH::CollideShapeBodyCollector& collector,
                            const JPH::BroadPhaseLayerFilter& layers,
                            const JPH::ObjectLayerFilter& objects) const override {
        const JPH::AABox local(-box.mHalfExtents, box.mHalfExtents);
        JPH::AABox window = local.Transformed(box.mOrientation);
        window.ExpandBy((window.mMin.Abs() + window.mMax.Abs()) * 1.0e-6f);
        collide(window, collector, layers, objects,
                [&](const JPH::AABox& other) { return box.Overlaps(other); });
    }

    JPH::AABox GetBounds() const override {
        const auto lock = lock_for_query();
        const auto bounds = tree_.bounds<float>();
        if (!bounds.has_value()) {
            return JPH::AABox();
        }
        const float* const numbers = bounds->data();
        return JPH::AABox(JPH::Vec3(numbers[0], numbers[1], numbers[2]),
                          JPH::Vec3(numbers[3], numbers[4], numbers[5]));
    }

private:
    static Boxes view(const JPH::AABox* boxes, std::size_t count) {
        const std::size_t upper = offsetof(JPH::AABox, mMax) - offsetof(JPH::AABox, mMin);
        return BroadleafBoxes{boxes, count, sizeof(JPH::AABox), upper, BROADLEAF_F32, 3};
    }

    const JPH::Body& body_of(std::uint64_t slot) const {
        return *mBodyManager->GetBodies()[static_cast<std::size_t>(slot)];
    }

    static std::vector<std::uint32_t> slots_of(const JPH::BodyID* ids, int count) {
        std::vector<std::uint32_t> slots;
        for (int i = 0; i < count; ++i) {
            slots.push_back(ids[i].GetIndex());
        }
        return slots;
    }

    // Categories have 32 bits: layers from the 32nd on share one, and are told apart for each body.
    static std::uint32_t bit_of(JPH::BroadPhaseLayer layer) {
        const auto bit = static_cast<std::uint32_t>(layer.GetValue());
        return std::uint32_t(1) << (bit < 31 ? bit : 31);
    }
    template <class F>
    std::uint32_t mask_of(F&& accepts) const {
        std::uint32_t mask = 0;
        for (JPH::uint i = 0; i < layer_count_; ++i) {
            const JPH::BroadPhaseLayer layer(static_cast<JPH::BroadPhaseLayer::Type>(i));
            mask |= accepts(layer) ? bit_of(layer) : 0;
        }
        return mask;
    }

    void insert(const JPH::BodyID* ids, int count) {
        std::vector<JPH::AABox> boxes;
        std::vector<std::uint32_t> categories;
        for (int i = 0; i < count; ++i) {
            const JPH::Body& body = mBodyManager->GetBody(ids[i]);
            boxes.push_back(body.GetWorldSpaceBounds());
            categories.push_back(bit_of(body.GetBroadPhaseLayer()));
        }
        tree_.insert(view(boxes.data(), boxes.size()), slots_of(ids, count), categories);
    }

    // Hands the boxes that moved to the tree. The caller has locked `mutex_`.
    void flush() const {
        const std::lock_guard<std::mutex> lock(moving_);
        if (has_moved_.load(std::memory_order_relaxed)) {
            tree_.move(view(boxes_.data(), boxes_.size()), moved_);
            moved_.clear();
            boxes_.clear();
            has_moved_.store(false, std::memory_order_release);
        }
    }
    std::shared_lock<std::shared_mutex> lock_for_query() const {
        if (has_moved_.load(std::memory_order_acquire)) {
            const std::unique_lock<std::shared_mutex> lock(mutex_);
            flush();
        }
        return std::shared_lock<std::shared_mutex>(mutex_);
    }

    // Calls the collector for bodies in a window that pass `accepts(bounds)`.
    template <class F>
    void collide(const JPH::AABox& window, JPH::CollideShapeBodyCollector& collector,
                 const JPH::BroadPhaseLayerFilter& layers, const JPH::ObjectLayerFilter& objects,
                 F&& accepts) const {
        const auto lock = lock_for_query();
        QueryOptions options;
        options.mask = mask_of([&](auto layer) { return layers.ShouldCollide(layer); });
        tree_.visit_window(
            view(&window, 1),
            [&](std::uint64_t slot) {
                const JPH::Body& body = body_of(slot);
                if (layers.ShouldCollide(body.GetBroadPhaseLayer()) &&
                    objects.ShouldCollide(body.GetObjectLayer()) &&
                    accepts(body.GetWorldSpaceBounds())) {
                    collector.AddHit(body.GetID());
                }
                return !collector.ShouldEarlyOut();
            },
            options);
    }

    // Calls the collector for bodies that a ray or a moving box hits, with Jolt's own fractions.
    template <class Collector, class F>
    void cast(const JPH::AABox& start, JPH::Vec3Arg direction, Collector& collector,
              const JPH::BroadPhaseLayerFilter& layers, const JPH::ObjectLayerFilter& objects,
              F&& early_out) const {
        const auto lock = lock_for_query();
        QueryOptions options;
        options.mask = mask_of([&](auto layer) { return layers.ShouldCollide(layer); });
        const JPH::Vec3 centre = start.GetCenter();
        const JPH::Vec3 half = start.GetExtent();
        const JPH::RayInvDirection inverse(direction);
        // Fractions are negative where a ray starts in a box, and the tree's are rounded otherwise.
        const auto length = [&] { return std::max(0.0f, early_out()) * 1.00001f; };
        const BroadleafCasts ray{view(&start, 1).c(), &direction, 0, length(), nullptr};
        tree_.visit_cast(
            Casts(ray),
            [&](const Hit& hit) -> double {
                const JPH::Body& body = body_of(hit.id);
                const JPH::AABox& box = body.GetWorldSpaceBounds();
                const float fraction =
                    JPH::RayAABox(centre, inverse, box.mMin - half, box.mMax + half);
                if (fraction < early_out() && layers.ShouldCollide(body.GetBroadPhaseLayer()) &&
                    objects.ShouldCollide(body.GetObjectLayer())) {
                    collector.AddHit({body.GetID(), fraction});
                }
                return collector.ShouldEarlyOut() ? -1.0f : length();
            },
            options);
    }

    JPH::uint layer_count_ = 0;
    // Bodies by their index.
    mutable Index tree_{Structure::dynamic_tree, Kind::of<float>(3)};
    mutable std::shared_mutex mutex_;
    // The boxes that moved since the tree was changed last, guarded by `moving_`.
    mutable std::vector<std::uint32_t> moved_;
    mutable std::vector<JPH::AABox> boxes_;
    mutable std::atomic<bool> has_moved_{false};
    mutable std::mutex moving_;
};

}  // namespace broadleaf::jolt
