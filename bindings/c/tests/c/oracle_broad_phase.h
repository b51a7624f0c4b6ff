/* Broad phases against brute force. Included for each scalar, after `oracle_index.h`. */

enum { NAME(MAX_PROXIES) = 160 };

/* What a broad phase should have: proxies in the order of their slots. */
typedef struct NAME(World) {
    BroadleafBroadPhase *broad_phase;
    int dimensions, scene;
    size_t count;
    uint64_t ids[NAME(MAX_PROXIES)];
    NAME(Box) boxes[NAME(MAX_PROXIES)];
    BroadleafFilter filters[NAME(MAX_PROXIES)];
    uint32_t mobilities[NAME(MAX_PROXIES)];
} NAME(World);

/* A list of pairs of proxies. */
typedef struct NAME(Pairs) {
    BroadleafProxyPair *pairs;
    size_t count;
} NAME(Pairs);

static int NAME(meets)(uint32_t mobility)
{
    return mobility == BROADLEAF_DYNAMIC || mobility == BROADLEAF_SLEEPING;
}

/* The pairs of proxies with these boxes. */
static NAME(Pairs) NAME(world_pairs)(const NAME(World) *world, const NAME(Box) *boxes)
{
    size_t capacity = world->count * world->count;
    NAME(Pairs) all = {(BroadleafProxyPair *)memory(capacity * sizeof(BroadleafProxyPair)), 0};
    for (size_t a = 0; a < world->count; a++) {
        for (size_t b = a + 1; b < world->count; b++) {
            if (NAME(overlap)(&boxes[a], &boxes[b], world->dimensions, 0)
                && allows(&world->filters[a], &world->filters[b])
                && (NAME(meets)(world->mobilities[a]) || NAME(meets)(world->mobilities[b]))) {
                BroadleafProxyPair pair = {world->ids[a], world->ids[b]};
                all.pairs[all.count++] = pair;
            }
        }
    }
    return all;
}

static int NAME(has)(const NAME(Pairs) *list, BroadleafProxyPair pair)
{
    for (size_t row = 0; row < list->count; row++) {
        if (list->pairs[row].a == pair.a && list->pairs[row].b == pair.b) {
            return 1;
        }
    }
    return 0;
}

/* Adds proxies with filters and mobilities, in the order of slots. */
static void NAME(add)(NAME(World) *world, uint64_t *state, size_t count)
{
    NAME(Box) boxes[NAME(MAX_PROXIES)];
    BroadleafFilter filters[NAME(MAX_PROXIES)];
    uint32_t mobilities[NAME(MAX_PROXIES)];
    uint64_t ids[NAME(MAX_PROXIES)];
    memset(boxes, 0, sizeof boxes);
    for (size_t row = 0; row < count; row++) {
        boxes[row] = NAME(random_box)(state, world->scene, world->dimensions);
        filters[row] = random_filter(state);
        mobilities[row] = below(state, 4);
    }
    BroadleafProxyOptions options = BROADLEAF_PROXY_OPTIONS;
    options.filters = filters;
    options.mobilities = mobilities;
    NAME(Stored) stored = NAME(store)(boxes, count, world->dimensions, 1);
    OK(broadleaf_broad_phase_create(world->broad_phase, &stored.boxes, &options, ids));
    free(stored.bytes);
    for (size_t row = 0; row < count; row++) {
        size_t at = world->count++;
        for (; at > 0 && (uint32_t)world->ids[at - 1] > (uint32_t)ids[row]; at--) {
            world->ids[at] = world->ids[at - 1];
            world->boxes[at] = world->boxes[at - 1];
            world->filters[at] = world->filters[at - 1];
            world->mobilities[at] = world->mobilities[at - 1];
        }
        world->ids[at] = ids[row];
        world->boxes[at] = boxes[row];
        world->filters[at] = filters[row];
        world->mobilities[at] = mobilities[row];
    }
}

static void NAME(take)(NAME(World) *world, size_t at)
{
    uint64_t id = world->ids[at];
    unsigned char contains;
    OK(broadleaf_broad_phase_contains(world->broad_phase, &id, 1, &contains));
    CHECK(contains == 1);
    OK(broadleaf_broad_phase_remove(world->broad_phase, &id, 1));
    OK(broadleaf_broad_phase_contains(world->broad_phase, &id, 1, &contains));
    CHECK(contains == 0);
    CHECK(broadleaf_broad_phase_remove(world->broad_phase, &id, 1) == BROADLEAF_ERROR_ID);
    world->count--;
    for (; at < world->count; at++) {
        world->ids[at] = world->ids[at + 1];
        world->boxes[at] = world->boxes[at + 1];
        world->filters[at] = world->filters[at + 1];
        world->mobilities[at] = world->mobilities[at + 1];
    }
}

/* Moves half of the proxies, and gives some another filter or mobility. */
static void NAME(change)(NAME(World) *world, uint64_t *state)
{
    for (int times = 0; times < 6; times++) {
        NAME(take)(world, below(state, (uint32_t)world->count));
    }
    NAME(add)(world, state, 6);
    size_t first = below(state, (uint32_t)world->count / 2), count = world->count / 2;
    SCALAR displacements[NAME(MAX_PROXIES) * 3];
    for (size_t row = first; row < first + count; row++) {
        if (below(state, 3)) {
            world->boxes[row] = NAME(random_box)(state, world->scene, world->dimensions);
        }
    }
    for (size_t at = 0; at < count * (size_t)world->dimensions; at++) {
        displacements[at] = (SCALAR)((int)below(state, 9) - 4) / 4;
    }
    NAME(Stored) stored = NAME(store)(world->boxes + first, count, world->dimensions, 2);
    size_t reinserted = 0;
    OK(broadleaf_broad_phase_move(world->broad_phase, world->ids + first, &stored.boxes,
                                  below(state, 2) ? displacements : NULL, &reinserted));
    CHECK(reinserted <= count);
    free(stored.bytes);
    for (size_t row = 0; row < 5; row++) {
        world->filters[row] = random_filter(state);
        world->mobilities[row] = below(state, 4);
    }
    OK(broadleaf_broad_phase_set_filters(world->broad_phase, world->ids, 5, world->filters));
    OK(broadleaf_broad_phase_set_mobilities(world->broad_phase, world->ids, 5,
                                            world->mobilities));
}

/* The boxes that the broad phase has. */
static void NAME(read_boxes)(const NAME(World) *world, uint32_t flags, NAME(Box) *boxes)
{
    SCALAR numbers[NAME(MAX_PROXIES) * 6];
    OK(broadleaf_broad_phase_boxes(world->broad_phase, world->ids, world->count, flags, numbers,
                                   sizeof numbers));
    NAME(load)(numbers, boxes, world->count, world->dimensions);
}

/* All pairs, and those of some proxies. */
static void NAME(check_world_pairs)(const NAME(World) *world, const NAME(Pairs) *expected,
                                    uint32_t flags)
{
    size_t count, bytes = expected->count * sizeof(BroadleafProxyPair), wanted = 0;
    BroadleafProxyPair *pairs = (BroadleafProxyPair *)memory(bytes);
    OK(broadleaf_broad_phase_pairs(world->broad_phase, flags, pairs, expected->count, &count));
    CHECK(count == expected->count && memcmp(pairs, expected->pairs, bytes) == 0);
    OK(broadleaf_broad_phase_pairs_of(world->broad_phase, world->ids, 7, flags, pairs,
                                      expected->count, &count));
    for (size_t row = 0; row < expected->count; row++) {
        if (compare_ids(&expected->pairs[row].a, &world->ids[6]) <= 0) {
            CHECK(pairs[wanted].a == expected->pairs[row].a);
            CHECK(pairs[wanted].b == expected->pairs[row].b);
            wanted++;
        }
    }
    CHECK(count == wanted);
    free(pairs);
}

/* Steps, and compares the events with the pairs before and after. */
static void NAME(check_step)(NAME(World) *world, NAME(Pairs) *before)
{
    BroadleafEvents events = BROADLEAF_EVENTS;
    OK(broadleaf_broad_phase_step(world->broad_phase, NULL, &events));
    NAME(Box) fat[NAME(MAX_PROXIES)], tight[NAME(MAX_PROXIES)];
    NAME(read_boxes)(world, BROADLEAF_FAT, fat);
    NAME(read_boxes)(world, 0, tight);
    for (size_t row = 0; row < world->count; row++) {
        CHECK(NAME(contains)(&fat[row], &world->boxes[row], world->dimensions));
        CHECK(NAME(contains)(&world->boxes[row], &tight[row], world->dimensions));
        CHECK(NAME(contains)(&tight[row], &world->boxes[row], world->dimensions));
    }
    NAME(Pairs) after = NAME(world_pairs)(world, fat), own = NAME(world_pairs)(world, tight);
    size_t begun = 0, ended = 0, stayed = 0;
    for (size_t row = 0; row < after.count; row++) {
        BroadleafProxyPair pair = after.pairs[row];
        const BroadleafProxyPair *reported = NAME(has)(before, pair) ? events.stayed + stayed++
                                                                     : events.begun + begun++;
        CHECK(reported->a == pair.a && reported->b == pair.b);
    }
    for (size_t row = 0; row < before->count; row++) {
        if (!NAME(has)(&after, before->pairs[row])) {
            CHECK(events.ended[ended].a == before->pairs[row].a);
            CHECK(events.ended[ended].b == before->pairs[row].b);
            CHECK(events.reasons[ended] <= BROADLEAF_ENDED_MOBILITY);
            ended++;
        }
    }
    CHECK(events.begun_count == begun && events.ended_count == ended);
    CHECK(events.stayed_count == stayed);
    NAME(check_world_pairs)(world, &after, BROADLEAF_FAT);
    NAME(check_world_pairs)(world, &own, 0);
    free(own.pairs);
    free(before->pairs);
    *before = after;
}

/* All queries: of anyone, and of one with a filter. */
static void NAME(check_world_queries)(const NAME(World) *world, uint64_t *state)
{
    NAME(Box) fat[NAME(MAX_PROXIES)];
    unsigned char seen[NAME(MAX_PROXIES)];
    NAME(read_boxes)(world, BROADLEAF_FAT, fat);
    BroadleafFilter asks = {1, 6, -1};
    for (uint32_t way = 0; way < 3; way++) {
        for (size_t row = 0; row < world->count; row++) {
            BroadleafFilter other = world->filters[row];
            other.mask |= way == 2 ? asks.category : 0;
            seen[row] = way == 0 || allows(&asks, &other);
        }
        BroadleafQueryOptions options = BROADLEAF_QUERY_OPTIONS;
        options.filter = way ? &asks : NULL;
        options.flags = way == 2 ? BROADLEAF_ONE_WAY | BROADLEAF_FAT : 0;
        NAME(Content) content = {{NULL, world->broad_phase}, way == 2 ? fat : world->boxes,
                                 world->ids, seen, world->count, world->dimensions};
        NAME(check_queries)(&content, options, state, world->scene);
    }
}

/* The same state in bytes, and after steps that were rewound. */
static void NAME(check_history)(NAME(World) *world, uint64_t *state)
{
    uint64_t hash, other;
    size_t size, count;
    OK(broadleaf_broad_phase_hash(world->broad_phase, &hash));
    CHECK(broadleaf_broad_phase_save(world->broad_phase, NULL, 0, &size) == BROADLEAF_TOO_SMALL);
    void *bytes = memory(size);
    OK(broadleaf_broad_phase_save(world->broad_phase, bytes, size, &count));
    CHECK(count == size);
    BroadleafBroadPhase *restored;
    OK(broadleaf_broad_phase_restore(bytes, size, 2, &restored));
    OK(broadleaf_broad_phase_hash(restored, &other));
    CHECK(hash == other);
    uint64_t ids[NAME(MAX_PROXIES)];
    OK(broadleaf_broad_phase_ids(restored, ids, NAME(MAX_PROXIES), &count));
    CHECK(count == world->count && memcmp(ids, world->ids, count * sizeof *ids) == 0);
    OK(broadleaf_broad_phase_free(restored));
    free(bytes);
    NAME(World) later = *world;
    for (int step = 0; step < 2; step++) {
        NAME(change)(&later, state);
        OK(broadleaf_broad_phase_step(later.broad_phase, NULL, NULL));
    }
    OK(broadleaf_broad_phase_hash(world->broad_phase, &other));
    CHECK(hash != other);
    OK(broadleaf_broad_phase_rewind(world->broad_phase, 2));
    OK(broadleaf_broad_phase_hash(world->broad_phase, &other));
    CHECK(hash == other);
    CHECK(broadleaf_broad_phase_rewind(world->broad_phase, 100) == BROADLEAF_ERROR_HISTORY);
}

static void NAME(check_broad_phase)(uint64_t *state, int scene, int dimensions, uint32_t margin)
{
    BroadleafBroadPhaseOptions options = BROADLEAF_BROAD_PHASE_OPTIONS;
    options.margin = margin;
    options.extension = 0.5;
    options.prediction = 1.5;
    options.history = 4;
    options.reports_stays = 1;
    NAME(World) world;
    memset(&world, 0, sizeof world);
    world.dimensions = dimensions;
    world.scene = scene;
    OK(broadleaf_broad_phase_new(SCALAR_NUMBER, (uint32_t)dimensions, &options,
                                 &world.broad_phase));
    NAME(add)(&world, state, 100);
    NAME(Pairs) pairs = {(BroadleafProxyPair *)memory(0), 0};
    for (int step = 0; step < 4; step++) {
        NAME(change)(&world, state);
        NAME(check_step)(&world, &pairs);
        NAME(check_history)(&world, state);
    }
    NAME(check_world_queries)(&world, state);
    BroadleafBroadPhaseInfo info;
    info.size = sizeof info;
    OK(broadleaf_broad_phase_info(world.broad_phase, &info));
    CHECK(info.count == world.count && info.frame == 4 && info.history > 0);
    OK(broadleaf_broad_phase_optimize(world.broad_phase));
    free(pairs.pairs);
    OK(broadleaf_broad_phase_free(world.broad_phase));
}
