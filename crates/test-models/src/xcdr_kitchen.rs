use crate::TestModel;
use crate::make::case;
use polywire_model::attr::{
    CaseAttrs, CorbaForm, CorbaKind, CorbaText, CorbaType, EnumAttrs, Extensibility, FieldAttrs, XcdrMember,
};
use polywire_model::{
    BytesMeaning, Case, Decl, DeclKind, Enum, Enumerator, Field, Meaning, Model, Presence, Struct, Text, Type, Union,
};
use polywire_source::Span;

/// The types of tests/corpus/corba/xcdr/kitchen.idl.
pub(crate) fn test_model() -> TestModel {
    TestModel { name: "xcdr_kitchen", model: model(), formats: &["xcdr1", "xcdr2"] }
}

/// A type and its form.
#[derive(Clone)]
struct Form(Type, CorbaForm);

fn plain(ty: Type) -> Form {
    Form(ty, CorbaForm::default())
}

fn int(bits: u8) -> Form {
    plain(Type::int(bits, true))
}

fn unsigned(bits: u8) -> Form {
    plain(Type::int(bits, false))
}

fn float(bits: u8) -> Form {
    plain(Type::Float { bits })
}

fn text(text: CorbaText, max_len: Option<u32>) -> Form {
    Form(Type::Text(Text { max_len, ..Text::default() }), CorbaForm { text, ..CorbaForm::default() })
}

fn string() -> Form {
    text(CorbaText::Narrow, None)
}

fn list(Form(ty, form): Form) -> Form {
    let bounds = [vec![0], form.bounds].concat();
    Form(Type::list(ty), CorbaForm { bounds, ..form })
}

fn octets() -> Form {
    Form(Type::Bytes, CorbaForm { bounds: vec![0], ..CorbaForm::default() })
}

fn array(Form(ty, form): Form, len: u32) -> Form {
    Form(Type::Array(Box::new(ty), len), form)
}

fn field(name: &str, Form(ty, corba): Form) -> Field {
    Field { attrs: FieldAttrs { corba, ..FieldAttrs::default() }, ..Field::new(name, ty) }
}

fn optional(name: &str, form: Form) -> Field {
    Field { presence: Presence::Optional, ..field(name, form) }
}

fn with_id(id: u32, mut field: Field) -> Field {
    field.attrs.xcdr = XcdrMember { id: Some(id), ..field.attrs.xcdr };
    field
}

fn understood(mut field: Field) -> Field {
    field.attrs.xcdr.must_understand = true;
    field
}

fn labelled(label: i128, name: &str, Form(ty, corba): Form) -> Case {
    let attrs = CaseAttrs { corba, ..CaseAttrs::default() };
    Case { labels: vec![label], attrs, ..case(name, ty) }
}

/// All labels for which a union without a default has no member.
fn none() -> Case {
    Case { is_default: true, ty: None, ..case("none", Type::Bool) }
}

/// The types, as they are declared.
struct Kitchen {
    model: Model,
}

impl Kitchen {
    fn declare(&mut self, name: &str, kind: DeclKind) -> Type {
        let decl = Decl {
            file: String::new(),
            module: vec!["Dds".to_owned()],
            name: vec![name.to_owned()],
            doc: String::new(),
            deprecated: false,
            span: Span::default(),
            kind,
        };
        let is_union = matches!(decl.kind, DeclKind::Union(_));
        Type::Named(if is_union { self.model.add_union(decl) } else { self.model.add(decl) })
    }

    fn record(&mut self, name: &str, extensibility: Extensibility, mut fields: Vec<Field>) -> Form {
        for (field, order) in fields.iter_mut().zip(0..) {
            field.attrs.order = Some(order);
        }
        let mut it = Struct { fields, ..Struct::default() };
        it.attrs.corba = facts(name, Some(extensibility));
        plain(self.declare(name, DeclKind::Struct(it)))
    }

    fn union(
        &mut self,
        name: &str,
        (extensibility, discriminator): (Extensibility, Form),
        mut cases: Vec<Case>,
    ) -> Form {
        for (case, order) in cases.iter_mut().zip(0..) {
            case.attrs.order = Some(order);
        }
        let mut it = Union { cases, discriminator: Some(discriminator.0), ..Union::default() };
        it.attrs.corba = facts(name, Some(extensibility));
        plain(self.declare(name, DeclKind::Union(it)))
    }

    fn enumeration(&mut self, name: &str, bits: u8, names: &[&str]) -> Form {
        let members = names.iter().zip(0..).map(|(name, number)| enumerator(name, number)).collect();
        let attrs = EnumAttrs { corba: facts(name, None), ..EnumAttrs::default() };
        let it = Enum { bits, signed: false, open: false, flags: false, members, attrs };
        plain(self.declare(name, DeclKind::Enum(it)))
    }

    fn marks(&mut self) -> Form {
        let members = ["READ", "WRITE", "RUN"].iter().zip(0..).map(|(name, bit)| enumerator(name, 1 << bit)).collect();
        let attrs = EnumAttrs { corba: facts("Marks", None), ..EnumAttrs::default() };
        let it = Enum { bits: 8, signed: false, open: true, flags: true, members, attrs };
        let Type::Named(id) = self.declare("Marks", DeclKind::Enum(it)) else { return plain(Type::Bool) };
        plain(Type::Int { bits: 8, signed: false, meaning: Meaning::Flags(id) })
    }

    fn map(&mut self, name: &str, key: Form, value: Form) -> Form {
        let mut entry = Struct::entry(field("key", key), field("value", value));
        for (field, order) in entry.fields.iter_mut().zip(0..) {
            field.attrs.order = Some(order);
        }
        let decl = Decl {
            file: String::new(),
            module: vec!["Dds".to_owned()],
            name: vec!["Extras".to_owned(), name.to_owned()],
            doc: String::new(),
            deprecated: false,
            span: Span::default(),
            kind: DeclKind::Struct(entry),
        };
        Form(self.model.add_map(decl), CorbaForm { bounds: vec![0], ..CorbaForm::default() })
    }
}

fn facts(name: &str, extensibility: Option<Extensibility>) -> Option<CorbaType> {
    let repository_id = format!("IDL:Dds/{name}:1.0");
    Some(CorbaType { repository_id, kind: CorbaKind::Plain, extensibility, ..CorbaType::default() })
}

fn enumerator(name: &str, number: i64) -> Enumerator {
    Enumerator { name: name.to_owned(), number, doc: String::new(), deprecated: false, span: Span::default() }
}

fn model() -> Model {
    use Extensibility::{Appendable, Final, Mutable};
    let mut k = Kitchen { model: Model::default() };
    let shade = k.enumeration("Shade", 32, &["DARK", "MID", "LIGHT"]);
    let small = k.enumeration("Small", 8, &["FEW", "MANY"]);
    let middle = k.enumeration("Middle", 16, &["LESS", "MORE"]);
    let marks = k.marks();
    let point = k.record("Point", Final, vec![field("x", int(32)), field("y", float(64))]);
    let item =
        vec![field("name", string()), field("id", int(64)), optional("at", point.clone()), field("last", unsigned(8))];
    let item = k.record("Item", Appendable, item);
    let detail = vec![
        with_id(7, field("a", unsigned(8))),
        with_id(3, understood(field("b", int(32)))),
        with_id(300, optional("note", string())),
        with_id(0x123_4567, field("numbers", list(float(64)))),
    ];
    let detail = k.record("Detail", Mutable, detail);
    let hashed = vec![
        with_id(0xfa5_dd70, field("color", int(32))),
        with_id(0x477_90da, field("size", float(64))),
        with_id(0x3b1_497c, optional("origin", point.clone())),
    ];
    k.record("Hashed", Mutable, hashed);
    let cases = vec![
        labelled(1, "small", unsigned(8)),
        labelled(2, "text", string()),
        labelled(-3, "point", point.clone()),
        none(),
    ];
    let choice = k.union("Choice", (Final, int(32)), cases);
    let cases = vec![labelled(0, "number", float(64)), labelled(1, "item", item.clone()), none()];
    let growing = k.union("Growing", (Appendable, shade.clone()), cases);
    let cases = vec![labelled(1, "number", float(64)), labelled(2, "texts", list(string())), none()];
    let changing = k.union("Changing", (Mutable, int(16)), cases);
    k.record("Scalars", Final, scalars());
    let texts = vec![
        field("lead", unsigned(8)),
        field("t", string()),
        field("short_t", text(CorbaText::Narrow, Some(8))),
        field("shade", shade.clone()),
    ];
    k.record("Texts", Final, texts);
    let bounded = vec![
        field("small", small.clone()),
        field("middle", middle),
        field("marks", marks.clone()),
        field("smalls", list(small)),
        field("all", list(marks)),
    ];
    k.record("Bounded", Final, bounded);
    let numbers = || {
        vec![
            field("octets", octets()),
            field("flags", list(plain(Type::Bool))),
            field("shorts", list(int(16))),
            field("longs", list(int(32))),
            field("doubles", list(float(64))),
            field("texts", list(string())),
            field("points", list(point.clone())),
        ]
    };
    let others = vec![
        field("items", list(item.clone())),
        field("details", list(detail.clone())),
        field("shades", list(shade.clone())),
        field("nested", list(list(int(16)))),
    ];
    k.record("Lists", Final, [numbers(), others].concat());
    let arrays = vec![
        field("flat", array(int(32), 3)),
        field("grid", array(array(float(64), 2), 2)),
        field("raw", plain(Type::fixed_bytes(3))),
        field("pair", array(point.clone(), 2)),
        field("names", array(string(), 2)),
        field("items", array(item.clone(), 2)),
        field("shades", array(array(shade.clone(), 1), 2)),
    ];
    k.record("Arrays", Final, arrays);
    let all = vec![
        field("lead", unsigned(8)),
        field("point", point.clone()),
        field("item", item.clone()),
        field("detail", detail.clone()),
        field("choice", choice),
        field("growing", growing),
        optional("opt_l", int(32)),
        optional("opt_d", float(64)),
        optional("opt_t", string()),
        optional("opt_point", point.clone()),
        optional("opt_item", item),
        optional("opt_detail", detail),
        optional("opt_longs", list(int(32))),
        field("last", unsigned(8)),
    ];
    for (name, extensibility) in [("FinalAll", Final), ("AppendableAll", Appendable), ("MutableAll", Mutable)] {
        k.record(name, extensibility, all.clone());
    }
    let rest = vec![
        field("shades", list(shade.clone())),
        field("flat", array(int(32), 3)),
        field("raw", plain(Type::fixed_bytes(3))),
        field("pair", array(point.clone(), 2)),
        field("s", int(16)),
        field("b", plain(Type::Bool)),
        field("ll", int(64)),
        field("shade", shade),
    ];
    k.record("MutableLists", Mutable, [numbers(), rest].concat());
    let plain_map = k.map("PlainEntry", int(32), float(64));
    let text_map = k.map("TextEntry", string(), point);
    let extras = vec![
        field("wide", text(CorbaText::Wide, None)),
        field("unit", plain(Type::Int { bits: 16, signed: false, meaning: Meaning::Character })),
        field("long_double", plain(Type::meant_bytes(BytesMeaning::Float128))),
        field("plain", plain_map),
        field("texts", text_map),
        field("changing", changing),
    ];
    k.record("Extras", Appendable, extras.clone());
    k.record("MutableExtras", Mutable, extras);
    k.model.cut_cycles();
    k.model
}

fn scalars() -> Vec<Field> {
    vec![
        field("b", plain(Type::Bool)),
        field("o", unsigned(8)),
        field("c", plain(Type::Int { bits: 8, signed: false, meaning: Meaning::Character })),
        field("i8", int(8)),
        field("s", int(16)),
        field("us", unsigned(16)),
        field("l", int(32)),
        field("ul", unsigned(32)),
        field("ll", int(64)),
        field("ull", unsigned(64)),
        field("f", float(32)),
        field("d", float(64)),
    ]
}
