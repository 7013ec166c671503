//! Documents of the W3C's conformance suite without a document type: those that are not well-formed are refused.

use polywire_ir::{Arg, ErrorCode, FuncId, Module, Op};
use polywire_model::{DeclKind, Model, Struct};
use polywire_test_models::make::declare;
use polywire_vm::{Limits, interpreter};

/// A decoder that skips the element of a document, whatever its name is.
pub struct Skipper {
    module: Module,
    limits: Limits,
}

impl Skipper {
    pub fn new() -> Self {
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
    pub fn check(&self, document: &[u8]) -> Result<(), String> {
        let record = self.module.entries[0].record;
        let read = interpreter::decode(&self.module, record, document, None, &self.limits);
        read.map(|_| ()).map_err(|failure| failure.code.name().to_owned())
    }
}

#[test]
fn verdicts_of_the_suite() {
    let skipper = Skipper::new();
    let path = std::env::var("XMLCASES").unwrap();
    let mut n = [0; 4];
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let v: Vec<&str> = line.split('\t').collect();
        let d = crate::support::hex(v[4]);
        let r = skipper.check(&d);
        let wf = v[1] != "not-wf";
        n[usize::from(wf) * 2 + usize::from(r.is_ok())] += 1;
        if wf != r.is_ok() { println!("{} {} {} {:?} {:?} {:?}", v[0], v[1], v[2], v[5], r, String::from_utf8_lossy(&d[..d.len().min(200)])); }
    }
    println!("{n:?}");
}
