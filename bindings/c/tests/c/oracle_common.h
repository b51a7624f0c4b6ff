/* What the checks of all scalars share. */

/* Whether two filters allow a pair, as the header says. */
static int allows(const BroadleafFilter *a, const BroadleafFilter *b)
{
    if (a->group == b->group && a->group != 0) {
        return a->group > 0;
    }
    return (a->mask & b->category) != 0 && (b->mask & a->category) != 0;
}

static BroadleafFilter random_filter(uint64_t *state)
{
    BroadleafFilter filter = {1u << below(state, 3), 1 + below(state, 7), 0};
    filter.group = (int32_t)below(state, 5) - 2;
    return filter;
}

static BroadleafStatus find_pairs(BroadleafFinder *finder, const BroadleafBoxes *first,
                                  const BroadleafBoxes *second,
                                  const BroadleafPairOptions *options, BroadleafPair *pairs,
                                  size_t capacity, size_t *count)
{
    if (second) {
        return broadleaf_cross_pairs(finder, first, second, options, pairs, capacity, count);
    }
    return broadleaf_self_pairs(finder, first, options, pairs, capacity, count);
}

/* Pairs that a callback copies, until it has seen a number of blocks. */
typedef struct Collected {
    BroadleafPair *pairs;
    size_t count, capacity, blocks;
} Collected;

static int collect(void *context, const BroadleafPair *pairs, size_t count)
{
    Collected *collected = (Collected *)context;
    CHECK(count > 0 && count <= BROADLEAF_BLOCK);
    CHECK(collected->count + count <= collected->capacity);
    memcpy(collected->pairs + collected->count, pairs, count * sizeof *pairs);
    collected->count += count;
    return --collected->blocks == 0;
}

/* Ids and hits that callbacks copy. */
typedef struct Visited {
    uint64_t *ids;
    BroadleafHit *hits;
    size_t count, capacity;
    double limit;
} Visited;

static int collect_id(void *context, uint64_t id)
{
    Visited *visited = (Visited *)context;
    CHECK(visited->count < visited->capacity);
    visited->ids[visited->count++] = id;
    return 0;
}

static double collect_hit(void *context, const BroadleafHit *hit)
{
    Visited *visited = (Visited *)context;
    CHECK(visited->count < visited->capacity);
    visited->hits[visited->count++] = *hit;
    return visited->limit;
}

/* Keeps the first hit only. */
static double shorten(void *context, const BroadleafHit *hit)
{
    Visited *visited = (Visited *)context;
    if (visited->count == 0 || compare_hits(hit, visited->hits) < 0) {
        visited->hits[0] = *hit;
        visited->count = 1;
    }
    return hit->reach;
}

static int stop_at_once(void *context, uint64_t id)
{
    (void)id;
    ++*(int *)context;
    return 1;
}

/* What is queried: an index or a broad phase. */
typedef struct Target {
    const BroadleafIndex *index;
    const BroadleafBroadPhase *broad_phase;
} Target;

static BroadleafStatus find_windows(Target target, const BroadleafBoxes *windows,
                                    const BroadleafQueryOptions *options, uint64_t *ids,
                                    size_t capacity, size_t *ends, size_t *count)
{
    if (target.broad_phase) {
        return broadleaf_broad_phase_windows(target.broad_phase, windows, options, ids, capacity,
                                             ends, count);
    }
    uint32_t *narrow = (uint32_t *)memory(capacity * sizeof *narrow);
    BroadleafStatus status = broadleaf_index_windows(target.index, windows, options, narrow,
                                                     capacity, ends, count);
    for (size_t row = 0; status == BROADLEAF_OK && row < *count; row++) {
        ids[row] = narrow[row];
    }
    free(narrow);
    return status;
}

static BroadleafStatus find_casts(Target target, const BroadleafCasts *casts,
                                  const BroadleafQueryOptions *options, BroadleafHit *hits,
                                  size_t capacity, size_t *ends, size_t *count)
{
    if (target.broad_phase) {
        return broadleaf_broad_phase_casts(target.broad_phase, casts, options, hits, capacity,
                                           ends, count);
    }
    return broadleaf_index_casts(target.index, casts, options, hits, capacity, ends, count);
}

static BroadleafStatus find_nearest(Target target, const BroadleafBoxes *places,
                                    const BroadleafQueryOptions *options, BroadleafHit *hits,
                                    size_t capacity, size_t *ends, size_t *count)
{
    if (target.broad_phase) {
        return broadleaf_broad_phase_nearest(target.broad_phase, places, options, hits, capacity,
                                             ends, count);
    }
    return broadleaf_index_nearest(target.index, places, options, hits, capacity, ends, count);
}

static BroadleafStatus visit_window(Target target, const BroadleafBoxes *window,
                                    const BroadleafQueryOptions *options, BroadleafVisitId visit,
                                    void *context)
{
    if (target.broad_phase) {
        return broadleaf_broad_phase_visit_window(target.broad_phase, window, options, visit,
                                                  context);
    }
    return broadleaf_index_visit_window(target.index, window, options, visit, context);
}

static BroadleafStatus visit_cast(Target target, const BroadleafCasts *cast,
                                  const BroadleafQueryOptions *options, BroadleafVisitHit visit,
                                  void *context)
{
    if (target.broad_phase) {
        return broadleaf_broad_phase_visit_cast(target.broad_phase, cast, options, visit, context);
    }
    return broadleaf_index_visit_cast(target.index, cast, options, visit, context);
}

static void check_hits(const BroadleafHit *hits, const BroadleafHit *expected, size_t count)
{
    for (size_t row = 0; row < count; row++) {
        CHECK(hits[row].id == expected[row].id && hits[row].reach == expected[row].reach);
    }
}
