//! Documents of the W3C's conformance suite without a document type: those that are not well-formed are refused.

use crate::support::hex;
use polywire_ir::{Arg, ErrorCode, FuncId, Module, Op};
use polywire_model::{DeclKind, Model, Struct};
use polywire_test_models::make::declare;
use polywire_vm::{Limits, interpreter};

/// A decoder that skips the element of a document, whatever its name is.
struct Skipper {
    module: Module,
    limits: Limits,
}

impl Skipper {
    fn new() -> Self {
        let mut model = Model::default();
        declare(&mut model, "Document", DeclKind::Struct(Struct::default()));
        let mut module = polywire_lower::format("xml").expect("the format").lower(&model).expect("a module");
        let named = |name: &str| FuncId(module.functions.iter().position(|it| it.name == name).expect(name) as u32);
        let (skip, read) = (named("skip"), named("read_Document"));
        let decode = module.entries[0].decode;
        let body = &mut module.functions[decode.0 as usize].body;
        body.ops.retain(|op| !matches!(op, Op::Check { code: ErrorCode::WrongKind, .. }));
        for op in &mut body.ops {
            match op {
                Op::Call { func, args, .. } if *func == read => {
                    *func = skip;
                    args.retain(|arg| matches!(arg, Arg::Value(_)));
                }
                _ => {}
            }
        }
        assert_eq!(polywire_ir::verify(&module), Ok(()));
        Self { module, limits: Limits { ignore_unknown: true, ..Limits::default() } }
    }

    /// Returns the error of a document.
    fn check(&self, document: &[u8]) -> Result<(), String> {
        let record = self.module.entries[0].record;
        let read = interpreter::decode(&self.module, record, document, None, &self.limits);
        read.map(|_| ()).map_err(|failure| failure.code.name().to_owned())
    }
}

/// Well-formed documents that are refused, and why.
const REFUSED: [(&str, &str); 2] = [
    // UTF-16.
    ("utf16b", "unsupported"),
    // A name whose local part does not begin as names do: well-formed only without namespaces.
    ("o-p04pass1", "syntax"),
];

#[test]
fn verdicts_of_the_suite() {
    let skipper = Skipper::new();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/xml/documents.tsv");
    let mut found = Vec::new();
    for line in std::fs::read_to_string(path).expect("the documents").lines() {
        let [name, verdict, digits, what] = line.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
        match (verdict, skipper.check(&hex(digits))) {
            ("not-wf", Ok(())) => panic!("{name} is accepted: {what}"),
            ("not-wf", Err(_)) | (_, Ok(())) => {}
            (_, Err(error)) => found.push((name.to_owned(), error)),
        }
    }
    assert_eq!(found, REFUSED.map(|(name, error)| (name.to_owned(), error.to_owned())));
}
