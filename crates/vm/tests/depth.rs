//! With the default limits, the deepest allowed message fits a thread's ordinary stack, in all engines and every
//! format.

use crate::support::Engines;
use polywire_ir::ErrorCode;
use polywire_model::{Decl, DeclId, DeclKind, Field, Model, Presence, Struct, Type};
use polywire_vm::{Record, Value};

#[test]
fn nesting_up_to_the_limit() {
    for format in polywire_lower::FORMATS {
        let Ok(module) = format.lower(&chain()) else { continue };
        let engines = Engines::new(module);
        let node = engines.record("Node");
        if engines.module.entry(node).is_none_or(|entry| entry.encode.is_none() || entry.schema.is_some()) {
            continue;
        }
        let mut deepest = 0;
        for depth in 0..120 {
            match engines.encode(node, &nested(depth)) {
                Ok(bytes) => {
                    deepest = depth;
                    let read = engines.decode(node, &bytes, None);
                    assert!(read.is_ok_and(|value| value == nested(depth)), "{} at {depth}", format.name);
                }
                Err(failure) => assert_eq!(failure.code, ErrorCode::TooDeep, "{} at {depth}", format.name),
            }
        }
        assert!(deepest >= 30, "{} nests {deepest} deep only", format.name);
    }
}

/// Returns a recursive struct.
fn chain() -> Model {
    let mut model = Model::default();
    let mut child = Field::new("child", Type::Named(DeclId(0)));
    child.presence = Presence::Optional;
    let kind = DeclKind::Struct(Struct { fields: vec![child], ..Struct::default() });
    let (name, span) = (vec!["Node".to_owned()], Default::default());
    model.add(Decl { file: String::new(), module: vec![], name, doc: String::new(), deprecated: false, span, kind });
    model.cut_cycles();
    model
}

fn nested(depth: usize) -> Value {
    let child = if depth == 0 { Value::Absent } else { nested(depth - 1) };
    Value::Struct(Record { fields: vec![child], unknown: None })
}
