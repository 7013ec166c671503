//! Attributes.

use super::Xml;
use super::children::index_of;
use super::plan::Content;
use super::tokens::{Attribute, Inside, Tokens};
use crate::plan::PresenceBits;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Block, Const, ErrorCode, Expr, Place, ValueType, VarId};
use polywire_model::attr::XmlName;

impl Xml<'_> {
    /// Yields the members read.
    pub(super) fn read_attributes(
        &self,
        b: &mut FunctionBuilder,
        (content, bits): (&Content, &PresenceBits),
        owner: &Place,
        inside: Inside,
        first: Vec<Expr>,
    ) -> Vec<VarId> {
        if content.attributes.is_empty() && content.any_attributes.is_none() {
            self.no_attributes(b, inside, owner);
            return first.into_iter().map(|it| b.let_("presence", it)).collect();
        }
        let carried = first.into_iter().map(|it| ("presence", ValueType::U64, it)).collect();
        Tokens::each_in_tag(b, inside.attributes, carried, |b, carried| {
            let prefix = content.any_attributes.as_ref().map(|_| self.tokens.next_prefix(b));
            let attribute = &self.tokens.attribute(b, (inside.attributes, inside.scope));
            let names: Vec<&XmlName> = content.attributes.iter().map(|item| &item.name).collect();
            let index = index_of(b, &names, attribute.namespace, attribute.local);
            let arms = content.attributes.iter().zip(1u64..).map(|(item, number)| Arm {
                keys: vec![Const::U64(number)],
                body: b.block(|b| {
                    b.check(bits.lacks(carried, item.bit), ErrorCode::DuplicateField);
                    if item.member.selected {
                        self.read_text(b, item, owner, attribute.value.into());
                    }
                    bits.after(carried, Some(item.bit))
                }),
            });
            let arms = arms.collect();
            let other = self.other_attribute(b, (content, prefix), (inside, attribute), owner, carried);
            let results: Vec<_> = carried.iter().map(|_| ("presence", ValueType::U64)).collect();
            b.switch(index, arms, other, &results).into_iter().map(Expr::from).collect()
        })
    }

    fn other_attribute(
        &self,
        b: &mut FunctionBuilder,
        (content, prefix): (&Content, Option<VarId>),
        (inside, attribute): (Inside, &Attribute),
        owner: &Place,
        carried: &[VarId],
    ) -> Block {
        let check = |b: &mut FunctionBuilder| {
            let unknown = self.tokens.check_unknown(b, inside.attributes, attribute);
            b.when(unknown, |b| self.report(b, attribute.value.into(), owner));
        };
        b.block(|b| {
            match prefix {
                Some(prefix) => {
                    let read = (inside.attributes, attribute);
                    let is_any = self.read_any_attribute(b, (content, prefix), read, owner);
                    b.when(!is_any, check);
                }
                None => check(b),
            }
            carried.iter().map(|var| Expr::from(*var)).collect()
        })
    }

    /// Refuses all attributes, unless the caller ignores them.
    pub(super) fn no_attributes(&self, b: &mut FunctionBuilder, inside: Inside, owner: &Place) {
        let dropped = self.tokens.check_attributes(b, inside.attributes, inside.scope);
        if self.reports_unknown {
            b.when(dropped, |b| {
                b.at(Expr::Input, inside.attributes, &[], |b| {
                    let name = self.tokens.ncname(b);
                    self.report(b, name, owner);
                    vec![]
                });
            });
        }
    }
}
