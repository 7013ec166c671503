//! Composites in front of messages, groups and data.

use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, VarId};
use polywire_model::attr::{SbeFrame, SbeFrameMember, SbeRole};

/// Counts and lengths of blocks beyond this are refused, so that their product has 64 bits.
const MAX_COUNT: u64 = u32::MAX as u64;

/// A frame in the byte order of its schema.
#[derive(Clone, Copy)]
pub(super) struct Framing<'f> {
    pub frame: &'f SbeFrame,
    pub order: Order,
}

/// A frame that has been read.
pub(super) struct Held<'f> {
    framing: Framing<'f>,
    section: VarId,
}

impl<'f> Framing<'f> {
    /// Appends the frame.
    pub fn write(self, b: &mut FunctionBuilder, said: &[(SbeRole, Expr)]) {
        match self.frame.members[..] {
            [SbeFrameMember { role, bits, .. }] if u32::from(bits / 8) == self.frame.size => {
                if let Some(value) = value_of(said, role) {
                    b.write_int(value, bits / 8, self.order);
                }
            }
            _ => b.section_block(u64::from(self.frame.size), |b| self.put(b, said)),
        }
    }

    /// Puts the frame at the start of the section.
    pub fn put(self, b: &mut FunctionBuilder, said: &[(SbeRole, Expr)]) {
        for member in &self.frame.members {
            if let Some(value) = value_of(said, member.role) {
                b.put_int(member.offset, value, member.bits / 8, self.order);
            }
        }
    }

    /// Refuses a value that the frame cannot hold.
    pub fn check(self, b: &mut FunctionBuilder, role: SbeRole, value: &Expr) {
        for member in self.frame.members.iter().filter(|it| it.role == role) {
            b.check(value.clone().at_most(greatest(member)), ErrorCode::OutOfRange);
            if let Some(min) = member.min.filter(|min| *min > 0) {
                b.check(Expr::from(min).at_most(value.clone()), ErrorCode::OutOfRange);
            }
        }
    }

    /// Reads the frame.
    pub fn read(self, b: &mut FunctionBuilder, name: &str) -> Held<'f> {
        Held { framing: self, section: b.read_section(name, self.frame.size) }
    }
}

impl Held<'_> {
    /// Returns what the frame says about this, if anything.
    pub fn get(&self, b: &mut FunctionBuilder, role: SbeRole, name: &str) -> Option<Expr> {
        let member = self.framing.frame.members.iter().find(|it| it.role == role)?;
        let (section, order) = (self.section, self.framing.order);
        let load = Expr::Load { section, offset: member.offset, width: member.bits / 8, order };
        let value = Expr::from(b.let_(name, load));
        let (least, greatest) = match role {
            SbeRole::NumInGroup | SbeRole::Length => (member.min.unwrap_or(0), greatest(member)),
            SbeRole::BlockLength => (0, widest(member).min(MAX_COUNT)),
            SbeRole::TemplateId | SbeRole::SchemaId | SbeRole::Version | SbeRole::NumGroups | SbeRole::NumVarData => {
                (0, u64::MAX)
            }
        };
        if greatest < all_bits(member) {
            b.check(value.clone().at_most(greatest), ErrorCode::BadLength);
        }
        if least > 0 {
            b.check(Expr::from(least).at_most(value.clone()), ErrorCode::BadLength);
        }
        Some(value)
    }
}

fn value_of(said: &[(SbeRole, Expr)], role: SbeRole) -> Option<Expr> {
    said.iter().find(|(it, _)| *it == role).map(|(_, value)| value.clone())
}

/// Returns true if a frame has space for what it says; a frame that does not say it has.
pub(super) fn holds(frame: &SbeFrame, role: SbeRole, value: u64) -> bool {
    frame.members.iter().filter(|it| it.role == role).all(|it| value <= widest(it))
}

/// The greatest number that the type of a member has.
fn widest(member: &SbeFrameMember) -> u64 {
    if member.signed { all_bits(member) >> 1 } else { all_bits(member) }
}

fn all_bits(member: &SbeFrameMember) -> u64 {
    u64::MAX >> (64 - member.bits)
}

/// The greatest number that a member can hold.
fn greatest(member: &SbeFrameMember) -> u64 {
    let limit = if member.role == SbeRole::NumInGroup { MAX_COUNT } else { u64::MAX };
    widest(member).min(member.max).min(limit)
}
