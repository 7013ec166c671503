//! The groups and data after a block, including those of the structs in the block.
//!
//! An optional struct in the block is present if its block is not null, or if any of its groups or data is not empty.

use super::Sbe;
use super::data::{read_data, write_field_data, write_no_data};
use super::group::check_count;
use super::shape::{Fixed, Path, Shape};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{FieldType, StructId, Type};
use polywire_ir::{Arg, Const, Expr, FuncId, Function, Place, ValueType, VarId};
use polywire_model::Presence;

/// The functions for the groups and data after a struct's block.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    pub write: FuncId,
    pub read: FuncId,
    /// Reading also needs the block.
    takes_block: bool,
    /// Reading also needs the version of the message.
    takes_version: bool,
}

impl Rest {
    pub fn declare(module: &mut ModuleBuilder, (takes_block, takes_version): (bool, bool)) -> Self {
        Self { write: module.declare(), read: module.declare(), takes_block, takes_version }
    }

    /// Reads the data after a block, in a message of this version of the struct; an entry of a group is of the newest
    /// version.
    pub fn call_read(&self, b: &mut FunctionBuilder, version: Expr, block: VarId, value: VarId) {
        let block = self.takes_block.then(|| Arg::Value(block.into()));
        let version = self.takes_version.then_some(Arg::Value(version));
        let args = [version, block, Some(Arg::Place(value.into()))];
        b.call(self.read, args.into_iter().flatten().collect(), &[]);
    }
}

/// The path to a group or data from a struct in a block, with its offset.
#[derive(Clone, Copy)]
struct MemberPath<'p> {
    id: StructId,
    path: &'p [u32],
    block: Option<VarId>,
    at: u32,
}

impl Sbe<'_> {
    /// `write_rest_Name(value)`.
    pub(super) fn write_rest(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("write_rest", id);
        for end in self.block(id).rest() {
            match &end.removed {
                None => self.write_end(&mut b, id, &end.path, value.clone()),
                Some((_, skipped)) => skipped.write(&mut b, self.counts),
            }
        }
        b.finish(vec![], vec![])
    }

    /// Writes the group or data at the end of a path.
    fn write_end(&self, b: &mut FunctionBuilder, id: StructId, path: &[u32], value: Place) {
        let [index, deeper @ ..] = path else { return };
        let (field, presence) = self.field(id, *index);
        let place = value.field(*index);
        match (self.composite(id, *index), presence) {
            (None, _) if self.is_maybe(id, *index) => self.write_maybe(b, &field.ty, place),
            (None, _) => match (&field.ty, field.ty.element()) {
                (Type::Union(union), _) => self.write_cases(b, *union, presence, place),
                (_, Some(element)) => self.write_list(b, &element, presence, place),
                (_, None) => write_field_data(b, presence, place),
            },
            (Some(inner), Presence::Implicit) => self.write_end(b, inner, deeper, place),
            // Its presence was checked with the block.
            (Some(inner), Presence::Required) => self.write_end(b, inner, deeper, place.some()),
            (Some(inner), Presence::Optional) => b.if_else(
                Expr::Present(place.clone()),
                |b| self.write_end(b, inner, deeper, place.some()),
                |b| self.write_nothing(b, inner, deeper),
            ),
        }
    }

    /// Writes what follows the block for an absent value.
    fn write_nothing(&self, b: &mut FunctionBuilder, id: StructId, path: &[u32]) {
        let ty = &self.end(id, path).0.ty;
        if self.ends_in_maybe(id, path) {
            return self.write_no_entry(b, &self.entry(ty));
        }
        match (ty, ty.element()) {
            (Type::Union(union), _) => self.write_no_case(b, *union),
            (_, Some(element)) => self.write_no_entry(b, &self.entry(&element)),
            (_, None) => write_no_data(b),
        }
    }

    /// `read_rest_Name(version, block, value)`; the version only if there are several, the block only if it is
    /// informative. In an older message, groups and data that were added later are missing, and the last ones may be.
    pub(super) fn read_rest(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("read_rest", id);
        let own = u64::from(self.version(id));
        let version = (own > 0).then(|| Expr::from(b.value_param("version", ValueType::U64)));
        let size = ValueType::Section(self.block(id).size);
        let block = self.takes_block(id).then(|| b.value_param("block", size));
        let value = Place::from(b.build_param("value", Type::Struct(id)));
        for end in self.block(id).rest() {
            let member = MemberPath { id, path: &end.path, block, at: 0 };
            let read = |b: &mut FunctionBuilder| match &end.removed {
                None => self.read_end(b, member, value.clone()),
                Some((_, skipped)) => skipped.skip(b, self.counts),
            };
            let Some(version) = &version else {
                read(&mut b);
                continue;
            };
            let ends = version.clone().below(own) & Expr::Left.is(0u64);
            let missing = match end.since {
                0 => ends,
                since => version.clone().below(u64::from(since)) | ends,
            };
            b.when(!missing, read);
        }
        b.finish(vec![], vec![])
    }

    /// Reads the group or data at the end of a path.
    fn read_end(&self, b: &mut FunctionBuilder, member: MemberPath, value: Place) {
        let (field, presence) = self.end(member.id, member.path);
        if let Type::Union(union) = field.ty {
            let mut open = |b: &mut FunctionBuilder, read: &mut dyn FnMut(&mut FunctionBuilder, Place)| {
                self.open_end(b, member, value.clone(), read);
            };
            return self.read_cases(b, union, presence, &mut open);
        }
        if self.ends_in_maybe(member.id, member.path) {
            return self.read_maybe(b, &field.ty, &mut |b, read| self.open_end(b, member, value.clone(), read));
        }
        let is_sure = !self.can_be_absent(member.id, member.path);
        if let Some(element) = field.ty.element() {
            let group = self.read_dimensions(b);
            let mut read = |b: &mut FunctionBuilder, place| {
                check_count(b, &field.ty, group);
                match presence {
                    Presence::Implicit | Presence::Optional => self.read_entries(b, &element, group, place),
                    Presence::Required => b.open(place, None, ("present", field.ty.clone()), |b, bind, _| {
                        self.read_entries(b, &element, group, bind.into());
                    }),
                }
            };
            if is_sure {
                return self.open_end(b, member, value, &mut read);
            }
            return b.when(group.count.is_not(0u64), |b| self.open_end(b, member, value, &mut read));
        }
        let data = read_data(b);
        let mut set = |b: &mut FunctionBuilder, place| b.set(value_of(presence, place), data.bytes);
        if is_sure && presence != Presence::Optional {
            return self.open_end(b, member, value, &mut set);
        }
        b.when(data.len.is_not(0u64), |b| self.open_end(b, member, value, &mut set));
    }

    /// Runs `read` on the place at the end of a path; structs on the path become present.
    fn open_end(
        &self,
        b: &mut FunctionBuilder,
        member: MemberPath,
        value: Place,
        read: &mut dyn FnMut(&mut FunctionBuilder, Place),
    ) {
        let [index, deeper @ ..] = member.path else { return };
        let (field, presence) = self.field(member.id, *index);
        let place = value.field(*index);
        let Some(inner) = self.composite(member.id, *index) else { return read(b, place) };
        let member = MemberPath {
            id: inner,
            path: deeper,
            at: member.at + self.block(member.id).members[*index as usize].1,
            ..member
        };
        if presence == Presence::Implicit {
            return self.open_end(b, member, place, read);
        }
        b.open(place, None, ("present", field.ty.clone()), |b, bind, created| {
            if presence == Presence::Optional {
                self.read_null(b, member, bind, created);
            }
            self.open_end(b, member, bind.into(), read);
        });
    }

    /// A struct that is present although its block is null has the values of its block.
    fn read_null(&self, b: &mut FunctionBuilder, member: MemberPath, value: VarId, created: VarId) {
        let own = self.block(member.id);
        if let Some(section) = member.block.filter(|_| self.says_more_than_new(member.id)) {
            let block = || Expr::Slice { section, offset: member.at, len: own.size };
            b.when(block().is(own.null.as_slice()), |b| {
                b.call(self.codecs[member.id].read, vec![Arg::Value(block()), Arg::Place(value.into())], &[]);
            });
        }
        if self.has_texts_unlike_new(member.id) {
            b.when(created.into(), |b| self.empty_texts(b, member.id, value));
        }
    }

    /// Empties the texts of an optional struct that is present: data is read only if it is not empty.
    pub(super) fn empty_texts(&self, b: &mut FunctionBuilder, id: StructId, value: VarId) {
        for path in self.texts_unlike_new(id) {
            let member = MemberPath { id, path, block: None, at: 0 };
            let (_, presence) = self.end(id, path);
            self.open_end(b, member, value.into(), &mut |b, place| {
                b.set_trusted(value_of(presence, place), Expr::Const(Const::Bytes(Vec::new())));
            });
        }
    }

    fn has_texts_unlike_new(&self, id: StructId) -> bool {
        self.texts_unlike_new(id).next().is_some()
    }

    /// Returns the paths to texts of a struct that are always present, and not empty when new.
    fn texts_unlike_new(&self, id: StructId) -> impl Iterator<Item = &Path> {
        let data = self.block(id).data.iter().filter(|end| end.removed.is_none()).map(|end| &end.path);
        data.filter(move |path| {
            let (field, presence) = self.end(id, path);
            let is_unlike_new = match presence {
                Presence::Implicit => field.default.is_some(),
                Presence::Required => true,
                Presence::Optional => false,
            };
            is_unlike_new && !self.can_be_absent(id, path)
        })
    }

    /// Returns true if a struct on the path to a group or data is optional.
    fn can_be_absent(&self, id: StructId, path: &[u32]) -> bool {
        let [index, deeper @ ..] = path else { return false };
        let Some(inner) = self.composite(id, *index) else { return false };
        self.field(id, *index).1 == Presence::Optional || self.can_be_absent(inner, deeper)
    }

    /// Returns true if the block of such a struct is needed.
    pub(super) fn takes_block(&self, id: StructId) -> bool {
        self.block(id).paths().any(|path| self.passes_null(id, path))
    }

    fn passes_null(&self, id: StructId, path: &[u32]) -> bool {
        let [index, deeper @ ..] = path else { return false };
        let Some(inner) = self.composite(id, *index) else { return false };
        let can_be_null = self.field(id, *index).1 == Presence::Optional && self.says_more_than_new(inner);
        can_be_null || self.passes_null(inner, deeper)
    }

    /// Returns true if reading a struct's block can make it differ from a new one: by its values, or by required
    /// structs.
    fn says_more_than_new(&self, id: StructId) -> bool {
        let members = 0..self.block(id).members.len() as u32;
        let mut composites = members.filter_map(|index| Some((self.composite(id, index)?, self.field(id, index).1)));
        self.block(id).size > 0
            || self.required_groups(id).next().is_some()
            || composites.any(|(inner, presence)| match presence {
                Presence::Implicit => self.says_more_than_new(inner),
                Presence::Required => true,
                Presence::Optional => false,
            })
    }

    /// Returns the member at the end of a path.
    fn end(&self, id: StructId, path: &[u32]) -> (&FieldType, Presence) {
        match path {
            [index, deeper @ ..] if !deeper.is_empty() => {
                self.composite(id, *index).map_or_else(|| self.field(id, *index), |inner| self.end(inner, deeper))
            }
            path => self.field(id, path.first().copied().unwrap_or_default()),
        }
    }

    fn field(&self, id: StructId, index: u32) -> (&FieldType, Presence) {
        (&self.types.record(id).fields[index as usize], self.presences[id.0 as usize][index as usize])
    }

    /// Returns true if a member is a group with at most one entry.
    fn is_maybe(&self, id: StructId, index: u32) -> bool {
        matches!(self.block(id).members[index as usize].0, Shape::Maybe)
    }

    fn ends_in_maybe(&self, id: StructId, path: &[u32]) -> bool {
        let [index, deeper @ ..] = path else { return false };
        self.composite(id, *index).map_or_else(|| self.is_maybe(id, *index), |inner| self.ends_in_maybe(inner, deeper))
    }

    /// Returns the struct in the block at a member.
    fn composite(&self, id: StructId, index: u32) -> Option<StructId> {
        match self.block(id).members[index as usize].0 {
            Shape::Fixed(Fixed::Composite(inner)) => Some(inner),
            Shape::Fixed(_) | Shape::Group | Shape::Data | Shape::Cases | Shape::Maybe => None,
        }
    }
}

fn value_of(presence: Presence, place: Place) -> Place {
    match presence {
        Presence::Implicit => place,
        Presence::Required | Presence::Optional => place.some(),
    }
}
