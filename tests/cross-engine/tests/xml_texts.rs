//! Texts that patterns and types of XML Schemas allow, and others: every engine gives the same verdict and value, and writes the same
//! text.

use polywire_cross_engine::{Answer, truncations};
use polywire_cross_engine::{Request, Subject, disagreements, engines, interpreter, repository};
use polywire_test_models::make::of_xsd;

const TEXTS: &[&str] = &[
    "+49 123 4567",
    "+49 123 45678",
    "  +49  123\n4567 ",
    "bcd",
    "abc",
    "Écrire",
    "Zoë",
    "ZOE",
    "A",
    "𝐀b",
    "2026",
    "0007",
    "7",
    "-2026",
    "2026 1999 0000",
    "2026 1999 0000 0001",
    "2026 199",
    "2000-02-29",
    "2000-02-28",
    "2001-02-29",
    "1900-02-29Z",
    "2026-11-28+14:00",
    "2026-11-28+14:01",
    "2026-11-28T24:00:00",
    "2026-11-28T23:59:60",
    "2026-11-28T12:30:00.125Z",
    "2026-11",
    "-0001-12",
    "P1Y2M3DT4H5M6.7S",
    "PT",
    "-P1D",
    "P1S",
    "de-DE-1996",
    "de_DE",
    "_a:b-c.d",
    "1a",
    "a 1 :b",
    "http://example.com/%7Ea?b#c",
    "a b",
    "%zz",
    "0aF1",
    "0aF",
    "0aF1C2",
    "123.45",
    "1234.5",
    "123456",
    "0001.50",
    "1.234",
    "+1.",
    "",
    "0123456789abcdef",
];

fn elements() -> Vec<String> {
    let schema = std::fs::read_to_string(repository("tests/cross-engine/tests/xml_texts.xsd")).expect("a schema");
    let names = schema.split("<xs:element name=\"").skip(2);
    names.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
}

#[test]
fn engines_agree_on_texts() {
    let path = repository("tests/cross-engine/tests/xml_texts.xsd");
    let model = of_xsd(path.to_str().expect("a path")).expect("a schema");
    let ty = model.decls.iter().map(|decl| decl.path()).find(|path| path.to_lowercase().ends_with("probe"));
    let ty = ty.expect("the type of the element");
    let subject = Subject::new("xml_texts", model, &["xml"]);
    let request = |input: Vec<u8>, to: &str| Request {
        ty: ty.clone(),
        from: "xml".to_owned(),
        to: to.to_owned(),
        input,
        ..Request::default()
    };
    let long = "0f".repeat(150);
    let too_long = "0f".repeat(151);
    let texts: Vec<&str> = TEXTS.iter().copied().chain([long.as_str(), too_long.as_str()]).collect();
    let names = elements();
    assert!(names.len() >= 17, "{names:?}");
    let document = |name: &String, text: &&str| format!("<probe><{name}>{text}</{name}></probe>").into_bytes();
    let documents: Vec<Vec<u8>> =
        names.iter().flat_map(|name| texts.iter().map(move |text| document(name, text))).collect();
    let whole: Vec<Request> = documents.iter().map(|it| request(it.clone(), "xml")).collect();
    let answers = interpreter(&subject).run(&whole);
    let read = answers.iter().filter(|answer| matches!(answer, Answer::Bytes(_))).count();
    println!("{read} of {} documents are read", answers.len());
    assert!(read >= 100 && answers.len() - read >= 400, "{read} of {}", answers.len());
    let broken = documents.iter().step_by(7).flat_map(|it| truncations(it)).map(|it| request(it, "raw"));
    let requests = whole.into_iter().chain(broken);
    let found = disagreements(&mut engines(&subject), requests, 20);
    assert!(found.is_empty(), "{}", found.join("\n"));
}
