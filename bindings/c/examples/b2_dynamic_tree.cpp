// See b2_dynamic_tree.h.
#include "b2_dynamic_tree.h"

#include <broadleaf.hpp>

#include <cassert>
#include <vector>

namespace {

struct Proxy {
    b2AABB aabb;
    std::uint64_t category;
    std::uint64_t user_data;
};

// What `nodes` points to. Proxies are in an array by their id, which is the id of their box.
struct Tree {
    broadleaf::Index boxes{broadleaf::Structure::dynamic_tree, broadleaf::Kind::of<float>(2)};
    std::vector<Proxy> proxies;
    std::vector<std::uint32_t> free_ids;
};

Tree& of(const b2DynamicTree* tree) { return *reinterpret_cast<Tree*>(tree->nodes); }

Proxy& proxy(const b2DynamicTree* tree, int id) {
    return of(tree).proxies[static_cast<std::size_t>(id)];
}

broadleaf::Boxes view(const b2AABB& box) { return broadleaf::Boxes::rows(&box.lowerBound.x, 1, 2); }

// A binary tree has a node less inside than it has leaves.
void count(b2DynamicTree* tree, int change) {
    tree->proxyCount += change;
    tree->nodeCount = tree->proxyCount == 0 ? 0 : 2 * tree->proxyCount - 1;
}

b2TreeStats query(const b2DynamicTree* tree, const b2AABB& window, std::uint64_t mask,
                  b2TreeQueryCallbackFcn* callback, void* context) {
    b2TreeStats stats{};
    of(tree).boxes.visit_window(view(window), [&](std::uint64_t id) {
        const Proxy& found = of(tree).proxies[id];
        ++stats.leafVisits;
        return (found.category & mask) == 0 ||
               callback(static_cast<int>(id), found.user_data, context);
    });
    return stats;
}

}  // namespace

extern "C" {

b2DynamicTree b2DynamicTree_Create(int proxyCapacity) {
    b2DynamicTree tree{};
    auto* const ours = new Tree;
    ours->proxies.reserve(static_cast<std::size_t>(proxyCapacity));
    tree.nodes = reinterpret_cast<b2TreeNode*>(ours);
    return tree;
}

void b2DynamicTree_Destroy(b2DynamicTree* tree) {
    delete &of(tree);
    *tree = b2DynamicTree{};
}

int b2DynamicTree_CreateProxy(b2DynamicTree* tree, b2AABB aabb, uint64_t categoryBits,
                              uint64_t userData) {
    Tree& ours = of(tree);
    auto id = static_cast<std::uint32_t>(ours.proxies.size());
    if (ours.free_ids.empty()) {
        ours.proxies.emplace_back();
    } else {
        id = ours.free_ids.back();
        ours.free_ids.pop_back();
    }
    ours.proxies[id] = {aabb, categoryBits, userData};
    ours.boxes.insert(view(aabb), {&id, 1});
    count(tree, 1);
    return static_cast<int>(id);
}

void b2DynamicTree_DestroyProxy(b2DynamicTree* tree, int proxyId) {
    const auto id = static_cast<std::uint32_t>(proxyId);
    of(tree).boxes.remove({&id, 1});
    of(tree).free_ids.push_back(id);
    count(tree, -1);
}

void b2DynamicTree_MoveProxy(b2DynamicTree* tree, int proxyId, b2AABB aabb) {
    const auto id = static_cast<std::uint32_t>(proxyId);
    of(tree).boxes.move(view(aabb), {&id, 1});
    proxy(tree, proxyId).aabb = aabb;
}

void b2DynamicTree_EnlargeProxy(b2DynamicTree* tree, int proxyId, b2AABB aabb) {
    b2DynamicTree_MoveProxy(tree, proxyId, aabb);
}

uint64_t b2DynamicTree_GetCategoryBits(b2DynamicTree* tree, int proxyId) {
    return proxy(tree, proxyId).category;
}

uint64_t b2DynamicTree_GetUserData(const b2DynamicTree* tree, int proxyId) {
    return proxy(tree, proxyId).user_data;
}

b2AABB b2DynamicTree_GetAABB(const b2DynamicTree* tree, int proxyId) {
    return proxy(tree, proxyId).aabb;
}

b2TreeStats b2DynamicTree_Query(const b2DynamicTree* tree, b2AABB aabb, uint64_t maskBits,
                                b2TreeQueryCallbackFcn* callback, void* context) {
    return query(tree, aabb, maskBits, callback, context);
}

b2TreeStats b2DynamicTree_QueryAll(const b2DynamicTree* tree, b2AABB aabb,
                                   b2TreeQueryCallbackFcn* callback, void* context) {
    // A category of 0 is found as well.
    b2TreeStats stats{};
    of(tree).boxes.visit_window(view(aabb), [&](std::uint64_t id) {
        ++stats.leafVisits;
        return callback(static_cast<int>(id), of(tree).proxies[id].user_data, context);
    });
    return stats;
}

b2TreeStats b2DynamicTree_RayCast(const b2DynamicTree* tree, const b2RayCastInput* input,
                                  uint64_t maskBits, b2TreeRayCastCallbackFcn* callback,
                                  void* context) {
    b2TreeStats stats{};
    b2RayCastInput rest = *input;
    const broadleaf::Casts ray(broadleaf::Boxes::points(&input->origin.x, 1, 2),
                               &input->translation.x, input->maxFraction);
    of(tree).boxes.visit_cast(ray, [&](const broadleaf::Hit& hit) -> double {
        const Proxy& found = of(tree).proxies[hit.id];
        ++stats.leafVisits;
        if ((found.category & maskBits) == 0) {
            return rest.maxFraction;
        }
        const float fraction = callback(&rest, static_cast<int>(hit.id), found.user_data, context);
        if (fraction == 0) {
            return -1;
        }
        if (fraction > 0 && fraction < rest.maxFraction) {
            rest.maxFraction = fraction;
        }
        return rest.maxFraction;
    });
    return stats;
}

// That of a balanced binary tree: the library does not tell the height of its own.
int b2DynamicTree_GetHeight(const b2DynamicTree* tree) {
    int height = 0;
    while ((1 << height) < tree->proxyCount) {
        ++height;
    }
    return height;
}

int b2DynamicTree_GetProxyCount(const b2DynamicTree* tree) { return tree->proxyCount; }

// That of the proxies, without the boxes that the library holds.
int b2DynamicTree_GetByteCount(const b2DynamicTree* tree) {
    return static_cast<int>(sizeof(Tree) + of(tree).proxies.capacity() * sizeof(Proxy));
}

// The number of boxes that were sorted.
int b2DynamicTree_Rebuild(b2DynamicTree* tree, bool /*fullBuild*/) {
    of(tree).boxes.optimize();
    return tree->proxyCount;
}

void b2DynamicTree_Validate(const b2DynamicTree* tree) {
    assert(of(tree).boxes.size() == static_cast<std::size_t>(tree->proxyCount));
    static_cast<void>(tree);
}

// The library enlarges no boxes.
void b2DynamicTree_ValidateNoEnlarged(const b2DynamicTree* /*tree*/) {}

}  // extern "C"
