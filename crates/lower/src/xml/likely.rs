//! Tags that valid documents have, which are found by their bytes alone.

use super::Xml;
use super::next::{Around, FIRST, Next, end};
use super::sequence::{Part, What};
use super::tokens::{Inside, constant};
use super::wildcards::mask;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, Place, ReadLeaf, ValueType, VarId};
use polywire_model::attr::XmlName;

/// What a valid document has next, most often.
#[derive(Clone, Copy)]
pub(super) enum Likely<'c> {
    Element(&'c XmlName),
    End,
}

impl<'c> Likely<'c> {
    /// The first element with a name of these parts; behind them is the other. Wildcards are taken as unused.
    pub fn first(parts: &'c [Part], behind: Self) -> Self {
        let named = |part: &'c Part| part.items().find(|item| !item.is_any());
        let part = parts.iter().find(|part| !matches!(part.what, What::Any));
        part.and_then(named).map_or(behind, |item| Self::Element(&item.name))
    }
}

impl Xml<'_> {
    /// Tests whether names without a prefix have the namespace of the first of these names.
    pub(super) fn is_plain(&self, b: &mut FunctionBuilder, names: &[&XmlName], inside: Inside) -> VarId {
        let expected = names.first().map_or("", |name| &name.namespace);
        let scope = Expr::from(inside.scope);
        let found = b.if_yields(
            scope.clone().bytes_len().is(0u64),
            &[("namespace", ValueType::Bytes)],
            |_| vec![constant("")],
            |b| vec![self.tokens.namespace(b, scope, constant(""))],
        );
        b.let_("is_plain", found[0].is(constant(expected)))
    }

    /// Looks at the next tag that the schema knows; that of the likely element is found by its bytes alone.
    pub(super) fn look(
        &self,
        b: &mut FunctionBuilder,
        (around, likely): (&Around<'_>, Likely<'_>),
        owner: &Place,
    ) -> Next {
        let (tag, is_usable) = match likely {
            Likely::Element(name) if name.namespace == around.names[0].namespace => {
                (format!("<{}>", name.local), around.is_plain.into())
            }
            Likely::Element(_) => return self.look_at_any(b, around, owner),
            Likely::End => ("</".to_owned(), Expr::from(true)),
        };
        let here = b.let_("here", Expr::Pos);
        let results = [("is_likely", ValueType::Bool), ("after", ValueType::U64)];
        let tried = b.at(Expr::Input, here, &results, |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            vec![b.matches("is_likely", tag.as_bytes()).into(), Expr::Pos]
        });
        let known = |_: &mut FunctionBuilder| match likely {
            Likely::Element(name) => {
                let index = around.names.iter().position(|it| *it == name).expect("a name of the content");
                let scope = around.inside.scope.into();
                let number = FIRST + index as u64;
                let all = [number.into(), tried[1].into(), constant(&name.local), scope, 0u64.into(), false.into()];
                all.into_iter().chain([mask(around.any, &name.namespace).into()]).take(around.results.len()).collect()
            }
            Likely::End => end(tried[1].into(), around.results.len()),
        };
        let other = |b: &mut FunctionBuilder| self.look_at_any(b, around, owner).values();
        Next::of(&b.if_yields(is_usable & tried[0], around.results, known, other))
    }
}
