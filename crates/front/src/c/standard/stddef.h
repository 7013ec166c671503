#pragma once
typedef __polywire_size_t size_t;
typedef __polywire_ptrdiff_t ptrdiff_t;
typedef __polywire_wchar_t wchar_t;
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
