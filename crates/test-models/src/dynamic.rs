use crate::TestModel;
use crate::make::{case, declare, enumeration, known, map, record, text, union};
use polywire_model::attr::WellKnown;
use polywire_model::{DeclId, DeclKind, Field, Model, Presence, Type};

/// Dynamic values: any JSON value, as an optional field, an element, or a union's case.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let mut null = enumeration(true, &[("NULL_VALUE", 0)]);
    if let DeclKind::Enum(it) = &mut null {
        it.attrs.well_known = Some(WellKnown::NullValue);
    }
    let null = declare(&mut model, "NullValue", null);
    // The union, the object, its entries, the array and the value refer to each other.
    let first = model.decls.len() as u32;
    let [entry, object, list, value] = [1, 2, 3, 4].map(|index| DeclId(first + index));
    let kinds = vec![
        case("null_value", Type::Named(null)),
        case("number_value", Type::Float { bits: 64 }),
        case("string_value", text()),
        case("bool_value", Type::Bool),
        case("struct_value", Type::Named(object)),
        case("list_value", Type::Named(list)),
    ];
    let kind = declare(&mut model, "Kind", union(kinds));
    let fields = map(&mut model, "Struct", "fields", (text(), Type::Named(value)));
    debug_assert_eq!(fields, Type::Map(entry));
    declare(&mut model, "Struct", known(WellKnown::Struct, vec![Field::new("fields", fields)]));
    let values = vec![Field::new("values", Type::list(Type::Named(value)))];
    declare(&mut model, "ListValue", known(WellKnown::ListValue, values));
    declare(&mut model, "Value", known(WellKnown::Value, vec![Field::new("kind", Type::Named(kind))]));
    let optional = |name: &str, ty| Field { presence: Presence::Optional, ..Field::new(name, Type::Named(ty)) };
    let choice = union(vec![case("nothing", Type::Named(null)), case("something", Type::Named(value))]);
    let choice = declare(&mut model, "Choice", choice);
    let fields = vec![
        optional("any", value),
        optional("object", object),
        optional("list", list),
        Field::new("many", Type::list(Type::Named(value))),
        Field::new("none", Type::Named(null)),
        Field::new("nones", Type::list(Type::Named(null))),
        Field::new("choice", Type::Named(choice)),
    ];
    declare(&mut model, "Holder", record(fields));
    model.cut_cycles();
    TestModel { name: "dynamic", model, formats: &["json", "json_pretty", "json_plain", "protobuf"] }
}
