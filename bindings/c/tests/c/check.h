/* Checks that end a test, and numbers that are the same in every run. */

#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadleaf.h"

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fail(__FILE__, __LINE__, #condition);                                                  \
        }                                                                                          \
    } while (0)

/* Ends the test, with the last error of the library. */
static void fail(const char *file, int line, const char *condition)
{
    BroadleafError error;
    broadleaf_last_error(&error);
    fprintf(stderr, "%s:%d: %s\nlast error: %d, %s\n", file, line, condition, (int)error.status,
            error.text);
    exit(1);
}

/* That a call succeeds. */
#define OK(call) CHECK((call) == BROADLEAF_OK)

/* Memory, or the end of the test. */
static inline void *memory(size_t size)
{
    void *bytes = malloc(size ? size : 1);
    if (!bytes) {
        fputs("no memory\n", stderr);
        exit(1);
    }
    return bytes;
}

/* A number below `bound`, which is at least 1. */
static inline uint32_t below(uint64_t *state, uint32_t bound)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32) % bound;
}

static inline int compare_pairs(const void *one, const void *other)
{
    const BroadleafPair *a = (const BroadleafPair *)one, *b = (const BroadleafPair *)other;
    if (a->a != b->a) {
        return a->a < b->a ? -1 : 1;
    }
    return a->b < b->b ? -1 : a->b > b->b;
}

static inline int compare_ids(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    /* By slot, then by generation. */
    a = a << 32 | a >> 32;
    b = b << 32 | b >> 32;
    return a < b ? -1 : a > b;
}

static inline int compare_hits(const void *one, const void *other)
{
    const BroadleafHit *a = (const BroadleafHit *)one, *b = (const BroadleafHit *)other;
    if (a->reach != b->reach) {
        return a->reach < b->reach ? -1 : 1;
    }
    return compare_ids(&a->id, &b->id);
}

#endif
