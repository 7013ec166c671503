use crate::TestModel;
use crate::make::case;
use polywire_model::attr::{CaseAttrs, CorbaFixed, CorbaForm, CorbaKind, CorbaText, CorbaType, EnumAttrs, FieldAttrs};
use polywire_model::{
    BytesMeaning, Case, Decl, DeclId, DeclKind, Enum, Enumerator, Field, Meaning, Model, Struct, Text, Type, Union,
    corba,
};
use polywire_source::Span;

/// The types of tests/corpus/corba/kitchen.idl: one of every kind. The values of a type that is no struct are structs with one
/// member here.
pub(crate) fn test_model() -> TestModel {
    TestModel { name: "corba_kitchen", model: model(), formats: &["cdr", "cdr_le", "cdr_be"] }
}

/// A type and its form.
#[derive(Clone)]
struct Form(Type, CorbaForm);

impl Form {
    fn list(self) -> Self {
        self.bounded_list(0)
    }

    fn bounded_list(self, bound: u32) -> Self {
        let bounds = [vec![bound], self.1.bounds].concat();
        Self(Type::list(self.0), CorbaForm { bounds, ..self.1 })
    }

    fn array(self, len: u32) -> Self {
        Self(Type::Array(Box::new(self.0), len), self.1)
    }
}

fn plain(ty: Type) -> Form {
    Form(ty, CorbaForm::default())
}

fn int(bits: u8, signed: bool) -> Form {
    plain(Type::int(bits, signed))
}

fn character(bits: u8) -> Form {
    plain(Type::Int { bits, signed: false, meaning: Meaning::Character })
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

fn wide_string() -> Form {
    text(CorbaText::Wide, None)
}

fn fixed(digits: u8, scale: u8) -> Form {
    let ty = match digits {
        ..=18 => Type::Int { bits: 64, signed: true, meaning: Meaning::Decimal { scale } },
        _ => Type::Text(Text::default()),
    };
    Form(ty, CorbaForm { fixed: Some(CorbaFixed { digits, scale }), ..CorbaForm::default() })
}

fn field(name: &str, Form(ty, corba): Form) -> Field {
    Field { attrs: FieldAttrs { corba, ..FieldAttrs::default() }, ..Field::new(name, ty) }
}

fn labelled(labels: &[i128], name: &str, Form(ty, corba): Form) -> Case {
    let attrs = CaseAttrs { corba, ..CaseAttrs::default() };
    Case { labels: labels.to_vec(), attrs, ..case(name, ty) }
}

/// The case for all other labels.
fn other(case: Case) -> Case {
    Case { is_default: true, ..case }
}

/// All labels for which a union without a default has no member.
fn none() -> Case {
    other(Case { ty: None, ..case("none", Type::Bool) })
}

fn declare(model: &mut Model, name: &str, kind: DeclKind) -> Type {
    let decl = Decl {
        file: String::new(),
        module: vec!["Corpus".to_owned()],
        name: vec![name.to_owned()],
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
        kind,
    };
    let is_union = matches!(decl.kind, DeclKind::Union(_));
    Type::Named(if is_union { model.add_union(decl) } else { model.add(decl) })
}

fn facts(name: &str, kind: CorbaKind) -> Option<CorbaType> {
    Some(CorbaType { repository_id: format!("IDL:Corpus/{name}:1.0"), kind, ..CorbaType::default() })
}

fn record(model: &mut Model, name: &str, fields: Vec<Field>) -> Form {
    let mut it = Struct { fields, ..Struct::default() };
    it.attrs.corba = facts(name, CorbaKind::Plain);
    plain(declare(model, name, DeclKind::Struct(it)))
}

fn union(model: &mut Model, name: &str, discriminator: Form, cases: Vec<Case>) -> Form {
    let mut it = Union { cases, discriminator: Some(discriminator.0), ..Union::default() };
    it.attrs.corba = facts(name, CorbaKind::Plain);
    plain(declare(model, name, DeclKind::Union(it)))
}

fn shade(model: &mut Model) -> Form {
    let member = |(name, number): (&str, i64)| Enumerator {
        name: name.to_owned(),
        number,
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
    };
    let members = [("DARK", 0), ("MID", 1), ("LIGHT", 2)].map(member).to_vec();
    let attrs = EnumAttrs { corba: facts("Shade", CorbaKind::Plain), ..EnumAttrs::default() };
    let it = Enum { bits: 32, signed: false, open: false, flags: false, members, attrs };
    plain(declare(model, "Shade", DeclKind::Enum(it)))
}

fn model() -> Model {
    let mut model = Model::default();
    let types = corba::declare(&mut model);
    let [any, type_code, object] = [types.any, types.type_code, types.object].map(|id| plain(Type::Named(id)));
    let m = &mut model;
    let shade = shade(m);
    let scalars = record(m, "Scalars", scalars());
    record(m, "Ragged", ragged());
    record(m, "Text", texts());
    let fixeds = vec![field("m", fixed(9, 4)), field("e", fixed(4, 0)), field("t", fixed(31, 12))];
    record(m, "Fixeds", fixeds);
    let lists = lists(&shade);
    record(m, "Lists", lists);
    let grid = int(32, true).array(3).array(2);
    let hash = plain(Type::fixed_bytes(16));
    let names = text(CorbaText::Narrow, Some(8)).array(2);
    record(m, "Arrays", vec![field("g", grid.clone()), field("h", hash), field("n", names)]);
    let long_double = plain(Type::meant_bytes(BytesMeaning::Float128));
    record(m, "LongDouble", vec![field("pad", int(8, false)), field("ld", long_double)]);
    let unions = unions(m, &shade, &scalars, &any);
    let tree = tree(m);
    let anys = any.clone().list();
    record(m, "Holder", holder(&any, &unions, &tree));
    let oops = vec![field("code", int(32, true)), field("why", string())];
    let mut oops = Struct { fields: oops, ..Struct::default() };
    oops.attrs.corba = facts("Oops", CorbaKind::Exception);
    declare(m, "Oops", DeclKind::Struct(oops));
    by_wide_char(m);
    let [by_long, by_enum, by_bool, by_char, by_ull, by_short] = unions;
    for (name, form) in [
        ("ByLong", by_long),
        ("ByEnum", by_enum),
        ("ByBool", by_bool),
        ("ByChar", by_char),
        ("ByULL", by_ull),
        ("ByShort", by_short),
        ("Longs", int(32, true).list()),
        ("Octets", plain(Type::Bytes)),
        ("FewOctets", Form(Type::Bytes, CorbaForm { bounds: vec![3], ..CorbaForm::default() })),
        ("Strings", string().list()),
        ("WStrings", wide_string().list()),
        ("UpToFive", float(64).bounded_list(5)),
        ("UpToTwoOfThree", int(16, true).bounded_list(3).bounded_list(2)),
        ("Bools", plain(Type::Bool).list()),
        ("LongLists", int(32, true).list().list()),
        ("WChars", character(16).list()),
        ("Anys", anys),
        ("Shade", shade),
        ("Money", fixed(9, 4)),
        ("Tiny", fixed(31, 12)),
        ("Fraction", fixed(19, 19)),
        ("Whole", fixed(20, 0)),
        ("Grid", grid),
        ("Short8", text(CorbaText::Narrow, Some(8))),
        ("WShort6", text(CorbaText::Wide, Some(6))),
        ("any", any),
        ("TypeCode", type_code),
        ("Object", object),
    ] {
        record(m, &format!("{name}Value"), vec![field("value", form)]);
    }
    model.cut_cycles();
    model
}

fn scalars() -> Vec<Field> {
    vec![
        field("b", plain(Type::Bool)),
        field("c", character(8)),
        field("o", int(8, false)),
        field("s", int(16, true)),
        field("us", int(16, false)),
        field("l", int(32, true)),
        field("ul", int(32, false)),
        field("ll", int(64, true)),
        field("ull", int(64, false)),
        field("f", float(32)),
        field("d", float(64)),
        field("wc", character(16)),
    ]
}

fn ragged() -> Vec<Field> {
    vec![
        field("a", int(8, false)),
        field("b", float(64)),
        field("c", int(8, false)),
        field("d", int(32, true)),
        field("e", int(8, false)),
        field("f", int(16, true)),
        field("g", int(8, false)),
        field("h", int(64, true)),
        field("i", int(8, false)),
    ]
}

fn texts() -> Vec<Field> {
    vec![
        field("s", string()),
        field("ws", wide_string()),
        field("s8", text(CorbaText::Narrow, Some(8))),
        field("w6", text(CorbaText::Wide, Some(6))),
    ]
}

fn lists(shade: &Form) -> Vec<Field> {
    vec![
        field("l", int(32, true).list()),
        field("o", plain(Type::Bytes)),
        field("s", string().list()),
        field("w", wide_string().list()),
        field("u", float(64).bounded_list(5)),
        field("b", plain(Type::Bool).list()),
        field("sh", int(16, true).list()),
        field("c", character(8).list()),
        field("wc", character(16).list()),
        field("q", int(64, false).list()),
        field("f", float(32).list()),
        field("ll", int(32, true).list().list()),
        field("e", shade.clone().list()),
    ]
}

fn unions(m: &mut Model, shade: &Form, scalars: &Form, any: &Form) -> [Form; 6] {
    let cases = vec![
        labelled(&[0, 1], "s", string()),
        labelled(&[-5], "d", float(64)),
        labelled(&[100], "l", int(32, true).list()),
        other(labelled(&[], "o", int(8, false))),
    ];
    let by_long = union(m, "ByLong", int(32, true), cases);
    let cases = vec![labelled(&[0], "sc", scalars.clone()), labelled(&[1], "m", int(32, true)), none()];
    let by_enum = union(m, "ByEnum", shade.clone(), cases);
    let cases = vec![labelled(&[1], "yes", string()), labelled(&[0], "no", int(16, true))];
    let by_bool = union(m, "ByBool", plain(Type::Bool), cases);
    let cases = vec![
        labelled(&[97], "a", int(32, true)),
        labelled(&[122], "z", by_bool.clone()),
        other(labelled(&[], "x", any.clone())),
    ];
    let by_char = union(m, "ByChar", character(8), cases);
    let cases = vec![labelled(&[7], "top", int(8, false)), labelled(&[0], "zero", wide_string()), none()];
    let by_ull = union(m, "ByULL", int(64, false), cases);
    let grid = int(32, true).array(3).array(2);
    let cases = vec![labelled(&[3], "g", grid), labelled(&[-3], "m", fixed(9, 4)), none()];
    let by_short = union(m, "ByShort", int(16, true), cases);
    [by_long, by_enum, by_bool, by_char, by_ull, by_short]
}

/// A union that IDL has since version 4.2.
fn by_wide_char(m: &mut Model) {
    let cases = vec![labelled(&[0x6f22], "character", character(16)), other(labelled(&[], "text", wide_string()))];
    let by_wide_char = union(m, "ByWChar", character(16), cases);
    record(m, "ByWCharValue", vec![field("value", by_wide_char)]);
}

fn tree(m: &mut Model) -> Form {
    let kids = plain(Type::list(Type::Named(DeclId(m.decls.len() as u32))));
    let kids = Form(kids.0, CorbaForm { bounds: vec![0], ..CorbaForm::default() });
    record(m, "Tree", vec![field("name", string()), field("kids", kids), field("weight", int(32, true))])
}

fn holder(any: &Form, unions: &[Form; 6], tree: &Form) -> Vec<Field> {
    let [by_long, by_enum, _, by_char, by_ull, by_short] = unions;
    vec![
        field("a", any.clone()),
        field("u", by_long.clone()),
        field("e", by_enum.clone()),
        field("c", by_char.clone()),
        field("q", by_ull.clone()),
        field("g", by_short.clone()),
        field("t", tree.clone()),
        field("as", any.clone().list()),
    ]
}
