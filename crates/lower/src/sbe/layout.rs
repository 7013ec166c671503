//! The layout of a message by names, for its XML schema and for code generated from it.

use super::cases::{Slot, slots};
use super::message::Headers;
use super::removed::Skipped;
use super::shape::{Block, End, Fixed, Part, Shape, blocks, element_shape};
use super::{ids, needs_struct};
use crate::Unsupported;
use crate::plan::{Orders, recursive_structs, struct_decls, wrap};
use crate::scalar::Scalar;
use crate::unsupported::none_of;
use polywire_ir::types::{EnumId, Name, StructId, Type, Types, UnionId};
use polywire_model::attr::SbeMessage;
use polywire_model::{DeclId, Literal, Model, Presence};
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
    /// The number of a group's entries has 32 bits.
    pub has_wide_counts: bool,
}

/// Named integers.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// Its name.
    pub name: String,
    /// The underlying integer.
    pub primitive: &'static str,
    /// Names and numbers.
    pub members: Vec<(String, i64)>,
}

/// The fixed-size part of a struct.
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
    /// Its id, which is stable as long as the schema's lock is.
    pub id: u16,
    /// The index path of the member; empty for the entry itself.
    pub path: Vec<u32>,
    /// True if its null value means absence.
    pub is_optional: bool,
    /// The version that added it.
    pub since: u16,
    /// Its kind.
    pub kind: Kind,
}

/// What a schema states about the values of a number, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The least number.
    pub min: Option<String>,
    /// The greatest number.
    pub max: Option<String>,
    /// The number that means absence.
    pub null: Option<String>,
}

/// The kinds of fields in a block.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number of this primitive type.
    Number(&'static str),
    /// A number of this primitive type, whose range or null value the schema states.
    Limited(&'static str, Limits),
    /// A value of an enumeration.
    Enum(String),
    /// Characters.
    Text(u32),
    /// Bytes.
    Bytes(u32),
    /// This many numbers.
    Array(&'static str, u32),
    /// A composite.
    Composite(String),
    /// This many bytes of a removed member.
    Removed(u32),
}

/// A repeating group.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: u16,
    /// The indices of the members on the path from the owner of the group to the list or map; empty if that is the
    /// entry.
    pub path: Vec<u32>,
    /// The body of each entry.
    pub entry: Body,
    /// The version that added it.
    pub since: u16,
    /// The index of the case, if the member at the end of the path is a union. The group has at most one entry.
    pub case: Option<u32>,
    /// The member has been removed.
    pub is_removed: bool,
}

/// Variable-length data.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: u16,
    /// The indices of the members on the path from the owner of the data to the text or bytes; empty if that is the
    /// entry.
    pub path: Vec<u32>,
    /// True for UTF-8 text.
    pub is_text: bool,
    /// The version that added it.
    pub since: u16,
    /// The member has been removed.
    pub is_removed: bool,
}

/// Lays out the messages of a struct of the model.
///
/// # Errors
/// Features of the model that the format does not support, and members whose ids would be the same.
pub fn layout(model: &Model, root: DeclId) -> Result<Message, Vec<Unsupported>> {
    // What the format cannot hold elsewhere in the schema does not matter.
    let model = &model.reduced_to(root).with_sets_as_lists();
    let wrapped = wrap(model, &|position, ty| needs_struct(model, position, ty)).model;
    let types = Types::of_model(&wrapped);
    let structs = struct_decls(&wrapped);
    let presences = structs.iter().map(|it| it.it.fields.iter().map(|field| field.presence).collect()).collect();
    let limits = structs.iter().map(|it| it.it.fields.iter().map(limits).collect()).collect();
    let orders = Orders::of(&wrapped);
    let blocks = blocks((&types, &orders), (&structs, model.options.sbe), &recursive_structs(&types))?;
    let slots = slots(&wrapped, &orders)?;
    let Some(id) = types.struct_of(root) else { return Err(Vec::new()) };
    let mut layout = Layout {
        types: &types,
        orders: &orders,
        blocks: &blocks,
        slots: &slots,
        presences,
        limits,
        composites: BTreeMap::new(),
        enums: BTreeMap::new(),
    };
    let body = layout.body(id);
    let coinciding = ids::coinciding(&body, model.decl(root));
    none_of(coinciding)?;
    let name = &types.record(id).name;
    Ok(Message {
        name: name_of(name),
        module: name.module.clone(),
        header: Headers::of(&struct_decls(model)).0[id.0 as usize],
        enums: layout.enums.iter().map(|(id, primitive)| enumeration((&types, &orders), *id, primitive)).collect(),
        composites: layout.composites.into_values().collect(),
        body,
        has_wide_counts: model.options.sbe.has_wide_counts,
    })
}

struct Layout<'a> {
    types: &'a Types,
    orders: &'a Orders,
    blocks: &'a [Block],
    slots: &'a [Vec<Slot>],
    presences: Vec<Vec<Presence>>,
    limits: Vec<Vec<Limits>>,
    composites: BTreeMap<StructId, Composite>,
    enums: BTreeMap<EnumId, &'static str>,
}

impl Layout<'_> {
    /// Lays out a struct that is a message or an entry.
    fn body(&mut self, id: StructId) -> Body {
        let block = &self.blocks[id.0 as usize];
        let mut fields = self.fields(id);
        let mut taken = BTreeSet::new();
        fields.iter_mut().for_each(|field| keep_apart(&mut field.name, &mut taken));
        let mut groups = Vec::new();
        for end in &block.groups {
            if let Some((order, skipped)) = &end.removed {
                let id = self.id(id, &end.path, Some(*order));
                groups.push(skipped_group((removed_name(*order, &mut taken), id), skipped, end.since));
                continue;
            }
            let (mut name, ty) = self.end(id, &end.path);
            if let Type::Union(union) = ty {
                groups.extend(self.cases(id, union, end, &name, &mut taken));
                continue;
            }
            keep_apart(&mut name, &mut taken);
            let entry = match ty.element() {
                Some(element) if !self.ends_in_maybe(id, &end.path) => self.entry(&element),
                Some(_) | None => self.entry(&ty),
            };
            let id = self.id(id, &end.path, None);
            groups.push(Group {
                name,
                id,
                path: end.path.clone(),
                entry,
                since: end.since,
                case: None,
                is_removed: false,
            });
        }
        let data = block.data.iter().map(|end| {
            if let Some((order, _)) = &end.removed {
                let id = self.id(id, &end.path, Some(*order));
                return skipped_data((removed_name(*order, &mut taken), id), end.since);
            }
            let (mut name, ty) = self.end(id, &end.path);
            keep_apart(&mut name, &mut taken);
            let is_text = matches!(ty, Type::Text { .. });
            let id = self.id(id, &end.path, None);
            Data { name, id, path: end.path.clone(), is_text, since: end.since, is_removed: false }
        });
        Body { fields, groups, data: data.collect() }
    }

    /// Returns the groups of a union.
    fn cases(
        &mut self,
        owner: StructId,
        union: UnionId,
        end: &End,
        name: &str,
        taken: &mut BTreeSet<String>,
    ) -> Vec<Group> {
        let groups = self.slots[union.0 as usize].iter().map(|slot| {
            let index = match slot {
                Slot::Case(index) => *index,
                Slot::Removed { place, group } => {
                    let mut name = format!("{name}_removed{place}");
                    keep_apart(&mut name, taken);
                    return skipped_group((name, self.id(owner, &end.path, Some(*place))), group, end.since);
                }
            };
            let case = &self.types.union(union).cases[index as usize];
            let mut name = format!("{name}_{}", case.name);
            keep_apart(&mut name, taken);
            let entry = case.ty.as_ref().map_or_else(Body::empty, |ty| self.entry(ty));
            let place = self.orders.case(union, index) as u32 - 1;
            let id = self.id(owner, &end.path, Some(place));
            Group { name, id, path: end.path.clone(), entry, since: end.since, case: Some(index), is_removed: false }
        });
        groups.collect()
    }

    /// Returns true if the member at the end of a path is a group with at most one entry.
    fn ends_in_maybe(&self, id: StructId, path: &[u32]) -> bool {
        let [index, deeper @ ..] = path else { return false };
        match self.blocks[id.0 as usize].members[*index as usize].0 {
            Shape::Fixed(Fixed::Composite(inner)) => self.ends_in_maybe(inner, deeper),
            Shape::Maybe => true,
            Shape::Fixed(_) | Shape::Group | Shape::Data | Shape::Cases => false,
        }
    }

    /// An element of a list, the value of a case, or an entry of a map.
    fn entry(&mut self, element: &Type) -> Body {
        let (name, path) = ("value".to_owned(), Vec::new());
        let nothing = Body::empty();
        match element_shape((self.types, self.orders), element) {
            Ok(Shape::Fixed(Fixed::Composite(id))) => self.body(id).without_versions(),
            Ok(Shape::Fixed(fixed)) => {
                let kind = self.kind(&fixed);
                Body { fields: vec![Field { name, id: 1, path, is_optional: false, since: 0, kind }], ..nothing }
            }
            Ok(Shape::Group) => {
                let entry = element.element().map_or_else(Body::empty, |inner| self.entry(&inner));
                let group = Group { name, id: 1, path, entry, since: 0, case: None, is_removed: false };
                Body { groups: vec![group], ..nothing }
            }
            Ok(Shape::Data | Shape::Cases | Shape::Maybe) | Err(_) => {
                let is_text = matches!(element, Type::Text { .. });
                Body { data: vec![Data { name, id: 1, path, is_text, since: 0, is_removed: false }], ..nothing }
            }
        }
    }

    /// Returns the block of a struct. Members without bytes are not fields.
    fn fields(&mut self, id: StructId) -> Vec<Field> {
        let mut fields = Vec::new();
        let block = &self.blocks[id.0 as usize];
        for part in &block.parts {
            let (index, since) = match part {
                Part::Member(index, since) => (*index, *since),
                Part::Removed { since, order, bytes, .. } => {
                    let (name, kind) = (format!("removed{order}"), Kind::Removed(bytes.len() as u32));
                    let id = self.id(id, &[], Some(*order));
                    fields.push(Field { name, id, path: Vec::new(), is_optional: false, since: *since, kind });
                    continue;
                }
            };
            let Shape::Fixed(fixed) = &block.members[index as usize].0 else { continue };
            if matches!(fixed, Fixed::Composite(inner) if self.blocks[inner.0 as usize].size == 0) {
                continue;
            }
            fields.push(Field {
                name: self.types.record(id).fields[index as usize].name.clone(),
                id: self.id(id, &[index], None),
                path: vec![index],
                is_optional: self.presences[id.0 as usize][index as usize] == Presence::Optional,
                since,
                kind: limited(self.kind(fixed), &self.limits[id.0 as usize][index as usize]),
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

    /// Returns the id of the member at the end of a path, or of one that was removed there: it is composed of the
    /// places on the path.
    fn id(&self, mut at: StructId, path: &[u32], removed: Option<u32>) -> u16 {
        let mut id = 0u32;
        let mut add = |place: u32| id = id.wrapping_mul(100).wrapping_add(place + 1);
        for index in path {
            add(self.blocks[at.0 as usize].places[*index as usize]);
            if let Type::Struct(inner) = self.types.record(at).fields[*index as usize].ty {
                at = inner;
            }
        }
        removed.into_iter().for_each(add);
        (id % 65_536) as u16
    }

    /// Returns the name and type of the member at the end of a path.
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
    /// For an entry: the version in a message is not that of the struct in the entries.
    fn without_versions(mut self) -> Self {
        self.fields.iter_mut().for_each(|field| field.since = 0);
        self.groups.iter_mut().for_each(|group| group.since = 0);
        self.data.iter_mut().for_each(|data| data.since = 0);
        self
    }

    fn empty() -> Self {
        Self { fields: Vec::new(), groups: Vec::new(), data: Vec::new() }
    }
}

/// Makes a name unique among its siblings.
fn keep_apart(name: &mut String, taken: &mut BTreeSet<String>) {
    while !taken.insert(name.clone()) {
        name.push('_');
    }
}

fn name_of(name: &Name) -> String {
    name.path.join("_")
}

fn removed_name(order: u32, taken: &mut BTreeSet<String>) -> String {
    let mut name = format!("removed{order}");
    keep_apart(&mut name, taken);
    name
}

fn skipped_group((name, id): (String, u16), it: &Skipped, since: u16) -> Group {
    let mut entry = Body::empty();
    if let Skipped::Group(size, rest) = it {
        if *size > 0 {
            let (name, kind) = ("block".to_owned(), Kind::Removed(*size));
            entry.fields.push(Field { name, id: 1, path: Vec::new(), is_optional: false, since: 0, kind });
        }
        for (part, index) in rest.iter().zip(0u32..) {
            let name = (format!("part{index}"), index as u16 + 2);
            match part {
                Skipped::Group(..) => entry.groups.push(skipped_group(name, part, 0)),
                Skipped::Data => entry.data.push(skipped_data(name, 0)),
            }
        }
    }
    Group { name, id, path: Vec::new(), entry, since, case: None, is_removed: true }
}

fn skipped_data((name, id): (String, u16), since: u16) -> Data {
    Data { name, id, path: Vec::new(), is_text: false, since, is_removed: true }
}

/// In the order of the numbers' places.
fn enumeration((types, orders): (&Types, &Orders), id: EnumId, primitive: &'static str) -> Enumeration {
    let it = types.enumeration(id);
    let mut members: Vec<(String, i64)> = it.members.iter().map(|it| (it.name.clone(), it.number)).collect();
    members.sort_by_key(|(_, number)| orders.numbers(id).iter().position(|other| other == number));
    Enumeration { name: name_of(&it.name), primitive, members }
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

fn limited(kind: Kind, limits: &Limits) -> Kind {
    match kind {
        Kind::Number(ty) if *limits != Limits::default() => Kind::Limited(ty, limits.clone()),
        kind => kind,
    }
}

fn limits(field: &polywire_model::Field) -> Limits {
    let text = |literal: &Literal| match literal {
        Literal::Int(number) => number.to_string(),
        Literal::Float(bits) => f64::from_bits(*bits).to_string(),
        Literal::Bool(_) | Literal::Text(_) | Literal::Bytes(_) => String::new(),
    };
    let null = field.null.as_ref().filter(|_| field.presence == Presence::Optional);
    let [min, max, null] = [field.range.min.as_ref(), field.range.max.as_ref(), null].map(|it| it.map(text));
    Limits { min, max, null }
}
