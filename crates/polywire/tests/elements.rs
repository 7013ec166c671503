//! Elements of a stream in pieces: the same for every place at which it is divided, and for pieces of every size.

use polywire::elements::{ElementReader, Elements, Error};
use polywire::framing::framing;
use std::io::{BufRead, BufReader, Read};

const DOCUMENTS: &[(&str, &[u8])] = &[
    ("json_elements", b"[]"),
    ("json_elements", b" [ ] "),
    ("json_elements", br#"[1,-2.5e3,true,null,"a",{"b":[1,{"c":"]}"}]},[],[[]]]"#),
    ("json_elements", b"\n[ {\"a\" : \"\\\"}\\\\\" } ,\t[ 1 , 2 ] , \"\\\\\" , 7 ]\r\n"),
    ("json_elements", "[\"\u{e9}\u{1f600}\\ud83d\", {\"\u{e9}\": 1}]".as_bytes()),
    ("json_elements", b"[1,,2]"),
    ("json_elements", b"[,1]"),
    ("json_elements", b"[1,]"),
    ("json_elements", b"[1 2]"),
    ("json_elements", b"[1] 2"),
    ("json_elements", b"{\"a\":1}"),
    ("json_elements", b"[1,{\"a\":"),
    ("json_elements", b"[1,2"),
    ("json_elements", b""),
    ("json_values", b""),
    ("json_values", b"1"),
    ("json_values", b"1 2\ntrue{\"a\":[]}[3]\"x\"\"y\\\"\" null"),
    ("json_values", b"{\"a\": \"\n\"}\n\n{\"b\": 2}\n"),
    ("json_values", b"{\"a\":[1"),
    ("json_values", b"\"abc"),
    ("delimited", b""),
    ("delimited", b"\x03abc\x00\x01x"),
    ("delimited", b"\x03ab"),
    ("delimited", b"\x83"),
    ("delimited", b"\x83\x80\x00abc\x81\x00z"),
    ("delimited", b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00"),
    ("delimited", b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
];

/// The elements, and the error that ends them.
type Outcome = (Vec<Vec<u8>>, Option<String>);

fn read(framing_name: &str, mut stream: impl BufRead, limit: u64) -> Outcome {
    let mut reader: ElementReader = Elements::new(framing(framing_name).unwrap(), limit).reader();
    let (mut elements, mut element) = (Vec::new(), Vec::new());
    loop {
        match reader.read(&mut stream, &mut element) {
            Ok(true) => elements.push(element.clone()),
            Ok(false) => return (elements, None),
            Err(error) => return (elements, Some(error.to_string())),
        }
    }
}

#[test]
fn every_division_gives_the_same() {
    for (framing, document) in DOCUMENTS {
        let whole = read(framing, *document, 1000);
        for at in 0..=document.len() {
            let (left, right) = document.split_at(at);
            assert_eq!(read(framing, left.chain(right), 1000), whole, "{framing} {document:?} divided at {at}");
        }
        for size in 1..=document.len() {
            let pieces = BufReader::with_capacity(size, *document);
            assert_eq!(read(framing, pieces, 1000), whole, "{framing} {document:?} by {size}");
        }
    }
}

#[test]
fn elements_are_found() {
    let found = |framing, document: &str| {
        let (elements, error) = read(framing, document.as_bytes(), 1000);
        let texts: Vec<String> = elements.iter().map(|it| String::from_utf8_lossy(it).into_owned()).collect();
        (texts, error)
    };
    let (texts, error) = found("json_elements", r#" [1 , "a]\"" ,{"b": [2]}, [] ] "#);
    assert_eq!(
        (texts.as_slice(), error),
        (["1", r#""a]\"""#, r#"{"b": [2]}"#, "[]"].map(String::from).as_slice(), None)
    );
    let (texts, error) = found("json_values", "1 {\"a\":2}\n\"x\"3");
    assert_eq!((texts.as_slice(), error), (["1", "{\"a\":2}", "\"x\"", "3"].map(String::from).as_slice(), None));
    let errors = [
        ("json_elements", "[1,,2]", 1, "not allowed"),
        ("json_elements", "[1] 2", 1, "follow"),
        ("json_elements", "{}", 0, "kind"),
        ("json_elements", "[1", 0, "end"),
        ("delimited", "\u{3}ab", 0, "end"),
    ];
    for (framing, document, count, word) in errors {
        let (texts, error) = found(framing, document);
        let error = error.unwrap_or_default();
        assert!(texts.len() == count && error.contains(word), "{document}: {texts:?} {error}");
    }
}

#[test]
fn a_long_element_is_an_error() {
    assert_eq!(read("json_elements", b"[1234,12345]".as_slice(), 4).0, [b"1234"]);
    let mut reader = Elements::new(framing("delimited").unwrap(), 3).reader();
    let mut stream = BufReader::with_capacity(2, b"\x04abcd".as_slice());
    let error = reader.read(&mut stream, &mut Vec::new()).unwrap_err();
    assert!(matches!(error, Error::Stream(_)), "{error}");
}
