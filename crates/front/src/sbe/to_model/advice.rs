//! What is allowed but not recommended, or has no effect: warnings of the reference implementation.

use super::frame::FrameKind;
use super::{Maker, codes};
use crate::sbe::schema::{Presence, TypeDecl, TypeKind, Word};
use polywire_model::attr::SbeRole;
use polywire_source::{Code, Diagnostic};

impl<'a> Maker<'a, '_> {
    pub(super) fn advise_of_messages(&mut self) {
        if self.schema.messages.is_empty() {
            self.advise(codes::ELEMENT, "the schema has no messages".to_owned(), &self.schema.header_type, "");
        }
    }

    /// The widths that SBE 1.0 recommends (sections 3.4.8, 4.2 and 4.6).
    pub(super) fn advise_of_frame(
        &mut self,
        kind: FrameKind,
        role: SbeRole,
        (member, bits, signed): (&'a TypeDecl, u8, bool),
    ) {
        let fits = match (kind, role) {
            (FrameKind::Header, SbeRole::NumGroups | SbeRole::NumVarData) => return,
            (FrameKind::Header, _) => bits == 16 && !signed,
            (FrameKind::Dimension, SbeRole::BlockLength | SbeRole::NumInGroup) => bits <= 16 && !signed,
            (FrameKind::Dimension, _) => return,
            (FrameKind::Data, _) => bits <= 32 && !signed,
        };
        let recommended = match kind {
            FrameKind::Header => "`uint16`",
            FrameKind::Dimension => "`uint8` or `uint16`",
            FrameKind::Data => "`uint8`, `uint16` or `uint32`",
        };
        if !fits {
            let message = format!("`{}` should be {recommended}", member.head.name.text);
            self.advise(codes::FRAME, message, &member.head.name, "other implementations may not read it");
        }
    }

    /// A null value of something that always has a value.
    pub(super) fn advise_of_null(&mut self, null: Option<&'a Word>) {
        if let Some(null) = null {
            let message = "`nullValue` has no effect, because the value is not optional".to_owned();
            self.advise(codes::VALUE, message, null, "add `presence=\"optional\"`, or remove it");
        }
    }

    /// The same for a member of a composite, whose type nothing else has.
    pub(super) fn advise_of_member(&mut self, member: &'a TypeDecl) {
        match &member.kind {
            TypeKind::Simple(it) if it.presence != Some(Presence::Optional) && member.head.since == 0 => {
                self.advise_of_null(it.limits.null.as_ref());
            }
            TypeKind::Simple(_) | TypeKind::Composite(_) | TypeKind::Enum(_) | TypeKind::Set(_) | TypeKind::Ref(_) => {}
        }
    }

    fn advise(&mut self, code: Code, message: String, word: &Word, help: &str) {
        let problem = Diagnostic::warning(code, message).at(word.span, "");
        self.diagnostics.push_once(if help.is_empty() { problem } else { problem.help(help) });
    }
}
