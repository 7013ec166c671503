//! The text form: every construct round-trips, and errors have positions.

use polywire_ir::text::parse;
use polywire_ir::{FuncId, verify};

const EVERY_OP: &str = include_str!("every_op.ir");

#[test]
fn text_round_trips() {
    let module = parse(EVERY_OP).unwrap_or_else(|error| panic!("every_op.ir:{error}"));
    let printed = module.to_string();
    assert_eq!(parse(&printed).as_ref(), Ok(&module), "{printed}");
    assert_eq!(printed, EVERY_OP, "the sample is in canonical form");
}

#[test]
fn variables_in_another_order_are_listed() {
    let text = "module m\n\nfn f(b, a) vars (a, b, gone: bytes, a%2: i64) {\n  let a%2: i64 = 1i\n}\n";
    let module = parse(text).expect("the text is well-formed");
    assert_eq!(module.functions[0].vars.len(), 4);
    assert_eq!(module.to_string(), text);
}

#[test]
fn errors_have_positions() {
    for (text, expected) in [
        ("", "1:1: `module` expected"),
        ("module m\nfn f() {\n  lat x = 1\n}", "3:3: no op `lat`"),
        ("module m\nfn f() {\n  let x = y\n}", "3:11: no variable `y`"),
        ("module m\nfn f() {\n  let x = 1\n  let x = 2\n}", "4:7: a variable of this name is bound already"),
        ("module m\nfn f() {\n  write u32(1)\n}", "3:12: a byte order expected: `le`, `be` or `[variable]`"),
        ("module m\nfn f() {\n  check true else odd !0\n}", "3:23: no error code `odd`"),
        ("module m\nfn f() {", "2:9: a block is not closed"),
        ("module m\nfn f() {\n  let x = $\n}", "3:11: this character has no meaning here"),
        ("module m\nstruct A {\n a: B\n}", "4:1: no type of this name"),
        ("module m\nstruct A { }\nstruct A { }", "3:10: a type of this name is declared twice"),
        ("module m\nfn f() {\n  let x = 18446744073709551616\n}", "3:11: the number is too large"),
    ] {
        let error = parse(text).map(|_| "accepted").map_err(|error| error.to_string());
        assert_eq!(error, Err(expected.to_owned()), "{text}");
    }
}

/// Replaces single characters of the sample; the parser, the printer and the verifier must not panic.
#[test]
fn random_texts_never_panic() {
    for at in (0..EVERY_OP.len()).step_by(3) {
        for with in ["", "9", " } ", "v", "\"", "x\"", "%2"] {
            let text = format!("{}{with}{}", &EVERY_OP[..at], &EVERY_OP[at + 1..]);
            if let Ok(module) = parse(&text) {
                assert_eq!(parse(&module.to_string()), Ok(module.clone()), "{module}");
                let _ = verify(&module);
            }
        }
    }
}

#[test]
fn a_function_prints_alone() {
    let module = parse(EVERY_OP).expect("the sample is well-formed");
    let alone = module.text_of(FuncId(0)).to_string();
    assert!(module.to_string().contains(&alone));
    let numbers = module.functions[0].to_string();
    assert!(numbers.contains("  write span(v.1)\n"), "fields without their types are numbers:\n{numbers}");
}

#[test]
fn truncated_and_deep_texts_never_panic() {
    for len in 0..EVERY_OP.len() {
        if let Some(cut) = EVERY_OP.get(..len) {
            let _ = parse(cut);
        }
    }
    let deep = format!("module m\nfn f() {{ let x = {} }}", "(".repeat(100_000));
    assert!(parse(&deep).is_err());
    let blocks = format!("module m\nfn f() {{ {}", "tail {".repeat(100_000));
    assert!(parse(&blocks).is_err());
    assert!(parse(&format!("module m\nfn f() {{ let x = {}1 }}", "!".repeat(100_000))).is_err());
}
