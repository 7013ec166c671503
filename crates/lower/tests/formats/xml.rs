//! XML in the reference interpreter.

mod documents;

use crate::support::Codec;
use polywire_test_models::find;

fn again(codec: &Codec, text: &str) -> Result<String, String> {
    codec.again(text.as_bytes()).map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
}

fn codec(ty: &str, model: &str) -> Codec {
    Codec::new(&find(model).expect("a corner case").model, "xml", ty)
}

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

/// Reads a document and writes it again; both are given without the declaration.
fn check(codec: &Codec, given: &str, written: Result<&str, &str>) {
    let written = written.map(|text| format!("{DECLARATION}{text}")).map_err(str::to_owned);
    assert_eq!(again(codec, given), written, "{given}");
}

#[test]
fn maps_are_entries() {
    let maps = codec("corner.Maps", "maps");
    check(&maps, "<Maps/>", Ok("<Maps></Maps>"));
    let text = "<Maps><by_bool><key>true</key><value>3</value></by_bool><by_i32><key>-1</key><value>a</value></by_i32>\
                <by_text><key>k</key><value><x>1</x></value></by_text><counts><key></key><value>7</value></counts></Maps>";
    check(&maps, text, Ok(text));
    check(&maps, "<Maps><by_bool><key>true</key></by_bool></Maps>", Err("missing_field"));
    check(&maps, "<Maps><by_bool><key>true</key><key>1</key></by_bool></Maps>", Err("duplicate_field"));
}
