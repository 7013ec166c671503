//! What is printed for a type: the rest stands in `polywire/bench`.

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
pub(super) fn codec(cpp: &Cpp, format: &str, borrows: bool) -> String {
    let Cpp { type_name, header, .. } = cpp;
    let subject = if borrows { "polywire::bench::borrowing<generated>" } else { "generated" };
    format!(
        "#include \"{header}.{format}.hpp\"\n#include \"{header}.{format}.validate.hpp\"\n\
         #include \"polywire/bench/generated.hpp\"\n\n#define POLYWIRE_BENCH_VERSION \"{}\"\n\
         POLYWIRE_BENCH_GENERATED({type_name}, {format})\nPOLYWIRE_BENCH_SUBJECT({type_name}, {subject})\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// Its variant whose texts are parts of the message.
pub(super) fn borrowed(cpp: &Cpp, format: &str) -> String {
    let (scope, name) = cpp.type_name.rsplit_once("::").unwrap_or(("", cpp.type_name));
    let header = cpp.header;
    format!(
        "#include \"{header}.borrowed.describe.hpp\"\n#include \"{header}.borrowed.{format}.hpp\"\n\
         #include \"polywire/bench/digest.hpp\"\n#include \"polywire/bench/generated.hpp\"\n\n\
         POLYWIRE_BENCH_BORROWED({scope}::borrowed::{name}, {format})\n"
    )
}
