/*
 * An example of porting: the 18 functions of Box2D's b2DynamicTree that Box2D's broad phase and its
 * own test call, on a Broadleaf index.
 *
 * Where Box2D's headers are found, this uses their declarations, and the functions take the place of
 * `dynamic_tree.c`. Without Box2D, the declarations below have the same names and members.
 */
#ifndef B2_DYNAMIC_TREE_H
#define B2_DYNAMIC_TREE_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__has_include)
#if __has_include("box2d/collision.h")
#define B2_DYNAMIC_TREE_OF_BOX2D
#endif
#endif

#ifdef B2_DYNAMIC_TREE_OF_BOX2D
#include "box2d/collision.h"
#else

#ifdef __cplusplus
extern "C" {
#endif

typedef struct b2Vec2 {
    float x, y;
} b2Vec2;

typedef struct b2AABB {
    b2Vec2 lowerBound;
    b2Vec2 upperBound;
} b2AABB;

/* A ray from `origin`, at most `maxFraction` times `translation` long. */
typedef struct b2RayCastInput {
    b2Vec2 origin;
    b2Vec2 translation;
    float maxFraction;
} b2RayCastInput;

typedef struct b2TreeStats {
    int nodeVisits;
    int leafVisits;
} b2TreeStats;

/* A tree is passed by value until it is created, and by address from then on. */
typedef struct b2DynamicTree {
    struct b2TreeNode *nodes;
    int32_t nodeCount;
    int32_t proxyCount;
} b2DynamicTree;

/* Returns whether to go on. */
typedef bool b2TreeQueryCallbackFcn(int proxyId, uint64_t userData, void *context);

/* Returns the fraction that counts from now on; 0 ends the cast, and a negative number or the given
 * `maxFraction` changes nothing. */
typedef float b2TreeRayCastCallbackFcn(const b2RayCastInput *input, int proxyId, uint64_t userData,
                                       void *context);

b2DynamicTree b2DynamicTree_Create(int proxyCapacity);
void b2DynamicTree_Destroy(b2DynamicTree *tree);
int b2DynamicTree_CreateProxy(b2DynamicTree *tree, b2AABB aabb, uint64_t categoryBits,
                              uint64_t userData);
void b2DynamicTree_DestroyProxy(b2DynamicTree *tree, int proxyId);
void b2DynamicTree_MoveProxy(b2DynamicTree *tree, int proxyId, b2AABB aabb);
void b2DynamicTree_EnlargeProxy(b2DynamicTree *tree, int proxyId, b2AABB aabb);
uint64_t b2DynamicTree_GetCategoryBits(b2DynamicTree *tree, int proxyId);
uint64_t b2DynamicTree_GetUserData(const b2DynamicTree *tree, int proxyId);
b2AABB b2DynamicTree_GetAABB(const b2DynamicTree *tree, int proxyId);
b2TreeStats b2DynamicTree_Query(const b2DynamicTree *tree, b2AABB aabb, uint64_t maskBits,
                                b2TreeQueryCallbackFcn *callback, void *context);
b2TreeStats b2DynamicTree_QueryAll(const b2DynamicTree *tree, b2AABB aabb,
                                   b2TreeQueryCallbackFcn *callback, void *context);
b2TreeStats b2DynamicTree_RayCast(const b2DynamicTree *tree, const b2RayCastInput *input,
                                  uint64_t maskBits, b2TreeRayCastCallbackFcn *callback,
                                  void *context);
int b2DynamicTree_GetHeight(const b2DynamicTree *tree);
int b2DynamicTree_GetProxyCount(const b2DynamicTree *tree);
int b2DynamicTree_GetByteCount(const b2DynamicTree *tree);
int b2DynamicTree_Rebuild(b2DynamicTree *tree, bool fullBuild);
void b2DynamicTree_Validate(const b2DynamicTree *tree);
void b2DynamicTree_ValidateNoEnlarged(const b2DynamicTree *tree);

#ifdef __cplusplus
}
#endif

#endif

#endif
