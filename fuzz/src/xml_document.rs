//! Documents of XML: entities and canonical forms, compared with what `xml_tree` reads and writes.

use polywire::Format;
use polywire::codec::{Codec, Codecs};
use polywire_ir::ErrorCode;
use polywire_stream::xml_document::{Canonical, DocumentError, Method, canonicalize, expand, read_document};
use std::sync::OnceLock;

const FORMS: [Canonical; 3] = [
    Canonical { method: Method::Inclusive, has_comments: true, inclusive_prefixes: Vec::new() },
    Canonical { method: Method::Exclusive, has_comments: true, inclusive_prefixes: Vec::new() },
    Canonical { method: Method::Exclusive, has_comments: false, inclusive_prefixes: Vec::new() },
];

/// Takes a document. Its canonical forms are canonical, and those of what is read and written; entities end within their bounds.
pub fn xml_document(data: &[u8]) {
    let mut document = Vec::new();
    if read_document(&mut &*data, 1 << 20, &mut document).is_err() {
        return;
    }
    match expand(&document) {
        Ok(Some(expanded)) => {
            // A character that is written as a reference has at most six.
            assert!(expanded.document.len() <= 6 * (17 * document.len() + (1 << 20)), "the bound does not hold");
            let places = (0..expanded.document.len()).map(|offset| expanded.original(offset));
            places.for_each(|place| assert!(place <= document.len(), "{place} is behind the document"));
            document = expanded.document.into_bytes();
            assert_eq!(expand(&document), Ok(None), "a document still declares something");
        }
        Ok(None) => {}
        Err(_) => return,
    }
    FORMS.iter().for_each(|form| check(&document, form));
}

fn check(document: &[u8], form: &Canonical) {
    let found = canonical(document, form);
    if let Ok(found) = &found {
        assert_eq!(canonical(found, form).as_ref(), Ok(found), "a canonical form has another one");
    }
    let codec = codec();
    match (codec.decode(document), found) {
        (Ok(value), Ok(found)) => {
            let written = codec.encode(&value).expect("what was read can be written");
            assert_eq!(canonical(&written, form), Ok(found), "what was written has another form");
        }
        (Ok(_), Err(error)) => {
            assert!(error.what.contains("relative URI") || error.what.contains("declarations"), "{error}");
        }
        (Err(refusal), Ok(_)) => {
            let code = refusal.failure.code;
            let is_limit = matches!(code, ErrorCode::TooDeep | ErrorCode::BudgetExceeded | ErrorCode::Unsupported);
            assert!(is_limit, "only the canonical form accepts the document: {refusal}");
        }
        (Err(_), Err(_)) => {}
    }
}

fn canonical(document: &[u8], form: &Canonical) -> Result<Vec<u8>, DocumentError> {
    let mut out = Vec::new();
    canonicalize(document, form, &mut out).map(|()| out)
}

fn codec() -> &'static Codec {
    static CODEC: OnceLock<Codec> = OnceLock::new();
    CODEC.get_or_init(|| {
        let format: &'static Format = polywire::format("xml_tree").expect("the format");
        let built_in = format.built_in.expect("types");
        let model = (built_in.model)();
        let codecs = Codecs::new(&model, format).expect("a codec");
        codecs.codec(&model, built_in.message).expect("a type")
    })
}
