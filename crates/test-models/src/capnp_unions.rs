use crate::TestModel;
use crate::make::{case, declare, enumeration, record, text, union};
use polywire_model::{Case, DeclId, Field, Literal, Model, Type};

/// Two Cap'n Proto unions with interleaved ordinals, so that each fills holes left by the other; all defaults but one
/// are not zero; one case is a bit in a shared byte.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let color = declare(&mut model, "Color", enumeration(true, &[("red", 0), ("green", 1), ("blue", 2)]));
    let y = Field { default: Some(Literal::Int(-1)), ..ordinal(1, "y", Type::int(32, true)) };
    let point = declare(&mut model, "Point", record(vec![ordinal(0, "x", Type::int(32, true)), y]));
    let (first, second) = (declare_first(&mut model), declare_second(&mut model, point));
    let fields = vec![
        Field { default: Some(Literal::Int(7)), ..ordinal(0, "id", Type::int(16, false)) },
        Field::new("first", Type::Named(first)),
        ordinal(2, "ready", Type::Bool),
        Field::new("second", Type::Named(second)),
        Field { default: Some(Literal::Int(1)), ..ordinal(10, "color", Type::Named(color)) },
    ];
    declare(&mut model, "Overlap", record(fields));
    TestModel { name: "capnp_unions", model, formats: &["capnp", "capnp_packed"] }
}

fn declare_first(model: &mut Model) -> DeclId {
    let nothing = Case { ty: None, ..numbered(9, "nothing", Type::Bool) };
    let cases = vec![
        Case { default: Some(Literal::Bool(true)), ..numbered(1, "flag", Type::Bool) },
        Case { default: Some(Literal::Int(1000)), ..numbered(3, "count", Type::int(32, false)) },
        Case { default: Some(Literal::Text("unnamed".to_owned())), ..numbered(5, "name", text()) },
        nothing,
    ];
    declare(model, "First", union(cases))
}

fn declare_second(model: &mut Model, point: DeclId) -> DeclId {
    let ratio = Literal::Float(1.5f64.to_bits());
    let cases = vec![
        Case { default: Some(ratio), ..numbered(4, "ratio", Type::Float { bits: 64 }) },
        Case { default: Some(Literal::Int(-5)), ..numbered(6, "small", Type::int(8, true)) },
        numbered(7, "point", Type::Named(point)),
        Case { default: Some(Literal::Bool(true)), ..numbered(8, "on", Type::Bool) },
    ];
    declare(model, "Second", union(cases))
}

fn ordinal(ordinal: u16, name: &str, ty: Type) -> Field {
    let mut field = Field::new(name, ty);
    field.attrs.capnp_ordinal = Some(ordinal);
    field
}

fn numbered(ordinal: u16, name: &str, ty: Type) -> Case {
    let mut case = case(name, ty);
    case.attrs.capnp_ordinal = Some(ordinal);
    case
}
