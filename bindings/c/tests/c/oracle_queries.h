/* Windows, casts and near boxes against brute force. Included for each scalar, after `scene.h`. */

/* What is in an index: boxes with ids, and whether the one who asks sees each. */
typedef struct NAME(Content) {
    Target target;
    const NAME(Box) *boxes;
    const uint64_t *ids;
    const unsigned char *seen;
    size_t count;
    int dimensions;
} NAME(Content);

enum { NAME(QUERIES) = 40 };

static void NAME(check_windows)(const NAME(Content) *in, BroadleafQueryOptions options,
                                const NAME(Box) *windows, const BroadleafBoxes *stored)
{
    size_t capacity = in->count * NAME(QUERIES), ends[NAME(QUERIES)], total = 0, count;
    uint64_t *expected = (uint64_t *)memory(capacity * sizeof *expected);
    uint64_t *found = (uint64_t *)memory(capacity * sizeof *found);
    size_t expected_ends[NAME(QUERIES)];
    for (int query = 0; query < NAME(QUERIES); query++) {
        size_t start = total;
        for (size_t row = 0; row < in->count; row++) {
            if (in->seen[row]
                && NAME(in_window)(&windows[query], &in->boxes[row], in->dimensions,
                                   options.flags)) {
                expected[total++] = in->ids[row];
            }
        }
        qsort(expected + start, total - start, sizeof *expected, compare_ids);
        expected_ends[query] = total;
    }
    OK(find_windows(in->target, stored, &options, found, total, ends, &count));
    CHECK(count == total && memcmp(ends, expected_ends, sizeof ends) == 0);
    CHECK(memcmp(found, expected, total * sizeof *found) == 0);
    if (total > 0) {
        CHECK(find_windows(in->target, stored, &options, found, total - 1, NULL, &count)
              == BROADLEAF_TOO_SMALL);
        CHECK(count == total);
    }
    BroadleafBoxes one = *stored;
    one.count = 1;
    Visited visited = {found, NULL, 0, capacity, 0};
    OK(visit_window(in->target, &one, &options, collect_id, &visited));
    qsort(found, visited.count, sizeof *found, compare_ids);
    CHECK(visited.count == expected_ends[0]);
    CHECK(memcmp(found, expected, visited.count * sizeof *found) == 0);
    int calls = 0;
    BroadleafStatus status = visit_window(in->target, &one, &options, stop_at_once, &calls);
    CHECK(status == (visited.count ? BROADLEAF_STOPPED : BROADLEAF_OK));
    CHECK(calls == (visited.count > 0));
    free(expected);
    free(found);
}

static void NAME(check_casts)(const NAME(Content) *in, BroadleafQueryOptions options,
                              const NAME(Box) *starts, BroadleafCasts casts,
                              REAL (*directions)[3])
{
    size_t capacity = in->count * NAME(QUERIES), total = 0, count;
    size_t ends[NAME(QUERIES)], found_ends[NAME(QUERIES)];
    BroadleafHit *expected = (BroadleafHit *)memory(capacity * sizeof *expected);
    BroadleafHit *found = (BroadleafHit *)memory(capacity * sizeof *found);
    for (int query = 0; query < NAME(QUERIES); query++) {
        size_t start = total;
        REAL length = (REAL)(casts.lengths ? casts.lengths[query] : casts.length);
        for (size_t row = 0; row < in->count; row++) {
            REAL reach = NAME(reach)(&starts[query], directions[query], length,
                                       &in->boxes[row], in->dimensions);
            if (in->seen[row] && reach >= 0) {
                BroadleafHit hit = {reach, in->ids[row]};
                expected[total++] = hit;
            }
        }
        qsort(expected + start, total - start, sizeof *expected, compare_hits);
        ends[query] = total;
    }
    BroadleafCasts one = casts;
    one.start.count = 1;
    Visited visited = {NULL, found, 0, capacity, HUGE_VAL};
    OK(visit_cast(in->target, &one, &options, collect_hit, &visited));
    qsort(found, visited.count, sizeof *found, compare_hits);
    CHECK(visited.count == ends[0]);
    check_hits(found, expected, visited.count);
    visited.count = 0;
    OK(visit_cast(in->target, &one, &options, shorten, &visited));
    CHECK(visited.count == (ends[0] > 0));
    check_hits(found, expected, visited.count);
    visited.count = 0;
    visited.limit = -1;
    CHECK(visit_cast(in->target, &one, &options, collect_hit, &visited)
          == (ends[0] ? BROADLEAF_STOPPED : BROADLEAF_OK));
    CHECK(visited.count == (ends[0] > 0));
    size_t limits[] = {0, 3, 1};
    for (int at = 0; at < 3; at++) {
        options.limit = limits[at];
        total = cut(expected, ends, NAME(QUERIES), options.limit);
        OK(find_casts(in->target, &casts, &options, found, total, found_ends, &count));
        CHECK(count == total && memcmp(found_ends, ends, sizeof ends) == 0);
        check_hits(found, expected, total);
    }
    free(expected);
    free(found);
}

static void NAME(check_nearest)(const NAME(Content) *in, BroadleafQueryOptions options,
                                const NAME(Box) *places, const BroadleafBoxes *stored)
{
    size_t capacity = in->count * NAME(QUERIES), total = 0, count;
    size_t ends[NAME(QUERIES)], found_ends[NAME(QUERIES)];
    BroadleafHit *expected = (BroadleafHit *)memory(capacity * sizeof *expected);
    BroadleafHit *found = (BroadleafHit *)memory(capacity * sizeof *found);
    for (int query = 0; query < NAME(QUERIES); query++) {
        size_t start = total;
        for (size_t row = 0; row < in->count; row++) {
            REAL away = NAME(distance)(&places[query], &in->boxes[row], in->dimensions);
            if (in->seen[row] && away <= options.max_distance) {
                BroadleafHit hit = {away, in->ids[row]};
                expected[total++] = hit;
            }
        }
        qsort(expected + start, total - start, sizeof *expected, compare_hits);
        ends[query] = total;
    }
    size_t limits[] = {0, 5, 1};
    for (int at = 0; at < 3; at++) {
        options.limit = limits[at];
        total = cut(expected, ends, NAME(QUERIES), options.limit);
        OK(find_nearest(in->target, stored, &options, found, total, found_ends, &count));
        CHECK(count == total && memcmp(found_ends, ends, sizeof ends) == 0);
        check_hits(found, expected, total);
    }
    free(expected);
    free(found);
}

/* All queries, in random places. */
static void NAME(check_queries)(const NAME(Content) *in, BroadleafQueryOptions options,
                                uint64_t *state, int scene)
{
    NAME(Box) places[NAME(QUERIES)];
    REAL directions[NAME(QUERIES)][3];
    double lengths[NAME(QUERIES)];
    for (int query = 0; query < NAME(QUERIES); query++) {
        places[query] = NAME(random_box)(state, scene == 2 ? 0 : scene, in->dimensions);
        for (int axis = 0; axis < 3; axis++) {
            directions[query][axis] = (REAL)((int)below(state, 9) - 4) / 2;
        }
        lengths[query] = below(state, 4) ? (double)below(state, 60) / 4 : HUGE_VAL;
    }
    for (uint32_t threads = 0; threads < 3; threads += 2) {
        options.threads = threads;
        NAME(Stored) stored = NAME(store)(places, NAME(QUERIES), in->dimensions,
                                          (int)below(state, NAME(LAYOUTS)));
        BroadleafQueryOptions of_windows = options;
        for (uint32_t flags = 0; flags < 4; flags++) {
            of_windows.flags = options.flags | (flags & 1 ? BROADLEAF_INTERIORS : 0)
                               | (flags & 2 ? BROADLEAF_CONTAINED : 0);
            NAME(check_windows)(in, of_windows, places, &stored.boxes);
        }
        BroadleafCasts casts = {stored.boxes, directions, sizeof directions[0], 20, NULL};
        NAME(check_casts)(in, options, places, casts, directions);
        casts.lengths = lengths;
        NAME(check_casts)(in, options, places, casts, directions);
        NAME(check_nearest)(in, options, places, &stored.boxes);
        options.max_distance = 3 * (scene == 3 ? SMALLEST : 1);
        NAME(check_nearest)(in, options, places, &stored.boxes);
        free(stored.bytes);
    }
}
