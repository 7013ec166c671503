//! Documents without a schema.

use super::DECLARATION;
use crate::support::{Codec, hex};
use polywire_model::xml;

fn codec(format: &str) -> Codec {
    Codec::new(&xml::tree_model(), format, xml::DOCUMENT)
}

/// Reads a document, writes it, and reads that again; returns what is written.
fn again(tree: &Codec, document: &[u8]) -> Result<String, String> {
    let value = tree.decode(document)?;
    let written = tree.encode(&value).map_err(|error| format!("written: {error}"))?;
    let text = String::from_utf8(written).expect("UTF-8");
    assert_eq!(tree.decode(text.as_bytes()).as_ref(), Ok(&value), "{text}");
    Ok(text)
}

/// Well-formed documents that are refused: UTF-16, and a name that has two colons.
const REFUSED: [&str; 2] = ["utf16b", "o-p04pass1"];

#[test]
fn verdicts_of_the_suite() {
    let tree = codec("xml_tree");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/xml/documents.tsv");
    let mut refused = Vec::new();
    for line in std::fs::read_to_string(path).expect("the documents").lines() {
        let [name, verdict, digits, what] = line.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
        match (verdict, again(&tree, &hex(digits))) {
            ("not-wf", Ok(written)) => panic!("{name} is accepted: {what}: {written}"),
            ("not-wf", Err(error)) => assert!(!error.starts_with("written"), "{name}"),
            (_, Ok(_)) => {}
            (_, Err(_)) => refused.push(name.to_owned()),
        }
    }
    assert_eq!(refused, REFUSED);
}

#[test]
fn documents_are_kept() {
    let tree = codec("xml_tree");
    let same = |text: &str| assert_eq!(again(&tree, text.as_bytes()), Ok(format!("{DECLARATION}{text}")));
    same("<a/>");
    same("<a b=\"1\" c=\"&quot;&#10;&#9;&#13;&lt;&amp;\">x<d/>y&#13;&gt;</a>");
    same("<?style a=\"b\"?><!-- c --><a><!--d-->e<?f?><?g h?></a><!--i--><?j?>");
    same("<p:a xmlns:p=\"urn:p\" xmlns=\"urn:d\" p:b=\"1\" b=\"2\" xml:lang=\"en\"><b xmlns=\"\"><p:c/></b></p:a>");
    let becomes =
        |given: &str, text: &str| assert_eq!(again(&tree, given.as_bytes()), Ok(format!("{DECLARATION}{text}")));
    becomes("<a><![CDATA[]]></a>", "<a/>");
    becomes("<a>b<![CDATA[<c]]>&#100;\r\n</a >", "<a>b&lt;cd\n</a>");
    becomes("<!DOCTYPE a>\n<a\nb = 'c\r\nd'  ></a>\n<!--\r\n-->\n", "<a b=\"c d\"/><!--\n-->");
    becomes("<a p:b='' xmlns:p='urn:p'/>", "<a xmlns:p=\"urn:p\" p:b=\"\"/>");
}

#[test]
fn attributes_that_occur_twice() {
    let tree = codec("xml_tree");
    assert_eq!(again(&tree, b"<a b='' b=''/>"), Err("duplicate_field".to_owned()));
    assert_eq!(again(&tree, b"<a xmlns:p='urn:x' xmlns:q='urn:x' p:b='' q:b=''/>"), Err("duplicate_field".to_owned()));
    assert_eq!(again(&tree, b"<a xmlns:p='urn:x' xmlns:p='urn:y'/>"), Err("duplicate_field".to_owned()));
}

/// Writes the value that a JSON document has.
fn of_json(json: &str) -> Result<String, String> {
    let value = codec("json").decode(format!("{{\"root\":{json}}}").as_bytes()).expect("a value");
    let written = codec("xml_tree").encode(&value)?;
    Ok(String::from_utf8(written).expect("UTF-8").trim_start_matches(DECLARATION).to_owned())
}

#[test]
fn what_is_missing_is_declared() {
    let check = |json: &str, text: &str| assert_eq!(of_json(json).as_deref(), Ok(text), "{json}");
    let inside = r#""content":[{"element":{"name":"b","namespace":"urn:x"}},{"element":{"name":"c"}}]"#;
    check(&format!(r#"{{"name":"a","namespace":"urn:x",{inside}}}"#), "<a xmlns=\"urn:x\"><b/><c xmlns=\"\"/></a>");
    check(
        &format!(r#"{{"name":"a","namespace":"urn:x","prefix":"p",{inside}}}"#),
        "<p:a xmlns:p=\"urn:x\"><b xmlns=\"urn:x\"/><c/></p:a>",
    );
    let attributes =
        r#"[{"name":"b","namespace":"urn:y"},{"name":"c","namespace":"urn:y"},{"name":"d","namespace":"urn:z"}]"#;
    check(
        &format!(r#"{{"name":"a","attributes":{attributes}}}"#),
        "<a xmlns:ns1=\"urn:y\" ns1:b=\"\" ns1:c=\"\" xmlns:ns2=\"urn:z\" ns2:d=\"\"/>",
    );
    let lang = r#"[{"name":"lang","namespace":"http://www.w3.org/XML/1998/namespace","value":"en"}]"#;
    check(&format!(r#"{{"name":"a","attributes":{lang}}}"#), "<a xml:lang=\"en\"/>");
    let redeclared = r#""content":[{"element":{"name":"b","namespace":"urn:y","prefix":"p"}}]"#;
    check(
        &format!(r#"{{"name":"a","namespace":"urn:x","prefix":"p",{redeclared}}}"#),
        "<p:a xmlns:p=\"urn:x\"><p:b xmlns:p=\"urn:y\"/></p:a>",
    );
}

#[test]
fn values_that_are_no_documents() {
    for (json, error) in [
        ("{}", "missing_field"),
        (r#"{"name":"a b"}"#, "syntax"),
        (r#"{"name":"a:b"}"#, "syntax"),
        (r#"{"name":"1"}"#, "syntax"),
        (r#"{"name":"a","prefix":"p"}"#, "invalid_key"),
        (r#"{"name":"a","prefix":"xmlns","namespace":"urn:x"}"#, "invalid_key"),
        (r#"{"name":"a","declarations":[{"prefix":"p"}]}"#, "invalid_key"),
        (
            r#"{"name":"a","declarations":[{"prefix":"p","namespace":"urn:x"},{"prefix":"p","namespace":"urn:x"}]}"#,
            "duplicate_field",
        ),
        (r#"{"name":"a","declarations":[{"namespace":"urn:x"}]}"#, "invalid_key"),
        (r#"{"name":"a","declarations":[{"prefix":"p q","namespace":"urn:x"}]}"#, "syntax"),
        (r#"{"name":"a","attributes":[{"name":"xmlns","value":"urn:x"}]}"#, "invalid_key"),
        (r#"{"name":"a","attributes":[{"name":"b"},{"name":"b"}]}"#, "duplicate_field"),
        (
            r#"{"name":"a","attributes":[{"name":"b","prefix":"p","namespace":"urn:x"},{"name":"c","prefix":"p","namespace":"urn:y"}]}"#,
            "invalid_key",
        ),
        (r#"{"name":"a","attributes":[{"name":"b","value":"\u0001"}]}"#, "unsupported"),
        (r#"{"name":"a","content":[{"text":"\uffff"}]}"#, "unsupported"),
        (r#"{"name":"a","content":[{"comment":"b--c"}]}"#, "syntax"),
        (r#"{"name":"a","content":[{"comment":"b-"}]}"#, "syntax"),
        (r#"{"name":"a","content":[{"comment":"b-->c"}]}"#, "syntax"),
        (r#"{"name":"a","content":[{"comment":"\r"}]}"#, "unsupported"),
        (r#"{"name":"a","content":[{"instruction":{"target":"xMl"}}]}"#, "syntax"),
        (r#"{"name":"a","content":[{"instruction":{"target":"b c"}}]}"#, "syntax"),
        (r#"{"name":"a","content":[{"instruction":{"target":"b","data":" c"}}]}"#, "unsupported"),
        (r#"{"name":"a","content":[{"instruction":{"target":"b","data":"?>"}}]}"#, "syntax"),
        (r#"{"name":"a","content":[{}]}"#, "missing_field"),
    ] {
        assert_eq!(of_json(json), Err(error.to_owned()), "{json}");
    }
}

#[test]
fn deep_documents_are_refused() {
    let tree = codec("xml_tree");
    let nested = |levels: usize| format!("{}{}", "<a>".repeat(levels), "</a>".repeat(levels));
    assert!(again(&tree, nested(99).as_bytes()).is_ok());
    assert_eq!(again(&tree, nested(101).as_bytes()), Err("too_deep".to_owned()));
}
