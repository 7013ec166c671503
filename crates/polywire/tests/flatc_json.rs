//! The dialect of JSON that flatc reads and writes, without a schema, compared with flatc.

use polywire::untyped::Converter;
use polywire::{format, without_schema};
use polywire_ir::ErrorCode;
use std::path::PathBuf;
use std::process::Command;

fn convert(from: &str, to: &str, message: &[u8]) -> Result<Vec<u8>, (ErrorCode, usize)> {
    let format = |name| format(name).or(without_schema(name)).expect("a format");
    let mut output = Vec::new();
    let converted = Converter::between(format(from), format(to)).expect("no schema").convert(message, &mut output);
    converted.map(|_| output).map_err(|refusal| (refusal.failure.code, refusal.failure.offset))
}

fn text(from: &str, to: &str, message: &[u8]) -> String {
    String::from_utf8(convert(from, to, message).expect("a message")).expect("UTF-8")
}

/// A text of the dialect, and the same in JSON. flatc 25.12.19 accepts each.
const PAIRS: [(&str, &str); 18] = [
    ("{a:1,b:[1,2,],}", r#"{"a":1,"b":[1,2]}"#),
    ("// c\n{ /* x */ a_1 /* y */ : 1 } // d", r#"{"a_1":1}"#),
    ("['a','b\\'\"']", r#"["a","b'\""]"#),
    (
        "[nan, inf, -inf, infinity]",
        r#"[{"$float":"NaN"},{"$float":"Infinity"},{"$float":"-Infinity"},{"$float":"Infinity"}]"#,
    ),
    ("[+1, .5, 5., 1e3, 01, -0.50]", "[1,0.5,5.0,1e3,1,-0.50]"),
    ("[0x1F, -0x10]", "[31,-16]"),
    (r#"["\x41"]"#, r#"["\u0041"]"#),
    ("{null:null,true:true,nan:1}", r#"{"null":null,"true":true,"nan":1}"#),
    (r#"{"a b":1}"#, r#"{"a b":1}"#),
    ("[]", "[]"),
    ("{}", "{}"),
    ("'x'", r#""x""#),
    ("1", "1"),
    ("[[1,],]", "[[1]]"),
    ("{a:{b:{},},}", r#"{"a":{"b":{}}}"#),
    ("[1, // one\n 2, // two\n]", "[1,2]"),
    ("[\"//\", \"/*\"]", r#"["//","/*"]"#),
    ("{_:\"\\u00e9\"}", r#"{"_":"\u00e9"}"#),
];

#[test]
fn the_dialect_is_read_as_json() {
    for (dialect, json) in PAIRS {
        assert_eq!(text("json_flatc", "json", dialect.as_bytes()), json, "{dialect}");
    }
}

#[test]
fn errors_are_reported_with_their_place() {
    let cases = [
        ("[1 2]", ErrorCode::Syntax, 3),
        ("[1,,2]", ErrorCode::Syntax, 3),
        ("[,]", ErrorCode::Syntax, 1),
        ("[/* a */ Green]", ErrorCode::Syntax, 9),
        ("{a:1, b 2}", ErrorCode::Syntax, 6),
        ("{a-b:1}", ErrorCode::Syntax, 1),
        ("[1, /* a", ErrorCode::Unterminated, 4),
        ("[1, / 2]", ErrorCode::Syntax, 4),
        ("['a\"]", ErrorCode::Truncated, 5),
        ("[-]", ErrorCode::Syntax, 1),
        ("[1e999]", ErrorCode::OutOfRange, 1),
        ("{a:1} {b:2}", ErrorCode::TrailingBytes, 6),
        ("{ 'a' : [ 1 , }", ErrorCode::Syntax, 14),
    ];
    for (dialect, code, offset) in cases {
        assert_eq!(convert("json_flatc", "flexbuffers", dialect.as_bytes()).err(), Some((code, offset)), "{dialect}");
    }
}

#[test]
fn the_dialect_is_written_without_unneeded_quotes() {
    let json = br#"{"a":[1,{"$float":"NaN"}],"b c":{"$bin":"AQI="},"_x9":{},"9":"\u00e9"}"#;
    let expected = "{\n  a: [\n    1,\n    nan\n  ],\n  \"b c\": {\n    \"$bin\": \"AQI=\"\n  },\n  _x9: {},\n  \"9\": \"\\u00e9\"\n}";
    assert_eq!(text("json", "json_flatc", json), expected);
    assert_eq!(text("json_flatc", "json", expected.as_bytes()).as_bytes(), json);
}

/// flatc makes the same buffers of the dialect, and reads what is written. It reads hexadecimal integers as 0.
#[test]
fn flatc_agrees() {
    let flatc = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../build/oracles/bin/flatc");
    if !flatc.exists() {
        return polywire_oracles::absent("flatc", "scripts/oracles");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let texts: Vec<String> = PAIRS
        .iter()
        .filter(|(dialect, _)| !dialect.contains("0x"))
        .flat_map(|(dialect, json)| [(*dialect).to_owned(), text("json", "json_flatc", json.as_bytes())])
        .collect();
    let names: Vec<String> = (0..texts.len()).map(|index| format!("{index}.json")).collect();
    names.iter().zip(&texts).for_each(|(name, text)| std::fs::write(folder.path().join(name), text).expect("a file"));
    let done = Command::new(flatc).args(["--flexbuffers", "--binary"]).args(&names).current_dir(folder.path()).output();
    let done = done.expect("flatc runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    for (index, dialect) in texts.iter().enumerate() {
        let theirs = std::fs::read(folder.path().join(format!("{index}.bin"))).expect("what flatc wrote");
        assert_eq!(convert("json_flatc", "flexbuffers", dialect.as_bytes()), Ok(theirs), "{dialect}");
    }
}

/// Every text, cut at any point or with any byte changed, gives a value or an error.
#[test]
fn damaged_texts_give_errors() {
    for (dialect, _) in PAIRS {
        for at in 0..dialect.len() {
            let _ = convert("json_flatc", "json", &dialect.as_bytes()[..at]);
            for bit in 0..8 {
                let mut changed = dialect.as_bytes().to_vec();
                changed[at] ^= 1 << bit;
                if let Ok(json) = convert("json_flatc", "json", &changed) {
                    let again = convert("json", "json_flatc", &json).expect("what was read is written");
                    let again = convert("json_flatc", "json", &again).expect("what was written is read");
                    assert_eq!(again, json);
                }
            }
        }
    }
}
