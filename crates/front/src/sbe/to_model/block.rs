//! Offsets of fixed-size values (SBE 1.0, sections 2.8, 3.3 and 4.4), checked.

use super::{Maker, codes};
use crate::sbe::schema::{Head, Stated};

/// The greatest block or composite: the most that the usual header, with a length of 16 bits, can say. Codecs have code for
/// each member, so that a schema must not declare blocks of any size.
pub(super) const MAX_SIZE: u32 = 65_534;

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
        let name = &head.name.text;
        if self.at > MAX_SIZE {
            let message = format!("`{name}` has more than {MAX_SIZE} bytes");
            maker.report(codes::LAYOUT, message, head.name.span, "use groups or data");
            return 0;
        }
        let Some(Stated { value, span }) = stated else { return self.at };
        if value < self.at {
            let message = format!("the members of `{name}` take {} bytes, which is more than `blockLength`", self.at);
            maker.report(codes::LAYOUT, message, span, "raise `blockLength`, or leave it out");
        } else if value > MAX_SIZE {
            maker.report(codes::LAYOUT, format!("a block has at most {MAX_SIZE} bytes"), span, "");
        } else {
            return value;
        }
        self.at
    }
}
