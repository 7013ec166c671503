//! Sizes and offsets of fixed-size values (SBE 1.0, sections 2.8, 3.3 and 4.4).

use super::{Maker, codes};
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{FieldDecl, Head, Presence, Stated, TypeDecl, TypeKind};
use polywire_source::Diagnostic;
use std::collections::HashMap;

/// The greatest block or composite. Most headers allow for 65,534 bytes.
const MAX_SIZE: u32 = 1 << 20;

/// The sizes of composites, by the places of their declarations: `None` while they are computed.
pub(super) type Sizes = HashMap<polywire_source::Span, Option<u32>>;

/// Places values one after the other.
#[derive(Default)]
pub(super) struct Cursor {
    at: u32,
}

impl Cursor {
    /// Returns the offset of the next value, of this size; reports if it would overlap the value before it.
    pub fn place(&mut self, head: &Head, size: u32, maker: &mut Maker<'_, '_>) -> u32 {
        let offset = match head.offset {
            Some(Stated { value, span }) if value < self.at => {
                let message = format!("`{}` overlaps the member before it, which ends at {}", head.name.text, self.at);
                maker.report(codes::LAYOUT, message, span, "raise the offset, or leave it out");
                self.at
            }
            Some(Stated { value, .. }) => value,
            None => self.at,
        };
        self.at = offset.saturating_add(size);
        offset
    }

    /// Returns the size of the whole, which the schema may state.
    pub fn size(&self, head: &Head, stated: Option<Stated<u32>>, maker: &mut Maker<'_, '_>) -> u32 {
        if self.at > MAX_SIZE {
            let message = format!("`{}` has more than {MAX_SIZE} bytes", head.name.text);
            maker.report(codes::LAYOUT, message, head.name.span, "use groups or data");
            return 0;
        }
        match stated {
            Some(Stated { value, span }) if value < self.at => {
                let message = format!(
                    "the members of `{}` take {} bytes, which is more than `blockLength`",
                    head.name.text, self.at
                );
                maker.report(codes::LAYOUT, message, span, "raise `blockLength`, or leave it out");
                self.at
            }
            Some(Stated { value, span }) if value > MAX_SIZE => {
                maker.report(codes::LAYOUT, format!("a block has at most {MAX_SIZE} bytes"), span, "");
                self.at
            }
            Some(Stated { value, .. }) => value,
            None => self.at,
        }
    }
}

impl<'a> Maker<'a, '_> {
    /// Returns the bytes that a member of a composite takes.
    pub(super) fn member_size(&mut self, member: &'a TypeDecl) -> u32 {
        match &member.kind {
            TypeKind::Ref(name) => {
                let Some(target) = self.types.find(name, self.diagnostics) else { return 0 };
                if let TypeKind::Composite(_) = target.kind
                    && self.sizes.get(&target.head.name.span) == Some(&None)
                {
                    let message = format!("`{}` contains itself", name.text);
                    let problem = Diagnostic::error(codes::CYCLE, message).at(name.span, "");
                    let problem = problem.related(target.head.name.span, "declared here");
                    self.diagnostics
                        .push_once(problem.help("composites are stored in line: remove one of the members"));
                    return 0;
                }
                self.type_size(target)
            }
            TypeKind::Simple(_) | TypeKind::Composite(_) | TypeKind::Enum(_) | TypeKind::Set(_) => {
                self.type_size(member)
            }
        }
    }

    /// Returns the bytes of a field.
    pub(super) fn field_size(&mut self, field: &'a FieldDecl) -> u32 {
        let size = match (Primitive::named(&field.ty.text), self.types.get(&field.ty.text)) {
            (Some(primitive), None) => primitive.size(),
            (_, Some(decl)) => self.type_size(decl),
            (None, None) => 0,
        };
        if field.presence == Some(Presence::Constant) { 0 } else { size }
    }

    fn type_size(&mut self, decl: &'a TypeDecl) -> u32 {
        match &decl.kind {
            TypeKind::Simple(it) if it.presence == Some(Presence::Constant) => 0,
            TypeKind::Simple(it) => it.primitive.size().saturating_mul(it.length.map_or(1, |it| it.value)),
            TypeKind::Enum(it) => self.encoding(&it.encoding).map_or(0, Primitive::size),
            TypeKind::Set(it) => self.encoding(&it.encoding).map_or(0, Primitive::size),
            TypeKind::Ref(_) => 0,
            TypeKind::Composite(members) => {
                if let Some(known) = self.sizes.get(&decl.head.name.span) {
                    return known.unwrap_or(0);
                }
                self.sizes.insert(decl.head.name.span, None);
                let mut cursor = Cursor::default();
                for member in members {
                    let size = self.member_size(member);
                    if size > 0 {
                        cursor.place(&member.head, size, self);
                    }
                }
                let size = cursor.size(&decl.head, None, self);
                self.sizes.insert(decl.head.name.span, Some(size));
                size
            }
        }
    }
}
