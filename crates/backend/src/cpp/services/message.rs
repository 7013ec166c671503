//! How the library sends and receives a struct.

use super::super::names::TypeName;
use polywire_srcgen::Source;

/// Prints it. Services of several files can have the same messages, and a program may include all of them.
pub(super) fn print(out: &mut Source, name: &TypeName, format: &str) {
    let qualified = name.qualified();
    let mark = format!("POLYWIRE_GRPC_MESSAGE{}_BY_{format}", qualified.replace("::", "_"));
    out.blank();
    out.line(format!("#ifndef {mark}"));
    out.line(format!("#define {mark}"));
    out.line(format!("POLYWIRE_GRPC_MESSAGE({qualified}, ::polywire::{format});"));
    out.line("#endif");
}
