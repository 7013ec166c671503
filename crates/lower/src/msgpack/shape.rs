//! A struct or union as a map.

use super::dialect::Keys;
use super::head::TEXT;
use super::{Members, Msgpack};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Const, Expr, KeyedArm};

/// What a map contains.
pub(super) struct Shape {
    /// Its members.
    pub members: Members,
    /// Their keys.
    pub keys: Keys,
    /// The name in its first entry, if the format has one.
    pub name: Option<StructName>,
}

/// The name of a struct in a message.
pub(super) struct StructName(pub String);

/// The key of the name, -1, in the bits of a key.
const NAME_KEY: u64 = u64::MAX;

/// The encoded key of the name.
pub(super) const ENCODED_KEY: u8 = 0xff;

impl StructName {
    /// Returns the encoded key and name.
    pub fn entry(&self) -> Vec<u8> {
        [vec![ENCODED_KEY], self.value()].concat()
    }

    fn value(&self) -> Vec<u8> {
        [TEXT.constant(self.0.len() as u64), self.0.clone().into_bytes()].concat()
    }
}

impl Msgpack<'_> {
    /// Returns the name that is written.
    pub(super) fn written_name<'s>(&self, shape: &'s Shape) -> Option<&'s StructName> {
        shape.name.as_ref().filter(|_| self.dialect.writes_names)
    }

    /// Adds the entry of the name to those of the members, in the order in which they are written. Another name is skipped:
    /// a struct may have been renamed.
    pub(super) fn with_name(
        &self,
        b: &mut FunctionBuilder,
        shape: &Shape,
        members: Vec<KeyedArm>,
        carried: Vec<Expr>,
    ) -> Vec<KeyedArm> {
        let Some(name) = &shape.name else { return members };
        let body = b.block(|b| {
            let own = Expr::from(b.matches("own", &name.value()));
            b.when(!own, |b| self.skippers.value(b));
            carried
        });
        let arm = vec![KeyedArm { keys: vec![Const::U64(NAME_KEY)], label: vec![ENCODED_KEY], repeats: false, body }];
        if self.dialect.writes_names { [arm, members].concat() } else { [members, arm].concat() }
    }
}
