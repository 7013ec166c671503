#include <stdint.h>

enum quality { QUALITY_GOOD, QUALITY_DOUBTFUL };

struct reading {
    int64_t time;
    float celsius;
    unsigned humidity : 7;
    unsigned is_raining : 1;
    enum quality quality : 2;
};

/** What a weather station has measured. */
struct station {
    char name[12];
    uint32_t count;
    struct reading readings[];  /* polywire: count(count) */
};
