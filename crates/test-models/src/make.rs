//! Helpers for declaring types.

use polywire_front::{LoadError, LoadedFile, c, capnp, fbs, idl, sbe, xsd};
use polywire_model::attr::{EnumAttrs, ProtobufField, ProtobufInt, StructAttrs, WellKnown};
use polywire_model::{
    Case, Decl, DeclId, DeclKind, Enum, Enumerator, Field, Model, Struct, Text, Type, Union, pascal_case,
};
use polywire_source::{Diagnostics, SourceMap, Span};

/// Declares a type in the module `corner`.
pub fn declare(model: &mut Model, name: &str, kind: DeclKind) -> DeclId {
    let module = vec!["corner".to_owned()];
    model.add(Decl {
        file: String::new(),
        module,
        name: vec![name.to_owned()],
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
        kind,
    })
}

/// Creates a map for the field of a struct: declares its entry inside the struct, numbered as in Protobuf.
pub fn map(model: &mut Model, owner: &str, name: &str, (key, value): (Type, Type)) -> Type {
    map_of(model, owner, name, [(key, ProtobufInt::Varint), (value, ProtobufInt::Varint)])
}

/// Like `map`, with the encodings of keys and values.
pub fn map_of(model: &mut Model, owner: &str, name: &str, parts: [(Type, ProtobufInt); 2]) -> Type {
    let [key, value] = parts;
    let part = |name: &str, number, (ty, encoding)| {
        let mut field = Field::new(name, ty);
        field.attrs.protobuf = Some(ProtobufField { encoding, ..protobuf(number) });
        field
    };
    let entry = Struct::entry(part("key", 1, key), part("value", 2, value));
    let id = declare(model, owner, DeclKind::Struct(entry));
    model.decls[id.0 as usize].name.push(format!("{}Entry", pascal_case(name)));
    Type::Map(id)
}

/// Creates a set for the field of a struct: declares its entry inside the struct.
pub fn set(model: &mut Model, owner: &str, name: &str, element: Type) -> Type {
    let id = declare(model, owner, DeclKind::Struct(Struct::set_entry(Field::new("key", element))));
    model.decls[id.0 as usize].name.push(format!("{}Element", pascal_case(name)));
    Type::Map(id)
}

/// Creates the type of an element or a map's value that may be null: declares its struct inside the one whose field `name`
/// contains it.
pub fn nullable(model: &mut Model, owner: &str, name: &str, ty: Type) -> Type {
    let it = Struct::nullable(Field::new("value", ty));
    let id = declare(model, owner, DeclKind::Struct(it));
    model.decls[id.0 as usize].name.push(format!("{}Value", pascal_case(name)));
    Type::Named(id)
}

/// Creates a struct that keeps unknown fields.
pub fn record(fields: Vec<Field>) -> DeclKind {
    DeclKind::Struct(Struct { fields, keeps_unknown: true, ..Struct::default() })
}

/// Creates a struct that is a well-known type.
pub fn known(mark: WellKnown, fields: Vec<Field>) -> DeclKind {
    let attrs = StructAttrs { well_known: Some(mark), ..StructAttrs::default() };
    DeclKind::Struct(Struct { fields, keeps_unknown: true, attrs, ..Struct::default() })
}

/// Creates an enum of 32 bits.
pub fn enumeration(open: bool, members: &[(&str, i64)]) -> DeclKind {
    let members = members.iter().map(|&(name, number)| Enumerator {
        name: name.to_owned(),
        number,
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
    });
    DeclKind::Enum(Enum {
        bits: 32,
        signed: true,
        open,
        flags: false,
        members: members.collect(),
        attrs: EnumAttrs::default(),
    })
}

/// Creates an enum of 8 bits that names flags.
pub fn flags(members: &[(&str, i64)]) -> DeclKind {
    match enumeration(true, members) {
        DeclKind::Enum(it) => DeclKind::Enum(Enum { bits: 8, signed: false, flags: true, ..it }),
        other => other,
    }
}

/// Creates a union.
pub fn union(cases: Vec<Case>) -> DeclKind {
    DeclKind::Union(Union { cases, ..Union::default() })
}

/// Creates a union's case without other facts.
pub fn case(name: &str, ty: Type) -> Case {
    Case::new(name, ty)
}

/// Returns the type of verified text.
pub fn text() -> Type {
    Type::Text(Text::default())
}

/// Returns the facts of a Protobuf field; integers are varints.
pub fn protobuf(number: u32) -> ProtobufField {
    ProtobufField { number, encoding: ProtobufInt::Varint, packed: false, group: false }
}

/// Returns the types of a Cap'n Proto schema.
///
/// # Panics
/// If it has errors or warnings.
pub fn of_capnp(schema: &[u8]) -> Model {
    let loader = |path: &str| match path {
        "corner.capnp" => Ok(LoadedFile { name: path.to_owned(), bytes: schema.to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = capnp::compile_files(&["corner.capnp"], &loader, &mut sources, &mut diagnostics);
    let diagnostics = diagnostics.into_sorted();
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut model = compiled.expect("a schema without errors").model;
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model
}

/// Returns the types of a FlatBuffers schema and of what it includes; `read` returns the path of a file and its text.
///
/// # Panics
/// If it has errors.
pub fn of_fbs(path: &str, read: impl Fn(&str) -> Option<(String, Vec<u8>)>) -> Model {
    let loader = |name: &str| match read(name) {
        Some((name, bytes)) => Ok(LoadedFile { name, bytes }),
        None => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = fbs::compile_files(&[path], &loader, &mut sources, &mut diagnostics);
    compiled.unwrap_or_else(|| panic!("{:?}", diagnostics.into_sorted())).model
}

/// Returns the types of a C header; `None` if it has errors.
pub fn of_c(header: &[u8]) -> Option<Model> {
    let loader = |path: &str| match path {
        "corner.h" => Ok(LoadedFile { name: path.to_owned(), bytes: header.to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = c::compile_files(&["corner.h"], &loader, &mut sources, &mut diagnostics);
    let mut model = compiled?.model;
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    Some(model)
}

/// Returns the types of an XML Schema and of what it includes, which are files; `None` if it has errors.
pub fn of_xsd(path: &str) -> Option<Model> {
    let loader = |name: &str| {
        let bytes = std::fs::read(name).map_err(|_| LoadError::NotFound)?;
        Ok(LoadedFile { name: name.to_owned(), bytes })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    xsd::compile_files(&[path], &loader, &mut sources, &mut diagnostics).map(|compiled| compiled.model)
}

/// Returns the types that an object file describes.
///
/// # Errors
/// What is wrong with it.
pub fn of_object(bytes: &[u8]) -> Result<Model, String> {
    let mut diagnostics = Diagnostics::default();
    match c::compile_object("unit.o", bytes, &mut diagnostics) {
        Some(compiled) => Ok(compiled.model),
        None => Err(format!("{:?}", diagnostics.into_sorted())),
    }
}

/// Returns the types and interfaces of an IDL file.
///
/// # Panics
/// If it has errors.
pub fn of_idl(schema: &[u8]) -> Model {
    let loader = |path: &str| match path {
        "corner.idl" => Ok(LoadedFile { name: path.to_owned(), bytes: schema.to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = idl::compile_files(&["corner.idl"], &loader, &mut sources, &mut diagnostics);
    let mut model = compiled.unwrap_or_else(|| panic!("{:?}", diagnostics.into_sorted())).model;
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model
}

/// Returns the types of an SBE schema.
///
/// # Panics
/// If it has errors.
pub fn of_sbe(schema: &[u8]) -> Model {
    let loader = |path: &str| match path {
        "corner.xml" => Ok(LoadedFile { name: path.to_owned(), bytes: schema.to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = sbe::compile_files(&["corner.xml"], &loader, &mut sources, &mut diagnostics);
    let mut model = compiled.unwrap_or_else(|| panic!("{:?}", diagnostics.into_sorted())).model;
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model
}
