#pragma once
#include <stddef.h>
typedef __polywire_wint_t wint_t;
