// The namespace of generated types.
#pragma once

// The types of a package `trade` are in the inline namespace `trade::polywire_types`. So a program
// can use the name `trade::Account`, and can be linked with another `trade::Account`. A translation
// unit that includes both defines POLYWIRE_QUALIFIED_TYPES before the generated headers: then
// `trade::Account` is the other type, and `trade::polywire_types::Account` is ours.
#ifdef POLYWIRE_QUALIFIED_TYPES
#define POLYWIRE_TYPES_BEGIN namespace polywire_types {
#else
#define POLYWIRE_TYPES_BEGIN inline namespace polywire_types {
#endif
#define POLYWIRE_TYPES_END }
