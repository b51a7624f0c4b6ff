/*
 * The golden trace of the packages through C: the operations and questions of
 * `crates/broadleaf-golden/src/package.rs`. The hash must be that of the native trace, which is an
 * argument for each number of dimensions:
 *
 *     golden 2 0123456789abcdef 3 fedcba9876543210
 */

#include "check.h"

enum { ROUNDS = 4, BOXES = 150, QUESTIONS = 12, STEPS = 16, CHANGES = 12, MOST = 400 };

static uint64_t script, hash;
static int dimensions;

static void add_word(uint64_t word)
{
    for (int byte = 0; byte < 8; byte++) {
        hash = (hash ^ (word & 0xff)) * 0x100000001b3u;
        word >>= 8;
    }
}

static void add_number(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    add_word(bits);
}

static void add_pairs(const BroadleafPair *pairs, size_t count)
{
    for (size_t row = 0; row < count; row++) {
        add_word((uint64_t)pairs[row].a << 32 | pairs[row].b);
    }
    add_word(count);
}

static void add_hits(const BroadleafHit *hits, size_t count)
{
    for (size_t row = 0; row < count; row++) {
        add_number(hits[row].reach);
        add_word(hits[row].id);
    }
    add_word(2 * count);
}

static void add_proxy_pairs(const BroadleafProxyPair *pairs, size_t count)
{
    for (size_t row = 0; row < count; row++) {
        add_word(pairs[row].a);
        add_word(pairs[row].b);
    }
    add_word(2 * count);
}

static void draw_corner(int64_t *corner)
{
    uint32_t choice = below(&script, 8);
    for (int axis = 0; axis < dimensions; axis++) {
        corner[axis] = choice < 3   ? 64 * (int64_t)below(&script, 16) - 512
                       : choice < 7 ? (int64_t)below(&script, 6000) - 3000
                                    : 100000000 + (int64_t)below(&script, 3000);
    }
}

static void draw_point(double *point)
{
    int64_t corner[3];
    draw_corner(corner);
    for (int axis = 0; axis < dimensions; axis++) {
        point[axis] = (double)corner[axis] / 64;
    }
}

/* Lower and upper corner, one behind the other. */
static void draw_box(double *box)
{
    int64_t corner[3];
    draw_corner(corner);
    uint32_t choice = below(&script, 40);
    for (int axis = 0; axis < dimensions; axis++) {
        int64_t size = choice == 0   ? (int64_t)below(&script, 50000000)
                       : choice < 20 ? 64 * (int64_t)below(&script, 4)
                                     : (int64_t)below(&script, 500);
        box[axis] = (double)corner[axis] / 64;
        box[dimensions + axis] = (double)(corner[axis] + size) / 64;
    }
}

static void draw_direction(double *direction)
{
    for (int axis = 0; axis < dimensions; axis++) {
        direction[axis] = 0;
        if (below(&script, 4) != 0) {
            direction[axis] = ((double)below(&script, 200) - 100) / 16;
        }
    }
}

static BroadleafFilter draw_filter(void)
{
    BroadleafFilter filter = {1u << below(&script, 4), 0, 0};
    filter.mask = below(&script, 16);
    return filter;
}

static BroadleafBoxes rows(const double *numbers, size_t count)
{
    size_t corner = (size_t)dimensions * sizeof(double);
    BroadleafBoxes boxes = {numbers, count,         2 * corner,
                            corner,  BROADLEAF_F64, (uint32_t)dimensions};
    return boxes;
}

static BroadleafBoxes points(const double *numbers, size_t count)
{
    BroadleafBoxes boxes = rows(numbers, count);
    boxes.stride = boxes.upper;
    boxes.upper = 0;
    return boxes;
}

static BroadleafPair pairs[BOXES * BOXES];

static void find_pairs(BroadleafBoxes first, BroadleafBoxes second)
{
    uint32_t groups[2][BOXES];
    BroadleafFilter filters[2][BOXES], apart[BOXES];
    for (int row = 0; row < 2 * BOXES; row++) {
        groups[row / BOXES][row % BOXES] = below(&script, 5);
    }
    for (int row = 0; row < 2 * BOXES; row++) {
        BroadleafFilter *filter = &filters[row / BOXES][row % BOXES];
        *filter = draw_filter();
        filter->group = -1 - (int32_t)groups[row / BOXES][row % BOXES];
    }
    for (int row = 0; row < BOXES; row++) {
        BroadleafFilter filter = BROADLEAF_FILTER_ALL;
        filter.group = filters[0][row].group;
        apart[row] = filter;
    }
    BroadleafPairOptions plain = BROADLEAF_PAIR_OPTIONS, options = BROADLEAF_PAIR_OPTIONS;
    plain.flags = BROADLEAF_UNSORTED;
    size_t count, capacity = BOXES * BOXES;
    uint64_t number;
    OK(broadleaf_self_pairs(NULL, &first, &plain, pairs, capacity, &count));
    add_pairs(pairs, count);
    OK(broadleaf_self_pairs(NULL, &first, NULL, pairs, capacity, &count));
    add_pairs(pairs, count);
    options.first.filters = apart;
    OK(broadleaf_self_pairs(NULL, &first, &options, pairs, capacity, &count));
    add_pairs(pairs, count);
    options.first.filters = NULL;
    options.first.scenes = groups[0];
    OK(broadleaf_self_pairs_count(NULL, &first, &options, &number));
    add_word(number);
    OK(broadleaf_cross_pairs(NULL, &first, &second, &plain, pairs, capacity, &count));
    add_pairs(pairs, count);
    options.first.scenes = NULL;
    options.first.filters = filters[0];
    options.second.filters = filters[1];
    OK(broadleaf_cross_pairs(NULL, &first, &second, &options, pairs, capacity, &count));
    add_pairs(pairs, count);
}

static void ask_near(const BroadleafIndex *tree)
{
    double point[3];
    BroadleafHit hits[BOXES];
    size_t count;
    draw_point(point);
    BroadleafBoxes place = points(point, 1);
    BroadleafQueryOptions options = BROADLEAF_QUERY_OPTIONS;
    options.limit = 6;
    OK(broadleaf_index_nearest(tree, &place, &options, hits, BOXES, NULL, &count));
    add_hits(hits, count);
    options.limit = 0;
    options.max_distance = (double)below(&script, 1000) / 64;
    OK(broadleaf_index_nearest(tree, &place, &options, hits, BOXES, NULL, &count));
    add_hits(hits, count);
}

static void ask_casts(const BroadleafIndex *tree)
{
    double start[3], direction[3];
    BroadleafHit hits[BOXES];
    size_t count;
    draw_point(start);
    draw_direction(direction);
    BroadleafCasts cast = {points(start, 1), direction, 0, HUGE_VAL, NULL};
    BroadleafQueryOptions options = BROADLEAF_QUERY_OPTIONS;
    options.limit = 1;
    OK(broadleaf_index_casts(tree, &cast, &options, hits, BOXES, NULL, &count));
    add_hits(hits, count);
    cast.length = 8;
    OK(broadleaf_index_casts(tree, &cast, NULL, hits, BOXES, NULL, &count));
    add_hits(hits, count);
}

static void ask(BroadleafIndex *const *trees)
{
    for (int which = 0; which < 2; which++) {
        const void *bytes;
        size_t size;
        OK(broadleaf_index_bytes(trees[which], &bytes, &size));
        for (size_t at = 0; at < size; at++) {
            add_word(((const unsigned char *)bytes)[at]);
        }
        add_word(size);
    }
    double bounds[6];
    size_t count;
    OK(broadleaf_index_bounds(trees[0], bounds, sizeof bounds, &count));
    for (int at = 0; at < 2 * dimensions; at++) {
        add_number(bounds[at]);
    }
    add_word((uint64_t)(2 * dimensions));
    OK(broadleaf_index_pairs(trees[0], NULL, 0, pairs, BOXES * BOXES, &count));
    add_pairs(pairs, count);
    OK(broadleaf_index_pairs(trees[0], trees[1], 0, pairs, BOXES * BOXES, &count));
    add_pairs(pairs, count);
    for (int question = 0; question < QUESTIONS; question++) {
        double box[6];
        uint32_t ids[BOXES];
        draw_box(box);
        BroadleafBoxes window = rows(box, 1);
        OK(broadleaf_index_windows(trees[0], &window, NULL, ids, BOXES, NULL, &count));
        for (size_t row = 0; row < count; row++) {
            add_word(ids[row]);
        }
        add_word(count);
        ask_near(trees[0]);
        ask_casts(trees[0]);
    }
}

static void create(BroadleafBroadPhase *world)
{
    double box[6];
    uint64_t id;
    BroadleafProxyOptions options = BROADLEAF_PROXY_OPTIONS;
    options.mobility = below(&script, 3);
    options.filter = draw_filter();
    options.filter.group = (int32_t)below(&script, 5) - 2;
    draw_box(box);
    BroadleafBoxes boxes = rows(box, 1);
    OK(broadleaf_broad_phase_create(world, &boxes, &options, &id));
}

static void change(BroadleafBroadPhase *world)
{
    uint64_t ids[MOST];
    size_t count;
    OK(broadleaf_broad_phase_ids(world, ids, MOST, &count));
    uint32_t choice = below(&script, 8);
    if (count == 0 || choice < 3) {
        create(world);
        return;
    }
    const uint64_t *id = &ids[below(&script, (uint32_t)count)];
    if (choice == 3) {
        OK(broadleaf_broad_phase_remove(world, id, 1));
        return;
    }
    double box[6], displacement[3];
    draw_box(box);
    draw_direction(displacement);
    BroadleafBoxes boxes = rows(box, 1);
    OK(broadleaf_broad_phase_move(world, id, &boxes, displacement, NULL));
}

static void add_state(const BroadleafBroadPhase *world)
{
    uint64_t state;
    OK(broadleaf_broad_phase_hash(world, &state));
    add_word(state);
}

static BroadleafProxyPair proxy_pairs[MOST * MOST];

static void step(BroadleafBroadPhase *world)
{
    BroadleafEvents events = BROADLEAF_EVENTS;
    OK(broadleaf_broad_phase_step(world, NULL, &events));
    add_proxy_pairs(events.begun, events.begun_count);
    add_proxy_pairs(events.ended, events.ended_count);
    size_t count;
    OK(broadleaf_broad_phase_pairs(world, 0, proxy_pairs, MOST * MOST, &count));
    add_proxy_pairs(proxy_pairs, count);
    double box[6];
    uint64_t ids[MOST];
    draw_box(box);
    BroadleafBoxes window = rows(box, 1);
    OK(broadleaf_broad_phase_windows(world, &window, NULL, ids, MOST, NULL, &count));
    for (size_t row = 0; row < count; row++) {
        add_word(ids[row]);
    }
    add_word(count);
    add_state(world);
}

static void live(uint32_t margin)
{
    BroadleafBroadPhaseOptions options = BROADLEAF_BROAD_PHASE_OPTIONS;
    options.margin = margin;
    options.extension = 30.0 / 64;
    options.prediction = 2;
    options.history = 4;
    BroadleafBroadPhase *world;
    OK(broadleaf_broad_phase_new(BROADLEAF_F64, (uint32_t)dimensions, &options, &world));
    for (int times = 0; times < CHANGES; times++) {
        create(world);
    }
    for (int count = 1; count <= STEPS; count++) {
        for (int times = 0; times < CHANGES; times++) {
            change(world);
        }
        step(world);
        if (count % 5 == 0) {
            OK(broadleaf_broad_phase_rewind(world, 2));
            add_state(world);
        }
    }
    size_t count;
    OK(broadleaf_broad_phase_pairs(world, BROADLEAF_FAT, proxy_pairs, MOST * MOST, &count));
    add_proxy_pairs(proxy_pairs, count);
    OK(broadleaf_broad_phase_free(world));
}

static void play(void)
{
    script = 2;
    hash = 0xcbf29ce484222325u;
    for (int round = 0; round < ROUNDS; round++) {
        static double boxes[2][6 * BOXES];
        for (int row = 0; row < 2 * BOXES; row++) {
            draw_box(boxes[row / BOXES] + 2 * dimensions * (row % BOXES));
        }
        BroadleafBoxes lists[2] = {rows(boxes[0], BOXES), rows(boxes[1], BOXES)};
        find_pairs(lists[0], lists[1]);
        BroadleafIndex *trees[2];
        for (uint32_t order = 0; order < 2; order++) {
            BroadleafBuildOptions options = BROADLEAF_BUILD_OPTIONS;
            options.order = order;
            OK(broadleaf_index_build(&lists[order], NULL, &options, &trees[order]));
        }
        ask(trees);
        OK(broadleaf_index_free(trees[0]));
        OK(broadleaf_index_free(trees[1]));
    }
    live(BROADLEAF_MARGIN_TIGHT);
    live(BROADLEAF_MARGIN_FATTEN);
}

int main(int argc, char **argv)
{
    CHECK(argc > 2 && argc % 2 == 1);
    for (int at = 1; at + 1 < argc; at += 2) {
        dimensions = atoi(argv[at]);
        play();
        char found[17];
        snprintf(found, sizeof found, "%08lx%08lx", (unsigned long)(hash >> 32),
                 (unsigned long)(hash & 0xffffffffu));
        printf("%dD: %s, expected %s\n", dimensions, found, argv[at + 1]);
        CHECK(strcmp(found, argv[at + 1]) == 0);
    }
    return 0;
}
