#pragma once
typedef __polywire_int8_t int8_t;
typedef __polywire_int16_t int16_t;
typedef __polywire_int32_t int32_t;
typedef __polywire_int64_t int64_t;
typedef __polywire_uint8_t uint8_t;
typedef __polywire_uint16_t uint16_t;
typedef __polywire_uint32_t uint32_t;
typedef __polywire_uint64_t uint64_t;
typedef __polywire_int_least8_t int_least8_t;
typedef __polywire_int_least16_t int_least16_t;
typedef __polywire_int_least32_t int_least32_t;
typedef __polywire_int_least64_t int_least64_t;
typedef __polywire_uint_least8_t uint_least8_t;
typedef __polywire_uint_least16_t uint_least16_t;
typedef __polywire_uint_least32_t uint_least32_t;
typedef __polywire_uint_least64_t uint_least64_t;
typedef __polywire_int_fast8_t int_fast8_t;
typedef __polywire_int_fast16_t int_fast16_t;
typedef __polywire_int_fast32_t int_fast32_t;
typedef __polywire_int_fast64_t int_fast64_t;
typedef __polywire_uint_fast8_t uint_fast8_t;
typedef __polywire_uint_fast16_t uint_fast16_t;
typedef __polywire_uint_fast32_t uint_fast32_t;
typedef __polywire_uint_fast64_t uint_fast64_t;
typedef __polywire_intptr_t intptr_t;
typedef __polywire_uintptr_t uintptr_t;
typedef __polywire_intmax_t intmax_t;
typedef __polywire_uintmax_t uintmax_t;
#define INT8_MIN (-127 - 1)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT_LEAST8_MIN (-127 - 1)
#define INT_LEAST8_MAX 127
#define UINT_LEAST8_MAX 255
#define INT8_C(value) value
#define UINT8_C(value) value
#define INT16_MIN (-32767 - 1)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT_LEAST16_MIN (-32767 - 1)
#define INT_LEAST16_MAX 32767
#define UINT_LEAST16_MAX 65535
#define INT16_C(value) value
#define UINT16_C(value) value
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT_LEAST32_MIN (-2147483647 - 1)
#define INT_LEAST32_MAX 2147483647
#define UINT_LEAST32_MAX 4294967295U
#define INT32_C(value) value
#define UINT32_C(value) value ## U
#define INT64_MIN (-9223372036854775807LL - 1)
#define INT64_MAX 9223372036854775807LL
#define UINT64_MAX 18446744073709551615ULL
#define INT_LEAST64_MIN (-9223372036854775807LL - 1)
#define INT_LEAST64_MAX 9223372036854775807LL
#define UINT_LEAST64_MAX 18446744073709551615ULL
#define INT64_C(value) value ## LL
#define UINT64_C(value) value ## ULL
#define INTMAX_MIN INT64_MIN
#define INTMAX_MAX INT64_MAX
#define UINTMAX_MAX UINT64_MAX
#define INTMAX_C(value) value ## LL
#define UINTMAX_C(value) value ## ULL
