//! The layout of a message, by names: the contents of its XML schema, and of code generated from it.

use super::message::Headers;
use super::shape::{Block, Fixed, Shape, blocks, element_shape};
use crate::Unsupported;
use crate::plan::{recursive_structs, struct_decls};
use crate::scalar::Scalar;
use polywire_ir::types::{EnumId, Name, StructId, Type, Types};
use polywire_model::attr::SbeMessage;
use polywire_model::{DeclId, Model, Presence};
use std::collections::{BTreeMap, BTreeSet};

/// A message of Simple Binary Encoding, with the types that it needs.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its name.
    pub name: String,
    /// Modules around it, outermost first.
    pub module: Vec<String>,
    /// The contents of its header.
    pub header: SbeMessage,
    /// Named integers of its fields.
    pub enums: Vec<Enumeration>,
    /// Structs in its blocks.
    pub composites: Vec<Composite>,
    /// Its own block, groups and data.
    pub body: Body,
}

/// Named integers.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// Its name.
    pub name: String,
    /// The integer that it is.
    pub primitive: &'static str,
    /// Names and numbers.
    pub members: Vec<(String, i64)>,
}

/// The part of a struct that has a fixed size.
#[derive(Clone, Debug)]
pub struct Composite {
    /// Its name.
    pub name: String,
    /// Its body.
    pub fields: Vec<Field>,
}

/// A message or an entry of a group: a block, then groups, then data.
#[derive(Clone, Debug)]
pub struct Body {
    /// The block.
    pub fields: Vec<Field>,
    /// The groups.
    pub groups: Vec<Group>,
    /// The data.
    pub data: Vec<Data>,
}

/// Part of a block.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The index of the member that it is; none if it is the entry.
    pub path: Vec<u32>,
    /// Its null value says that it is absent.
    pub is_optional: bool,
    /// Its kind.
    pub kind: Kind,
}

/// The kinds of fields in a block.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number of this primitive type.
    Number(&'static str),
    /// One of an enumeration's.
    Enum(String),
    /// Characters.
    Text(u32),
    /// Bytes.
    Bytes(u32),
    /// This many numbers.
    Array(&'static str, u32),
    /// A composite.
    Composite(String),
}

/// A repeating group.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The indices of the members on the path from the owner of the group to the list or map; none if that is the
    /// entry.
    pub path: Vec<u32>,
    /// The body of each entry.
    pub entry: Body,
}

/// Variable-length data.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its name.
    pub name: String,
    /// The indices of the members on the path from the owner of the data to the text or bytes; none if that is the
    /// entry.
    pub path: Vec<u32>,
    /// The characters are UTF-8.
    pub is_text: bool,
}

/// Lays out the messages of a struct of the model.
///
/// # Errors
/// Features of the model that the format does not support.
pub fn layout(model: &Model, root: DeclId) -> Result<Message, Vec<Unsupported>> {
    let types = Types::of_model(model);
    let structs = struct_decls(model);
    let presences = structs.iter().map(|it| it.it.fields.iter().map(|field| field.presence).collect()).collect();
    let blocks = blocks(&types, &structs, &recursive_structs(&types))?;
    let Some(id) = types.struct_of(root) else { return Err(Vec::new()) };
    let mut layout =
        Layout { types: &types, blocks: &blocks, presences, composites: BTreeMap::new(), enums: BTreeMap::new() };
    let body = layout.body(id);
    let name = &types.record(id).name;
    Ok(Message {
        name: name_of(name),
        module: name.module.clone(),
        header: Headers::of(&structs).0[id.0 as usize],
        enums: layout.enums.iter().map(|(id, primitive)| enumeration(&types, *id, primitive)).collect(),
        composites: layout.composites.into_values().collect(),
        body,
    })
}

struct Layout<'a> {
    types: &'a Types,
    blocks: &'a [Block],
    presences: Vec<Vec<Presence>>,
    composites: BTreeMap<StructId, Composite>,
    enums: BTreeMap<EnumId, &'static str>,
}

impl Layout<'_> {
    /// A struct that is a message or an entry.
    fn body(&mut self, id: StructId) -> Body {
        let block = &self.blocks[id.0 as usize];
        let mut fields = self.fields(id);
        let mut taken = BTreeSet::new();
        fields.iter_mut().for_each(|field| keep_apart(&mut field.name, &mut taken));
        let groups = block.groups.iter().map(|path| {
            let (mut name, ty) = self.end(id, path);
            keep_apart(&mut name, &mut taken);
            let entry = ty.element().map_or_else(Body::empty, |element| self.entry(&element));
            Group { name, path: path.clone(), entry }
        });
        let groups = groups.collect();
        let data = block.data.iter().map(|path| {
            let (mut name, ty) = self.end(id, path);
            keep_apart(&mut name, &mut taken);
            Data { name, path: path.clone(), is_text: matches!(ty, Type::Text { .. }) }
        });
        Body { fields, groups, data: data.collect() }
    }

    /// An element of a list, or an entry of a map.
    fn entry(&mut self, element: &Type) -> Body {
        let (name, path) = ("value".to_owned(), Vec::new());
        let nothing = Body::empty();
        match element_shape(self.types, element) {
            Ok(Shape::Fixed(Fixed::Composite(id))) => self.body(id),
            Ok(Shape::Fixed(fixed)) => {
                let kind = self.kind(&fixed);
                Body { fields: vec![Field { name, path, is_optional: false, kind }], ..nothing }
            }
            Ok(Shape::Group) => {
                let entry = element.element().map_or_else(Body::empty, |inner| self.entry(&inner));
                Body { groups: vec![Group { name, path, entry }], ..nothing }
            }
            Ok(Shape::Data) | Err(_) => {
                Body { data: vec![Data { name, path, is_text: matches!(element, Type::Text { .. }) }], ..nothing }
            }
        }
    }

    /// The block of a struct. Members without bytes are not fields.
    fn fields(&mut self, id: StructId) -> Vec<Field> {
        let members = self.blocks[id.0 as usize].members.iter().zip(0u32..);
        let mut fields = Vec::new();
        for ((shape, _), index) in members {
            let Shape::Fixed(fixed) = shape else { continue };
            if matches!(fixed, Fixed::Composite(inner) if self.blocks[inner.0 as usize].size == 0) {
                continue;
            }
            fields.push(Field {
                name: self.types.record(id).fields[index as usize].name.clone(),
                path: vec![index],
                is_optional: self.presences[id.0 as usize][index as usize] == Presence::Optional,
                kind: self.kind(fixed),
            });
        }
        fields
    }

    fn kind(&mut self, fixed: &Fixed) -> Kind {
        match fixed {
            Fixed::Scalar(scalar @ Scalar { ty: Type::Enum(id), .. }) => {
                self.enums.insert(*id, primitive(scalar));
                Kind::Enum(name_of(&self.types.enumeration(*id).name))
            }
            Fixed::Scalar(scalar) => Kind::Number(primitive(scalar)),
            Fixed::Text(len) => Kind::Text(*len),
            Fixed::Bytes(len) => Kind::Bytes(*len),
            Fixed::Array(scalar, len) => Kind::Array(primitive(scalar), *len),
            Fixed::Composite(id) => {
                let name = name_of(&self.types.record(*id).name);
                if !self.composites.contains_key(id) {
                    let fields = self.fields(*id);
                    self.composites.insert(*id, Composite { name: name.clone(), fields });
                }
                Kind::Composite(name)
            }
        }
    }

    /// The name and type of the member at the end of a path.
    fn end(&self, mut id: StructId, path: &[u32]) -> (String, Type) {
        let mut names = Vec::new();
        let mut ty = Type::Struct(id);
        for index in path {
            let field = &self.types.record(id).fields[*index as usize];
            names.push(field.name.as_str());
            ty = field.ty.clone();
            if let Type::Struct(inner) = ty {
                id = inner;
            }
        }
        (names.join("_"), ty)
    }
}

impl Body {
    fn empty() -> Self {
        Self { fields: Vec::new(), groups: Vec::new(), data: Vec::new() }
    }
}

/// A name that nothing else beside it has.
fn keep_apart(name: &mut String, taken: &mut BTreeSet<String>) {
    while !taken.insert(name.clone()) {
        name.push('_');
    }
}

fn name_of(name: &Name) -> String {
    name.path.join("_")
}

fn enumeration(types: &Types, id: EnumId, primitive: &'static str) -> Enumeration {
    let it = types.enumeration(id);
    Enumeration {
        name: name_of(&it.name),
        primitive,
        members: it.members.iter().map(|member| (member.name.clone(), member.number)).collect(),
    }
}

fn primitive(scalar: &Scalar) -> &'static str {
    match (&scalar.ty, scalar.width(), scalar.signed) {
        (Type::Float { .. }, 4, _) => "float",
        (Type::Float { .. }, _, _) => "double",
        (_, 1, true) => "int8",
        (_, 2, true) => "int16",
        (_, 4, true) => "int32",
        (_, _, true) => "int64",
        (_, 1, false) => "uint8",
        (_, 2, false) => "uint16",
        (_, 4, false) => "uint32",
        (_, _, false) => "uint64",
    }
}
