// Bullet with Broadleaf as its broad phase, without a change to Bullet.
//
//     broadleaf::bullet::BroadPhase broad_phase;
//     btDiscreteDynamicsWorld world(&dispatcher, &broad_phase, &solver, &configuration);
//
// In each step, the boxes go to the library in one call, and only pairs that begin and end go to
// Bullet's pair cache; pairs that stay cost nothing there. Boxes have no margin, so the cache has
// the pairs whose boxes overlap and no others. Simulations equal those with btDbvtBroadphase to the
// bit if `m_deterministicOverlappingPairs` is true.
//
// The pair cache applies groups, masks and its filter callback, as in Bullet: when a pair begins,
// and again when a proxy with another group or mask moves. Rays and boxes may be tested from several
// threads at once.
//
// For Bullet in single precision, its default, and in double precision.
#pragma once

#include "index.hpp"
#include "pairs.hpp"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <LinearMath/btAabbUtil2.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <vector>

namespace broadleaf::bullet {

// What Bullet knows of an object, and the row of its box.
struct Proxy : btBroadphaseProxy {
    using btBroadphaseProxy::btBroadphaseProxy;

    std::uint32_t row = 0;
    bool is_in_tree = false;
    // The group and mask when its pairs were last offered to the cache.
    int group = 0;
    int mask = 0;
};

class BroadPhase : public btBroadphaseInterface {
public:
    // With a pair cache of its own, a btHashedOverlappingPairCache, or that of the caller, which
    // outlives the broad phase.
    explicit BroadPhase(btOverlappingPairCache* cache = nullptr)
        : own_cache_(cache == nullptr ? std::make_unique<btHashedOverlappingPairCache>() : nullptr),
          cache_(cache == nullptr ? own_cache_.get() : cache) {}

    BroadPhase(const BroadPhase&) = delete;
    BroadPhase& operator=(const BroadPhase&) = delete;

    btBroadphaseProxy* createProxy(const btVector3& low, const btVector3& high, int /*shape*/,
                                   void* user, int group, int mask,
                                   btDispatcher* /*dispatcher*/) override {
        auto proxy = std::make_unique<Proxy>(low, high, user, group, mask);
        proxy->m_uniqueId = ++last_unique_id_;
        proxy->row = new_row();
        const std::uint32_t row = proxy->row;
        proxies_[row] = std::move(proxy);
        boxes_[row] = {low, high};
        offer_again(*proxies_[row]);
        mark_moved(row);
        return proxies_[row].get();
    }

    void destroyProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override {
        auto& ours = static_cast<Proxy&>(*proxy);
        const std::uint32_t row = ours.row;
        cache_->removeOverlappingPairsContainingProxy(proxy, dispatcher);
        if (ours.is_in_tree) {
            tree_.remove({&row, 1});
        }
        proxies_[row].reset();
        boxes_[row] = nowhere(row);
        filters_[row] = {0, 0, 0};
        states_[row] |= renewed;
        mark_moved(row);
        free_rows_.push_back(row);
    }

    void setAabb(btBroadphaseProxy* proxy, const btVector3& low, const btVector3& high,
                 btDispatcher* /*dispatcher*/) override {
        auto& ours = static_cast<Proxy&>(*proxy);
        if (ours.m_aabbMin == low && ours.m_aabbMax == high) {
            return;
        }
        ours.m_aabbMin = low;
        ours.m_aabbMax = high;
        boxes_[ours.row] = {low, high};
        if (ours.group != ours.m_collisionFilterGroup || ours.mask != ours.m_collisionFilterMask) {
            offer_again(ours);
        }
        mark_moved(ours.row);
    }

    void getAabb(btBroadphaseProxy* proxy, btVector3& low, btVector3& high) const override {
        low = proxy->m_aabbMin;
        high = proxy->m_aabbMax;
    }

    // Calls `callback` for each proxy whose box the ray hits, or the box that moves along it.
    void rayTest(const btVector3& from, const btVector3& to, btBroadphaseRayCallback& callback,
                 const btVector3& low, const btVector3& high) override {
        update_tree();
        const Box start{from + low, from + high};
        const btVector3 direction = to - from;
        const Casts cast(view(&start, 1), static_cast<const btScalar*>(direction), 1);
        tree_.visit_cast(cast, [&](const Hit& hit) { callback.process(proxies_[hit.id].get()); });
    }

    void aabbTest(const btVector3& low, const btVector3& high,
                  btBroadphaseAabbCallback& callback) override {
        update_tree();
        const Box window{low, high};
        tree_.visit_window(view(&window, 1),
                           [&](std::uint64_t row) { callback.process(proxies_[row].get()); });
    }

    void calculateOverlappingPairs(btDispatcher* dispatcher) override {
        if (moved_.empty()) {
            return;
        }
        if (cache_->hasDeferredRemoval()) {
            remove_deferred(dispatcher);
        }
        // All pairs take as much time as those of an eighth of the boxes.
        if (moved_.size() * 8 >= proxies_.size()) {
            find_all_pairs();
            follow(all_.begin(), all_.end(), dispatcher, [](const Pair&) { return true; });
            std::swap(pairs_, all_);
        } else {
            find_pairs_of_moved();
            follow(some_.data(), some_.data() + some_.size(), dispatcher,
                   [&](const Pair& pair) { return is(pair, moved); });
            replace_pairs_of_moved();
        }
        for (const std::uint32_t row : moved_) {
            states_[row] &= static_cast<std::uint8_t>(~(moved | renewed));
        }
        moved_.clear();
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
                low = is_first ? proxy->m_aabbMin : low;
                high = is_first ? proxy->m_aabbMax : high;
                low.setMin(proxy->m_aabbMin);
                high.setMax(proxy->m_aabbMax);
                is_first = false;
            }
        }
    }

    // Starts anew with unique ids, if there are no proxies.
    void resetPool(btDispatcher* /*dispatcher*/) override {
        if (free_rows_.size() == proxies_.size()) {
            last_unique_id_ = 0;
            proxies_.clear();
            boxes_.clear();
            filters_.clear();
            states_.clear();
            free_rows_.clear();
            moved_.clear();
            behind_.clear();
            pairs_.clear();
        }
    }

    void printStats() override {}

private:
    struct Box {
        btVector3 low, high;
    };

    // States of a row: its box moved since the last step, its pairs are new to the cache, the tree
    // has another box.
    enum : std::uint8_t { moved = 1, renewed = 2, behind = 4 };

    // Boxes in place.
    static Boxes view(const Box* boxes, std::size_t count) {
        return BroadleafBoxes{boxes,
                              count,
                              sizeof(Box),
                              sizeof(btVector3),
                              detail::scalar_of<btScalar>(),
                              3};
    }
    // A point of a row without a proxy, apart from all others.
    static Box nowhere(std::uint32_t row) {
        const btVector3 point(std::numeric_limits<btScalar>::max(), btScalar(row), 0);
        return {point, point};
    }

    bool is(const Pair& pair, std::uint8_t state) const {
        return ((states_[pair.a] | states_[pair.b]) & state) != 0;
    }

    std::uint32_t new_row() {
        if (!free_rows_.empty()) {
            const std::uint32_t row = free_rows_.back();
            free_rows_.pop_back();
            return row;
        }
        proxies_.emplace_back();
        boxes_.emplace_back();
        filters_.emplace_back();
        states_.push_back(0);
        return static_cast<std::uint32_t>(proxies_.size() - 1);
    }

    void mark_moved(std::uint32_t row) {
        std::uint8_t& state = states_[row];
        if ((state & moved) == 0) {
            moved_.push_back(row);
        }
        if ((state & behind) == 0) {
            behind_.push_back(row);
            is_behind_.store(true, std::memory_order_release);
        }
        state |= moved | behind;
    }

    // The cache decides about the pairs of this proxy at the next step.
    void offer_again(Proxy& proxy) {
        proxy.group = proxy.m_collisionFilterGroup;
        proxy.mask = proxy.m_collisionFilterMask;
        filters_[proxy.row] = {static_cast<std::uint32_t>(proxy.group),
                               static_cast<std::uint32_t>(proxy.mask), 0};
        states_[proxy.row] |= renewed;
    }

    // All pairs, in order. Those that groups exclude are left out where that saves time, which is
    // where many proxies, such as static ones, form no pairs with their like.
    void find_all_pairs() {
        const auto excludes_its_like = [](const Filter& filter) {
            return (filter.category & filter.mask) == 0;
        };
        PairOptions options;
        if (cache_->getOverlapFilterCallback() == nullptr &&
            std::count_if(filters_.begin(), filters_.end(), excludes_its_like) * 8 >=
                static_cast<std::ptrdiff_t>(filters_.size())) {
            options.first_filters = filters_;
        }
        finder_.self_pairs(view(boxes_.data(), boxes_.size()), all_, options);
    }

    // The pairs of which a box moved, in order.
    void find_pairs_of_moved() {
        update_tree();
        std::vector<Box> windows;
        for (const std::uint32_t row : moved_) {
            windows.push_back(boxes_[row]);
        }
        tree_.windows(view(windows.data(), windows.size()), found_);
        some_.clear();
        for (std::size_t i = 0; i < moved_.size(); ++i) {
            const std::uint32_t row = moved_[i];
            for (const std::uint32_t other : found_[i]) {
                // Of two boxes that moved, the first one finds the pair.
                if (row < other || (row > other && (states_[other] & moved) == 0)) {
                    some_.push_back({std::min(row, other), std::max(row, other)});
                }
            }
        }
        std::sort(some_.begin(), some_.end(), precedes);
    }
    void replace_pairs_of_moved() {
        all_.resize_without_values(pairs_.size() + some_.size());
        const auto rest = std::remove_if(pairs_.begin(), pairs_.end(),
                                         [&](const Pair& pair) { return is(pair, moved); });
        const auto end =
            std::merge(pairs_.begin(), rest, some_.begin(), some_.end(), all_.begin(), precedes);
        all_.resize_without_values(static_cast<std::size_t>(end - all_.begin()));
        std::swap(pairs_, all_);
    }

    static bool precedes(const Pair& first, const Pair& second) {
        return first.a < second.a || (first.a == second.a && first.b < second.b);
    }

    // Tells the cache what differs between the pairs of the last step that `counts` selects, and
    // those of this step.
    template <class F>
    void follow(const Pair* now, const Pair* end, btDispatcher* dispatcher, F&& counts) {
        for (const Pair& pair : pairs_) {
            if (!counts(pair)) {
                continue;
            }
            for (; now != end && precedes(*now, pair); ++now) {
                begin(*now);
            }
            const bool stays = now != end && now->a == pair.a && now->b == pair.b;
            if (!stays) {
                finish(pair, dispatcher);
            } else if (!is(pair, renewed)) {
                ++now;
            }
        }
        for (; now != end; ++now) {
            begin(*now);
        }
    }
    void begin(const Pair& pair) {
        if (proxies_[pair.a] != nullptr && proxies_[pair.b] != nullptr) {
            cache_->addOverlappingPair(proxies_[pair.a].get(), proxies_[pair.b].get());
        }
    }
    void finish(const Pair& pair, btDispatcher* dispatcher) {
        if (proxies_[pair.a] != nullptr && proxies_[pair.b] != nullptr) {
            cache_->removeOverlappingPair(proxies_[pair.a].get(), proxies_[pair.b].get(),
                                          dispatcher);
        }
    }

    // Hands the boxes that moved to the tree, which queries and small changes use. Queries of
    // several threads may come first.
    void update_tree() {
        if (!is_behind_.load(std::memory_order_acquire)) {
            return;
        }
        const std::lock_guard<std::mutex> lock(updating_);
        if (!is_behind_.load(std::memory_order_relaxed)) {
            return;
        }
        std::vector<std::uint32_t> rows[2];
        std::vector<Box> boxes[2];
        for (const std::uint32_t row : behind_) {
            states_[row] &= static_cast<std::uint8_t>(~behind);
            if (proxies_[row] != nullptr) {
                const std::size_t is_known = proxies_[row]->is_in_tree ? 1 : 0;
                rows[is_known].push_back(row);
                boxes[is_known].push_back(boxes_[row]);
                proxies_[row]->is_in_tree = true;
            }
        }
        behind_.clear();
        tree_.insert(view(boxes[0].data(), boxes[0].size()), rows[0]);
        tree_.move(view(boxes[1].data(), boxes[1].size()), rows[1]);
        is_behind_.store(false, std::memory_order_release);
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
    int last_unique_id_ = 0;
    // By row. A row without a proxy is free.
    std::vector<std::unique_ptr<Proxy>> proxies_;
    std::vector<Box> boxes_;
    std::vector<Filter> filters_;
    std::vector<std::uint8_t> states_;
    std::vector<std::uint32_t> free_rows_;
    // The rows that moved since the last step, and those whose boxes the tree has not.
    std::vector<std::uint32_t> moved_;
    std::vector<std::uint32_t> behind_;
    // The pairs of rows of the last step, in order, and memory for those of this step.
    List<Pair> pairs_;
    List<Pair> all_;
    std::vector<Pair> some_;
    Answers<std::uint32_t> found_;
    Finder finder_;
    Index tree_{Structure::dynamic_tree, Kind::of<btScalar>(3)};
    std::atomic<bool> is_behind_{false};
    std::mutex updating_;
};

}  // namespace broadleaf::bullet
