// 128-bit integers, where compilers support them: POLYWIRE_UINT128 is then defined.
#pragma once

#if defined(__SIZEOF_INT128__)
#define POLYWIRE_UINT128 1

namespace polywire::leaf::detail {
__extension__ using uint128 = unsigned __int128;
}

#else
#define POLYWIRE_UINT128 0
#endif
