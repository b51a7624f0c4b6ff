/* Several threads query one broad phase and one index at the same time, and each has finders and
 * errors of its own. */

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "check.h"

enum { COUNT = 2000, THREADS = 4, ROUNDS = 40, MOST = 20000 };

static float numbers[COUNT][6];
static BroadleafBroadPhase *world;
static BroadleafIndex *tree;
static uint64_t ids[COUNT];

/* What all threads must find. */
static size_t windows_found, hits_found, pairs_found, of_found, ids_found;

static BroadleafBoxes boxes_from(size_t first, size_t count)
{
    BroadleafBoxes boxes = {numbers[first], count, sizeof numbers[0], 12, BROADLEAF_F32, 3};
    return boxes;
}

static void query(size_t *found, void *scratch)
{
    BroadleafBoxes windows = boxes_from(0, 300);
    float direction[3] = {1, 0.5f, 0.25f};
    BroadleafCasts casts = {boxes_from(300, 100), direction, 0, 30, NULL};
    BroadleafQueryOptions options = BROADLEAF_QUERY_OPTIONS;
    OK(broadleaf_broad_phase_windows(world, &windows, NULL, (uint64_t *)scratch, MOST, NULL,
                                     &found[0]));
    OK(broadleaf_broad_phase_casts(world, &casts, &options, (BroadleafHit *)scratch, MOST, NULL,
                                   &found[1]));
    OK(broadleaf_broad_phase_pairs(world, 0, (BroadleafProxyPair *)scratch, MOST, &found[2]));
    OK(broadleaf_broad_phase_pairs_of(world, ids, 50, 0, (BroadleafProxyPair *)scratch, MOST,
                                      &found[3]));
    OK(broadleaf_index_windows(tree, &windows, NULL, (uint32_t *)scratch, MOST, NULL, &found[4]));
}

static void *work(void *argument)
{
    size_t number = *(size_t *)argument;
    void *scratch = memory(MOST * 16);
    BroadleafFinder *finder;
    OK(broadleaf_finder_new(&finder));
    for (int round = 0; round < ROUNDS; round++) {
        size_t found[5];
        query(found, scratch);
        CHECK(found[0] == windows_found && found[1] == hits_found && found[2] == pairs_found);
        CHECK(found[3] == of_found && found[4] == ids_found);
        BroadleafBoxes boxes = boxes_from(0, COUNT);
        uint64_t count;
        OK(broadleaf_self_pairs_count(finder, &boxes, NULL, &count));
        CHECK(count == pairs_found);
        /* Each thread has its own error. */
        float wrong[2][2] = {{0, 1}, {3, 2}};
        BroadleafBoxes interval = {wrong, 2, 8, 4, BROADLEAF_F32, 1};
        interval.count = 1 + number % 2;
        BroadleafStatus status = broadleaf_self_pairs_count(finder, &interval, NULL, &count);
        CHECK(status == (number % 2 ? BROADLEAF_ERROR_BOX : BROADLEAF_OK));
        CHECK(broadleaf_last_error(NULL) == status);
    }
    OK(broadleaf_finder_free(finder));
    free(scratch);
    return NULL;
}

int main(void)
{
    uint64_t state = 3;
    for (int row = 0; row < COUNT; row++) {
        for (int axis = 0; axis < 3; axis++) {
            numbers[row][axis] = (float)below(&state, 1000) / 40;
            numbers[row][3 + axis] = numbers[row][axis] + (float)below(&state, 100) / 50;
        }
    }
    BroadleafBoxes boxes = boxes_from(0, COUNT);
    OK(broadleaf_broad_phase_new(BROADLEAF_F32, 3, NULL, &world));
    OK(broadleaf_broad_phase_create(world, &boxes, NULL, ids));
    OK(broadleaf_broad_phase_step(world, NULL, NULL));
    OK(broadleaf_index_build(&boxes, NULL, NULL, &tree));
    void *scratch = memory(MOST * 16);
    size_t found[5];
    query(found, scratch);
    free(scratch);
    windows_found = found[0];
    hits_found = found[1];
    pairs_found = found[2];
    of_found = found[3];
    ids_found = found[4];
    CHECK(windows_found > 300 && hits_found > 0 && pairs_found > 100 && of_found > 0);
    pthread_t threads[THREADS];
    size_t numbers_of[THREADS];
    for (size_t thread = 0; thread < THREADS; thread++) {
        numbers_of[thread] = thread;
        CHECK(pthread_create(&threads[thread], NULL, work, &numbers_of[thread]) == 0);
    }
    for (size_t thread = 0; thread < THREADS; thread++) {
        CHECK(pthread_join(threads[thread], NULL) == 0);
    }
    OK(broadleaf_index_free(tree));
    OK(broadleaf_broad_phase_free(world));
    printf("%d threads: ok\n", THREADS);
    return 0;
}
