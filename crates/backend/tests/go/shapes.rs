//! Types that few schemas have: arrays, bytes of a fixed length, optional lists, unions of them.

use polywire_model::{DeclKind, Field, Literal, Model, Presence, Type};
use polywire_test_models::make::{case, declare, enumeration, map, record, text, union};

pub fn model() -> Model {
    let mut model = Model::default();
    let side = Type::Named(declare(&mut model, "Side", enumeration(false, &[("buy", 3), ("sell", 4)])));
    let array = |element: Type, len| Type::Array(Box::new(element), len);
    let sides = array(array(side.clone(), 2), 3);
    let prices = map(&mut model, "Shape", "prices", (text(), Type::Float { bits: 32 }));
    let inner = Field::new("side", side);
    let inner = Type::Named(declare(&mut model, "Inner", record(vec![inner])));
    let float = Type::Float { bits: 64 };
    let shape = union(vec![
        case("hash", Type::fixed_bytes(4)),
        case("corners", array(float.clone(), 2)),
        case("path", Type::List(Box::new(inner.clone()))),
        case("prices", prices),
        case("inner", inner.clone()),
    ]);
    let shape = Type::Named(declare(&mut model, "Shape", shape));
    let bytes = Literal::Bytes(vec![1, 2, 0, 255]);
    let record = record(vec![
        Field::new("sides", sides),
        Field { default: Some(bytes), ..Field::new("key", Type::fixed_bytes(4)) },
        Field { default: Some(Literal::Float((-0.0f64).to_bits())), ..Field::new("zero", float.clone()) },
        Field { default: Some(Literal::Float(f64::NAN.to_bits())), ..Field::new("unset", Type::Float { bits: 32 }) },
        Field::new("inners", array(inner, 2)),
        Field { presence: Presence::Optional, ..Field::new("levels", Type::List(Box::new(float))) },
        Field { presence: Presence::Optional, ..Field::new("shape", shape.clone()) },
        Field::new("shapes", Type::List(Box::new(shape))),
    ]);
    let outer = declare(&mut model, "Outer", record);
    if let DeclKind::Struct(it) = &mut model.decls[outer.0 as usize].kind {
        let children = Type::List(Box::new(Type::Named(outer)));
        it.fields.push(Field { presence: Presence::Optional, ..Field::new("children", children) });
    }
    model
}
