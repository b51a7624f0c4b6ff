// The functions of btBroadphaseInterface against brute force and against btDbvtBroadphase: pairs
// with groups and masks, filter callbacks, rays, windows, proxies that leave, other pair caches.
#include "world.hpp"

#include <broadleaf/bullet.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace {

using scenes::Random;
using Ids = std::set<int>;
using IdPairs = std::set<std::pair<int, int>>;

void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "interface: %s\n", what);
        std::exit(1);
    }
}

struct Box {
    btVector3 low, high;
};

// Boxes with corners on a grid, so that many touch.
Box random_box(Random& random) {
    btVector3 low = random.vector(0, 20);
    btVector3 size = random.vector(0, 4);
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = std::floor(low[axis]);
        size[axis] = std::floor(size[axis]);
    }
    low.setW(0);
    size.setW(0);
    return {low, low + size};
}

bool overlap(const btBroadphaseProxy& a, const btBroadphaseProxy& b) {
    return TestAabbAgainstAabb2(a.m_aabbMin, a.m_aabbMax, b.m_aabbMin, b.m_aabbMax);
}

bool groups_allow(const btBroadphaseProxy& a, const btBroadphaseProxy& b) {
    return (a.m_collisionFilterGroup & b.m_collisionFilterMask) != 0 &&
           (b.m_collisionFilterGroup & a.m_collisionFilterMask) != 0;
}

template <class Allow>
IdPairs brute_force(const std::vector<btBroadphaseProxy*>& proxies, Allow&& allow) {
    IdPairs pairs;
    for (const btBroadphaseProxy* a : proxies) {
        for (const btBroadphaseProxy* b : proxies) {
            if (a->m_uniqueId < b->m_uniqueId && overlap(*a, *b) && allow(*a, *b)) {
                pairs.emplace(a->m_uniqueId, b->m_uniqueId);
            }
        }
    }
    return pairs;
}

IdPairs cached(btOverlappingPairCache& cache) {
    IdPairs pairs;
    btBroadphasePairArray& array = cache.getOverlappingPairArray();
    for (int i = 0; i < array.size(); ++i) {
        pairs.emplace(array[i].m_pProxy0->m_uniqueId, array[i].m_pProxy1->m_uniqueId);
    }
    require(static_cast<int>(pairs.size()) == array.size(), "a pair is in the cache twice");
    return pairs;
}

struct CollectWindow final : btBroadphaseAabbCallback {
    bool process(const btBroadphaseProxy* proxy) override {
        require(ids.insert(proxy->m_uniqueId).second, "a proxy is found twice");
        return true;
    }
    Ids ids;
};

struct CollectRay final : btBroadphaseRayCallback {
    CollectRay(const btVector3& from, const btVector3& to) {
        const btVector3 direction = (to - from).normalized();
        for (int axis = 0; axis < 3; ++axis) {
            m_rayDirectionInverse[axis] =
                direction[axis] == 0 ? btScalar(BT_LARGE_FLOAT) : 1 / direction[axis];
            m_signs[axis] = m_rayDirectionInverse[axis] < 0 ? 1 : 0;
        }
        m_lambda_max = direction.dot(to - from);
    }
    bool process(const btBroadphaseProxy* proxy) override {
        require(ids.insert(proxy->m_uniqueId).second, "a proxy is found twice");
        return true;
    }
    Ids ids;
};

// Whether the segment hits the box, in double precision. `slack` grows the box.
bool hits(const btVector3& from, const btVector3& to, const Box& box, double slack) {
    double enter = 0;
    double leave = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const double start = from[axis];
        const double way = static_cast<double>(to[axis]) - start;
        const double low = static_cast<double>(box.low[axis]) - slack - start;
        const double high = static_cast<double>(box.high[axis]) + slack - start;
        if (way == 0) {
            if (low > 0 || high < 0) {
                return false;
            }
        } else {
            enter = std::max(enter, std::min(low / way, high / way));
            leave = std::min(leave, std::max(low / way, high / way));
        }
    }
    return enter <= leave;
}

void check_rays(btBroadphaseInterface& broad_phase,
                const std::vector<btBroadphaseProxy*>& proxies, Random& random) {
    for (int i = 0; i < 20; ++i) {
        const btVector3 from = random.vector(-5, 25);
        const btVector3 to = i % 4 == 0 ? from + btVector3(15, 0, 0) : random.vector(-5, 25);
        const btVector3 half = i % 2 == 0 ? btVector3(0, 0, 0) : btVector3(0.5f, 0.25f, 1);
        CollectRay found(from, to);
        broad_phase.rayTest(from, to, found, -half, half);
        for (const btBroadphaseProxy* proxy : proxies) {
            const Box box{proxy->m_aabbMin - half, proxy->m_aabbMax + half};
            const bool is_found = found.ids.count(proxy->m_uniqueId) > 0;
            // Rounding decides about a ray that passes within a millionth of a side.
            require(is_found || !hits(from, to, box, -1e-5), "a ray misses a box that it hits");
            require(!is_found || hits(from, to, box, 1e-5), "a ray hits a box that it misses");
        }
    }
}

void check_windows(btBroadphaseInterface& broad_phase,
                   const std::vector<btBroadphaseProxy*>& proxies, Random& random) {
    for (int i = 0; i < 20; ++i) {
        const Box window = random_box(random);
        CollectWindow found;
        broad_phase.aabbTest(window.low, window.high, found);
        Ids expected;
        for (const btBroadphaseProxy* proxy : proxies) {
            if (TestAabbAgainstAabb2(window.low, window.high, proxy->m_aabbMin,
                                     proxy->m_aabbMax)) {
                expected.insert(proxy->m_uniqueId);
            }
        }
        require(found.ids == expected, "a window has other proxies than brute force");
    }
}

void check_bounds(const btBroadphaseInterface& broad_phase,
                  const std::vector<btBroadphaseProxy*>& proxies) {
    btVector3 low(1, 1, 1);
    btVector3 high(1, 1, 1);
    broad_phase.getBroadphaseAabb(low, high);
    btVector3 expected_low(0, 0, 0);
    btVector3 expected_high(0, 0, 0);
    for (std::size_t i = 0; i < proxies.size(); ++i) {
        if (i == 0) {
            expected_low = proxies[i]->m_aabbMin;
            expected_high = proxies[i]->m_aabbMax;
        }
        expected_low.setMin(proxies[i]->m_aabbMin);
        expected_high.setMax(proxies[i]->m_aabbMax);
    }
    require(low == expected_low && high == expected_high, "the bounds are others");
}

// Pairs whose unique ids have an even sum.
struct EvenSums final : btOverlapFilterCallback {
    bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override {
        return (a->m_uniqueId + b->m_uniqueId) % 2 == 0;
    }
};

// Proxies come, move and leave at random, and everything is compared after each step.
void history(btOverlappingPairCache* cache, std::uint64_t seed) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    broadleaf::bullet::BroadPhase broad_phase(cache);
    btOverlappingPairCache& pairs = *broad_phase.getOverlappingPairCache();
    Random random(seed);
    std::vector<btBroadphaseProxy*> proxies;
    EvenSums even_sums;
    const int groups[] = {1, 2, 4, -1, 1, 1};
    const int masks[] = {-1, ~2, 3, 5, -1, 1};
    check_bounds(broad_phase, proxies);
    for (int round = 0; round < 60; ++round) {
        for (int i = 0; i < 8; ++i) {
            const Box box = random_box(random);
            const int kind = static_cast<int>(random.between(0, 6));
            proxies.push_back(broad_phase.createProxy(box.low, box.high, 0, &random, groups[kind],
                                                      masks[kind], &dispatcher));
            require(proxies.back()->m_clientObject == &random, "the client object is lost");
        }
        for (btBroadphaseProxy* proxy : proxies) {
            if (random.between(0, 1) < 0.3f) {
                const Box box = random_box(random);
                broad_phase.setAabb(proxy, box.low, box.high, &dispatcher);
                btVector3 low, high;
                broad_phase.getAabb(proxy, low, high);
                require(low == box.low && high == box.high, "a box that was set is another");
            }
        }
        // Before the step, queries see the boxes that moved.
        check_windows(broad_phase, proxies, random);
        while (proxies.size() > 100 || (round % 5 == 4 && !proxies.empty())) {
            const auto i = static_cast<std::size_t>(
                random.between(0, static_cast<float>(proxies.size())));
            broad_phase.destroyProxy(proxies[i], &dispatcher);
            proxies[i] = proxies.back();
            proxies.pop_back();
            if (random.between(0, 1) < 0.05f) {
                break;
            }
        }
        if (round == 30) {
            pairs.setOverlapFilterCallback(&even_sums);
            // Pairs that the callback does not want stay in the cache until their boxes part, so
            // it starts without any.
            while (!proxies.empty()) {
                broad_phase.destroyProxy(proxies.back(), &dispatcher);
                proxies.pop_back();
            }
            broad_phase.resetPool(&dispatcher);
        }
        broad_phase.calculateOverlappingPairs(&dispatcher);
        const auto allow = [&](const btBroadphaseProxy& a, const btBroadphaseProxy& b) {
            return round < 30 ? groups_allow(a, b) : (a.m_uniqueId + b.m_uniqueId) % 2 == 0;
        };
        require(cached(pairs) == brute_force(proxies, allow), "the cache has other pairs");
        check_rays(broad_phase, proxies, random);
        check_bounds(broad_phase, proxies);
    }
    for (btBroadphaseProxy* proxy : proxies) {
        broad_phase.destroyProxy(proxy, &dispatcher);
    }
    require(cached(pairs).empty(), "pairs of proxies that left stay in the cache");
    pairs.setOverlapFilterCallback(nullptr);
}

// A group that the host changes counts from the next move on.
void changed_groups() {
    broadleaf::bullet::BroadPhase broad_phase;
    btOverlappingPairCache& pairs = *broad_phase.getOverlappingPairCache();
    const btVector3 one(1, 1, 1);
    btBroadphaseProxy* const a = broad_phase.createProxy(-one, one, 0, nullptr, 1, 1, nullptr);
    btBroadphaseProxy* const b = broad_phase.createProxy(-one, one, 0, nullptr, 2, 2, nullptr);
    broad_phase.calculateOverlappingPairs(nullptr);
    require(cached(pairs).empty(), "groups that exclude each other form a pair");
    a->m_collisionFilterGroup = 3;
    a->m_collisionFilterMask = 3;
    broad_phase.setAabb(a, -one, one * 2, nullptr);
    broad_phase.calculateOverlappingPairs(nullptr);
    require(cached(pairs) == IdPairs{{1, 2}}, "a changed group forms no pair");
    broad_phase.destroyProxy(a, nullptr);
    broad_phase.destroyProxy(b, nullptr);
}

// Closest hits of rays through a world, beside btDbvtBroadphase.
void rays_of_a_world() {
    scenes::World ours(std::make_unique<broadleaf::bullet::BroadPhase>());
    scenes::World theirs(std::make_unique<btDbvtBroadphase>());
    scenes::World* const worlds[] = {&ours, &theirs};
    for (scenes::World* world : worlds) {
        scenes::pile(*world, 200);
        for (int i = 0; i < 30; ++i) {
            world->step();
        }
    }
    Random random(9);
    int hits = 0;
    for (int i = 0; i < 500; ++i) {
        const btVector3 from = random.vector(-8, 8) + btVector3(0, 12, 0);
        const btVector3 to = random.vector(-8, 8);
        btScalar fractions[2];
        for (int k = 0; k < 2; ++k) {
            btCollisionWorld::ClosestRayResultCallback callback(from, to);
            worlds[k]->bullet().rayTest(from, to, callback);
            fractions[k] = callback.m_closestHitFraction;
            hits += callback.hasHit() ? 1 : 0;
        }
        require(fractions[0] == fractions[1], "the closest hit of a ray is another");
    }
    require(hits > 500, "rays hit nothing");
}

}  // namespace

int main() {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        history(nullptr, seed);
    }
    btSortedOverlappingPairCache sorted;
    history(&sorted, 6);
    changed_groups();
    rays_of_a_world();
    std::puts("Bullet: the interface answers as brute force and btDbvtBroadphase do");
}
