/* Structs of older and newer callers, versions and texts. */

#include "check.h"

/* The options of a caller that was compiled against a later header, with one member more. */
typedef struct Later {
    BroadleafBroadPhaseOptions known;
    uint64_t later;
} Later;

int main(void)
{
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", BROADLEAF_VERSION_MAJOR,
             BROADLEAF_VERSION_MINOR, BROADLEAF_VERSION_PATCH);
    CHECK(strcmp(version, broadleaf_version()) == 0);
    CHECK(broadleaf_abi_version() == BROADLEAF_ABI_VERSION);
    CHECK(strcmp(broadleaf_status_text(99), "unknown status") == 0);

    BroadleafError error;
    CHECK(broadleaf_last_error(NULL) == BROADLEAF_OK);
    CHECK(broadleaf_last_error(&error) == BROADLEAF_OK && error.row == BROADLEAF_NO_ROW);

    BroadleafBroadPhase *world;
    Later later = {BROADLEAF_BROAD_PHASE_OPTIONS, 0};
    later.known.size = sizeof later;
    OK(broadleaf_broad_phase_new(BROADLEAF_F32, 2, &later.known, &world));
    OK(broadleaf_broad_phase_free(world));
    later.later = 1;
    CHECK(broadleaf_broad_phase_new(BROADLEAF_F32, 2, &later.known, &world)
          == BROADLEAF_ERROR_OPTION);
    CHECK(world == NULL);
    later.known.size = sizeof later.known - 1;
    CHECK(broadleaf_broad_phase_new(BROADLEAF_F32, 2, &later.known, &world)
          == BROADLEAF_ERROR_OPTION);

    /* An answer for a caller with more members, which stay. */
    struct {
        BroadleafIndexInfo info;
        uint64_t later;
    } info = {{0, 0, 0, 0, 0, 0}, 7};
    info.info.size = sizeof info;
    BroadleafIndex *index;
    OK(broadleaf_index_new(BROADLEAF_BRUTE_FORCE, BROADLEAF_F64, 1, &index));
    OK(broadleaf_index_info(index, &info.info));
    CHECK(info.info.size == sizeof info && info.later == 7);
    CHECK(info.info.structure == BROADLEAF_BRUTE_FORCE && info.info.dimensions == 1);
    OK(broadleaf_index_free(index));

    /* Row, axis and value of an error. */
    float numbers[2][4] = {{0, 0, 1, 1}, {0, 5, 1, 4}};
    BroadleafBoxes boxes = {numbers, 2, 16, 8, BROADLEAF_F32, 2};
    uint64_t count = 9;
    CHECK(broadleaf_self_pairs_count(NULL, &boxes, NULL, &count) == BROADLEAF_ERROR_BOX);
    CHECK(count == 0);
    CHECK(broadleaf_last_error(&error) == BROADLEAF_ERROR_BOX);
    CHECK(error.row == 1 && error.axis == 1 && error.value == 5);
    printf("%s\n", error.text);
    numbers[1][3] = 5;
    OK(broadleaf_self_pairs_count(NULL, &boxes, NULL, &count));
    CHECK(broadleaf_last_error(NULL) == BROADLEAF_ERROR_BOX);

    /* Integers are in some builds. */
    int32_t integers[2][2] = {{0, 4}, {4, 9}};
    BroadleafBoxes of_integers = {integers, 2, 8, 4, BROADLEAF_I32, 1};
    BroadleafStatus status = broadleaf_self_pairs_count(NULL, &of_integers, NULL, &count);
    CHECK(status == BROADLEAF_ERROR_SCALAR || (status == BROADLEAF_OK && count == 1));
    printf("integers: %s\n", broadleaf_status_text(status));
    return 0;
}
