/* Indexes against brute force. Included for each scalar, after `oracle_queries.h`. */

enum { NAME(IN_INDEX) = 120 };

/* Boxes with ids and categories, by ascending id. */
typedef struct NAME(Filled) {
    NAME(Box) boxes[NAME(IN_INDEX)];
    uint64_t ids[NAME(IN_INDEX)];
    uint32_t narrow[NAME(IN_INDEX)], categories[NAME(IN_INDEX)];
    unsigned char seen[NAME(IN_INDEX)];
} NAME(Filled);

static void NAME(fill)(NAME(Filled) *filled, uint64_t *state, int scene, int dimensions)
{
    for (uint32_t row = 0; row < NAME(IN_INDEX); row++) {
        filled->boxes[row] = NAME(random_box)(state, scene, dimensions);
        filled->ids[row] = filled->narrow[row] = 3 * row + below(state, 3);
        filled->categories[row] = below(state, 8);
        filled->seen[row] = 1;
    }
}

/* What an index says about itself, and the pairs within. */
static void NAME(check_content)(const BroadleafIndex *index, const NAME(Filled) *filled,
                                int dimensions, uint32_t structure)
{
    BroadleafIndexInfo info;
    info.size = sizeof info;
    OK(broadleaf_index_info(index, &info));
    CHECK(info.count == NAME(IN_INDEX) && info.structure == structure);
    CHECK(info.scalar == SCALAR_NUMBER && info.dimensions == (uint32_t)dimensions);
    uint32_t ids[NAME(IN_INDEX)];
    size_t count;
    OK(broadleaf_index_ids(index, ids, NAME(IN_INDEX), &count));
    CHECK(count == NAME(IN_INDEX) && memcmp(ids, filled->narrow, sizeof ids) == 0);
    SCALAR numbers[NAME(IN_INDEX) * 6];
    NAME(Box) boxes[NAME(IN_INDEX)], around = filled->boxes[0], bounds;
    OK(broadleaf_index_boxes(index, ids, count, numbers, sizeof numbers));
    NAME(load)(numbers, boxes, count, dimensions);
    for (size_t row = 0; row < count; row++) {
        for (int axis = 0; axis < dimensions; axis++) {
            const NAME(Box) *box = &filled->boxes[row];
            CHECK(boxes[row].lower[axis] == box->lower[axis]);
            CHECK(boxes[row].upper[axis] == box->upper[axis]);
            around.lower[axis] = box->lower[axis] < around.lower[axis] ? box->lower[axis]
                                                                       : around.lower[axis];
            around.upper[axis] = box->upper[axis] > around.upper[axis] ? box->upper[axis]
                                                                       : around.upper[axis];
        }
    }
    OK(broadleaf_index_bounds(index, numbers, sizeof numbers, &count));
    NAME(load)(numbers, &bounds, 1, dimensions);
    CHECK(count == 1 && NAME(contains)(&bounds, &around, dimensions));
    CHECK(NAME(contains)(&around, &bounds, dimensions));
    for (uint32_t flags = 0; flags < 2; flags++) {
        BroadleafPairOptions options = BROADLEAF_PAIR_OPTIONS;
        options.flags = flags;
        NAME(Expected) expected = NAME(all_pairs)(filled->boxes, NAME(IN_INDEX), NULL, 0,
                                                  dimensions, &options);
        BroadleafPair *pairs = (BroadleafPair *)memory(expected.count * sizeof *pairs);
        OK(broadleaf_index_pairs(index, NULL, flags, pairs, expected.count, &count));
        CHECK(count == expected.count);
        for (size_t row = 0; row < count; row++) {
            CHECK(pairs[row].a == filled->narrow[expected.pairs[row].a]);
            CHECK(pairs[row].b == filled->narrow[expected.pairs[row].b]);
        }
        free(pairs);
        free(expected.pairs);
    }
}

/* The pairs between two indexes. */
static void NAME(check_cross)(const BroadleafIndex *first, const NAME(Filled) *of_first,
                              const BroadleafIndex *second, const NAME(Filled) *of_second,
                              int dimensions)
{
    BroadleafPairOptions options = BROADLEAF_PAIR_OPTIONS;
    NAME(Expected) expected = NAME(all_pairs)(of_first->boxes, NAME(IN_INDEX), of_second->boxes,
                                              NAME(IN_INDEX), dimensions, &options);
    BroadleafPair *pairs = (BroadleafPair *)memory(expected.count * sizeof *pairs);
    size_t count;
    OK(broadleaf_index_pairs(first, second, 0, pairs, expected.count, &count));
    CHECK(count == expected.count);
    for (size_t row = 0; row < count; row++) {
        CHECK(pairs[row].a == of_first->narrow[expected.pairs[row].a]);
        CHECK(pairs[row].b == of_second->narrow[expected.pairs[row].b]);
    }
    free(pairs);
    free(expected.pairs);
}

/* All queries, of all boxes and of some categories. */
static void NAME(check_index)(const BroadleafIndex *index, NAME(Filled) *filled, uint64_t *state,
                              int scene, int dimensions, uint32_t structure)
{
    NAME(check_content)(index, filled, dimensions, structure);
    NAME(Content) content = {{index, NULL},       filled->boxes, filled->ids, filled->seen,
                             NAME(IN_INDEX), dimensions};
    for (uint32_t mask = UINT32_MAX; mask; mask = mask == UINT32_MAX ? 2 : 0) {
        BroadleafQueryOptions options = BROADLEAF_QUERY_OPTIONS;
        options.mask = mask;
        for (size_t row = 0; row < NAME(IN_INDEX); row++) {
            filled->seen[row] = mask == UINT32_MAX || (filled->categories[row] & mask) != 0;
        }
        NAME(check_queries)(&content, options, state, scene);
    }
}

static BroadleafIndex *NAME(packed)(const NAME(Filled) *filled, int dimensions, int layout,
                                    uint32_t order)
{
    NAME(Stored) stored = NAME(store)(filled->boxes, NAME(IN_INDEX), dimensions, layout);
    BroadleafBuildOptions options = BROADLEAF_BUILD_OPTIONS;
    options.order = order;
    options.categories = filled->categories;
    BroadleafIndex *index;
    OK(broadleaf_index_build(&stored.boxes, filled->narrow, &options, &index));
    free(stored.bytes);
    return index;
}

/* The bytes of a tree at an odd address, copied and not. */
static void NAME(check_bytes)(const BroadleafIndex *index, NAME(Filled) *filled, uint64_t *state,
                              int scene, int dimensions)
{
    const void *bytes;
    size_t size;
    OK(broadleaf_index_bytes(index, &bytes, &size));
    unsigned char *copy = (unsigned char *)memory(size + 1);
    memcpy(copy + 1, bytes, size);
    BroadleafIndex *mapped, *copied;
    OK(broadleaf_index_from_mapped(copy + 1, size, &mapped));
    OK(broadleaf_index_from_bytes(copy + 1, size, &copied));
    NAME(check_index)(mapped, filled, state, scene, dimensions, BROADLEAF_PACKED_TREE);
    NAME(check_content)(copied, filled, dimensions, BROADLEAF_PACKED_TREE);
    OK(broadleaf_index_free(mapped));
    free(copy);
    NAME(check_content)(copied, filled, dimensions, BROADLEAF_PACKED_TREE);
    OK(broadleaf_index_free(copied));
}

/* An index whose boxes came, moved and left. */
static BroadleafIndex *NAME(changed)(NAME(Filled) *filled, uint64_t *state, int scene,
                                     int dimensions, uint32_t structure)
{
    BroadleafIndex *index;
    OK(broadleaf_index_new(structure, SCALAR_NUMBER, (uint32_t)dimensions, &index));
    NAME(Stored) stored = NAME(store)(filled->boxes, NAME(IN_INDEX), dimensions, 1);
    OK(broadleaf_index_insert(index, &stored.boxes, filled->narrow, filled->categories));
    OK(broadleaf_index_remove(index, filled->narrow + 10, 30));
    OK(broadleaf_index_optimize(index));
    free(stored.bytes);
    for (int row = 0; row < 60; row++) {
        filled->boxes[row] = NAME(random_box)(state, scene, dimensions);
    }
    stored = NAME(store)(filled->boxes + 10, 30, dimensions, 2);
    CHECK(broadleaf_index_move(index, &stored.boxes, filled->narrow + 10) == BROADLEAF_ERROR_ID);
    OK(broadleaf_index_insert(index, &stored.boxes, filled->narrow + 10,
                              filled->categories + 10));
    free(stored.bytes);
    stored = NAME(store)(filled->boxes, 60, dimensions, 3);
    OK(broadleaf_index_move(index, &stored.boxes, filled->narrow));
    CHECK(broadleaf_index_insert(index, &stored.boxes, filled->narrow, NULL)
          == BROADLEAF_ERROR_ID);
    free(stored.bytes);
    return index;
}

static void NAME(check_indexes)(uint64_t *state, int scene, int dimensions, int layout)
{
    NAME(Filled) filled, others;
    NAME(fill)(&filled, state, scene, dimensions);
    NAME(fill)(&others, state, scene, dimensions);
    uint32_t order = (uint32_t)layout % 2;
    BroadleafIndex *tree = NAME(packed)(&filled, dimensions, layout, order);
    NAME(check_index)(tree, &filled, state, scene, dimensions, BROADLEAF_PACKED_TREE);
    NAME(check_bytes)(tree, &filled, state, scene, dimensions);
    for (uint32_t structure = 2; structure <= 4; structure++) {
        BroadleafIndex *index = NAME(changed)(&others, state, scene, dimensions, structure);
        NAME(check_index)(index, &others, state, scene, dimensions, structure);
        NAME(check_cross)(tree, &filled, index, &others, dimensions);
        NAME(check_cross)(index, &others, tree, &filled, dimensions);
        OK(broadleaf_index_free(index));
    }
    OK(broadleaf_index_free(tree));
}
