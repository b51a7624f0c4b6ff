/* A program that uses an installed library. */

#include <broadleaf.h>
#include <stdio.h>

int main(void)
{
    /* lower x, lower y, upper x, upper y */
    double numbers[3][4] = {{0, 0, 2, 2}, {5, 5, 6, 6}, {2, 1, 3, 3}};
    BroadleafBoxes boxes = {
        numbers, 3, sizeof numbers[0], 2 * sizeof(double), BROADLEAF_F64, 2,
    };
    BroadleafPair pairs[3];
    size_t count;
    if (broadleaf_self_pairs(NULL, &boxes, NULL, pairs, 3, &count) != BROADLEAF_OK) {
        return 1;
    }
    printf("broadleaf %s: %zu pair, %u and %u\n", broadleaf_version(), count,
           (unsigned)pairs[0].a, (unsigned)pairs[0].b);
    return count == 1 && pairs[0].a == 0 && pairs[0].b == 2 ? 0 : 1;
}
