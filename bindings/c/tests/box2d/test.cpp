// The functions of b2_dynamic_tree.h against brute force.
#include "b2_dynamic_tree.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <random>
#include <set>

namespace {

struct Expected {
    b2AABB aabb;
    std::uint64_t category;
    std::uint64_t user_data;
};
using World = std::map<int, Expected>;

void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "b2DynamicTree: %s\n", what);
        std::exit(1);
    }
}

float number(std::mt19937& random, unsigned end) { return static_cast<float>(random() % end) / 2; }

b2AABB random_box(std::mt19937& random) {
    const b2Vec2 low{number(random, 60), number(random, 60)};
    return {low, {low.x + number(random, 9), low.y + number(random, 9)}};
}

bool overlap(const b2AABB& a, const b2AABB& b) {
    return a.lowerBound.x <= b.upperBound.x && b.lowerBound.x <= a.upperBound.x &&
           a.lowerBound.y <= b.upperBound.y && b.lowerBound.y <= a.upperBound.y;
}

struct Found {
    std::set<int> ids;
    std::size_t limit;
    const World* world;
};

bool collect(int id, std::uint64_t user_data, void* context) {
    Found& found = *static_cast<Found*>(context);
    require(found.ids.insert(id).second, "a proxy twice");
    require(found.world->at(id).user_data == user_data, "other user data");
    return found.ids.size() < found.limit;
}

float collect_hit(const b2RayCastInput* input, int id, std::uint64_t user_data, void* context) {
    collect(id, user_data, context);
    return input->maxFraction;
}

// Whether a ray along the first axis hits a box. Coordinates are halves, so this is exact.
bool hits(const b2RayCastInput& ray, const b2AABB& box) {
    const float end = ray.origin.x + ray.translation.x;
    return ray.origin.y >= box.lowerBound.y && ray.origin.y <= box.upperBound.y &&
           std::min(ray.origin.x, end) <= box.upperBound.x &&
           std::max(ray.origin.x, end) >= box.lowerBound.x;
}

void check_queries(const b2DynamicTree& tree, const World& world, std::mt19937& random) {
    const b2AABB window = random_box(random);
    std::set<int> all;
    std::set<int> masked;
    for (const auto& [id, proxy] : world) {
        if (overlap(window, proxy.aabb)) {
            all.insert(id);
            if ((proxy.category & 5) != 0) {
                masked.insert(id);
            }
        }
    }
    Found found{{}, 1000, &world};
    const b2TreeStats stats = b2DynamicTree_QueryAll(&tree, window, collect, &found);
    require(found.ids == all && stats.leafVisits >= static_cast<int>(all.size()), "QueryAll");
    found = {{}, 1000, &world};
    b2DynamicTree_Query(&tree, window, 5, collect, &found);
    require(found.ids == masked, "Query");
    found = {{}, 1, &world};
    b2DynamicTree_QueryAll(&tree, window, collect, &found);
    require(found.ids.size() == std::min<std::size_t>(1, all.size()), "QueryAll does not stop");

    const b2RayCastInput ray{{number(random, 60), number(random, 60)},
                             {number(random, 60) - 15, 0}, 1};
    std::set<int> hit;
    for (const auto& [id, proxy] : world) {
        if (hits(ray, proxy.aabb) && (proxy.category & 3) != 0) {
            hit.insert(id);
        }
    }
    found = {{}, 1000, &world};
    b2DynamicTree_RayCast(&tree, &ray, 3, collect_hit, &found);
    require(found.ids == hit, "RayCast");
}

}  // namespace

int main() {
    std::mt19937 random(1);
    b2DynamicTree tree = b2DynamicTree_Create(16);
    World world;
    for (int round = 0; round < 2000; ++round) {
        const std::uint64_t category = std::uint64_t(1) << (random() % 40);
        const b2AABB box = random_box(random);
        if (random() % 3 != 0 || world.empty()) {
            const std::uint64_t user_data = random();
            const int id = b2DynamicTree_CreateProxy(&tree, box, category, user_data);
            require(world.emplace(id, Expected{box, category, user_data}).second, "an id twice");
        }
        auto one = std::next(world.begin(), static_cast<long>(random() % world.size()));
        if (random() % 3 == 0) {
            b2DynamicTree_MoveProxy(&tree, one->first, box);
            one->second.aabb = box;
        } else if (random() % 2 == 0) {
            b2AABB larger = one->second.aabb;
            larger.upperBound.x += 1;
            b2DynamicTree_EnlargeProxy(&tree, one->first, larger);
            one->second.aabb = larger;
        } else if (world.size() > 150) {
            b2DynamicTree_DestroyProxy(&tree, one->first);
            world.erase(one);
        }
        if (round % 100 == 0) {
            require(b2DynamicTree_Rebuild(&tree, true) >= 0, "Rebuild");
        }
        for (const auto& [id, proxy] : world) {
            const b2AABB now = b2DynamicTree_GetAABB(&tree, id);
            require(overlap(now, proxy.aabb) && now.lowerBound.x == proxy.aabb.lowerBound.x &&
                        now.upperBound.x == proxy.aabb.upperBound.x &&
                        b2DynamicTree_GetCategoryBits(&tree, id) == proxy.category &&
                        b2DynamicTree_GetUserData(&tree, id) == proxy.user_data,
                    "a proxy is another");
        }
        require(b2DynamicTree_GetProxyCount(&tree) == static_cast<int>(world.size()), "the count");
        b2DynamicTree_Validate(&tree);
        b2DynamicTree_ValidateNoEnlarged(&tree);
        check_queries(tree, world, random);
    }
    require(b2DynamicTree_GetHeight(&tree) >= 7 && b2DynamicTree_GetByteCount(&tree) > 0, "sizes");
    b2DynamicTree_Destroy(&tree);
    require(tree.nodeCount == 0 && tree.proxyCount == 0, "Destroy");
    std::puts("b2DynamicTree: its functions answer as brute force does");
}
