// Bullet with Broadleaf as its broad phase, without a change to Bullet.
//
//     broadleaf::bullet::BroadPhase broad_phase;
//     btDiscreteDynamicsWorld world(&dispatcher, &broad_phase, &solver, &configuration);
//
// In each step, the boxes that moved go to the library in one call, and the pairs that began and
// ended come back into Bullet's pair cache; pairs that stay cost nothing. Boxes have no margin, so
// the cache has the pairs whose boxes overlap and no others. Simulations equal those with
// btDbvtBroadphase to the bit if `m_deterministicOverlappingPairs` is true.
//
// Groups and masks are read when a proxy is created and when it moves. A filter callback of the
// cache decides alone, as in Bullet. Rays and boxes may be tested from several threads at once.
//
// For Bullet in single precision, its default, and in double precision.
#pragma once

#include "broad_phase.hpp"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <LinearMath/btAabbUtil2.h>

#include <atomic>
#include <limits>
#include <mutex>
#include <vector>

namespace broadleaf::bullet {

// What Bullet knows of an object, and the id of its box.
struct Proxy : btBroadphaseProxy {
    using btBroadphaseProxy::btBroadphaseProxy;

    std::uint64_t id = BROADLEAF_NO_PROXY;
    // The position in the list of moved boxes, or `rests`.
    std::size_t moved = rests;
    // The group and mask that the library has.
    int group = 0;
    int mask = 0;

    static constexpr std::size_t rests = std::numeric_limits<std::size_t>::max();
};

class BroadPhase : public btBroadphaseInterface {
public:
    // With a pair cache of its own, a btHashedOverlappingPairCache, or that of the caller, which
    // outlives the broad phase.
    explicit BroadPhase(btOverlappingPairCache* cache = nullptr)
        : own_cache_(cache == nullptr ? std::make_unique<btHashedOverlappingPairCache>() : nullptr),
          cache_(cache == nullptr ? own_cache_.get() : cache),
          boxes_(Kind::of<btScalar>(3)) {}

    BroadPhase(const BroadPhase&) = delete;
    BroadPhase& operator=(const BroadPhase&) = delete;

    btBroadphaseProxy* createProxy(const btVector3& low, const btVector3& high, int /*shape*/,
                                   void* user, int group, int mask,
                                   btDispatcher* /*dispatcher*/) override {
        auto proxy = std::make_unique<Proxy>(low, high, user, group, mask);
        ProxyOptions options;
        options.filter = filter_of(*proxy);
        proxy->id = boxes_.create_one(view(&proxy->m_aabbMin, 1), options);
        proxy->m_uniqueId = ++last_unique_id_;
        proxy->group = group;
        proxy->mask = mask;
        const auto slot = static_cast<std::uint32_t>(proxy->id);
        if (slot >= proxies_.size()) {
            proxies_.resize(slot + 1);
        }
        proxies_[slot] = std::move(proxy);
        ++count_;
        return proxies_[slot].get();
    }

    void destroyProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override {
        auto& ours = static_cast<Proxy&>(*proxy);
        cache_->removeOverlappingPairsContainingProxy(proxy, dispatcher);
        flush();
        boxes_.remove({&ours.id, 1});
        --count_;
        proxies_[static_cast<std::uint32_t>(ours.id)].reset();
    }

    void setAabb(btBroadphaseProxy* proxy, const btVector3& low, const btVector3& high,
                 btDispatcher* /*dispatcher*/) override {
        auto& ours = static_cast<Proxy&>(*proxy);
        if (ours.m_aabbMin == low && ours.m_aabbMax == high) {
            return;
        }
        ours.m_aabbMin = low;
        ours.m_aabbMax = high;
        if (ours.moved == Proxy::rests) {
            ours.moved = moved_ids_.size();
            moved_ids_.push_back(ours.id);
            moved_boxes_.push_back({low, high});
            if (ours.group != ours.m_collisionFilterGroup ||
                ours.mask != ours.m_collisionFilterMask) {
                set_filter(ours);
            }
            has_moved_.store(true, std::memory_order_release);
        } else {
            moved_boxes_[ours.moved] = {low, high};
        }
    }

    void getAabb(btBroadphaseProxy* proxy, btVector3& low, btVector3& high) const override {
        low = proxy->m_aabbMin;
        high = proxy->m_aabbMax;
    }

    // Calls `callback` for each proxy whose box the ray hits, or the box that moves along it.
    void rayTest(const btVector3& from, const btVector3& to, btBroadphaseRayCallback& callback,
                 const btVector3& low, const btVector3& high) override {
        flush();
        const btVector3 corners[2] = {from + low, from + high};
        const btVector3 direction = to - from;
        const Casts cast(view(corners, 1), static_cast<const btScalar*>(direction), 1);
        boxes_.visit_cast(cast, [&](const Hit& hit) { callback.process(proxy_of(hit.id)); });
    }

    void aabbTest(const btVector3& low, const btVector3& high,
                  btBroadphaseAabbCallback& callback) override {
        flush();
        const btVector3 corners[2] = {low, high};
        boxes_.visit_window(view(corners, 1),
                            [&](std::uint64_t id) { callback.process(proxy_of(id)); });
    }

    void calculateOverlappingPairs(btDispatcher* dispatcher) override {
        follow_filter_callback();
        flush();
        const Events events = boxes_.step();
        if (cache_->hasDeferredRemoval()) {
            remove_deferred(dispatcher);
        } else {
            for (std::size_t i = 0; i < events.ended.size(); ++i) {
                // The pairs of a proxy that was destroyed are not in the cache any more.
                if (events.reasons[i] != BROADLEAF_ENDED_REMOVED) {
                    cache_->removeOverlappingPair(proxy_of(events.ended[i].a),
                                                  proxy_of(events.ended[i].b), dispatcher);
                }
            }
        }
        for (const ProxyPair& pair : events.begun) {
            cache_->addOverlappingPair(proxy_of(pair.a), proxy_of(pair.b));
        }
    }

    btOverlappingPairCache* getOverlappingPairCache() override { return cache_; }
    const btOverlappingPairCache* getOverlappingPairCache() const override { return cache_; }

    // The box around all boxes; zero if there are none.
    void getBroadphaseAabb(btVector3& low, btVector3& high) const override {
        low.setValue(0, 0, 0);
        high.setValue(0, 0, 0);
        bool is_first = true;
        for (const auto& proxy : proxies_) {
            if (proxy != nullptr) {
                low = is_first ? proxy->m_aabbMin : min_of(low, proxy->m_aabbMin);
                high = is_first ? proxy->m_aabbMax : max_of(high, proxy->m_aabbMax);
                is_first = false;
            }
        }
    }

    // Starts anew with unique ids, if there are no proxies.
    void resetPool(btDispatcher* /*dispatcher*/) override {
        if (count_ == 0) {
            boxes_ = broadleaf::BroadPhase(Kind::of<btScalar>(3));
            proxies_.clear();
            last_unique_id_ = 0;
        }
    }

    void printStats() override {}

    // The broad phase behind it. Its ids are those of `Proxy::id`.
    const broadleaf::BroadPhase& boxes() const { return boxes_; }

private:
    struct Box {
        btVector3 low, high;
    };

    // Boxes of two corners each, in place.
    static Boxes view(const btVector3* corners, std::size_t count) {
        return BroadleafBoxes{corners,
                              count,
                              2 * sizeof(btVector3),
                              sizeof(btVector3),
                              detail::scalar_of<btScalar>(),
                              3};
    }

    static btVector3 min_of(btVector3 a, const btVector3& b) {
        a.setMin(b);
        return a;
    }
    static btVector3 max_of(btVector3 a, const btVector3& b) {
        a.setMax(b);
        return a;
    }

    Proxy* proxy_of(std::uint64_t id) const {
        return proxies_[static_cast<std::uint32_t>(id)].get();
    }

    Filter filter_of(const btBroadphaseProxy& proxy) const {
        if (filters_freely_) {
            return everything;
        }
        return {static_cast<std::uint32_t>(proxy.m_collisionFilterGroup),
                static_cast<std::uint32_t>(proxy.m_collisionFilterMask), 0};
    }

    void set_filter(Proxy& proxy) {
        const Filter filter = filter_of(proxy);
        boxes_.set_filters({&proxy.id, 1}, {&filter, 1});
        proxy.group = proxy.m_collisionFilterGroup;
        proxy.mask = proxy.m_collisionFilterMask;
    }

    // A callback of the cache decides instead of groups and masks.
    void follow_filter_callback() {
        const bool has_callback = cache_->getOverlapFilterCallback() != nullptr;
        if (has_callback != filters_freely_) {
            filters_freely_ = has_callback;
            for (const auto& proxy : proxies_) {
                if (proxy != nullptr) {
                    set_filter(*proxy);
                }
            }
        }
    }

    // Hands the boxes that moved to the library. Queries of several threads may come first.
    void flush() {
        if (!has_moved_.load(std::memory_order_acquire)) {
            return;
        }
        const std::lock_guard<std::mutex> lock(flushing_);
        if (!has_moved_.load(std::memory_order_relaxed)) {
            return;
        }
        boxes_.move(moved_ids_, view(&moved_boxes_.front().low, moved_boxes_.size()));
        for (const std::uint64_t id : moved_ids_) {
            proxy_of(id)->moved = Proxy::rests;
        }
        moved_ids_.clear();
        moved_boxes_.clear();
        has_moved_.store(false, std::memory_order_release);
    }

    // Some caches drop pairs while they are traversed, and not before.
    void remove_deferred(btDispatcher* dispatcher) {
        struct Apart final : btOverlapCallback {
            bool processOverlap(btBroadphasePair& pair) override {
                const btBroadphaseProxy& a = *pair.m_pProxy0;
                const btBroadphaseProxy& b = *pair.m_pProxy1;
                return !TestAabbAgainstAabb2(a.m_aabbMin, a.m_aabbMax, b.m_aabbMin, b.m_aabbMax);
            }
        };
        Apart apart;
        cache_->processAllOverlappingPairs(&apart, dispatcher);
    }

    std::unique_ptr<btOverlappingPairCache> own_cache_;
    btOverlappingPairCache* cache_;
    broadleaf::BroadPhase boxes_;
    // By slot.
    std::vector<std::unique_ptr<Proxy>> proxies_;
    std::size_t count_ = 0;
    int last_unique_id_ = 0;
    bool filters_freely_ = false;
    // The boxes that moved since the last call of the library.
    std::vector<std::uint64_t> moved_ids_;
    std::vector<Box> moved_boxes_;
    std::atomic<bool> has_moved_{false};
    std::mutex flushing_;
};

}  // namespace broadleaf::bullet
