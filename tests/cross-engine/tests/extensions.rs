//! Extensions missing in a schema are decoded from unknown fields, by types of their own.

use polywire::schema::{Extensions, Language, compile_with};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{Answer, Request, Subject, engines, repository};

/// Items, the expected results, and the rest.
const CASES: &[(&str, &str, &str)] = &[
    ("shop.promotion.Voucher.voucher", ITEM, r#"{"[shop.promotion.Voucher.voucher]":{"code":"X"}}"#),
    ("shop.promotion.points", ITEM, r#"{"[shop.promotion.points]":[1,2,3]}"#),
    ("shop.promotion.note", ITEM, r#"{"[shop.promotion.note]":"hi"}"#),
    ("shop.promotion.note", r#"name: "pen""#, "{}"),
    ("shop.promotion.Voucher.extra", EXTRAS, r#"{"[shop.promotion.Voucher.extra]":{"code":"Y"}}"#),
];

const ITEM: &str = r#"name: "pen" [shop.promotion.points]: [1, 2] [shop.promotion.note]: "hi"
    [shop.promotion.Voucher.voucher] { code: "X" } [shop.promotion.points]: 3"#;
const EXTRAS: &str = r#"[shop.promotion.Voucher] { code: "Y" }"#;

#[test]
fn every_engine_reads_extensions_separately() {
    let whole = Subject::of_formats("extensions", model("promotion.proto", Extensions::Inside), &FORMATS);
    let base = Subject::of_formats("extensions_base", model("base.proto", Extensions::Inside), &["protobuf"]);
    let apart = Subject::of_formats("extensions_apart", model("promotion.proto", Extensions::Apart), &FORMATS);
    let mut readers = engines(&apart);
    for (ty, text, expected) in CASES {
        let holder = if *text == EXTRAS { "shop.Extras" } else { "shop.Item" };
        let message = ask(&whole, holder, ("protobuf_text", "protobuf"), text.as_bytes());
        let kept = ask(&base, holder, ("protobuf", "protobuf"), &message);
        let request = request(ty, ("protobuf", "json"), &kept);
        for reader in &mut readers {
            let answer = reader.run(std::slice::from_ref(&request)).remove(0);
            assert!(answer.is(expected.as_bytes()), "{} {ty}: {answer:?}", reader.name());
            // Nothing is lost: the type keeps fields that are not its own.
            let whole_again = Request { to: "protobuf".to_owned(), ..request.clone() };
            let Answer::Bytes(again) = reader.run(&[whole_again]).remove(0) else { panic!("{ty}") };
            let shown = |bytes: &[u8]| ask(&whole, holder, ("protobuf", "protobuf_text"), bytes);
            assert_eq!(String::from_utf8_lossy(&shown(&again)), String::from_utf8_lossy(&shown(&kept)), "{ty}");
        }
    }
}

const FORMATS: [&str; 3] = ["protobuf", "json", "protobuf_text"];

/// Returns the reference interpreter's answer to a message.
fn ask(subject: &Subject, ty: &str, formats: (&str, &str), input: &[u8]) -> Vec<u8> {
    match polywire_cross_engine::interpreter(subject).run(&[request(ty, formats, input)]).remove(0) {
        Answer::Bytes(bytes) => bytes,
        Answer::Error(code) => panic!("{ty}: {code}"),
    }
}

fn request(ty: &str, (from, to): (&str, &str), input: &[u8]) -> Request {
    let (ty, from, to) = (ty.to_owned(), from.to_owned(), to.to_owned());
    Request { ty, from, to, input: input.to_vec(), ..Request::default() }
}

fn model(path: &str, extensions: Extensions) -> Model {
    let load = |path: &str| {
        let found = repository("tests/cross-engine/tests/extensions").join(path);
        let bytes = std::fs::read(&found).map_err(|_| LoadError::NotFound)?;
        Ok(LoadedFile { name: path.to_owned(), bytes })
    };
    let compiled = compile_with(Language::Proto, path, &load, extensions);
    compiled.model.unwrap_or_else(|| panic!("{path}: {:?}", compiled.diagnostics))
}
