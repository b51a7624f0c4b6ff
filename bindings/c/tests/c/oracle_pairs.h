/* Pairs of lists against brute force. Included for each scalar, after `scene.h`. */

/* Pairs of two lists that a test compares. */
typedef struct NAME(Expected) {
    BroadleafPair *pairs;
    size_t count;
} NAME(Expected);

/* All pairs by brute force, of one list if `second` is null. */
static NAME(Expected) NAME(all_pairs)(const NAME(Box) *first, size_t first_count,
                                      const NAME(Box) *second, size_t second_count, int dimensions,
                                      const BroadleafPairOptions *options)
{
    size_t capacity = first_count * (second ? second_count : first_count);
    NAME(Expected) expected = {(BroadleafPair *)memory(capacity * sizeof(BroadleafPair)), 0};
    for (uint32_t a = 0; a < first_count; a++) {
        uint32_t from = second ? 0 : a + 1, to = (uint32_t)(second ? second_count : first_count);
        for (uint32_t b = from; b < to; b++) {
            const NAME(Box) *others = second ? second : first;
            const BroadleafLabels *labels = second ? &options->second : &options->first;
            int interiors = (options->flags & BROADLEAF_INTERIORS) != 0;
            int is_pair = NAME(overlap)(&first[a], &others[b], dimensions, interiors);
            if (options->first.filters) {
                is_pair &= allows(&options->first.filters[a], &labels->filters[b]);
            }
            if (options->first.scenes) {
                is_pair &= options->first.scenes[a] == labels->scenes[b];
            }
            if (is_pair) {
                BroadleafPair pair = {a, b};
                expected.pairs[expected.count++] = pair;
            }
        }
    }
    return expected;
}

/* Every form of one answer. */
static void NAME(check_forms)(BroadleafFinder *finder, const BroadleafBoxes *first,
                              const BroadleafBoxes *second, BroadleafPairOptions options,
                              NAME(Expected) expected)
{
    size_t size = expected.count * sizeof(BroadleafPair), count;
    BroadleafPair *pairs = (BroadleafPair *)memory(size);
    for (uint32_t threads = 0; threads < 3; threads += 2) {
        for (uint32_t unsorted = 0; unsorted < 2; unsorted++) {
            BroadleafPairOptions other = options;
            other.threads = threads;
            other.flags |= unsorted ? BROADLEAF_UNSORTED : 0;
            OK(find_pairs(finder, first, second, &other, pairs, expected.count, &count));
            CHECK(count == expected.count);
            if (unsorted) {
                qsort(pairs, count, sizeof *pairs, compare_pairs);
            }
            CHECK(memcmp(pairs, expected.pairs, size) == 0);
            if (count > 0) {
                CHECK(find_pairs(finder, first, second, &other, pairs, count - 1, &count)
                      == BROADLEAF_TOO_SMALL);
                CHECK(count == expected.count);
                CHECK(find_pairs(finder, first, second, &other, NULL, 0, &count)
                      == BROADLEAF_TOO_SMALL);
                CHECK(count == expected.count);
            }
        }
    }
    uint64_t number;
    OK(second ? broadleaf_cross_pairs_count(finder, first, second, &options, &number)
              : broadleaf_self_pairs_count(finder, first, &options, &number));
    CHECK(number == expected.count);
    Collected collected = {pairs, 0, expected.count, SIZE_MAX};
    OK(second ? broadleaf_cross_pairs_visit(finder, first, second, &options, collect, &collected)
              : broadleaf_self_pairs_visit(finder, first, &options, collect, &collected));
    CHECK(collected.count == expected.count);
    qsort(pairs, expected.count, sizeof *pairs, compare_pairs);
    CHECK(memcmp(pairs, expected.pairs, size) == 0);
    free(pairs);
    free(expected.pairs);
}

static void NAME(check_pairs)(uint64_t *state, int scene, int dimensions, int layout)
{
    enum { COUNT = 150, OTHERS = 70 };
    NAME(Box) boxes[COUNT], others[OTHERS];
    BroadleafFilter filters[COUNT];
    uint32_t scenes[COUNT];
    for (int row = 0; row < COUNT; row++) {
        boxes[row] = NAME(random_box)(state, scene, dimensions);
        filters[row] = random_filter(state);
        scenes[row] = below(state, 3);
    }
    for (int row = 0; row < OTHERS; row++) {
        others[row] = NAME(random_box)(state, scene, dimensions);
    }
    NAME(Stored) first = NAME(store)(boxes, COUNT, dimensions, layout);
    NAME(Stored) second = NAME(store)(others, OTHERS, dimensions, 0);
    BroadleafFinder *finder;
    OK(broadleaf_finder_new(&finder));
    for (int variant = 0; variant < 4; variant++) {
        BroadleafPairOptions options = BROADLEAF_PAIR_OPTIONS;
        options.flags = variant == 1 ? BROADLEAF_INTERIORS : 0;
        options.first.filters = variant == 2 ? filters : NULL;
        options.first.scenes = variant == 3 ? scenes : NULL;
        BroadleafFinder *of_call = variant == 0 ? NULL : finder;
        NAME(check_forms)(of_call, &first.boxes, NULL, options,
                          NAME(all_pairs)(boxes, COUNT, NULL, 0, dimensions, &options));
        options.second = options.first;
        NAME(check_forms)(of_call, &first.boxes, &second.boxes, options,
                          NAME(all_pairs)(boxes, COUNT, others, OTHERS, dimensions, &options));
    }
    OK(broadleaf_finder_free(finder));
    free(first.bytes);
    free(second.bytes);
}
