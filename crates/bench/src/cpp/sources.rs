//! Prints sources for a type; everything that does not depend on the type is in `polywire/bench`.

use super::Cpp;

/// The harness.
pub(super) fn main(cpp: &Cpp) -> String {
    let Cpp { type_name, header, images, .. } = cpp;
    format!(
        "#include \"{header}.describe.hpp\"\n#include \"{header}.{images}.hpp\"\n#include \"polywire/bench/generated.hpp\"\n\
         #include \"polywire/bench/main.hpp\"\n\nPOLYWIRE_BENCH_IMAGES({type_name}, {images})\n\n\
         int main(int argc, char** argv) {{\n  return polywire::bench::run<{type_name}, images>(argc, argv);\n}}\n"
    )
}

/// A generated codec.
pub(super) fn codec(cpp: &Cpp, format: &str, variants: &[Variant]) -> String {
    let Cpp { type_name, header, .. } = cpp;
    let wrap = |inner: String, variant: &Variant| format!("polywire::bench::{}<{inner}>", variant.wrapper);
    let subject = variants.iter().fold("generated".to_owned(), wrap);
    format!(
        "#include \"{header}.{format}.hpp\"\n#include \"{header}.{format}.validate.hpp\"\n\
         #include \"polywire/bench/generated.hpp\"\n\n#define POLYWIRE_BENCH_VERSION \"{}\"\n\
         POLYWIRE_BENCH_GENERATED({type_name}, {format})\nPOLYWIRE_BENCH_SUBJECT({type_name}, {subject})\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// An alternative way to read messages of a format, in its own translation unit.
pub(super) struct Variant {
    /// The template that wraps a codec with it.
    wrapper: &'static str,
    /// The name of the translation unit.
    pub file: &'static str,
    /// The suffix of the header's name, in place of that of the types' header. The variant exists if that header does.
    pub header: fn(&str) -> String,
    /// The translation unit's text.
    pub source: fn(&Cpp, &str) -> String,
}

pub(super) const VARIANTS: [Variant; 2] = [
    Variant {
        wrapper: "borrowing",
        file: "borrowed.cpp",
        header: |format| format!("borrowed.{format}.hpp"),
        source: borrowed,
    },
    Variant { wrapper: "viewing", file: "viewed.cpp", header: |format| format!("{format}.view.hpp"), source: viewed },
];

fn viewed(cpp: &Cpp, format: &str) -> String {
    let Cpp { type_name, header, .. } = cpp;
    format!(
        "#include \"{header}.{format}.view.hpp\"\n#include \"polywire/bench/digest.hpp\"\n\
         #include \"polywire/bench/generated.hpp\"\n\nPOLYWIRE_BENCH_VIEWED({type_name}, {format})\n"
    )
}

fn borrowed(cpp: &Cpp, format: &str) -> String {
    let (scope, name) = cpp.type_name.rsplit_once("::").unwrap_or(("", cpp.type_name));
    let header = cpp.header;
    format!(
        "#include \"{header}.borrowed.describe.hpp\"\n#include \"{header}.borrowed.{format}.hpp\"\n\
         #include \"polywire/bench/digest.hpp\"\n#include \"polywire/bench/generated.hpp\"\n\n\
         POLYWIRE_BENCH_BORROWED({scope}::borrowed::{name}, {format})\n"
    )
}
