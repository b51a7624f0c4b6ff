/*
 * Scenes of boxes of one scalar, and what every answer about them must be. Included for each
 * scalar, with SCALAR, REAL (the type of distances), ROOT, SMALLEST, LARGEST, SCALAR_NUMBER and
 * NAME(x) defined.
 */

/* A box of up to three axes. */
typedef struct NAME(Box) {
    SCALAR lower[3], upper[3];
} NAME(Box);

enum { NAME(SCENES) = 5 };

/* A random number of a scene, a multiple of an eighth or of the smallest number. */
static SCALAR NAME(coordinate)(uint64_t *state, int scene)
{
    switch (scene) {
    case 1: /* a grid, where many boxes touch */
        return (SCALAR)below(state, 6);
    case 3:
        return (SCALAR)((int)below(state, 60) - 30) * SMALLEST;
    default:
        return (SCALAR)((int)below(state, 640) - 320) / 8;
    }
}

static SCALAR NAME(length)(uint64_t *state, int scene)
{
    switch (scene) {
    case 1:
        return 1;
    case 3:
        return (SCALAR)below(state, 12) * SMALLEST;
    case 4: /* points and flat boxes */
        return below(state, 3) ? 0 : 3;
    default:
        return (SCALAR)below(state, 100) / 8;
    }
}

static NAME(Box) NAME(random_box)(uint64_t *state, int scene, int dimensions)
{
    NAME(Box) box;
    memset(&box, 0, sizeof box);
    for (int axis = 0; axis < dimensions; axis++) {
        box.lower[axis] = NAME(coordinate)(state, scene);
        box.upper[axis] = box.lower[axis] + NAME(length)(state, scene);
        if (scene == 2 && below(state, 6) == 0) {
            box.upper[axis] = (SCALAR)LARGEST;
        }
        if (scene == 2 && below(state, 6) == 0) {
            box.lower[axis] = (SCALAR)-LARGEST;
        }
    }
    return box;
}

static int NAME(overlap)(const NAME(Box) *a, const NAME(Box) *b, int dimensions, int interiors)
{
    for (int axis = 0; axis < dimensions; axis++) {
        if (!(a->lower[axis] <= b->upper[axis] && b->lower[axis] <= a->upper[axis])) {
            return 0;
        }
        /* Each begins below where the other ends. */
        if (interiors
            && !(a->lower[axis] < b->upper[axis] && b->lower[axis] < a->upper[axis])) {
            return 0;
        }
    }
    return 1;
}

static int NAME(contains)(const NAME(Box) *a, const NAME(Box) *b, int dimensions)
{
    for (int axis = 0; axis < dimensions; axis++) {
        if (!(a->lower[axis] <= b->lower[axis] && b->upper[axis] <= a->upper[axis])) {
            return 0;
        }
    }
    return 1;
}

/* Whether a box is in a window, by the flags of the query. */
static int NAME(in_window)(const NAME(Box) *window, const NAME(Box) *box, int dimensions,
                           uint32_t flags)
{
    if (flags & BROADLEAF_CONTAINED && !NAME(contains)(window, box, dimensions)) {
        return 0;
    }
    return NAME(overlap)(window, box, dimensions, (flags & BROADLEAF_INTERIORS) != 0);
}

static REAL NAME(distance)(const NAME(Box) *a, const NAME(Box) *b, int dimensions)
{
    REAL sum = 0;
    for (int axis = 0; axis < dimensions; axis++) {
        REAL gap = 0;
        if (a->upper[axis] < b->lower[axis]) {
            gap = (REAL)b->lower[axis] - (REAL)a->upper[axis];
        } else if (b->upper[axis] < a->lower[axis]) {
            gap = (REAL)a->lower[axis] - (REAL)b->upper[axis];
        }
        sum += gap * gap;
    }
    return ROOT(sum);
}

/* The parameter at which a moving box first touches a box; below 0 if it never does. */
static REAL NAME(reach)(const NAME(Box) *start, const REAL *direction, REAL length,
                        const NAME(Box) *box, int dimensions)
{
    REAL first = 0, last = length;
    for (int axis = 0; axis < dimensions; axis++) {
        REAL ahead = (REAL)box->lower[axis] - (REAL)start->upper[axis];
        REAL behind = (REAL)box->upper[axis] - (REAL)start->lower[axis];
        REAL way = direction[axis];
        if (way == 0) {
            if (ahead > 0 || behind < 0) {
                return -1;
            }
            continue;
        }
        REAL near = (way > 0 ? ahead : behind) / way;
        REAL far = (way > 0 ? behind : ahead) / way;
        first = near > first ? near : first;
        last = far < last ? far : last;
    }
    return first <= last ? first : -1;
}

/* Boxes in memory of one of several layouts. */
typedef struct NAME(Stored) {
    unsigned char *bytes;
    BroadleafBoxes boxes;
} NAME(Stored);

enum { NAME(LAYOUTS) = 4 };

/* Copies boxes into memory that ends with the last number of the last box. */
static NAME(Stored) NAME(store)(const NAME(Box) *boxes, size_t count, int dimensions, int layout)
{
    size_t number = sizeof(SCALAR), corner = number * (size_t)dimensions;
    /* Dense; pairs of four numbers; between other members; the upper corner far behind. */
    size_t uppers[] = {corner, 4 * number, corner + number, 7 * number};
    size_t strides[] = {2 * corner, 8 * number, 11 * number, 12 * number};
    size_t upper = uppers[layout], stride = strides[layout];
    size_t size = count ? (count - 1) * stride + upper + corner : 0;
    NAME(Stored) stored = {(unsigned char *)memory(size),
                           {NULL, count, stride, upper, SCALAR_NUMBER, (uint32_t)dimensions}};
    stored.boxes.data = stored.bytes;
    memset(stored.bytes, 0xff, size);
    for (size_t row = 0; row < count; row++) {
        memcpy(stored.bytes + row * stride, boxes[row].lower, corner);
        memcpy(stored.bytes + row * stride + upper, boxes[row].upper, corner);
    }
    return stored;
}

/* Reads boxes that the library wrote. */
static void NAME(load)(const SCALAR *numbers, NAME(Box) *boxes, size_t count, int dimensions)
{
    for (size_t row = 0; row < count; row++) {
        size_t corner = (size_t)dimensions;
        memset(&boxes[row], 0, sizeof boxes[row]);
        memcpy(boxes[row].lower, numbers + 2 * corner * row, corner * sizeof(SCALAR));
        memcpy(boxes[row].upper, numbers + 2 * corner * row + corner, corner * sizeof(SCALAR));
    }
}
