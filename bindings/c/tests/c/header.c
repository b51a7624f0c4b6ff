/* The header, alone, and what its macros make. */

#include "broadleaf.h"

int main(void)
{
    BroadleafFilter filter = BROADLEAF_FILTER_ALL;
    BroadleafPairOptions pairs = BROADLEAF_PAIR_OPTIONS;
    BroadleafQueryOptions query = BROADLEAF_QUERY_OPTIONS;
    BroadleafBuildOptions build = BROADLEAF_BUILD_OPTIONS;
    BroadleafBroadPhaseOptions broad_phase = BROADLEAF_BROAD_PHASE_OPTIONS;
    BroadleafProxyOptions proxy = BROADLEAF_PROXY_OPTIONS;
    BroadleafStepOptions step = BROADLEAF_STEP_OPTIONS;
    BroadleafEvents events = BROADLEAF_EVENTS;
    query.filter = &filter;
    return (int)(pairs.threads + query.threads + build.threads + step.threads + broad_phase.margin
                 + proxy.mobility + events.begun_count);
}
