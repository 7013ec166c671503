//! What a schema says about each struct.

use super::super::unsupported;
use super::{Ends, frame};
use crate::Unsupported;
use crate::plan::{StructDecl, byte_order, field_path};
use crate::scalar::Scalar;
use polywire_ir::types::{Meaning, StructId, Type, Types};
use polywire_ir::{Expr, Order};
use polywire_model::attr::{SbeFrame, SbeMessage, SbeRole, SbeStruct, TextEncoding};
use polywire_model::{Field, Literal, Presence};

/// A message, a composite or an entry of a group.
#[derive(Debug)]
pub(in crate::sbe) struct Record {
    /// Bytes of the block.
    pub size: u32,
    /// The order of all its numbers.
    pub order: Order,
    /// Of a message: its header, and what is in it.
    pub header: Option<(SbeFrame, SbeMessage)>,
    /// The members in the block.
    pub members: Vec<Member>,
    /// The groups, then the data behind it.
    pub ends: Vec<End>,
    /// Reading its block needs the version of the message and the length of the block.
    pub block_has_versions: bool,
    /// Reading what follows its block needs the version of the message.
    pub rest_has_versions: bool,
}

/// A member in a block.
#[derive(Clone, Debug)]
pub(in crate::sbe) struct Member {
    /// Index of the field.
    pub index: u32,
    pub presence: Presence,
    pub form: Form,
    /// The offset in the block.
    pub at: u32,
    pub size: u32,
    /// The version that added it.
    pub since: u16,
}

/// The form of a value in a block.
#[derive(Clone, Debug)]
pub(in crate::sbe) enum Form {
    /// A number.
    Scalar(Scalar),
    /// Characters, padded with NUL to this many bytes.
    Text(u32, Option<TextEncoding>),
    /// This many numbers.
    Array(Scalar, u32),
    /// A composite.
    Composite(StructId),
}

/// A group or data.
#[derive(Debug)]
pub(in crate::sbe) struct End {
    /// Index of the field.
    pub index: u32,
    pub presence: Presence,
    pub kind: EndKind,
    /// The version that added it.
    pub since: u16,
}

impl Member {
    /// Tests whether a block has it, given the version of the message and the length of the block; `None` if every block has
    /// it.
    pub fn is_there(&self, acting: Option<(Expr, Expr)>) -> Option<Expr> {
        let (version, size) = acting?;
        let end = Expr::from(u64::from(self.at + self.size));
        Some(is_known(self.since, Some(version))? & end.at_most(size))
    }
}

impl End {
    /// Tests whether a message of this version has it; `None` if every message has it.
    pub fn is_known(&self, version: Option<Expr>) -> Option<Expr> {
        is_known(self.since, version)
    }
}

fn is_known(since: u16, version: Option<Expr>) -> Option<Expr> {
    let version = version.filter(|_| since > 0)?;
    Some(Expr::from(u64::from(since)).at_most(version))
}

#[derive(Debug)]
pub(in crate::sbe) enum EndKind {
    /// A group with these dimensions and entries.
    Group(SbeFrame, StructId),
    /// Data behind this length.
    Data(SbeFrame, Option<TextEncoding>),
}

impl Record {
    /// Moves data in front of groups, if that is wanted.
    pub(super) fn order_ends(&mut self, ends: Ends) {
        let is_moved = match ends {
            Ends::Ordered => false,
            Ends::DataFirst => true,
            Ends::DataFirstInMessages => self.header.is_some(),
        };
        if is_moved {
            self.ends.sort_by_key(|it| matches!(it.kind, EndKind::Group(..)));
        }
    }

    /// Returns true if groups or data follow the block.
    pub fn has_rest(&self) -> bool {
        !self.ends.is_empty()
    }

    /// Bytes of a block with the members of the first version.
    pub fn least_size(&self) -> u32 {
        let first = self.members.iter().filter(|it| it.since == 0);
        first.map(|it| it.at + it.size).max().unwrap_or(0)
    }

    /// The number of groups.
    pub fn groups(&self) -> u64 {
        self.ends.iter().filter(|it| matches!(it.kind, EndKind::Group(..))).count() as u64
    }

    /// The number of data.
    pub fn data(&self) -> u64 {
        self.ends.len() as u64 - self.groups()
    }

    /// The encodings of its texts.
    pub fn encodings(&self) -> impl Iterator<Item = TextEncoding> {
        let fixed = self.members.iter().filter_map(|it| match &it.form {
            Form::Text(_, encoding) => *encoding,
            Form::Scalar(_) | Form::Array(..) | Form::Composite(_) => None,
        });
        let data = self.ends.iter().filter_map(|it| match &it.kind {
            EndKind::Data(_, encoding) => *encoding,
            EndKind::Group(..) => None,
        });
        fixed.chain(data)
    }
}

/// Returns what the schema says about the structs, in the order of their ids, or the parts of it that are not supported.
pub(in crate::sbe) fn records(types: &Types, structs: &[StructDecl]) -> Result<Vec<Record>, Vec<Unsupported>> {
    let mut records = Vec::new();
    let mut refused = Vec::new();
    for it in structs {
        match record(types, structs, it) {
            Ok(record) => records.push(record),
            Err(problems) => refused.extend(problems),
        }
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    for index in 0..records.len() {
        let id = StructId(index as u32);
        let (block, rest) = (has_versions(&records, id, false), has_versions(&records, id, true));
        records[index].block_has_versions = block;
        records[index].rest_has_versions = rest;
    }
    Ok(records)
}

fn record(types: &Types, structs: &[StructDecl], decl: &StructDecl) -> Result<Record, Vec<Unsupported>> {
    let (decl, it) = (decl.decl, decl.it);
    let Some(stated) = &it.attrs.sbe else {
        return Err(vec![unsupported::NOT_STATED.at(decl.span, decl.path())]);
    };
    let order = byte_order(stated.byte_order);
    let header = stated.header.clone().zip(it.attrs.sbe_message);
    let (mut members, mut ends, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (field, index) in it.fields.iter().zip(0..) {
        match (field.attrs.sbe.offset, form(types, structs, field), end(types, field)) {
            (Some(at), Some((form, size)), _) if at + size <= stated.size => {
                members.push(Member { index, presence: field.presence, form, at, size, since: field.attrs.sbe.since });
            }
            (None, _, Some(kind)) => {
                ends.push(End { index, presence: field.presence, kind, since: field.attrs.sbe.since });
            }
            _ => refused.push(unsupported::NOT_STATED.at(field.span, field_path(decl, &field.name))),
        }
    }
    ends.sort_by_key(|it| matches!(it.kind, EndKind::Data(..)));
    let record =
        Record { size: stated.size, order, header, members, ends, block_has_versions: false, rest_has_versions: false };
    let narrow = record.header.as_ref().is_some_and(|(frame, message)| !holds_message(frame, message, &record));
    let narrow_group = record.ends.iter().any(|it| match &it.kind {
        EndKind::Group(frame, entry) => {
            entry_size(structs, *entry).is_some_and(|size| !frame::holds(frame, SbeRole::BlockLength, size.into()))
        }
        EndKind::Data(..) => false,
    });
    if narrow || narrow_group {
        refused.push(unsupported::NARROW_HEADER.at(decl.span, decl.path()));
    }
    if refused.is_empty() { Ok(record) } else { Err(refused) }
}

fn stated<'m>(structs: &[StructDecl<'m>], id: StructId) -> Option<&'m SbeStruct> {
    structs[id.0 as usize].it.attrs.sbe.as_deref()
}

fn entry_size(structs: &[StructDecl], id: StructId) -> Option<u32> {
    stated(structs, id).map(|it| it.size)
}

/// Returns the form of a member in a block, and its bytes.
fn form(types: &Types, structs: &[StructDecl], field: &Field) -> Option<(Form, u32)> {
    Some(match types.of(&field.ty) {
        Type::Text { .. } => {
            let len = u32::from(field.attrs.sbe_length?);
            (Form::Text(len, field.attrs.text_encoding), len)
        }
        Type::Array(element, len) => {
            let scalar = scalar(types, &element, field.null.as_ref())?;
            let size = u32::from(scalar.width()) * len;
            (Form::Array(scalar, len), size)
        }
        Type::Struct(id) => (Form::Composite(id), stated(structs, id)?.size),
        ty => {
            let scalar = scalar(types, &ty, field.null.as_ref())?;
            let size = scalar.width().into();
            (Form::Scalar(scalar), size)
        }
    })
}

fn end(types: &Types, field: &Field) -> Option<EndKind> {
    let facts = &field.attrs.sbe;
    match types.of(&field.ty) {
        Type::List(element) => match *element {
            Type::Struct(id) => Some(EndKind::Group(facts.dimension.clone()?, id)),
            _ => None,
        },
        Type::Text { .. } | Type::Bytes => Some(EndKind::Data(facts.length.clone()?, field.attrs.text_encoding)),
        _ => None,
    }
}

/// A number. Characters are null if they are NUL (SBE 1.0, section 2.4.2).
fn scalar(types: &Types, ty: &Type, null: Option<&Literal>) -> Option<Scalar> {
    let scalar = Scalar::of(types, ty)?;
    let scalar = null.map_or(scalar.clone(), |null| scalar.with_null(null));
    let is_character = matches!(ty, Type::Int { meaning: Meaning::Character, .. });
    Some(Scalar { null: scalar.null.or(is_character.then_some(0)), ..scalar })
}

/// Returns true if a header has space for what it says about a message.
fn holds_message(frame: &SbeFrame, message: &SbeMessage, record: &Record) -> bool {
    let said = [
        (SbeRole::BlockLength, u64::from(record.size)),
        (SbeRole::TemplateId, message.template_id.into()),
        (SbeRole::SchemaId, message.schema_id.into()),
        (SbeRole::Version, message.version.into()),
        (SbeRole::NumGroups, record.groups()),
        (SbeRole::NumVarData, record.data()),
    ];
    said.into_iter().all(|(role, value)| frame::holds(frame, role, value))
}

/// Returns true if a member of a block, or what follows it, was added by a version.
fn has_versions(records: &[Record], id: StructId, rest: bool) -> bool {
    let record = &records[id.0 as usize];
    if rest {
        return record.ends.iter().any(|it| {
            let of_entry = match &it.kind {
                EndKind::Group(_, entry) => has_versions(records, *entry, false) || has_versions(records, *entry, true),
                EndKind::Data(..) => false,
            };
            it.since > 0 || of_entry
        });
    }
    record.members.iter().any(|it| {
        let of_composite = match it.form {
            Form::Composite(inner) => has_versions(records, inner, false),
            Form::Scalar(_) | Form::Text(..) | Form::Array(..) => false,
        };
        it.since > 0 || of_composite
    })
}
