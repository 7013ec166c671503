//! The codes of errors have the same numbers, names and messages in the runtimes.

use polywire_ir::ErrorCode;

/// The IR uses the enum of the runtime for Rust. Erlang has atoms of the same names, which generated code contains.
#[test]
fn cpp_has_the_same_codes() {
    // Long messages are on lines of their own.
    let header = include_str!("../../../runtime/cpp/polywire/error.hpp").replace(":\n      return", ": return");
    let numbered =
        |line: &str| line.trim().strip_suffix(',').and_then(|line| Some(line.split_once(" = ")?.1.parse::<u8>().ok()));
    let numbers = header.lines().filter(|line| numbered(line).flatten().is_some()).count();
    // `none` is no error.
    assert_eq!(numbers, ErrorCode::ALL.len() + 1);
    for code in ErrorCode::ALL {
        let (name, number, message) = (code.name(), *code as u8, code.message());
        for expected in [
            format!("  {name} = {number},\n"),
            format!("case error_code::{name}: return \"{name}\";\n"),
            format!("case error_code::{name}: return \"{message}\";\n"),
        ] {
            assert!(header.contains(&expected), "error.hpp has no `{}`", expected.trim());
        }
    }
}
