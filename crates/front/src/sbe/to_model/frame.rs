//! Composites in front of messages, groups and data (SBE 1.0, sections 3.4.8, 4.2 and 4.6).

use super::block::Cursor;
use super::{Maker, codes};
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{Presence, Simple, TypeDecl, TypeKind, Word};
use polywire_model::Literal;
use polywire_model::attr::{SbeFrame, SbeFrameMember, SbeRole};
use polywire_source::Diagnostic;

/// Kinds of frames.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    Header,
    Dimension,
    Data,
}

impl FrameKind {
    const fn attribute(self) -> &'static str {
        match self {
            Self::Header => "headerType",
            Self::Dimension => "dimensionType",
            Self::Data => "type",
        }
    }

    /// The members that it needs.
    const fn needed(self) -> &'static [(&'static str, SbeRole)] {
        match self {
            Self::Header => &[
                ("blockLength", SbeRole::BlockLength),
                ("templateId", SbeRole::TemplateId),
                ("schemaId", SbeRole::SchemaId),
                ("version", SbeRole::Version),
            ],
            Self::Dimension => &[("blockLength", SbeRole::BlockLength), ("numInGroup", SbeRole::NumInGroup)],
            Self::Data => &[("length", SbeRole::Length)],
        }
    }

    /// The members that it may have.
    const fn possible(self) -> &'static [(&'static str, SbeRole)] {
        match self {
            Self::Header | Self::Dimension => {
                &[("numGroups", SbeRole::NumGroups), ("numVarDataFields", SbeRole::NumVarData)]
            }
            Self::Data => &[],
        }
    }

    fn role(self, name: &str) -> Option<SbeRole> {
        self.needed().iter().chain(self.possible()).find(|(it, _)| *it == name).map(|(_, role)| *role)
    }
}

/// The longest data that the reference implementation reads.
const MAX_DATA: u64 = i32::MAX as u64;

impl<'a> Maker<'a, '_> {
    /// Returns the frame of a composite, and its variable member.
    pub(super) fn frame(&mut self, kind: FrameKind, name: &'a Word) -> Option<(SbeFrame, Option<&'a Simple>)> {
        let found = self.types.get(&name.text);
        let Some((decl, members)) = found.and_then(|decl| match &decl.kind {
            TypeKind::Composite(members) => Some((decl, members)),
            TypeKind::Simple(_) | TypeKind::Enum(_) | TypeKind::Set(_) | TypeKind::Ref(_) => None,
        }) else {
            let message = format!("`{}` is not a composite", name.text);
            let names: Vec<&str> = kind.needed().iter().map(|(name, _)| *name).collect();
            let help = format!("`{}` is a composite with {}", kind.attribute(), names.join(", "));
            self.report(codes::FRAME, message, name.span, &help);
            return None;
        };
        let (mut cursor, mut frame, mut variable) = (Cursor::default(), Vec::new(), None);
        for member in members {
            if kind == FrameKind::Data && member.head.name.text == "varData" {
                cursor.place(&member.head, 0, self);
                variable = Some(member);
                continue;
            }
            let size = self.types.member_size(member);
            if let Some(after) = variable.filter(|_| size > 0) {
                let problem =
                    Diagnostic::error(codes::FRAME, "the data has to be the last member").at(after.head.name.span, "");
                self.diagnostics.push_once(problem.related(member.head.name.span, "a member behind it"));
            }
            if size > 0 {
                let offset = cursor.place(&member.head, size, self);
                let role = kind.role(&member.head.name.text);
                frame.extend(role.and_then(|role| self.frame_member(kind, role, offset, member)));
            }
        }
        self.check_frame(kind, decl, &frame, variable)?;
        let variable = variable.and_then(|it| match &it.kind {
            TypeKind::Simple(simple) => Some(&**simple),
            TypeKind::Composite(_) | TypeKind::Enum(_) | TypeKind::Set(_) | TypeKind::Ref(_) => None,
        });
        let size = cursor.size(&decl.head, None, self);
        Some((SbeFrame { size, members: frame }, variable))
    }

    fn frame_member(
        &mut self,
        kind: FrameKind,
        role: SbeRole,
        offset: u32,
        member: &'a TypeDecl,
    ) -> Option<SbeFrameMember> {
        let number = match &member.kind {
            TypeKind::Simple(it) if it.length.is_none_or(|it| it.value == 1) => match it.primitive {
                Primitive::Int { bits, signed } => Some((it, bits, signed)),
                Primitive::Char | Primitive::Float | Primitive::Double => None,
            },
            TypeKind::Simple(_) | TypeKind::Composite(_) | TypeKind::Enum(_) | TypeKind::Set(_) | TypeKind::Ref(_) => {
                None
            }
        };
        let Some((it, bits, signed)) = number.filter(|(it, ..)| it.presence != Some(Presence::Constant)) else {
            let message = format!("`{}` has to be an integer", member.head.name.text);
            self.report(codes::FRAME, message, member.head.name.span, "use `uint8`, `uint16`, `uint32` or `uint64`");
            return None;
        };
        // The greatest unsigned number is the null value.
        let greatest = if signed { i64::MAX as u64 >> (64 - bits) } else { (u64::MAX >> (64 - bits)) - 1 };
        let range = self.range(it.primitive, &[&it.limits]);
        let number = |literal: &Literal| match literal {
            Literal::Int(number) => u64::try_from(*number).ok(),
            Literal::Bool(_) | Literal::Float(_) | Literal::Text(_) | Literal::Bytes(_) => None,
        };
        let max = range.max.as_ref().and_then(number).unwrap_or(greatest);
        self.advise_of_frame(kind, role, (member, bits, signed));
        let counts = matches!(role, SbeRole::Length | SbeRole::NumInGroup);
        if counts && max > MAX_DATA {
            let message = format!(
                "`{}` of `{}` needs `maxValue`, at most {MAX_DATA}",
                member.head.name.text,
                it.primitive.name()
            );
            let help = match kind {
                FrameKind::Data => "the reference implementation cannot hold more bytes",
                FrameKind::Header | FrameKind::Dimension => "the reference implementation cannot count further",
            };
            self.report(codes::FRAME, message, member.head.name.span, help);
        }
        Some(SbeFrameMember { role, offset, bits, signed, min: range.min.as_ref().and_then(number), max })
    }

    fn check_frame(
        &mut self,
        kind: FrameKind,
        decl: &'a TypeDecl,
        members: &[SbeFrameMember],
        variable: Option<&'a TypeDecl>,
    ) -> Option<()> {
        let mut missing: Vec<&str> = kind
            .needed()
            .iter()
            .filter(|(_, role)| members.iter().all(|it| it.role != *role))
            .map(|(name, _)| *name)
            .collect();
        if kind == FrameKind::Data && variable.is_none() {
            missing.push("varData");
        }
        if missing.is_empty() {
            return Some(());
        }
        let message = format!("`{}` lacks {}", decl.head.name.text, missing.join(", "));
        let help = format!("it is used as `{}`", kind.attribute());
        self.report(codes::FRAME, message, decl.head.name.span, &help);
        None
    }
}
