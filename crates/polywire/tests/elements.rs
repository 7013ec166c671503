//! Splits a stream into elements: the result is the same for every division into two pieces, and for pieces of every
//! size.

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
    ("capnp", b""),
    ("capnp", b"\x02\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x02\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x1a\x00\x00\x00\x68\x69\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x01\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"),
    ("capnp", b"\x03\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00\x02\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x02\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00\x32\x00\x00\x00\x68\x65\x6c\x6c\x6f\x00\x00\x00\x01\x00\x00\x00\xa2\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x02\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x1a\x00\x00\x00\x68\x69\x00\x00\x00\x00\x00\x00"),
    ("capnp", b"\x02\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x02\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x1a\x00\x00\x00\x68\x69\x00\x00\x00\x00\x00"),
    ("capnp", b"\x00\x00\x00"),
    ("capnp", b"\xff\xff\xff\xff"),
    ("capnp_packed", b""),
    ("capnp_packed", b"\x11\x02\x01\x11\x04\x02\x11\x02\x01\x50\x01\x02\x01\x01\x11\x02\x02\x00\x00\x11\x01\x1a\x03\x68\x69\x10\x04\x50\x01\x02\x00\x02\x10\x0a\x50\x01\x02\x00\x00\x31\x05\x4a\x01\x00\x00\xff\x78\x78\x78\x78\x78\x78\x78\x78\x04\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x00\x00"),
    ("capnp_packed", b"\x11\x03\x01\x11\x04\x02\x01\x04\x11\x02\x01\x50\x01\x02\x01\x01\x11\x02\x02\x11\x02\x03\x11\x01\x32\x1f\x68\x65\x6c\x6c\x6f\x11\x01\xa2\x00\x02\x00\x00\x11\x02\x01\x11\x04\x02\x11\x02\x01\x50\x01\x02\x01\x01\x11\x02\x02\x00\x00\x11\x01\x1a\x03\x68\x69"),
    ("capnp_packed", b"\x10\x0a\x50\x01\x02\x00\x00\x31\x05\x4a\x01\x00\x00\xff\x78\x78\x78\x78\x78\x78\x78\x78\x04\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x00"),
    ("capnp_packed", b"\x10\x0a\x50\x01\x02\x00\x00\x31\x05\x4a\x01\x00\x00\xff\x78\x78\x78\x78\x78\x78\x78\x78\x04\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78\x78"),
    ("capnp_packed", b"\x10\x04\x50\x01\x02\x00\x03"),
    ("capnp_packed", b"\xff\x01\x00\x00\x00\xff\xff\xff\xff\x00"),
];

/// The elements, and the error after them.
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
fn divided_input_gives_the_same_elements() {
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
        ("json_elements", "{}", 0, "type"),
        ("json_elements", "[1", 0, "end"),
        ("delimited", "\u{3}ab", 0, "end"),
    ];
    for (framing, document, count, word) in errors {
        let (texts, error) = found(framing, document);
        let error = error.unwrap_or_default();
        assert!(texts.len() == count && error.contains(word), "{document}: {texts:?} {error}");
    }
}

/// Messages of one, three and four segments, as `capnp encode` writes them.
#[test]
fn messages_of_capnp_are_found() {
    let counts = |name: &str| -> Vec<_> {
        let documents = DOCUMENTS.iter().filter(|(framing, _)| *framing == name);
        documents.map(|(_, document)| read(name, *document, 1000)).map(|it| (it.0.len(), it.1.is_some())).collect()
    };
    let whole_or_not = [(0, false), (2, false), (3, false), (0, true), (0, true), (0, true)];
    assert_eq!(counts("capnp"), whole_or_not);
    assert_eq!(
        counts("capnp_packed"),
        [(0, false), (3, false), (3, false), (0, true), (0, true), (0, true), (0, true)]
    );
    let lens: Vec<_> = DOCUMENTS
        .iter()
        .filter(|(name, _)| name.starts_with("capnp"))
        .flat_map(|(name, document)| read(name, *document, 1000).0.into_iter().map(|message| message.len()))
        .collect();
    assert_eq!(lens, [72, 40, 112, 8, 72, 25, 7, 57, 36, 2, 25]);
}

#[test]
fn a_long_element_is_an_error() {
    assert_eq!(read("json_elements", b"[1234,12345]".as_slice(), 4).0, [b"1234"]);
    let mut reader = Elements::new(framing("delimited").unwrap(), 3).reader();
    let mut stream = BufReader::with_capacity(2, b"\x04abcd".as_slice());
    let error = reader.read(&mut stream, &mut Vec::new()).unwrap_err();
    assert!(matches!(error, Error::Stream(_)), "{error}");
}
