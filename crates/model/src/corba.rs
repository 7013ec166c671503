//! The types of CORBA that describe types and hold values of any type, as ordinary declarations of the module `CORBA`.
//!
//! Design: docs/decisions/0129-cdr-of-corba.md

use crate::attr::{CaseAttrs, CorbaForm, CorbaKind, CorbaText, CorbaType, FieldAttrs, StructAttrs, UnionAttrs};
use crate::{BytesMeaning, Case, Decl, DeclId, DeclKind, Field, Meaning, Model, Struct, Text, Type, Union};
use polywire_source::Span;

/// The module of the declarations.
pub const MODULE: &str = "CORBA";

/// The file of the declarations, in which the specification declares them.
pub const FILE: &str = "orb.idl";

/// The declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorbaTypes {
    /// `TypeCode`: a union with a case for each kind of type, in the order of their numbers (`TCKind`), and one for a reference
    /// to an enclosing type.
    pub type_code: DeclId,
    /// `any`: a type and a value of it.
    pub any: DeclId,
    /// A reference to an object.
    pub object: DeclId,
}

/// The cases of `CORBA.AnyContent`, in order. A value of the types null and void holds no case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueCase {
    /// A boolean.
    Boolean,
    /// A signed integer.
    Integer,
    /// An unsigned integer, or an octet.
    Unsigned,
    /// A float.
    Float32,
    /// A double.
    Float64,
    /// A long double.
    Float128,
    /// A char.
    Character,
    /// A wchar.
    WideCharacter,
    /// A string.
    Text,
    /// A wstring.
    WideText,
    /// A sequence or an array of octets.
    Bytes,
    /// A fixed, as text.
    Decimal,
    /// An enumerator: its number and its name.
    Enumerator,
    /// A struct: its members.
    Members,
    /// An exception: its repository id and its members.
    Exception,
    /// A union: the label and the value of the selected member.
    Selection,
    /// Another sequence or array: its elements. They are in a struct, because not every format has unions that directly contain
    /// themselves.
    List,
    /// An any.
    Any,
    /// A TypeCode.
    TypeCode,
    /// A reference to an object.
    Object,
    /// A value of a valuetype: its repository id and its members.
    Value,
    /// A value of a boxed type: its repository id and what is in it.
    Boxed,
    /// A value that occurred before in the same any: its number.
    Same,
}

/// The cases of `CORBA.TypeCode` behind the first 37, whose numbers are those of `TCKind`.
pub const RECURSIVE: u32 = 37;

impl Decl {
    /// Returns the facts of a type of CORBA.
    pub fn corba(&self) -> Option<&CorbaType> {
        match &self.kind {
            DeclKind::Struct(it) => it.attrs.corba.as_ref(),
            DeclKind::Enum(it) => it.attrs.corba.as_ref(),
            DeclKind::Union(it) => it.attrs.corba.as_ref(),
            DeclKind::Constant(_) => None,
        }
    }

    /// Returns what a type is in CORBA.
    pub fn corba_kind(&self) -> Option<CorbaKind> {
        self.corba().map(|it| it.kind)
    }
}

impl Model {
    /// Returns true if the schema is one of CORBA.
    pub fn is_corba(&self) -> bool {
        self.decls.iter().any(|decl| decl.corba().is_some())
    }
}

/// Declares the types.
pub fn declare(model: &mut Model) -> CorbaTypes {
    let first = model.decls.len() as u32;
    // The union, the structs of its cases, and what values are, refer to each other.
    let [type_code, member, label, named, record, union, enumeration, sequence, alias, fixed, value_member, value_type] =
        std::array::from_fn(|index| DeclId(first + index as u32));
    let of = Type::Named;
    let text = |name| narrow(name, Type::Text(Text::default()));
    let plain = |name, ty| Field::new(name, ty);
    let u32_ = Type::int(32, false);

    let simple = Case::nothing;
    let cases = vec![
        simple("tk_null"),
        simple("tk_void"),
        simple("tk_short"),
        simple("tk_long"),
        simple("tk_ushort"),
        simple("tk_ulong"),
        simple("tk_float"),
        simple("tk_double"),
        simple("tk_boolean"),
        simple("tk_char"),
        simple("tk_octet"),
        simple("tk_any"),
        simple("tk_TypeCode"),
        simple("tk_Principal"),
        case("tk_objref", of(named)),
        case("tk_struct", of(record)),
        case("tk_union", of(union)),
        case("tk_enum", of(enumeration)),
        case("tk_string", u32_.clone()),
        case("tk_sequence", of(sequence)),
        case("tk_array", of(sequence)),
        case("tk_alias", of(alias)),
        case("tk_except", of(record)),
        simple("tk_longlong"),
        simple("tk_ulonglong"),
        simple("tk_longdouble"),
        simple("tk_wchar"),
        case("tk_wstring", u32_.clone()),
        case("tk_fixed", of(fixed)),
        case("tk_value", of(value_type)),
        case("tk_value_box", of(alias)),
        case("tk_native", of(named)),
        case("tk_abstract_interface", of(named)),
        case("tk_local_interface", of(named)),
        case("tk_component", of(named)),
        case("tk_home", of(named)),
        case("tk_event", of(value_type)),
        Case {
            doc: "An enclosing type: how many TypeCodes further out it is.".to_owned(),
            ..case("recursive", u32_.clone())
        },
    ];
    add_union(model, ("TypeCode", "The type of a value.", CorbaKind::TypeCode), 0, cases);
    let names = || vec![text("id"), text("name")];
    let with_names = |more: Vec<Field>| [names(), more].concat();
    add(model, ("TypeCodeMember", "A member of a struct."), vec![text("name"), plain("type", of(type_code))]);
    let label_doc = "The label: the bits of a number, of an enumerator its place.";
    let mut label_field = plain("label", Type::int(64, true));
    label_field.doc = label_doc.to_owned();
    add(
        model,
        ("TypeCodeLabel", "A member of a union, once for each of its labels."),
        vec![label_field, text("name"), plain("type", of(type_code))],
    );
    add(model, ("TypeCodeName", "An interface, or another type of which only the name is known."), names());
    let members = |ty| plain("members", Type::list(of(ty)));
    add(model, ("TypeCodeStruct", "A struct or an exception."), with_names(vec![members(member)]));
    let mut default = plain("default_index", Type::int(32, true));
    default.doc = "The place of the member for all other labels, or -1.".to_owned();
    let of_union = vec![plain("discriminator", of(type_code)), default, members(label)];
    add(model, ("TypeCodeUnion", "A union."), with_names(of_union));
    let enumerators = narrow("members", Type::list(Type::Text(Text::default())));
    add(model, ("TypeCodeEnum", "An enum."), with_names(vec![enumerators]));
    let mut length = plain("length", u32_.clone());
    length.doc = "The length of an array, or the largest length of a sequence; 0 if it is not limited.".to_owned();
    add(model, ("TypeCodeSequence", "A sequence or an array."), vec![plain("element", of(type_code)), length]);
    add(model, ("TypeCodeAlias", "Another name of a type."), with_names(vec![plain("original", of(type_code))]));
    let fixed_fields = vec![plain("digits", Type::int(16, false)), plain("scale", Type::int(16, true))];
    add(model, ("TypeCodeFixed", "A decimal number."), fixed_fields);
    let visibility = plain("visibility", Type::int(16, true));
    let fields = vec![text("name"), plain("type", of(type_code)), visibility];
    add(model, ("TypeCodeValueMember", "A member of a value type."), fields);
    let modifier = plain("modifier", Type::int(16, true));
    let fields = with_names(vec![modifier, plain("base", of(type_code)), members(value_member)]);
    add(model, ("TypeCodeValueType", "A value type."), fields);
    let object = declare_object(model);
    CorbaTypes { type_code, any: declare_any(model, type_code, object), object }
}

const DOC_OF_SAME: &str = "A value that occurred before: its number. The values of an any count from 0, in the order in which they begin in CDR.";

/// Declares the references to objects (IOR, CORBA 3.3 part 2, clause 7.6.2).
fn declare_object(model: &mut Model) -> DeclId {
    let data = vec![Field::new("tag", Type::int(32, false)), Field::new("data", Type::Bytes)];
    let profile = add(model, ("TaggedProfile", "A way to reach an object."), data);
    let type_id = narrow("type_id", Type::Text(Text::default()));
    let fields = vec![type_id, Field::new("profiles", Type::list(Type::Named(profile)))];
    let doc = "A reference to an object; without type id and profiles, to none.";
    add_struct(model, ("Object", doc, CorbaKind::Object), fields)
}

fn declare_any(model: &mut Model, type_code: DeclId, object: DeclId) -> DeclId {
    let first = model.decls.len() as u32;
    let [value, enumerator, member, exception, selection, list, state, boxed, any] =
        std::array::from_fn(|index| DeclId(first + index as u32));
    let (of, text) = (Type::Named, || Type::Text(Text::default()));
    let character = |bits| Type::Int { bits, signed: false, meaning: Meaning::Character };
    let wide = CorbaForm { text: CorbaText::Wide, ..CorbaForm::default() };
    let cases = vec![
        case("boolean", Type::Bool),
        case("integer", Type::int(64, true)),
        case("unsigned_integer", Type::int(64, false)),
        case("float32", Type::Float { bits: 32 }),
        case("float64", Type::Float { bits: 64 }),
        case("float128", Type::meant_bytes(BytesMeaning::Float128)),
        case("character", character(8)),
        case("wide_character", character(16)),
        case("text", text()),
        Case { attrs: CaseAttrs { corba: wide, ..CaseAttrs::default() }, ..case("wide_text", text()) },
        case("bytes", Type::Bytes),
        case("decimal", text()),
        case("enumerator", of(enumerator)),
        case("members", Type::list(of(member))),
        case("exception", of(exception)),
        case("selection", of(selection)),
        case("list", of(list)),
        case("any", of(any)),
        case("type_code", of(type_code)),
        case("object", of(object)),
        case("value", of(state)),
        case("boxed", of(boxed)),
        Case { doc: DOC_OF_SAME.to_owned(), ..case("same", Type::int(32, false)) },
    ];
    add_union(
        model,
        (
            "AnyContent",
            "A value of any type; of the types null and void, and where a value is null, no case.",
            CorbaKind::Plain,
        ),
        1,
        cases,
    );
    let fields = vec![Field::new("number", Type::int(32, false)), narrow("name", text())];
    add(model, ("AnyEnumerator", "An enumerator; writers do not need its name."), fields);
    let fields = vec![narrow("name", text()), Field::new("value", of(value))];
    add(model, ("AnyMember", "A member of a struct; writers do not need its name."), fields);
    let fields = vec![narrow("id", text()), Field::new("members", Type::list(of(member)))];
    add(model, ("AnyException", "An exception."), fields);
    let fields = vec![Field::new("label", of(value)), Field::new("value", of(value))];
    add(model, ("AnySelection", "A union: a label and the value that it selects, if any."), fields);
    add(model, ("AnyList", "A sequence or an array."), vec![Field::new("elements", Type::list(of(value)))]);
    let fields = vec![narrow("id", text()), Field::new("members", Type::list(of(member)))];
    add(model, ("AnyState", "A value of a valuetype: its members, those of its bases first."), fields);
    let fields = vec![narrow("id", text()), Field::new("value", of(value))];
    add(model, ("AnyBoxed", "A value of a boxed type."), fields);
    let fields = vec![Field::new("type", of(type_code)), Field::new("value", of(value))];
    let any = add_struct(model, ("Any", "A type and a value of it.", CorbaKind::Any), fields);
    model.cut_cycles();
    any
}

/// A member that is a string, or a list of strings.
pub(crate) fn narrow(name: &str, ty: Type) -> Field {
    let corba = CorbaForm { text: CorbaText::Narrow, ..CorbaForm::default() };
    Field { attrs: FieldAttrs { corba, ..FieldAttrs::default() }, ..Field::new(name, ty) }
}

pub(crate) fn case(name: &str, ty: Type) -> Case {
    let corba = CorbaForm { text: CorbaText::Narrow, ..CorbaForm::default() };
    Case { attrs: CaseAttrs { corba, ..CaseAttrs::default() }, ..Case::new(name, ty) }
}

fn add(model: &mut Model, (name, doc): (&str, &str), fields: Vec<Field>) -> DeclId {
    add_struct(model, (name, doc, CorbaKind::Plain), fields)
}

fn add_struct(model: &mut Model, (name, doc, kind): (&str, &str, CorbaKind), fields: Vec<Field>) -> DeclId {
    let attrs = StructAttrs { corba: Some(facts(name, kind)), ..StructAttrs::default() };
    model.add(decl(name, doc, DeclKind::Struct(Struct { fields, attrs, ..Struct::default() })))
}

/// Adds a union whose labels begin with this one.
fn add_union(model: &mut Model, (name, doc, kind): (&str, &str, CorbaKind), first: i128, cases: Vec<Case>) -> DeclId {
    let attrs = UnionAttrs { corba: Some(facts(name, kind)), ..UnionAttrs::default() };
    let labelled = |(case, label): (Case, i128)| Case { labels: vec![label], ..case };
    let cases = cases.into_iter().zip(first..).map(labelled).collect();
    let discriminator = Some(Type::int(32, false));
    model.add(decl(name, doc, DeclKind::Union(Union { cases, attrs, discriminator, ..Union::default() })))
}

fn facts(name: &str, kind: CorbaKind) -> CorbaType {
    CorbaType { repository_id: format!("IDL:omg.org/CORBA/{name}:1.0"), kind, ..CorbaType::default() }
}

fn decl(name: &str, doc: &str, kind: DeclKind) -> Decl {
    Decl {
        file: FILE.to_owned(),
        module: vec![MODULE.to_owned()],
        name: vec![name.to_owned()],
        doc: doc.to_owned(),
        deprecated: false,
        span: Span::default(),
        kind,
    }
}
