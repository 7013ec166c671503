#pragma once
#include <stddef.h>
typedef __polywire_char16_t char16_t;
typedef __polywire_char32_t char32_t;
