//! Protobuf's text format in the reference interpreter.

use crate::support::Codec;
use polywire_test_models::find;

fn sheet(format: &str) -> Codec {
    Codec::new(&find("text_tokens").expect("a corner case").model, format, "corner.Sheet")
}

fn again(codec: &Codec, text: &str) -> Result<String, String> {
    codec.again(text.as_bytes()).map(|bytes| String::from_utf8(bytes).expect("ASCII"))
}

#[test]
fn lines_and_one_line() {
    let given = "inner < cells: [{ text: 'a' shades: PALE }, {}] >; Row { index: 0x10 }, count: -1 # one";
    let lines = "count: -1\nRow {\n  index: 16\n}\ninner {\n  cells {\n    text: \"a\"\n    shades: LIGHT\n  }\n  cells {\n  }\n}\n";
    assert_eq!(again(&sheet("protobuf_text"), given).as_deref(), Ok(lines));
    let line = "count: -1 Row { index: 16 } inner { cells { text: \"a\" shades: LIGHT } cells { } } ";
    assert_eq!(again(&sheet("protobuf_text_line"), given).as_deref(), Ok(line));
    assert_eq!(again(&sheet("protobuf_text"), line).as_deref(), Ok(lines));
}
