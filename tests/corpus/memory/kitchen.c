/* The structs of the test model memory_kitchen, with values. Compilers place them in sections of their own, of which the bytes of
   tests/cases/memory_kitchen*.json are copies. */

#define AT(name) __attribute__((section(name)))

enum __attribute__((packed)) colour { RED, GREEN, BLUE = 5 };
enum wide_colour { WIDE_RED, WIDE_GREEN, WIDE_BLUE = 5 };
enum mood { CALM, WILD = -3 };

struct point {
    short x;
    int y;
};

struct numbers {
    _Bool flag;
    char letter;
    short small;
    long big;
    __SIZE_TYPE__ size;
    float ratio;
    double precise;
    long double long_double;
    __int128 wide;
    enum colour colour;
    enum mood mood;
    unsigned short matrix[2][3];
    unsigned char bytes[3];
};

#define BITS                                                                                                          \
    unsigned low : 3;                                                                                                 \
    int number : 5;                                                                                                   \
    _Bool is_set : 1;                                                                                                 \
    unsigned : 2;                                                                                                     \
    enum wide_colour colour : 3;                                                                                      \
    long long long_one : 64;                                                                                          \
    unsigned long long across : 50;                                                                                   \
    signed char plain;                                                                                                \
    unsigned short : 0;                                                                                               \
    unsigned char last : 2;

struct bits {
    BITS
};

struct __attribute__((packed)) packed {
    BITS
};

struct texts {
    char full[4];
    char padded[5];
    char terminated[6];
    unsigned short used;
    char counted[7];
    signed char octets;
    unsigned char bytes[4];
    char names[2][3];
};

union shape {
    struct point dot;
    double radius;
    char code[3];
    int level : 5;
};

struct drawing {
    unsigned char kind;
    int count;
    struct point points[3];
    union shape shape;
    struct {
        char inner;
        double deep;
    };
    union {
        long number;
        unsigned char octet;
    } raw;
    struct point corners[2];
};

union reading {
    short level;
    char code[3];
    struct point place;
};

struct sample {
    signed char kind;
    union reading reading;
};

struct grown {
    unsigned length;
    short version;
    short first;
    double second;
};

struct path {
    unsigned short count;
    unsigned char kind;
    struct point points[];
};

struct letter {
    unsigned length;
    unsigned char count;
    char text[];
};

const struct numbers numbers AT(".num") = {1,       'x',    -2, -300000, 70000, 1.5f, -0.25, 1.0L / 3 * 0 + 0.625L, -5, BLUE, WILD,
                                           {{1, 2, 3}, {4, 5, 60000}}, {9, 8, 7}};
const struct bits bits AT(".bits") = {5, -7, 1, WIDE_BLUE, -2, 0x2345678901234, -9, 3};
const struct packed packed AT(".packed") = {5, -7, 1, WIDE_BLUE, -2, 0x2345678901234, -9, 3};
const struct texts texts AT(".texts") = {"full", "ab   ", "three", 5, "fi\0ve", 3, {1, 0, 3}, {"abc", "d"}};
const struct drawing dot AT(".dot") = {2, 2, {{1, -1}, {2, -2}}, {.dot = {7, 8}}, {'i', 0.5}, {.octet = 255}, {{3, 4}, {5, 6}}};
const struct drawing radius AT(".radius") = {7, 0, {{0}}, {.radius = 2.5}, {0}, {.number = 1}, {{0}}};
const struct drawing code AT(".code") = {9, 3, {{1, 1}, {2, 2}, {3, 3}}, {.code = "abc"}, {0}, {0}, {{0}}};
const struct drawing level AT(".level") = {11, 0, {{0}}, {.level = -3}, {0}, {0}, {{0}}};
const struct drawing none AT(".none") = {0};
const struct sample first AT(".first") = {-1, {.level = -7}};
const struct sample second AT(".second") = {2, {.level = 300}};
const struct sample known AT(".known") = {5, {.code = "xyz"}};
const struct sample other AT(".other") = {-100, {.place = {1, -2}}};
const struct grown grown AT(".grown") = {sizeof(struct grown), 2, -1, 1.5};
const struct path path AT(".path") = {2, 9, {{1, 2}, {3, -4}}};
const struct letter letter AT(".letter") = {9, 4, "a\0bc"};
