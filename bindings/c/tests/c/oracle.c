/*
 * Every function that answers, against brute force: for each scalar, number of dimensions, layout
 * of boxes and kind of scene.
 */

#include "check.h"
#include "oracle_common.h"

static size_t cut(BroadleafHit *hits, size_t *ends, size_t queries, size_t limit);

#define SCALAR float
#define REAL float
#define ROOT sqrtf
#define SMALLEST 1e-45f
#define LARGEST HUGE_VAL
#define SCALAR_NUMBER BROADLEAF_F32
#define NAME(x) x##_f32
#include "oracle_scalar.h"

#define SCALAR double
#define REAL double
#define ROOT sqrt
#define SMALLEST 5e-324
#define LARGEST HUGE_VAL
#define SCALAR_NUMBER BROADLEAF_F64
#define NAME(x) x##_f64
#include "oracle_scalar.h"

#define SCALAR int32_t
#define REAL double
#define ROOT sqrt
#define SMALLEST 1
#define LARGEST INT32_MAX
#define SCALAR_NUMBER BROADLEAF_I32
#define NAME(x) x##_i32
#include "oracle_scalar.h"

#define SCALAR int64_t
#define REAL double
#define ROOT sqrt
#define SMALLEST 1
#define LARGEST INT64_MAX
#define SCALAR_NUMBER BROADLEAF_I64
#define NAME(x) x##_i64
#include "oracle_scalar.h"

/* Cuts sorted hits of queries to the first ones of each. */
static size_t cut(BroadleafHit *hits, size_t *ends, size_t queries, size_t limit)
{
    size_t start = 0, kept = 0;
    for (size_t query = 0; query < queries; query++) {
        size_t end = ends[query];
        for (size_t row = start; row < end && (limit == 0 || row - start < limit); row++) {
            hits[kept++] = hits[row];
        }
        start = end;
        ends[query] = kept;
    }
    return kept;
}

static int has_integers(void)
{
    BroadleafIndex *index = NULL;
    BroadleafStatus status = broadleaf_index_new(BROADLEAF_DYNAMIC_TREE, BROADLEAF_I32, 2, &index);
    CHECK(status == BROADLEAF_OK || status == BROADLEAF_ERROR_SCALAR);
    OK(broadleaf_index_free(index));
    return status == BROADLEAF_OK;
}

/* `oracle [SCENES]`: fewer kinds of scenes for slow checks. */
int main(int argc, char **argv)
{
    uint64_t state = 1;
    int scenes = argc > 1 ? atoi(argv[1]) : SCENES_f32;
    int integers = has_integers();
    printf("integers are %s\n", integers ? "in this build" : "not in this build");
    for (int dimensions = 1; dimensions <= 3; dimensions++) {
        check_scenes_f32(&state, scenes, dimensions);
        check_scenes_f64(&state, scenes, dimensions);
        if (integers) {
            check_scenes_i32(&state, scenes, dimensions);
            check_scenes_i64(&state, scenes, dimensions);
        }
        printf("%dD: ok\n", dimensions);
    }
    return 0;
}
