/* All checks of one scalar, which this undefines for the next one. */

#include "scene.h"

#include "oracle_pairs.h"

#include "oracle_queries.h"

#include "oracle_index.h"

#include "oracle_broad_phase.h"

static void NAME(check_scenes)(uint64_t *state, int scenes, int dimensions)
{
    for (int scene = 0; scene < scenes; scene++) {
        for (int layout = 0; layout < NAME(LAYOUTS); layout++) {
            NAME(check_pairs)(state, scene, dimensions, layout);
        }
        NAME(check_indexes)(state, scene, dimensions, scene % NAME(LAYOUTS));
        for (uint32_t margin = 0; margin < 4; margin++) {
            NAME(check_broad_phase)(state, scene, dimensions, margin);
        }
    }
}

#undef SCALAR
#undef REAL
#undef ROOT
#undef SMALLEST
#undef LARGEST
#undef SCALAR_NUMBER
#undef NAME
