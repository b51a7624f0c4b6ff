/*
 * Every function that answers, against brute force: for each scalar, number of dimensions, layout
 * of boxes and kind of scene.
 */

#include "check.h"
#include "oracle_common.h"

static size_t cut(BroadleafHit *hits, size_t *ends, size_t queries, size_t limit);

#define SCALAR float
#define ROOT sqrtf
#define SMALLEST 1e-45f
#define SCALAR_NUMBER BROADLEAF_F32
#define NAME(x) x##_f32
#include "oracle_scalar.h"
#undef SCALAR
#undef ROOT
#undef SMALLEST
#undef SCALAR_NUMBER
#undef NAME

#define SCALAR double
#define ROOT sqrt
#define SMALLEST 5e-324
#define SCALAR_NUMBER BROADLEAF_F64
#define NAME(x) x##_f64
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

/* `oracle [SCENES]`: fewer kinds of scenes for slow checks. */
int main(int argc, char **argv)
{
    uint64_t state = 1;
    int scenes = argc > 1 ? atoi(argv[1]) : SCENES_f32;
    for (int dimensions = 1; dimensions <= 3; dimensions++) {
        check_scenes_f32(&state, scenes, dimensions);
        check_scenes_f64(&state, scenes, dimensions);
        printf("%dD: ok\n", dimensions);
    }
    return 0;
}
