// The namespace of generated types.
#pragma once

// The types of a package `trade` are in `trade::polywire_types`, which is inline: a program writes
// `trade::Account`, and can be linked with another `trade::Account`. A translation unit that uses
// both defines POLYWIRE_QUALIFIED_TYPES before it includes generated headers: there,
// `trade::Account` is the other one, and `trade::polywire_types::Account` is ours.
#ifdef POLYWIRE_QUALIFIED_TYPES
#define POLYWIRE_TYPES_BEGIN namespace polywire_types {
#else
#define POLYWIRE_TYPES_BEGIN inline namespace polywire_types {
#endif
#define POLYWIRE_TYPES_END }
