use crate::TestModel;
use crate::make::{case, declare, enumeration, nullable, text};
use polywire_model::attr::{CorbaForm, FieldAttrs, FormatOptions};
use polywire_model::c::{CEnum, CItem, CLayout, CMember, CRecord, CScalar, CText, CType};
use polywire_model::{BytesMeaning, DeclKind, Field, Meaning, Model, Presence, Struct, Text, Type, Union};

/// What C headers can declare, in the memory of x86-64.
pub(crate) fn test_model() -> TestModel {
    TestModel { name: "memory_kitchen", model: model(&[]), formats: &["memory"] }
}

/// The same in big-endian memory.
pub(crate) fn big() -> TestModel {
    let model = model(&["memory.abi=s390x", "memory.padding=checked"]);
    TestModel { name: "memory_kitchen_big", model, formats: &["memory"] }
}

/// The same as Microsoft's compiler has it.
pub(crate) fn microsoft() -> TestModel {
    TestModel { name: "memory_kitchen_msvc", model: model(&["memory.abi=x86_64-msvc"]), formats: &["memory"] }
}

fn model(choices: &[&str]) -> Model {
    let mut model = Model::default();
    let with = |options: FormatOptions, choice: &&str| options.with(choice).expect("a choice");
    model.options = choices.iter().fold(FormatOptions::default(), with);
    let colour = enumeration(false, &[("RED", 0), ("GREEN", 1), ("BLUE", 5)]);
    let colour = Type::Named(declare(&mut model, "Colour", colour));
    let mood = Type::Named(declare(&mut model, "Mood", enumeration(true, &[("CALM", 0), ("WILD", -3)])));
    let point = declare_struct(&mut model, "Point", record("struct point", points()), point_fields());
    let shape = declare_shape(&mut model, point.clone());
    declare_numbers(&mut model, &colour, &mood);
    declare_bits(&mut model, &colour);
    declare_texts(&mut model);
    declare_drawing(&mut model, (&point, &shape));
    declare_sample(&mut model, &point);
    declare_grown(&mut model);
    declare_flexible(&mut model, &point);
    declare_derived(&mut model, (&point, &shape, &colour));
    model
}

fn record(name: &str, items: Vec<CItem>) -> CRecord {
    CRecord { name: name.to_owned(), items, ..CRecord::default() }
}

fn of(name: &str, ty: CType) -> CMember {
    CMember { name: name.to_owned(), ty, bits: None, layout: CLayout::default(), told_by: None, text: CText::Nul }
}

fn member(name: &str, ty: CType) -> CItem {
    CItem::Member(of(name, ty))
}

fn scalar(name: &str, ty: CScalar) -> CItem {
    member(name, CType::Scalar(ty))
}

fn told(name: &str, ty: CType, by: &str) -> CItem {
    CItem::Member(CMember { told_by: Some(by.to_owned()), ..of(name, ty) })
}

fn teller(name: &str, ty: CScalar) -> CItem {
    CItem::Teller(of(name, CType::Scalar(ty)))
}

fn bits(name: &str, ty: CType, bits: u8) -> CItem {
    CItem::Member(CMember { bits: Some(bits), ..of(name, ty) })
}

fn array(ty: CType, len: u32) -> CType {
    CType::Array(Box::new(ty), Some(len))
}

fn exact(bits: u8, signed: bool) -> CScalar {
    CScalar::Exact { bits, signed }
}

fn fields(fields: Vec<(&str, Type)>) -> Vec<Field> {
    fields.into_iter().map(|(name, ty)| Field::new(name, ty)).collect()
}

fn int(bits: u8, signed: bool) -> Type {
    Type::int(bits, signed)
}

fn short_text(len: u32) -> Type {
    Type::Text(Text { max_len: Some(len), ..Text::default() })
}

fn declare_struct(model: &mut Model, name: &str, c: CRecord, fields: Vec<Field>) -> Type {
    let mut it = Struct { fields, ..Struct::default() };
    it.attrs.c = Some(Box::new(c));
    Type::Named(declare(model, name, DeclKind::Struct(it)))
}

fn points() -> Vec<CItem> {
    vec![scalar("x", CScalar::Short { signed: true }), scalar("y", CScalar::Int { signed: true })]
}

fn point_fields() -> Vec<Field> {
    fields(vec![("x", int(16, true)), ("y", int(32, true))])
}

fn declare_shape(model: &mut Model, point: Type) -> Type {
    let cases = [
        (2, case("dot", point)),
        (7, case("radius", Type::Float { bits: 64 })),
        (9, case("code", short_text(3))),
        (11, case("level", int(8, true))),
    ];
    let cases = cases.into_iter().map(|(label, case)| polywire_model::Case { labels: vec![label], ..case }).collect();
    let mut it = Union { cases, discriminator: Some(int(8, false)), ..Union::default() };
    let items = vec![
        member("dot", CType::Named),
        scalar("radius", CScalar::Double),
        member("code", array(CType::Scalar(CScalar::Char), 3)),
        bits("level", CType::Scalar(CScalar::Int { signed: true }), 5),
    ];
    it.attrs.c = Some(Box::new(CRecord { overlap: true, ..record("union shape", items) }));
    Type::Named(declare(model, "Shape", DeclKind::Union(it)))
}

fn declare_numbers(model: &mut Model, colour: &Type, mood: &Type) {
    let items = vec![
        scalar("flag", CScalar::Bool),
        scalar("letter", CScalar::Char),
        scalar("small", CScalar::Short { signed: true }),
        scalar("big", CScalar::Long { signed: true }),
        scalar("size", CScalar::Pointer { signed: false }),
        scalar("ratio", CScalar::Float),
        scalar("precise", CScalar::Double),
        scalar("long_double", CScalar::LongDouble),
        scalar("wide", exact(128, true)),
        member("colour", CType::Enum(CEnum { packed: true, min: 0, max: 5 })),
        member("mood", CType::Enum(CEnum { packed: false, min: -3, max: 0 })),
        member("matrix", array(array(CType::Scalar(exact(16, false)), 3), 2)),
        member("bytes", array(CType::Scalar(exact(8, false)), 3)),
    ];
    let letter = Type::Int { bits: 8, signed: false, meaning: Meaning::Character };
    let matrix = Type::Array(Box::new(Type::Array(Box::new(int(16, false)), 3)), 2);
    let own = fields(vec![
        ("flag", Type::Bool),
        ("letter", letter),
        ("small", int(16, true)),
        ("big", int(64, true)),
        ("size", int(64, false)),
        ("ratio", Type::Float { bits: 32 }),
        ("precise", Type::Float { bits: 64 }),
        ("long_double", Type::meant_bytes(BytesMeaning::Float128)),
        ("wide", Type::fixed_bytes(16)),
        ("colour", colour.clone()),
        ("mood", mood.clone()),
        ("matrix", matrix),
        ("bytes", Type::fixed_bytes(3)),
    ]);
    declare_struct(model, "Numbers", record("struct numbers", items), own);
}

/// Bit-fields in units of their types, and others without any gap.
fn declare_bits(model: &mut Model, colour: &Type) {
    let unsigned = || CType::Scalar(CScalar::Int { signed: false });
    let items = || {
        vec![
            bits("low", unsigned(), 3),
            bits("number", CType::Scalar(CScalar::Int { signed: true }), 5),
            bits("is_set", CType::Scalar(CScalar::Bool), 1),
            CItem::Padding { ty: CScalar::Int { signed: false }, bits: 2, layout: CLayout::default() },
            bits("colour", CType::Enum(CEnum { packed: false, min: 0, max: 5 }), 3),
            bits("long_one", CType::Scalar(CScalar::LongLong { signed: true }), 64),
            bits("across", CType::Scalar(exact(64, false)), 50),
            scalar("plain", exact(8, true)),
            CItem::Padding { ty: CScalar::Short { signed: false }, bits: 0, layout: CLayout::default() },
            bits("last", CType::Scalar(exact(8, false)), 2),
        ]
    };
    let own = || {
        fields(vec![
            ("low", int(32, false)),
            ("number", int(32, true)),
            ("is_set", Type::Bool),
            ("colour", colour.clone()),
            ("long_one", int(64, true)),
            ("across", int(64, false)),
            ("plain", int(8, true)),
            ("last", int(8, false)),
        ])
    };
    declare_struct(model, "Bits", record("struct bits", items()), own());
    let layout = CLayout { packed: true, ..CLayout::default() };
    declare_struct(model, "Packed", CRecord { layout, ..record("struct packed", items()) }, own());
}

fn declare_texts(model: &mut Model) {
    let text_of =
        |name: &str, len, text| CItem::Member(CMember { text, ..of(name, array(CType::Scalar(CScalar::Char), len)) });
    let items = vec![
        text_of("full", 4, CText::Nul),
        text_of("padded", 5, CText::Spaces),
        text_of("terminated", 6, CText::Terminated),
        teller("used", exact(16, false)),
        told("counted", array(CType::Scalar(CScalar::Char), 7), "used"),
        teller("octets", exact(8, true)),
        told("bytes", array(CType::Scalar(exact(8, false)), 4), "octets"),
        member("names", array(array(CType::Scalar(CScalar::Char), 3), 2)),
    ];
    let own = fields(vec![
        ("full", short_text(4)),
        ("padded", short_text(5)),
        ("terminated", short_text(5)),
        ("counted", short_text(7)),
        ("bytes", Type::Bytes),
        ("names", Type::Array(Box::new(short_text(3)), 2)),
    ]);
    declare_struct(model, "Texts", record("struct texts", items), own);
}

fn declare_drawing(model: &mut Model, (point, shape): (&Type, &Type)) {
    let raw = vec![scalar("number", CScalar::Long { signed: true }), scalar("octet", exact(8, false))];
    let items = vec![
        teller("kind", exact(8, false)),
        teller("count", CScalar::Int { signed: true }),
        told("points", array(CType::Named, 3), "count"),
        told("shape", CType::Named, "kind"),
        CItem::Anonymous(record("", vec![scalar("inner", CScalar::Char), scalar("deep", CScalar::Double)])),
        member("raw", CType::Record(Box::new(CRecord { overlap: true, ..record("", raw) }))),
        member("corners", array(CType::Named, 2)),
    ];
    let own = fields(vec![
        ("points", Type::list(point.clone())),
        ("shape", shape.clone()),
        ("inner", int(8, false)),
        ("deep", Type::Float { bits: 64 }),
        ("raw", Type::Bytes),
        ("corners", Type::Array(Box::new(point.clone()), 2)),
    ]);
    declare_struct(model, "Drawing", record("struct drawing", items), own);
}

/// A union whose cases are selected by several tags, or by all other ones.
fn declare_sample(model: &mut Model, point: &Type) {
    let labelled = |labels: &[i128], case| polywire_model::Case { labels: labels.to_vec(), ..case };
    let cases = vec![
        labelled(&[-1, 2], case("level", int(16, true))),
        labelled(&[5], case("code", short_text(3))),
        polywire_model::Case { is_default: true, ..case("place", point.clone()) },
    ];
    let mut it = Union { cases, discriminator: Some(int(8, true)), ..Union::default() };
    let items = vec![
        scalar("level", CScalar::Short { signed: true }),
        member("code", array(CType::Scalar(CScalar::Char), 3)),
        member("place", CType::Named),
    ];
    it.attrs.c = Some(Box::new(CRecord { overlap: true, ..record("union reading", items) }));
    let union = declare(model, "Reading", DeclKind::Union(it));
    model.keep_labels(union);
    let items = vec![teller("kind", exact(8, true)), told("reading", CType::Named, "kind")];
    let own = fields(vec![("reading", Type::Named(union))]);
    declare_struct(model, "Sample", record("struct sample", items), own);
}

/// A struct that tells its length.
fn declare_grown(model: &mut Model) {
    let items = vec![
        teller("length", exact(32, false)),
        scalar("version", exact(16, true)),
        scalar("first", exact(16, true)),
        scalar("second", CScalar::Double),
    ];
    let length = Some("length".to_owned());
    let c = CRecord { length, version: Some("version".to_owned()), ..record("struct grown", items) };
    let own = fields(vec![("version", int(16, true)), ("first", int(16, true)), ("second", Type::Float { bits: 64 })]);
    declare_struct(model, "Grown", c, own);
}

fn declare_flexible(model: &mut Model, point: &Type) {
    let items = vec![
        teller("count", exact(16, false)),
        scalar("kind", exact(8, false)),
        told("points", CType::Array(Box::new(CType::Named), None), "count"),
    ];
    let own = fields(vec![("kind", int(8, false)), ("points", Type::list(point.clone()))]);
    declare_struct(model, "Path", record("struct path", items), own);
    let items = vec![
        teller("length", exact(32, false)),
        teller("count", exact(8, false)),
        told("text", CType::Array(Box::new(CType::Scalar(CScalar::Char)), None), "count"),
    ];
    let length = Some("length".to_owned());
    declare_struct(
        model,
        "Letter",
        CRecord { length, ..record("struct letter", items) },
        fields(vec![("text", text())]),
    );
}

/// A struct of another language.
fn declare_derived(model: &mut Model, (point, shape, colour): (&Type, &Type, &Type)) {
    let maybe = nullable(model, "Derived", "maybe", int(64, true));
    let bounded = |name: &str, ty: Type| {
        let corba = CorbaForm { bounds: vec![3], ..CorbaForm::default() };
        Field { attrs: FieldAttrs { corba, ..FieldAttrs::default() }, ..Field::new(name, ty) }
    };
    let optional = |name: &str, ty: Type| Field { presence: Presence::Optional, ..Field::new(name, ty) };
    let own = vec![
        optional("number", int(16, true)),
        optional("name", short_text(6)),
        optional("point", point.clone()),
        Field { presence: Presence::Required, ..Field::new("needed", int(8, false)) },
        Field::new("colour", colour.clone()),
        Field::new("shape", shape.clone()),
        bounded("numbers", Type::list(int(32, false))),
        bounded("bytes", Type::Bytes),
        Field::new("maybe", Type::Array(Box::new(maybe), 2)),
        Field::new("id", Type::meant_bytes(BytesMeaning::Uuid)),
    ];
    declare(model, "Derived", DeclKind::Struct(Struct { fields: own, ..Struct::default() }));
}
