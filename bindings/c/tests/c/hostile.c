/*
 * 100,000 calls with arguments that are wrong in one way or another: each must give an error, or an
 * answer that is allowed, and nothing else. Under valgrind or AddressSanitizer that is checked, too.
 */

#include "check.h"

enum { COUNT = 32, MOST = 4096 };

static uint64_t state = 7;

/* Memory that calls may write to, and what else they are given. */
static union {
    BroadleafPair pairs[MOST];
    BroadleafProxyPair proxy_pairs[MOST];
    BroadleafHit hits[MOST];
    uint32_t ids[MOST];
    uint64_t proxies[MOST];
    unsigned char bytes[MOST];
    size_t sizes[MOST];
    double numbers[MOST];
} out;

static double numbers[8 * COUNT];
static uint32_t ids[COUNT];
static uint64_t proxies[COUNT];
static size_t ends[MOST];

/* Handles of every type, and one of each that was freed. */
static BroadleafFinder *finder, *freed_finder;
static BroadleafIndex *tree, *changing, *freed_index;
static BroadleafBroadPhase *world, *freed_world;

static int one_in(uint32_t times)
{
    return below(&state, times) == 0;
}

static size_t odd_size(void)
{
    size_t sizes[] = {0,        1,        7,           COUNT,        COUNT + 1,
                      SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 8, SIZE_MAX / 16, (size_t)1 << 40};
    return sizes[below(&state, 10)];
}

static double odd_number(void)
{
    double odd[] = {0, -1, HUGE_VAL, -HUGE_VAL, (double)NAN, 1e308, 5e-324, 3};
    return odd[below(&state, 8)];
}

/* Rows that are boxes, unless something is wrong with one. */
static void draw_numbers(void)
{
    for (int row = 0; row < COUNT; row++) {
        for (int axis = 0; axis < 3; axis++) {
            numbers[6 * row + axis] = below(&state, 20);
            numbers[6 * row + 3 + axis] = numbers[6 * row + axis] + below(&state, 3);
        }
    }
    if (one_in(3)) {
        numbers[below(&state, 6 * COUNT)] = odd_number();
    }
}

/* Boxes whose memory is all there, or whose descriptor the library can tell to be wrong. */
static BroadleafBoxes draw_boxes(void)
{
    BroadleafBoxes boxes = {numbers, COUNT, 48, 24, BROADLEAF_F64, 3};
    switch (below(&state, 14)) {
    case 0: boxes.data = NULL; break;
    case 1: boxes.data = (const char *)numbers + 1 + below(&state, 7); break;
    case 2: boxes.count = SIZE_MAX / 4; boxes.stride = 8; break;
    case 3: boxes.count = 2; boxes.stride = SIZE_MAX - 7 - 8 * below(&state, 100); break;
    case 4: boxes.upper = SIZE_MAX - 7; break;
    case 5: boxes.stride = 1 + below(&state, 7); break;
    case 6: boxes.upper = 1 + below(&state, 7); break;
    case 7: boxes.scalar = below(&state, 9); boxes.count = COUNT / 2; break;
    case 8: boxes.dimensions = below(&state, 9); break;
    case 9: boxes.count = 0; break;
    case 10: boxes.count = 1; break;
    case 11: boxes.stride = 0; break;
    default: break;
    }
    return boxes;
}

static const BroadleafBoxes *some(const BroadleafBoxes *boxes)
{
    return one_in(20) ? NULL : boxes;
}

static void *buffer(void)
{
    switch (below(&state, 12)) {
    case 0: return NULL;
    case 1: return out.bytes + 1 + below(&state, 3);
    case 2: return numbers + below(&state, 20); /* overlaps the boxes */
    default: return &out;
    }
}

/* The number of elements of 16 bytes that a buffer has, or a number that no memory has. */
static size_t capacity(const void *to)
{
    if (one_in(20)) {
        return SIZE_MAX / 2;
    }
    if (to == NULL) {
        return below(&state, 2);
    }
    return to == (const void *)&out ? below(&state, MOST / 2) : 1;
}

static size_t *counter(void)
{
    static size_t count;
    return one_in(20) ? NULL : &count;
}

static uint32_t draw_flags(void)
{
    return one_in(3) ? below(&state, 64) : 0;
}

static BroadleafFinder *draw_finder(void)
{
    switch (below(&state, 12)) {
    case 0: return NULL;
    case 1: return freed_finder;
    case 2: return (BroadleafFinder *)world;
    case 3: return (BroadleafFinder *)((char *)finder + 1);
    case 4: return (BroadleafFinder *)out.numbers; /* not a handle, but memory */
    default: return finder;
    }
}

static BroadleafIndex *draw_index(void)
{
    switch (below(&state, 12)) {
    case 0: return NULL;
    case 1: return freed_index;
    case 2: return (BroadleafIndex *)finder;
    case 3: return (BroadleafIndex *)((char *)tree + 1);
    case 4: case 5: case 6: return changing;
    default: return tree;
    }
}

static BroadleafBroadPhase *draw_world(void)
{
    switch (below(&state, 12)) {
    case 0: return NULL;
    case 1: return freed_world;
    case 2: return (BroadleafBroadPhase *)tree;
    case 3: return (BroadleafBroadPhase *)((char *)world + 1);
    default: return world;
    }
}

static BroadleafQueryOptions draw_query(void)
{
    BroadleafQueryOptions options = BROADLEAF_QUERY_OPTIONS;
    static BroadleafFilter filter = {1, 1, 0};
    options.flags = draw_flags();
    options.threads = one_in(30) ? 2 : one_in(50) ? UINT32_MAX - 1 : 0;
    options.limit = one_in(2) ? odd_size() : 0;
    options.max_distance = one_in(2) ? odd_number() : HUGE_VAL;
    options.filter = one_in(8) ? &filter : NULL;
    options.mask = one_in(8) ? below(&state, 4) : UINT32_MAX;
    options.reserved = one_in(20);
    if (one_in(20)) {
        options.size = below(&state, (uint32_t)sizeof options);
    }
    return options;
}

static BroadleafCasts draw_casts(const double *directions)
{
    BroadleafCasts casts = {draw_boxes(), directions, 24, 5, NULL};
    switch (below(&state, 8)) {
    case 0: casts.directions = NULL; break;
    case 1: casts.directions = (const char *)directions + 4; break;
    case 2: casts.direction_stride = SIZE_MAX - 7; break;
    case 3: casts.direction_stride = 3; break;
    case 4: casts.length = odd_number(); break;
    case 5: casts.lengths = directions; break;
    case 6: casts.direction_stride = 0; break;
    default: break;
    }
    return casts;
}

static int go_on(void *context, const BroadleafPair *pairs, size_t count)
{
    (void)context, (void)pairs, (void)count;
    return one_in(2);
}

static int take_id(void *context, uint64_t id)
{
    (void)id;
    /* What a callback may not do. */
    CHECK(!context || broadleaf_index_free((BroadleafIndex *)context) == BROADLEAF_ERROR_BUSY);
    CHECK(!context
          || broadleaf_index_remove((BroadleafIndex *)context, ids, 1) == BROADLEAF_ERROR_BUSY);
    return one_in(2);
}

static int take_proxy(void *context, uint64_t id)
{
    CHECK(!context
          || broadleaf_broad_phase_remove((BroadleafBroadPhase *)context, &id, 1)
                 == BROADLEAF_ERROR_BUSY);
    return one_in(2);
}

static double take_hit(void *context, const BroadleafHit *hit)
{
    (void)context, (void)hit;
    return odd_number();
}

static int allow(void *context, uint64_t a, uint64_t b)
{
    (void)b;
    unsigned char contains;
    CHECK(broadleaf_broad_phase_contains((BroadleafBroadPhase *)context, &a, 1, &contains)
          == BROADLEAF_ERROR_BUSY);
    return one_in(2);
}

/* How many calls ended in each way, from BROADLEAF_ERROR_THREADS on. */
static int endings[BROADLEAF_TOO_SMALL - BROADLEAF_ERROR_THREADS + 1];

/* Answers that a call may give: no call of this test is expected to find a defect. */
static void check(BroadleafStatus status)
{
    CHECK(status >= BROADLEAF_ERROR_THREADS && status <= BROADLEAF_TOO_SMALL);
    endings[status - BROADLEAF_ERROR_THREADS]++;
    CHECK(broadleaf_status_text(status)[0] != 0);
    if (status < 0) {
        BroadleafError error;
        CHECK(broadleaf_last_error(&error) == status);
        CHECK(error.status == status && error.text[0] != 0);
    }
}

static void call_pairs(void)
{
    BroadleafBoxes first = draw_boxes(), second = draw_boxes();
    static BroadleafFilter filters[COUNT];
    BroadleafPairOptions options = BROADLEAF_PAIR_OPTIONS;
    options.flags = draw_flags();
    options.threads = one_in(30) ? 2 : 0;
    int few = first.count <= COUNT && second.count <= COUNT;
    options.first.filters = one_in(8) && few ? filters : NULL;
    options.first.scenes = one_in(8) && few ? ids : NULL;
    options.second.scenes = one_in(8) && few ? ids : NULL;
    if (one_in(20)) {
        options.size = odd_size();
        options.size = options.size <= sizeof options || options.size > 4096 ? options.size : 0;
    }
    void *to = buffer();
    uint64_t number;
    switch (below(&state, 6)) {
    case 0:
        check(broadleaf_self_pairs(draw_finder(), some(&first), &options, (BroadleafPair *)to,
                                   capacity(to), counter()));
        break;
    case 1:
        check(broadleaf_cross_pairs(draw_finder(), some(&first), some(&second), &options,
                                    (BroadleafPair *)to, capacity(to), counter()));
        break;
    case 2:
        check(broadleaf_self_pairs_count(draw_finder(), some(&first), &options,
                                         one_in(9) ? NULL : &number));
        break;
    case 3:
        check(broadleaf_cross_pairs_count(draw_finder(), some(&first), some(&second), &options,
                                          &number));
        break;
    case 4:
        check(broadleaf_self_pairs_visit(draw_finder(), some(&first), &options,
                                         one_in(9) ? NULL : go_on, NULL));
        break;
    default:
        check(broadleaf_cross_pairs_visit(draw_finder(), some(&first), some(&second), &options,
                                          go_on, NULL));
        break;
    }
}

static void call_index(void)
{
    BroadleafBoxes boxes = draw_boxes();
    BroadleafQueryOptions options = draw_query();
    double directions[3 * COUNT];
    for (int at = 0; at < 3 * COUNT; at++) {
        directions[at] = one_in(40) ? odd_number() : (double)below(&state, 5) - 2;
    }
    BroadleafCasts casts = draw_casts(directions);
    BroadleafIndex *index = draw_index();
    void *to = buffer();
    int is_known = index == tree || index == changing;
    size_t room = capacity(to), *at = one_in(4) ? ends : NULL;
    switch (below(&state, 10)) {
    case 0:
        check(broadleaf_index_windows(index, some(&boxes), &options, (uint32_t *)to, room, at,
                                      counter()));
        break;
    case 1:
        check(broadleaf_index_casts(index, &casts, &options, (BroadleafHit *)to, room, at,
                                    counter()));
        break;
    case 2:
        check(broadleaf_index_nearest(index, some(&boxes), &options, (BroadleafHit *)to, room, at,
                                      counter()));
        break;
    case 3:
        check(broadleaf_index_visit_window(index, some(&boxes), &options, take_id,
                                           is_known ? index : NULL));
        break;
    case 4:
        check(broadleaf_index_visit_cast(index, &casts, &options, one_in(9) ? NULL : take_hit,
                                         NULL));
        break;
    case 5:
        check(broadleaf_index_pairs(index, one_in(2) ? NULL : draw_index(), draw_flags(),
                                    (BroadleafPair *)to, room, counter()));
        break;
    case 6:
        boxes.count = boxes.count > COUNT ? boxes.count : below(&state, COUNT);
        check(broadleaf_index_insert(index, some(&boxes), one_in(9) ? NULL : ids, NULL));
        break;
    case 7:
        boxes.count = boxes.count > COUNT ? boxes.count : below(&state, COUNT);
        check(broadleaf_index_move(index, some(&boxes), ids));
        break;
    case 8:
        check(broadleaf_index_remove(index, one_in(9) ? NULL : ids, below(&state, COUNT)));
        break;
    default:
        check(broadleaf_index_boxes(index, ids, below(&state, COUNT), to,
                                    to == (void *)&out ? below(&state, MOST) : 8));
        break;
    }
}

static void call_world(void)
{
    BroadleafBoxes boxes = draw_boxes();
    BroadleafQueryOptions options = draw_query();
    double directions[3 * COUNT] = {0};
    BroadleafCasts casts = draw_casts(directions);
    BroadleafBroadPhase *to_ask = draw_world();
    BroadleafFilter filters[COUNT] = {{1, 1, 0}};
    uint32_t mobilities[COUNT];
    for (int row = 0; row < COUNT; row++) {
        mobilities[row] = one_in(60) ? 9 : below(&state, 4);
    }
    BroadleafProxyOptions proxy = BROADLEAF_PROXY_OPTIONS;
    proxy.mobility = below(&state, 5);
    BroadleafStepOptions step = BROADLEAF_STEP_OPTIONS;
    step.allow = one_in(2) && to_ask == world ? allow : NULL;
    step.context = to_ask;
    step.reserved = one_in(9);
    void *to = buffer();
    size_t room = capacity(to), *at = one_in(4) ? ends : NULL;
    uint32_t known = below(&state, COUNT);
    BroadleafEvents events = BROADLEAF_EVENTS;
    switch (below(&state, 15)) {
    case 0:
        check(broadleaf_broad_phase_windows(to_ask, some(&boxes), &options, (uint64_t *)to, room,
                                            at, counter()));
        break;
    case 1:
        check(broadleaf_broad_phase_casts(to_ask, &casts, &options, (BroadleafHit *)to, room, at,
                                          counter()));
        break;
    case 2:
        check(broadleaf_broad_phase_nearest(to_ask, some(&boxes), &options, (BroadleafHit *)to,
                                            room, at, counter()));
        break;
    case 3:
        check(broadleaf_broad_phase_visit_window(to_ask, some(&boxes), &options, take_proxy,
                                                 to_ask == world ? world : NULL));
        break;
    case 4:
        check(broadleaf_broad_phase_visit_cast(to_ask, &casts, &options, take_hit, NULL));
        break;
    case 5:
        check(broadleaf_broad_phase_pairs(to_ask, draw_flags(), (BroadleafProxyPair *)to, room,
                                          counter()));
        break;
    case 6:
        check(broadleaf_broad_phase_pairs_of(to_ask, proxies, known, draw_flags(),
                                             (BroadleafProxyPair *)to, room, counter()));
        break;
    case 7:
        boxes.count = boxes.count > COUNT ? boxes.count : 1;
        known = below(&state, COUNT);
        check(broadleaf_broad_phase_create(to_ask, some(&boxes), &proxy, &proxies[known]));
        break;
    case 8:
        boxes.count = boxes.count > COUNT ? boxes.count : known;
        check(broadleaf_broad_phase_move(to_ask, proxies, some(&boxes), NULL, NULL));
        break;
    case 9:
        check(broadleaf_broad_phase_remove(to_ask, &proxies[known], one_in(2)));
        break;
    case 10:
        check(broadleaf_broad_phase_set_filters(to_ask, proxies, known, filters));
        break;
    case 11:
        check(broadleaf_broad_phase_set_mobilities(to_ask, proxies, known, mobilities));
        break;
    case 12:
        events.size = one_in(5) ? below(&state, 100) : sizeof events;
        events.size = events.size > sizeof events ? 0 : events.size;
        check(broadleaf_broad_phase_step(to_ask, &step, one_in(5) ? NULL : &events));
        break;
    case 13:
        check(broadleaf_broad_phase_rewind(to_ask, below(&state, 4)));
        break;
    default:
        proxies[known] = one_in(2) ? BROADLEAF_NO_PROXY : below(&state, 50);
        check(broadleaf_broad_phase_boxes(to_ask, &proxies[known], 1, draw_flags(), to,
                                          to == (void *)&out ? below(&state, MOST) : 8));
        break;
    }
}

/* Bytes with some changed, and cut off. */
static void call_bytes(const unsigned char *bytes, size_t size, int is_tree)
{
    unsigned char *copy = (unsigned char *)memory(size);
    memcpy(copy, bytes, size);
    for (uint32_t times = below(&state, 4); times > 0; times--) {
        copy[below(&state, (uint32_t)size)] = (unsigned char)below(&state, 256);
    }
    size = one_in(3) ? below(&state, (uint32_t)size) : size;
    BroadleafIndex *index = NULL;
    BroadleafBroadPhase *broad_phase = NULL;
    if (is_tree) {
        BroadleafStatus status = one_in(2) ? broadleaf_index_from_bytes(copy, size, &index)
                                           : broadleaf_index_from_mapped(copy, size, &index);
        check(status);
        CHECK((index != NULL) == (status == BROADLEAF_OK));
        BroadleafBoxes boxes = draw_boxes();
        size_t count;
        check(broadleaf_index_windows(index, &boxes, NULL, out.ids, MOST, NULL, &count));
        check(broadleaf_index_nearest(index, &boxes, NULL, out.hits, MOST, NULL, &count));
        check(broadleaf_index_pairs(index, NULL, 0, out.pairs, MOST, &count));
        check(broadleaf_index_ids(index, out.ids, MOST, &count));
        OK(broadleaf_index_free(index));
    } else {
        BroadleafStatus status = broadleaf_broad_phase_restore(copy, size, 0, &broad_phase);
        check(status);
        CHECK((broad_phase != NULL) == (status == BROADLEAF_OK));
        check(broadleaf_broad_phase_step(broad_phase, NULL, NULL));
        OK(broadleaf_broad_phase_free(broad_phase));
    }
    free(copy);
}

/* Handles that are freed twice. */
static void call_free(void)
{
    BroadleafFinder *twice;
    OK(broadleaf_finder_new(&twice));
    OK(broadleaf_finder_free(twice));
    CHECK(broadleaf_finder_free(twice) == BROADLEAF_ERROR_HANDLE);
    OK(broadleaf_finder_free(NULL));
    CHECK(broadleaf_index_free((BroadleafIndex *)finder) == BROADLEAF_ERROR_HANDLE);
    CHECK(broadleaf_broad_phase_free((BroadleafBroadPhase *)finder) == BROADLEAF_ERROR_HANDLE);
    CHECK(broadleaf_index_free(freed_index) == BROADLEAF_ERROR_HANDLE);
}

static void prepare(void)
{
    draw_numbers();
    for (int row = 0; row < COUNT; row++) {
        ids[row] = below(&state, 40);
        numbers[6 * row] = row;
        numbers[6 * row + 3] = row + 1;
    }
    BroadleafBoxes boxes = {numbers, COUNT, 48, 24, BROADLEAF_F64, 3};
    for (int row = 0; row < 6 * COUNT; row++) {
        numbers[row] = row % 6 < 3 ? row : row + 9;
    }
    OK(broadleaf_finder_new(&finder));
    OK(broadleaf_index_build(&boxes, NULL, NULL, &tree));
    OK(broadleaf_index_build(&boxes, NULL, NULL, &freed_index));
    OK(broadleaf_index_new(BROADLEAF_DYNAMIC_TREE, BROADLEAF_F64, 3, &changing));
    BroadleafBroadPhaseOptions options = BROADLEAF_BROAD_PHASE_OPTIONS;
    options.history = 2;
    options.max_proxies = 40;
    OK(broadleaf_broad_phase_new(BROADLEAF_F64, 3, &options, &world));
    OK(broadleaf_broad_phase_create(world, &boxes, NULL, proxies));
    OK(broadleaf_broad_phase_new(BROADLEAF_F64, 3, NULL, &freed_world));
    OK(broadleaf_finder_new(&freed_finder));
    OK(broadleaf_finder_free(freed_finder));
    OK(broadleaf_index_free(freed_index));
    OK(broadleaf_broad_phase_free(freed_world));
}

int main(int argc, char **argv)
{
    int calls = argc > 1 ? atoi(argv[1]) : 100000;
    prepare();
    const void *of_tree;
    size_t tree_size, saved_size;
    OK(broadleaf_index_bytes(tree, &of_tree, &tree_size));
    unsigned char saved[MOST * 4];
    OK(broadleaf_broad_phase_save(world, saved, sizeof saved, &saved_size));
    for (int call = 0; call < calls; call++) {
        draw_numbers();
        switch (below(&state, 8)) {
        case 0: case 1: call_pairs(); break;
        case 2: case 3: call_index(); break;
        case 4: case 5: call_world(); break;
        case 6: call_bytes(one_in(2) ? (const unsigned char *)of_tree : saved,
                           one_in(2) ? 64 : tree_size < saved_size ? tree_size : saved_size,
                           one_in(2)); break;
        default: call_free(); break;
        }
    }
    OK(broadleaf_finder_free(finder));
    OK(broadleaf_index_free(tree));
    OK(broadleaf_index_free(changing));
    OK(broadleaf_broad_phase_free(world));
    for (int status = BROADLEAF_TOO_SMALL; status > BROADLEAF_ERROR_THREADS; status--) {
        int times = endings[status - BROADLEAF_ERROR_THREADS];
        printf("%7d %s\n", times, broadleaf_status_text(status));
        /* Callbacks check for themselves that handles are busy. */
        CHECK(times > 0 || calls < 100000 || status == BROADLEAF_ERROR_BUSY);
    }
    printf("%d hostile calls: ok\n", calls);
    return 0;
}
