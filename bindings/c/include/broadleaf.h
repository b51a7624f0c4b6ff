/*
 * Broadleaf: broad phases and spatial queries for axis-aligned boxes.
 *
 * The C interface, for C99 and later and for C++. `broadleaf.hpp` beside it wraps these functions
 * for C++17.
 *
 *
 * Boxes
 *
 * A box is a lower and an upper corner of 1, 2 or 3 numbers each, in any unit. On every axis the
 * lower number is at most the upper one; infinities and boxes of zero size are valid, NaN is not.
 * Boxes are closed: BOXES THAT ONLY TOUCH OVERLAP. The flag BROADLEAF_INTERIORS leaves out pairs of
 * boxes that only touch.
 *
 * The caller's boxes are read where they are, through a descriptor: see BroadleafBoxes. The scalar
 * and the number of dimensions are in the descriptor, so one function serves `float[4]` pairs in
 * 3D and `double[2]` pairs in 2D.
 *
 *
 * Handles and ownership
 *
 * BroadleafFinder, BroadleafIndex and BroadleafBroadPhase are opaque. A function whose name ends in
 * `_new`, `_build`, `_from_bytes`, `_from_mapped` or `_restore` makes a handle, which the caller
 * frees with the `_free` of its type. `_free(NULL)` does nothing. A handle of another type, or one
 * that was freed, is BROADLEAF_ERROR_HANDLE where the library can tell: it cannot once the memory
 * belongs to someone else, so do not rely on it.
 *
 * Every other pointer is borrowed for the call, with two exceptions that say so: the bytes given to
 * broadleaf_index_from_mapped, and the events that broadleaf_broad_phase_step returns.
 *
 *
 * Answers
 *
 * Lists are written to a buffer of the caller: an address, a capacity in elements, and the address
 * of a count, which receives the exact number of elements that the answer has. If that number
 * exceeds the capacity, the status is BROADLEAF_TOO_SMALL and the contents of the buffer are
 * unspecified; call again with a buffer of that size. A capacity of 0 with a null buffer asks for
 * the count alone. Lists are sorted, unless a flag says otherwise, and do not depend on the number
 * of threads.
 *
 * The buffer of an answer must not overlap an input or another buffer of the same call:
 * BROADLEAF_ERROR_OVERLAP. The memory of an input must not change during the call.
 *
 *
 * Errors
 *
 * Functions return a BroadleafStatus, except for those that cannot fail. A negative status is an
 * error; the call then had no effect, unless the function says otherwise. broadleaf_last_error has
 * the details. Counts and handles that a call would have returned are 0 and NULL after an error.
 * No panic of the library crosses this interface: a defect of the library is
 * BROADLEAF_ERROR_INTERNAL, after which the handles of the call may only be freed. Where memory is
 * exhausted, the process ends.
 *
 *
 * Threads
 *
 * Any function may be called from any thread. A handle that a function takes by a pointer to const
 * may be used by several threads at once. A handle that a function takes by another pointer must
 * not be used by another thread during the call: the library does not lock. Handles may move from
 * one thread to another.
 *
 * Callbacks run on the thread of the call. They must not throw, unwind or `longjmp`. They may call
 * any function of the library, with one exception: the handles of the running call must not be
 * changed or freed, and those that it changes not be used at all: BROADLEAF_ERROR_BUSY.
 *
 * Functions with an option `threads` may work on threads of the library's own: 0 and 1 stand for
 * the calling thread alone, and BROADLEAF_ALL_THREADS for one thread for each processor.
 */

#ifndef BROADLEAF_H
#define BROADLEAF_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What marks a function of the library. Define BROADLEAF_STATIC before including this header in a
 * program for Windows that links the static library, or define BROADLEAF_API.
 */
#ifndef BROADLEAF_API
#if defined(_WIN32) && !defined(BROADLEAF_STATIC)
#define BROADLEAF_API __declspec(dllimport)
#else
#define BROADLEAF_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* The library                                                                                    */
/* ---------------------------------------------------------------------------------------------- */

/*
 * The version of this header. broadleaf_version and broadleaf_abi_version have those of the library
 * that runs.
 *
 * The ABI version changes when a program compiled against an older header would no longer work; the
 * soname is `libbroadleaf.so.0` while it is 0.
 */
#define BROADLEAF_VERSION_MAJOR 0
#define BROADLEAF_VERSION_MINOR 1
#define BROADLEAF_VERSION_PATCH 0
#define BROADLEAF_ABI_VERSION 0

/* How a call ended: one of the constants below. */
typedef int32_t BroadleafStatus;

/* The call did what it says. */
#define BROADLEAF_OK 0
/* A callback ended the call. */
#define BROADLEAF_STOPPED 1
/* The buffer is smaller than the answer; the count is exact. */
#define BROADLEAF_TOO_SMALL 2
/* A pointer is null that must not be. */
#define BROADLEAF_ERROR_NULL (-1)
/* A pointer, a stride or an offset is not a multiple of the alignment of its type. */
#define BROADLEAF_ERROR_MISALIGNED (-2)
/* Sizes that no memory has, or that contradict each other. */
#define BROADLEAF_ERROR_SIZE (-3)
/* No scalar, or one that the library was built without. */
#define BROADLEAF_ERROR_SCALAR (-4)
/* Not 1, 2 or 3 dimensions. */
#define BROADLEAF_ERROR_DIMENSIONS (-5)
/* Boxes of another scalar or of other dimensions than the handle has, or than the other boxes. */
#define BROADLEAF_ERROR_KIND (-6)
/* Not a box: NaN, or a lower number above the upper one. The error has row, axis and value. */
#define BROADLEAF_ERROR_BOX (-7)
/* Not a ray or a moving box: a start, direction or length that is NaN, or a start or direction that
 * is infinite. The error has the row. */
#define BROADLEAF_ERROR_CAST (-8)
/* Not a handle of this type, or one that was freed. */
#define BROADLEAF_ERROR_HANDLE (-9)
/* An id that is not in use any more, or never was, or is in use already. The error has the row. */
#define BROADLEAF_ERROR_ID (-10)
/* An option, a flag or another number that has no meaning here. */
#define BROADLEAF_ERROR_OPTION (-11)
/* More boxes than there are ids, or than a limit of the handle. */
#define BROADLEAF_ERROR_TOO_MANY (-12)
/* Bytes that are not what they should be: cut off, damaged, or of something else. */
#define BROADLEAF_ERROR_BYTES (-13)
/* Steps that the broad phase does not remember. */
#define BROADLEAF_ERROR_HISTORY (-14)
/* A buffer of an answer overlaps an input or another buffer. */
#define BROADLEAF_ERROR_OVERLAP (-15)
/* A handle is changed or freed while a call with it runs. */
#define BROADLEAF_ERROR_BUSY (-16)
/* This handle does not support the call: a packed tree does not change, and has bytes alone. */
#define BROADLEAF_ERROR_UNSUPPORTED (-17)
/* The threads could not be started. */
#define BROADLEAF_ERROR_THREADS (-18)
/* A defect of the library. */
#define BROADLEAF_ERROR_INTERNAL (-19)

/* In an error: no row, no axis. */
#define BROADLEAF_NO_ROW UINT64_MAX
#define BROADLEAF_NO_AXIS UINT32_MAX

/* As a number of threads: one for each processor. */
#define BROADLEAF_ALL_THREADS UINT32_MAX

/* What was wrong. */
typedef struct BroadleafError {
    /* The status of the call that failed; BROADLEAF_OK if none did on this thread. */
    BroadleafStatus status;
    /* The axis of the number, from 0; BROADLEAF_NO_AXIS if it is not about one. */
    uint32_t axis;
    /* The row of the box, ray or id, from 0; BROADLEAF_NO_ROW if it is not about one. */
    uint64_t row;
    /* The number that is wrong, or the id; 0 if there is none. The text has it in full. */
    double value;
    /* A sentence in English without a line break, in UTF-8, which ends with a zero byte. It is
     * valid until the next call that fails on this thread. Never null. */
    const char *text;
} BroadleafError;

/* The version of the library that runs, such as "0.1.0". Cannot fail; the text is static. */
BROADLEAF_API const char *broadleaf_version(void);

/* The ABI version of the library that runs: compare it with BROADLEAF_ABI_VERSION after loading the
 * library at run time. */
BROADLEAF_API uint32_t broadleaf_abi_version(void);

/* The name and meaning of a status in English. Cannot fail; the text is static and never null. */
BROADLEAF_API const char *broadleaf_status_text(BroadleafStatus status);

/*
 * The error of the last call on this thread that failed, and its status. Calls that succeed keep
 * it. `error` may be null.
 *
 *     if (broadleaf_self_pairs_count(NULL, &boxes, NULL, &count) < 0) {
 *         BroadleafError error;
 *         broadleaf_last_error(&error);
 *         fprintf(stderr, "%s\n", error.text);  // boxes: row 7, axis 1: not a number: 0 to NaN
 *     }
 */
BROADLEAF_API BroadleafStatus broadleaf_last_error(BroadleafError *error);

/* ---------------------------------------------------------------------------------------------- */
/* Boxes and answers                                                                              */
/* ---------------------------------------------------------------------------------------------- */

/* The scalars. The integers are in the library if it was built with the feature `integers`. */
#define BROADLEAF_F32 1 /* float */
#define BROADLEAF_F64 2 /* double */
#define BROADLEAF_I32 3 /* int32_t */
#define BROADLEAF_I64 4 /* int64_t */

/*
 * Boxes in memory of the caller. Box number i has its lower corner at the address
 * `data + i * stride` and its upper corner `upper` bytes behind that; a corner is `dimensions`
 * numbers of type `scalar`. `data`, `stride` and `upper` are multiples of the scalar's alignment.
 *
 *     typedef struct { int kind; float lower[4], upper[4]; } Body;
 *     BroadleafBoxes boxes = {bodies[0].lower, count, sizeof(Body), 4 * sizeof(float),
 *                             BROADLEAF_F32, 3};
 *
 * Memory ends with the last number of the last box: nothing behind it is read. Corners of one box
 * may be anywhere with regard to the next box, and corners may overlap: with `upper` = 0 boxes are
 * points. With a stride of 0 all boxes are the same.
 *
 * `data` may be null if `count` is 0. Every number is checked once for each call.
 */
typedef struct BroadleafBoxes {
    /* The first number of the lower corner of the first box. */
    const void *data;
    /* The number of boxes. */
    size_t count;
    /* Bytes from one box to the next. */
    size_t stride;
    /* Bytes from the lower to the upper corner of a box. */
    size_t upper;
    /* BROADLEAF_F32, … */
    uint32_t scalar;
    /* 1, 2 or 3. */
    uint32_t dimensions;
} BroadleafBoxes;

/* Two boxes, by their rows in the caller's list or by their ids in an index. */
typedef struct BroadleafPair {
    uint32_t a;
    uint32_t b;
} BroadleafPair;

/*
 * A box that a ray, a moving box or a search for near boxes found.
 *
 * Hits are sorted by `reach`, equal ones by id.
 */
typedef struct BroadleafHit {
    /* Of a ray or a moving box: the parameter t at which `start + t * direction` first touches the
     * box, 0 if it does at the start. Of a search for near boxes: the distance, in the unit of the
     * coordinates. Exact for the scalar: computed in `float` for BROADLEAF_F32, in `double` for all
     * others. */
    double reach;
    /* The id in the index or in the broad phase. */
    uint64_t id;
} BroadleafHit;

/*
 * Which boxes a box forms pairs with, or answers.
 *
 * Two boxes of the same group other than 0 form a pair if the group is positive, and never if it is
 * negative: give the parts of one body the same negative group. In all other cases they form a pair
 * if the mask of each shares a bit with the category of the other.
 */
typedef struct BroadleafFilter {
    /* The categories, as bits. */
    uint32_t category;
    /* The categories that are wanted, as bits. */
    uint32_t mask;
    /* The group, or 0. */
    int32_t group;
} BroadleafFilter;

/* A filter that lets everything through. */
#define BROADLEAF_FILTER_ALL {UINT32_MAX, UINT32_MAX, 0}

/*
 * Flags of pairs and queries. A flag that has no meaning for a function is BROADLEAF_ERROR_OPTION.
 */
/* Leaves out boxes that only touch: the interiors of the others overlap. For pairs of lists and of
 * indexes, and for windows. */
#define BROADLEAF_INTERIORS 1u
/* Leaves the answer in the order in which it is found, which saves the time to sort it. For pairs
 * of lists. */
#define BROADLEAF_UNSORTED 2u
/* Queries the fat boxes of a broad phase, which a margin makes larger, and not the boxes that the
 * caller gave. */
#define BROADLEAF_FAT 4u
/* Finds only boxes that lie inside the window. For windows. */
#define BROADLEAF_CONTAINED 8u
/* A filter of a query decides alone: the masks of the boxes do not count. For queries of a broad
 * phase. */
#define BROADLEAF_ONE_WAY 16u

/* ---------------------------------------------------------------------------------------------- */
/* All pairs of lists of boxes                                                                    */
/* ---------------------------------------------------------------------------------------------- */

/*
 *     BroadleafFinder *finder;
 *     broadleaf_finder_new(&finder);
 *     size_t count;
 *     while (broadleaf_self_pairs(finder, &boxes, NULL, pairs, capacity, &count)
 *            == BROADLEAF_TOO_SMALL) {
 *         capacity = count;
 *         pairs = realloc(pairs, capacity * sizeof *pairs);
 *     }
 *     broadleaf_finder_free(finder);
 */

/*
 * Scratch memory for pairs, of any scalar and number of dimensions. Finding pairs without it, with
 * NULL, gives the same answer and allocates in each call. It keeps the memory of the scalar and the
 * dimensions of its last call.
 *
 * Threads: one thread at a time.
 */
typedef struct BroadleafFinder BroadleafFinder;

/* What filters the boxes of one list: an array with an element for each box, or null. */
typedef struct BroadleafLabels {
    /* A filter for each box. */
    const BroadleafFilter *filters;
    /* The scene of each box: only boxes of one scene form pairs. */
    const uint32_t *scenes;
} BroadleafLabels;

/* Options of pairs. Null instead of options stands for BROADLEAF_PAIR_OPTIONS. */
typedef struct BroadleafPairOptions {
    /* sizeof(BroadleafPairOptions) as the caller was compiled. */
    size_t size;
    /* BROADLEAF_INTERIORS, BROADLEAF_UNSORTED. */
    uint32_t flags;
    /* How many threads may work. Callbacks run on the calling thread all the same. */
    uint32_t threads;
    /* What filters the boxes: filters or scenes, not both. Of two lists one may be without filters;
     * scenes have both. */
    BroadleafLabels first;
    /* What filters the boxes of the second list. */
    BroadleafLabels second;
} BroadleafPairOptions;

#define BROADLEAF_PAIR_OPTIONS {sizeof(BroadleafPairOptions), 0, 0, {NULL, NULL}, {NULL, NULL}}

/*
 * Takes a block of at most BROADLEAF_BLOCK pairs, which are valid during this call. Returns 0 to go
 * on, anything else to end the call with BROADLEAF_STOPPED.
 */
typedef int (*BroadleafPairBlock)(void *context, const BroadleafPair *pairs, size_t count);
#define BROADLEAF_BLOCK 4096

BROADLEAF_API BroadleafStatus broadleaf_finder_new(BroadleafFinder **finder);
BROADLEAF_API BroadleafStatus broadleaf_finder_free(BroadleafFinder *finder);

/*
 * The pairs of boxes in a list that overlap, each once, with a < b: see "Answers" above.
 *
 * Time: about that of sorting the boxes, and of writing and sorting the pairs.
 */
BROADLEAF_API BroadleafStatus broadleaf_self_pairs(
    BroadleafFinder *finder, const BroadleafBoxes *boxes, const BroadleafPairOptions *options,
    BroadleafPair *pairs, size_t capacity, size_t *count);

/* The number of these pairs. The flag BROADLEAF_UNSORTED has no effect. */
BROADLEAF_API BroadleafStatus broadleaf_self_pairs_count(
    BroadleafFinder *finder, const BroadleafBoxes *boxes, const BroadleafPairOptions *options,
    uint64_t *count);

/* Hands these pairs to a callback in blocks, in the order in which they are found, without memory
 * for all of them. The flag BROADLEAF_UNSORTED has no effect, and more than one thread is
 * BROADLEAF_ERROR_OPTION. */
BROADLEAF_API BroadleafStatus broadleaf_self_pairs_visit(
    BroadleafFinder *finder, const BroadleafBoxes *boxes, const BroadleafPairOptions *options,
    BroadleafPairBlock visit, void *context);

/*
 * The pairs of a box `a` in the first list and a box `b` in the second that overlap. Both lists
 * have the same scalar and dimensions; layouts may differ, and both may be the same memory.
 */
BROADLEAF_API BroadleafStatus broadleaf_cross_pairs(
    BroadleafFinder *finder, const BroadleafBoxes *first, const BroadleafBoxes *second,
    const BroadleafPairOptions *options, BroadleafPair *pairs, size_t capacity, size_t *count);

/* The number of these pairs. */
BROADLEAF_API BroadleafStatus broadleaf_cross_pairs_count(
    BroadleafFinder *finder, const BroadleafBoxes *first, const BroadleafBoxes *second,
    const BroadleafPairOptions *options, uint64_t *count);

/* Hands these pairs to a callback in blocks. */
BROADLEAF_API BroadleafStatus broadleaf_cross_pairs_visit(
    BroadleafFinder *finder, const BroadleafBoxes *first, const BroadleafBoxes *second,
    const BroadleafPairOptions *options, BroadleafPairBlock visit, void *context);

/* ---------------------------------------------------------------------------------------------- */
/* Queries                                                                                        */
/* ---------------------------------------------------------------------------------------------- */

/*
 * Rays and moving boxes: number i starts as box number i of `start` and moves by
 * `directions[i]` in each unit of its parameter t, from 0 to `length`.
 *
 * A ray is a point that moves: give `start` an `upper` of 0. Directions have any length, and may be
 * zero on any axis. They are `float` for BROADLEAF_F32 and `double` for all other scalars, as many
 * numbers as there are dimensions.
 *
 *     // From the eye to the target: t runs from 0 to 1.
 *     BroadleafCasts ray = {{eye, 1, 0, 0, BROADLEAF_F32, 3}, to_target, 0, 1.0, NULL};
 */
typedef struct BroadleafCasts {
    /* Where they start. Infinite corners are errors. */
    BroadleafBoxes start;
    /* The first number of the first direction. */
    const void *directions;
    /* Bytes from one direction to the next; 0 if all have the same. */
    size_t direction_stride;
    /* The greatest parameter t, HUGE_VAL for no end. Below 0 nothing is hit; NaN is an error. */
    double length;
    /* The greatest parameter of each, or null: `length` for all. */
    const double *lengths;
} BroadleafCasts;

/* Options of queries. Null instead of options stands for BROADLEAF_QUERY_OPTIONS. */
typedef struct BroadleafQueryOptions {
    /* sizeof(BroadleafQueryOptions) as the caller was compiled. */
    size_t size;
    /* Of windows: BROADLEAF_INTERIORS, BROADLEAF_CONTAINED. Of any query of a broad phase:
     * BROADLEAF_FAT, BROADLEAF_ONE_WAY. */
    uint32_t flags;
    /* How many threads may share the queries of one call. */
    uint32_t threads;
    /* How many hits each query of casts or of near boxes wants, the first ones; 0 for all. */
    size_t limit;
    /* Of a search for near boxes: the greatest distance that still counts, HUGE_VAL for any. */
    double max_distance;
    /* What asks, or null: finds only proxies that form pairs with a box of this filter. Of broad
     * phases only. */
    const BroadleafFilter *filter;
    /* Finds only boxes whose category shares a bit with this mask. Of indexes only. */
    uint32_t mask;
    /* 0. */
    uint32_t reserved;
} BroadleafQueryOptions;

#define BROADLEAF_QUERY_OPTIONS                                                                    \
    {sizeof(BroadleafQueryOptions), 0, 0, 0, HUGE_VAL, NULL, UINT32_MAX, 0}

/*
 * Answers of several queries: those of the first, then those of the second, and so on. `ends[i]` is
 * the number of elements of the answers up to and with number i; it has an element for each query,
 * or is null, and is complete also if the buffer is too small.
 */

/* Takes the id of a box in a window. Returns 0 to go on, anything else to end the call with
 * BROADLEAF_STOPPED. */
typedef int (*BroadleafVisitId)(void *context, uint64_t id);

/*
 * Takes a hit of a ray or a moving box. Returns the greatest parameter that still counts from now
 * on: `length` or the last answer to see all, `hit->reach` to see none behind this hit, a negative
 * number or NaN to end the call with BROADLEAF_STOPPED. Hits come roughly by reach, not exactly.
 */
typedef double (*BroadleafVisitHit)(void *context, const BroadleafHit *hit);

/* ---------------------------------------------------------------------------------------------- */
/* Indexes                                                                                        */
/* ---------------------------------------------------------------------------------------------- */

/*
 *     BroadleafIndex *tree;
 *     broadleaf_index_build(&boxes, NULL, NULL, &tree);
 *     uint32_t ids[64];
 *     size_t count;
 *     broadleaf_index_windows(tree, &window, NULL, ids, 64, NULL, &count);
 *     broadleaf_index_free(tree);
 */

/*
 * A map from ids to boxes that answers queries: a packed tree, which does not change, or one of
 * several structures that do. All give the same answers. Ids are 32 bits and chosen by the caller:
 * any number below UINT32_MAX. The memory of a structure follows the greatest id, so keep ids
 * small.
 *
 * Threads: queries from several threads at once, changes from one.
 */
typedef struct BroadleafIndex BroadleafIndex;

/* The structures. */
#define BROADLEAF_PACKED_TREE 1  /* static, smallest, fastest; its bytes can be stored and mapped */
#define BROADLEAF_DYNAMIC_TREE 2 /* a binary tree: for boxes that come, move and leave one by one */
#define BROADLEAF_SETTLED_TREE 3 /* a packed tree of what rests, a dynamic tree of what changed */
#define BROADLEAF_BRUTE_FORCE 4  /* a list: for few boxes, and for tests of all others */

/* Options of broadleaf_index_build. Null instead of options stands for BROADLEAF_BUILD_OPTIONS. */
typedef struct BroadleafBuildOptions {
    /* sizeof(BroadleafBuildOptions) as the caller was compiled. */
    size_t size;
    /* BROADLEAF_ORDER_CUTS or BROADLEAF_ORDER_CURVE. */
    uint32_t order;
    /* How many threads may work. */
    uint32_t threads;
    /* The category of each box, as bits, or null: all bits. */
    const uint32_t *categories;
} BroadleafBuildOptions;

#define BROADLEAF_ORDER_CUTS 0  /* queries are fastest */
#define BROADLEAF_ORDER_CURVE 1 /* along a space-filling curve: builds several times as fast */
#define BROADLEAF_BUILD_OPTIONS {sizeof(BroadleafBuildOptions), BROADLEAF_ORDER_CUTS, 0, NULL}

/* What an index is. */
typedef struct BroadleafIndexInfo {
    /* sizeof(BroadleafIndexInfo) as the caller was compiled; set it before the call. */
    size_t size;
    /* The number of boxes. */
    size_t count;
    /* BROADLEAF_PACKED_TREE, … */
    uint32_t structure;
    /* BROADLEAF_F32, … */
    uint32_t scalar;
    /* 1, 2 or 3. */
    uint32_t dimensions;
    /* 0. */
    uint32_t reserved;
} BroadleafIndexInfo;

/* An empty index of a structure that changes. */
BROADLEAF_API BroadleafStatus broadleaf_index_new(
    uint32_t structure, uint32_t scalar, uint32_t dimensions, BroadleafIndex **index);

/* The packed tree of these boxes. `ids` has an id for each box, all different, or is null: the rows
 * of the boxes. */
BROADLEAF_API BroadleafStatus broadleaf_index_build(
    const BroadleafBoxes *boxes, const uint32_t *ids, const BroadleafBuildOptions *options,
    BroadleafIndex **index);

/* The packed tree in bytes of any alignment, which are copied. They are the same on every machine.
 * Damaged bytes give an error or, where only numbers differ, a tree with other answers: never a
 * crash.
 *
 * In 2 and 3 dimensions the bytes are those of the Rust library and of the packages for other
 * languages; in 1 dimension, those of this interface. */
BROADLEAF_API BroadleafStatus broadleaf_index_from_bytes(
    const void *bytes, size_t size, BroadleafIndex **index);

/* The packed tree in bytes of any alignment, which are not copied: the caller keeps them unchanged
 * until the index is freed. For files that are mapped into memory: only what queries visit is read.
 */
BROADLEAF_API BroadleafStatus broadleaf_index_from_mapped(
    const void *bytes, size_t size, BroadleafIndex **index);

BROADLEAF_API BroadleafStatus broadleaf_index_free(BroadleafIndex *index);

/* The bytes of a packed tree: valid until the index is freed. Of other structures
 * BROADLEAF_ERROR_UNSUPPORTED. */
BROADLEAF_API BroadleafStatus broadleaf_index_bytes(
    const BroadleafIndex *index, const void **bytes, size_t *size);

/* What the index is. `info->size` is set by the caller. */
BROADLEAF_API BroadleafStatus broadleaf_index_info(
    const BroadleafIndex *index, BroadleafIndexInfo *info);

/* All ids, ascending. */
BROADLEAF_API BroadleafStatus broadleaf_index_ids(
    const BroadleafIndex *index, uint32_t *ids, size_t capacity, size_t *count);

/* The boxes with these ids: lower corner, upper corner, without gaps. `boxes` has space for `bytes`
 * bytes, which is at least `count` * 2 * dimensions * the size of the scalar. An id that is not in
 * the index is BROADLEAF_ERROR_ID. */
BROADLEAF_API BroadleafStatus broadleaf_index_boxes(
    const BroadleafIndex *index, const uint32_t *ids, size_t count, void *boxes, size_t bytes);

/* The box around all boxes, in the same form. `*count` is 1, or 0 if there are no boxes, and then
 * nothing is written. */
BROADLEAF_API BroadleafStatus broadleaf_index_bounds(
    const BroadleafIndex *index, void *box, size_t bytes, size_t *count);

/* Adds boxes, with an id and, unless `categories` is null, a category for each; without, all bits.
 * An id that is in the index already, or twice in the list, is BROADLEAF_ERROR_ID. */
BROADLEAF_API BroadleafStatus broadleaf_index_insert(
    BroadleafIndex *index, const BroadleafBoxes *boxes, const uint32_t *ids,
    const uint32_t *categories);

/* Gives boxes with these ids other corners; of an id that occurs twice the last ones. Categories
 * stay. An id that is not in the index is BROADLEAF_ERROR_ID. */
BROADLEAF_API BroadleafStatus broadleaf_index_move(
    BroadleafIndex *index, const BroadleafBoxes *boxes, const uint32_t *ids);

/* Removes the boxes with these ids. An id that is not in the index, or twice in the list, is
 * BROADLEAF_ERROR_ID. */
BROADLEAF_API BroadleafStatus broadleaf_index_remove(
    BroadleafIndex *index, const uint32_t *ids, size_t count);

/* Makes queries as fast as after a build. Changes no answer. */
BROADLEAF_API BroadleafStatus broadleaf_index_optimize(BroadleafIndex *index);

/* The ids of the boxes that overlap each window, ascending. */
BROADLEAF_API BroadleafStatus broadleaf_index_windows(
    const BroadleafIndex *index, const BroadleafBoxes *windows,
    const BroadleafQueryOptions *options, uint32_t *ids, size_t capacity, size_t *ends,
    size_t *count);

/* What each ray or moving box hits. */
BROADLEAF_API BroadleafStatus broadleaf_index_casts(
    const BroadleafIndex *index, const BroadleafCasts *casts, const BroadleafQueryOptions *options,
    BroadleafHit *hits, size_t capacity, size_t *ends, size_t *count);

/* The boxes nearest to each of these boxes, or to points with an `upper` of 0. A box that overlaps
 * is at distance 0. */
BROADLEAF_API BroadleafStatus broadleaf_index_nearest(
    const BroadleafIndex *index, const BroadleafBoxes *places,
    const BroadleafQueryOptions *options, BroadleafHit *hits, size_t capacity, size_t *ends,
    size_t *count);

/* Hands the ids of the boxes that overlap one window to a callback, in no particular order. */
BROADLEAF_API BroadleafStatus broadleaf_index_visit_window(
    const BroadleafIndex *index, const BroadleafBoxes *window,
    const BroadleafQueryOptions *options, BroadleafVisitId visit, void *context);

/* Hands what one ray or moving box hits to a callback, which may shorten it. */
BROADLEAF_API BroadleafStatus broadleaf_index_visit_cast(
    const BroadleafIndex *index, const BroadleafCasts *cast, const BroadleafQueryOptions *options,
    BroadleafVisitHit visit, void *context);

/* The pairs of boxes of an index that overlap, with a < b; or, if `other` is not null, those of a
 * box of `index` and a box of `other`. `flags` is 0 or BROADLEAF_INTERIORS. */
BROADLEAF_API BroadleafStatus broadleaf_index_pairs(
    const BroadleafIndex *index, const BroadleafIndex *other, uint32_t flags, BroadleafPair *pairs,
    size_t capacity, size_t *count);

/* ---------------------------------------------------------------------------------------------- */
/* Broad phases                                                                                   */
/* ---------------------------------------------------------------------------------------------- */

/*
 *     BroadleafBroadPhase *world;
 *     broadleaf_broad_phase_new(BROADLEAF_F32, 3, NULL, &world);
 *     broadleaf_broad_phase_create(world, &boxes, NULL, ids);
 *     for (;;) {
 *         broadleaf_broad_phase_move(world, ids, &boxes, NULL, NULL);
 *         BroadleafEvents events = BROADLEAF_EVENTS;
 *         broadleaf_broad_phase_step(world, NULL, &events);
 *         for (size_t i = 0; i < events.begun_count; i++) { … events.begun[i].a … }
 *     }
 *     broadleaf_broad_phase_free(world);
 */

/*
 * Boxes that come, move and leave, and the pairs that begin and end in each step.
 *
 * A proxy is the box of one of the host's objects. Its id has 64 bits: the lower 32 are a slot, the
 * lowest that is free, so that the host can keep its own data in an array by `(uint32_t)id`. The
 * upper 32 are a generation, so an id is never that of another proxy, unless a rewind undoes its
 * creation: drop such ids. One that was removed is BROADLEAF_ERROR_ID wherever it is used. Lists are
 * sorted by slot, then by generation. The ended pairs of a removed proxy have its old id, also if its
 * slot is in use again.
 *
 * A margin gives a proxy a fat box around its box; pairs are those of fat boxes, and a proxy that
 * moves within its fat box costs nothing in a step. With BROADLEAF_MARGIN_TIGHT, the default, both
 * are the same.
 *
 * Threads: queries, pairs and saving from several threads at once; changes and steps from one.
 */
typedef struct BroadleafBroadPhase BroadleafBroadPhase;

/* An id that no proxy ever has. */
#define BROADLEAF_NO_PROXY UINT64_MAX

/* How fat boxes follow from boxes. */
#define BROADLEAF_MARGIN_TIGHT 0        /* the box itself */
#define BROADLEAF_MARGIN_FATTEN 1       /* grown by `extension` on every side */
#define BROADLEAF_MARGIN_PROPORTIONAL 2 /* grown by `extension` times the longest side */
#define BROADLEAF_MARGIN_SNAP 3         /* snapped outward to multiples of `extension` */

/* Options of a broad phase. Null instead of options stands for BROADLEAF_BROAD_PHASE_OPTIONS. */
typedef struct BroadleafBroadPhaseOptions {
    /* sizeof(BroadleafBroadPhaseOptions) as the caller was compiled. */
    size_t size;
    /* BROADLEAF_MARGIN_TIGHT, … */
    uint32_t margin;
    /* 1 to report the pairs that stay in each step, too; 0 if not. */
    uint32_t reports_stays;
    /* What the margin says: at least 0; rounded to sixteenths with BROADLEAF_MARGIN_PROPORTIONAL,
     * and down to an integer in integers. */
    double extension;
    /* By how many displacements a fat box reaches ahead of a proxy that moves, from 0 to 2^24, in
     * 256ths. With BROADLEAF_MARGIN_FATTEN and BROADLEAF_MARGIN_PROPORTIONAL. */
    double prediction;
    /* How many steps can be rewound. */
    size_t history;
    /* The greatest number of proxies; 0 for as many as there are ids. */
    size_t max_proxies;
} BroadleafBroadPhaseOptions;

#define BROADLEAF_BROAD_PHASE_OPTIONS                                                              \
    {sizeof(BroadleafBroadPhaseOptions), BROADLEAF_MARGIN_TIGHT, 0, 0.0, 0.0, 0, 0}

/* How a proxy moves. Two proxies form pairs only if one of them is dynamic or sleeping. */
#define BROADLEAF_DYNAMIC 0   /* by forces */
#define BROADLEAF_KINEMATIC 1 /* on a given path */
#define BROADLEAF_STATIC 2    /* rarely or never; has no margin */
#define BROADLEAF_SLEEPING 3  /* by forces, but rests: keeps its pairs and costs no time in steps */

/* How new proxies are. Null instead of options stands for BROADLEAF_PROXY_OPTIONS. */
typedef struct BroadleafProxyOptions {
    /* sizeof(BroadleafProxyOptions) as the caller was compiled. */
    size_t size;
    /* BROADLEAF_DYNAMIC, … of all proxies. */
    uint32_t mobility;
    /* The filter of all proxies. */
    BroadleafFilter filter;
    /* The mobility of each proxy, or null. */
    const uint32_t *mobilities;
    /* The filter of each proxy, or null. */
    const BroadleafFilter *filters;
} BroadleafProxyOptions;

#define BROADLEAF_PROXY_OPTIONS                                                                    \
    {sizeof(BroadleafProxyOptions), BROADLEAF_DYNAMIC, BROADLEAF_FILTER_ALL, NULL, NULL}

/* Two proxies, the smaller id first. */
typedef struct BroadleafProxyPair {
    uint64_t a;
    uint64_t b;
} BroadleafProxyPair;

/* Why a pair ended. */
#define BROADLEAF_ENDED_APART 0    /* the fat boxes do not overlap */
#define BROADLEAF_ENDED_REMOVED 1  /* one of the proxies was removed */
#define BROADLEAF_ENDED_FILTER 2   /* their filters do not allow it */
#define BROADLEAF_ENDED_MOBILITY 3 /* neither is dynamic or sleeping */
#define BROADLEAF_ENDED_REFUSED 4  /* the callback refused it */

/* Whether two proxies whose boxes and filters allow a pair form one: 0 refuses it. */
typedef int (*BroadleafAllowPair)(void *context, uint64_t a, uint64_t b);

/* Options of a step. Null instead of options stands for BROADLEAF_STEP_OPTIONS. */
typedef struct BroadleafStepOptions {
    /* sizeof(BroadleafStepOptions) as the caller was compiled. */
    size_t size;
    /* Decides about pairs that would begin, or null. A pair that it refused is not asked about
     * again as long as the fat boxes overlap: see broadleaf_broad_phase_touch. */
    BroadleafAllowPair allow;
    void *context;
    /* How many threads may work; with `allow` only the calling one. */
    uint32_t threads;
    /* 0. */
    uint32_t reserved;
} BroadleafStepOptions;

#define BROADLEAF_STEP_OPTIONS {sizeof(BroadleafStepOptions), NULL, NULL, 0, 0}

/* What happened in a step. The lists are sorted, belong to the broad phase, and are valid until it
 * is stepped, rewound or freed. */
typedef struct BroadleafEvents {
    /* sizeof(BroadleafEvents) as the caller was compiled; set it before the call. */
    size_t size;
    /* Pairs that are there now and were not after the step before. */
    const BroadleafProxyPair *begun;
    size_t begun_count;
    /* Pairs that were there after the step before and are not now, also those of removed proxies,
     * and why each ended: BROADLEAF_ENDED_APART, … */
    const BroadleafProxyPair *ended;
    const uint8_t *reasons;
    size_t ended_count;
    /* Pairs that were there after the step before and still are: empty unless reported. */
    const BroadleafProxyPair *stayed;
    size_t stayed_count;
} BroadleafEvents;

#define BROADLEAF_EVENTS {sizeof(BroadleafEvents), NULL, 0, NULL, NULL, 0, NULL, 0}

/* What a broad phase is. */
typedef struct BroadleafBroadPhaseInfo {
    /* sizeof(BroadleafBroadPhaseInfo) as the caller was compiled; set it before the call. */
    size_t size;
    /* The number of proxies. */
    size_t count;
    /* How many steps it made, less those that were rewound. */
    uint64_t frame;
    /* How many steps can be rewound now. */
    size_t history;
    /* BROADLEAF_F32, … */
    uint32_t scalar;
    /* 1, 2 or 3. */
    uint32_t dimensions;
} BroadleafBroadPhaseInfo;

/* A broad phase without proxies. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_new(
    uint32_t scalar, uint32_t dimensions, const BroadleafBroadPhaseOptions *options,
    BroadleafBroadPhase **broad_phase);

BROADLEAF_API BroadleafStatus broadleaf_broad_phase_free(BroadleafBroadPhase *broad_phase);

/* Adds a proxy for each box and writes its id to `ids`, which has space for as many. The pairs of
 * new proxies begin at the next step. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_create(
    BroadleafBroadPhase *broad_phase, const BroadleafBoxes *boxes,
    const BroadleafProxyOptions *options, uint64_t *ids);

/* Gives proxies other boxes: `boxes->count` ids. `displacements` are by how much each will move
 * until the next step, which the margin's prediction uses: corners without gaps, of the scalar of
 * the boxes; or null. `reinserted`, unless it is null, receives how many left their fat boxes. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_move(
    BroadleafBroadPhase *broad_phase, const uint64_t *ids, const BroadleafBoxes *boxes,
    const void *displacements, size_t *reinserted);

/* Removes proxies. An id twice in the list is BROADLEAF_ERROR_ID. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_remove(
    BroadleafBroadPhase *broad_phase, const uint64_t *ids, size_t count);

/* Gives proxies other filters, one for each id. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_set_filters(
    BroadleafBroadPhase *broad_phase, const uint64_t *ids, size_t count,
    const BroadleafFilter *filters);

/* Gives proxies other mobilities, one for each id. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_set_mobilities(
    BroadleafBroadPhase *broad_phase, const uint64_t *ids, size_t count,
    const uint32_t *mobilities);

/* Has the pairs of proxies decided again at the next step, by the callback `allow` of its options:
 * for whatever else the callback reads. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_touch(
    BroadleafBroadPhase *broad_phase, const uint64_t *ids, size_t count);

/* Ends a frame: finds which pairs began and ended since the last step. `events` may be null. Time:
 * about that of the changes, not of all proxies, where few changed. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_step(
    BroadleafBroadPhase *broad_phase, const BroadleafStepOptions *options,
    BroadleafEvents *events);

/* Makes queries and steps as fast as in a new broad phase. Changes no answer. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_optimize(BroadleafBroadPhase *broad_phase);

/* What the broad phase is. `info->size` is set by the caller. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_info(
    const BroadleafBroadPhase *broad_phase, BroadleafBroadPhaseInfo *info);

/* All ids, by slot. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_ids(
    const BroadleafBroadPhase *broad_phase, uint64_t *ids, size_t capacity, size_t *count);

/* Writes 1 for each id of a proxy and 0 for each other one. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_contains(
    const BroadleafBroadPhase *broad_phase, const uint64_t *ids, size_t count, uint8_t *contains);

/* The boxes of these proxies, or with BROADLEAF_FAT in `flags` their fat boxes: lower corner, upper
 * corner, without gaps. `boxes` has space for `bytes` bytes. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_boxes(
    const BroadleafBroadPhase *broad_phase, const uint64_t *ids, size_t count, uint32_t flags,
    void *boxes, size_t bytes);

/* All pairs that filters and mobilities allow and whose boxes overlap; with BROADLEAF_FAT in
 * `flags` whose fat boxes do, which are the pairs of the events. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_pairs(
    const BroadleafBroadPhase *broad_phase, uint32_t flags, BroadleafProxyPair *pairs,
    size_t capacity, size_t *count);

/* Those of these pairs in which a proxy is one of the `ids_count` given ones, each once. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_pairs_of(
    const BroadleafBroadPhase *broad_phase, const uint64_t *ids, size_t ids_count, uint32_t flags,
    BroadleafProxyPair *pairs, size_t capacity, size_t *count);

/* The ids of the proxies that overlap each window, in order. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_windows(
    const BroadleafBroadPhase *broad_phase, const BroadleafBoxes *windows,
    const BroadleafQueryOptions *options, uint64_t *ids, size_t capacity, size_t *ends,
    size_t *count);

/* What each ray or moving box hits. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_casts(
    const BroadleafBroadPhase *broad_phase, const BroadleafCasts *casts,
    const BroadleafQueryOptions *options, BroadleafHit *hits, size_t capacity, size_t *ends,
    size_t *count);

/* The proxies nearest to each of these boxes. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_nearest(
    const BroadleafBroadPhase *broad_phase, const BroadleafBoxes *places,
    const BroadleafQueryOptions *options, BroadleafHit *hits, size_t capacity, size_t *ends,
    size_t *count);

/* Hands the ids of the proxies that overlap one window to a callback, in no particular order. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_visit_window(
    const BroadleafBroadPhase *broad_phase, const BroadleafBoxes *window,
    const BroadleafQueryOptions *options, BroadleafVisitId visit, void *context);

/* Hands what one ray or moving box hits to a callback, which may shorten it. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_visit_cast(
    const BroadleafBroadPhase *broad_phase, const BroadleafCasts *cast,
    const BroadleafQueryOptions *options, BroadleafVisitHit visit, void *context);

/* Goes back to the state after an earlier step: by `steps` steps, at most the `history` of the
 * options. What changed since the last step is undone as well. Ids are those of that time. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_rewind(
    BroadleafBroadPhase *broad_phase, size_t steps);

/* The whole state as bytes, without the history; the same on every machine. In 1 dimension they are
 * for this interface alone. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_save(
    const BroadleafBroadPhase *broad_phase, void *bytes, size_t capacity, size_t *count);

/* The broad phase in these bytes, with the same ids. It remembers `history` steps from now on.
 * Damaged bytes are BROADLEAF_ERROR_BYTES. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_restore(
    const void *bytes, size_t size, size_t history, BroadleafBroadPhase **broad_phase);

/* A hash of the state, the same on every machine: peers with equal hashes give equal answers. */
BROADLEAF_API BroadleafStatus broadleaf_broad_phase_hash(
    const BroadleafBroadPhase *broad_phase, uint64_t *hash);

#ifdef __cplusplus
}
#endif

#endif /* BROADLEAF_H */
