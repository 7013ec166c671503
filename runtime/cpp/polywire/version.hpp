// The version of this runtime. Generated code asserts the major version for which it was generated.
#pragma once

namespace polywire {

inline constexpr int major_version = 1;
inline constexpr int minor_version = 0;

}  // namespace polywire
