//! The elements of an element, and the text between them.

use super::Xml;
use super::plan::{Elements, Holder, Item};
use super::tokens::{Inside, Tag, constant};
use super::wildcards::accepts;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Op, Place, Setting, ValueType, VarId};
use polywire_model::Presence;
use polywire_model::attr::{XmlName, XmlNamespaces};

impl Xml<'_> {
    /// As [`Self::each_child`], without text between the elements.
    pub(super) fn each_element(
        &self,
        b: &mut FunctionBuilder,
        (inside, names, owner): (Inside, &[XmlName], &Place),
        first: Vec<Expr>,
        read: impl Fn(&mut FunctionBuilder, usize, Tag, &[VarId]) -> Vec<Expr>,
    ) -> Vec<VarId> {
        self.each_child(b, &Children { inside, names, any: &[], owner, text: None }, first, read)
    }

    /// Reads the elements of an element, and its end. `read` gets the index of the name; the values that it and this function
    /// yield are carried. Other elements are refused, unless the caller ignores them.
    pub(super) fn each_child(
        &self,
        b: &mut FunctionBuilder,
        children: &Children<'_>,
        first: Vec<Expr>,
        read: impl Fn(&mut FunctionBuilder, usize, Tag, &[VarId]) -> Vec<Expr>,
    ) -> Vec<VarId> {
        let Children { inside, names, owner, .. } = *children;
        let more = [("more", ValueType::Bool)];
        let next = |b: &mut FunctionBuilder| vec![self.next_child(b, children)];
        let begins = b.if_yields(inside.is_empty.into(), &more, |_| vec![false.into()], next);
        let presence: Vec<_> = first.iter().map(|_| ("presence", ValueType::U64)).collect();
        let carried = first.into_iter().map(|it| ("presence", ValueType::U64, it));
        let carried = [("more", ValueType::Bool, begins[0].into())].into_iter().chain(carried).collect();
        let last = b.loop_while(
            carried,
            |carried| carried[0].into(),
            |b, carried| {
                let begin = b.let_("begin", Expr::Pos);
                let tag = self.tokens.tag(b, inside.scope);
                let index = index_of(b, &names.iter().collect::<Vec<_>>(), tag.namespace, tag.local);
                let arms = (0..names.len()).map(|index| Arm {
                    keys: vec![Const::U64(index as u64 + 1)],
                    body: b.block(|b| read(b, index, tag, &carried[1..])),
                });
                let arms = arms.collect();
                let unknown = b.block(|b| {
                    b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownMember);
                    self.tokens.skip(b, tag.inside);
                    self.report(b, Expr::Since(Box::new(begin.into())), owner);
                    carried[1..].iter().map(|var| Expr::from(*var)).collect()
                });
                let any = children.any.iter().enumerate().rev();
                let other = any.fold(unknown, |other, (number, namespaces)| {
                    let then = b.block(|b| read(b, names.len() + number, tag, &carried[1..]));
                    b.block(|b| {
                        let results = presence.iter().map(|(name, ty)| b.fresh(name, ty.clone())).collect::<Vec<_>>();
                        let cond = accepts(namespaces, tag.namespace);
                        b.op(Op::If { cond, then, other, results: results.clone() });
                        results.into_iter().map(Expr::from).collect()
                    })
                });
                let after = b.switch(index, arms, other, &presence);
                let more = self.next_child(b, children);
                [more].into_iter().chain(after.into_iter().map(Expr::from)).collect()
            },
        );
        b.when(!inside.is_empty, |b| self.tokens.end(b, inside.name));
        last[1..].to_vec()
    }

    /// Moves to the next element; text in front of it becomes an element of the list that has a case for it.
    fn next_child(&self, b: &mut FunctionBuilder, children: &Children<'_>) -> Expr {
        let Some((group, item)) = children.text else { return self.tokens.next(b).into() };
        let [text, more] = self.tokens.mixed(b);
        if !item.member.selected {
            return more.into();
        }
        let is_there = Expr::from(text).bytes_len().is_not(0u64);
        b.when(is_there, |b| {
            self.hold(b, group, children.owner, |b, holder| {
                self.read_text(b, item, &holder, text.into());
            });
        });
        more.into()
    }

    /// Runs the body with the value that the members of a group belong to.
    pub(super) fn hold(
        &self,
        b: &mut FunctionBuilder,
        group: &Elements,
        owner: &Place,
        body: impl FnOnce(&mut FunctionBuilder, Place),
    ) {
        match group.holder {
            Holder::Owner => body(b, owner.clone()),
            Holder::Union(index, _, Presence::Implicit) => body(b, owner.field(index)),
            Holder::Union(index, id, Presence::Optional | Presence::Required) => {
                b.open(owner.field(index), None, ("choice", Type::Union(id)), |b, it, _| body(b, it.into()));
            }
            Holder::List(index, id) => {
                b.push(owner.field(index), ("choice", Type::Union(id)), |b, it| body(b, it.into()));
            }
        }
    }
}

/// The elements of an element.
pub(super) struct Children<'c> {
    pub inside: Inside,
    /// The names that are known.
    pub names: &'c [XmlName],
    /// The wildcards, which have the numbers behind those of the names.
    pub any: &'c [&'c XmlNamespaces],
    pub owner: &'c Place,
    /// The case for text between the elements.
    pub text: Option<(&'c Elements, &'c Item)>,
}

/// Returns the number of the name among these, from 1 on; 0 if it is none of them.
pub(super) fn index_of(b: &mut FunctionBuilder, names: &[&XmlName], namespace: VarId, local: VarId) -> Expr {
    let mut locals: Vec<(&str, Expr)> = Vec::new();
    for (name, number) in names.iter().zip(1u64..) {
        let is_it = match name.namespace.as_str() {
            "" => Expr::from(namespace).bytes_len().is(0u64),
            stated => namespace.is(constant(stated)),
        };
        match locals.iter_mut().find(|(local, _)| *local == name.local) {
            Some((_, other)) => *other = is_it.choose(number, other.clone()),
            None => locals.push((&name.local, is_it.choose(number, 0u64))),
        }
    }
    if locals.is_empty() {
        return 0u64.into();
    }
    let arm = |(local, number): (&str, Expr)| Arm {
        keys: vec![Const::Bytes(local.as_bytes().to_vec())],
        body: b.block(|_| vec![number]),
    };
    let arms = locals.into_iter().map(arm).collect();
    let none = b.block(|_| vec![0u64.into()]);
    b.switch(local.into(), arms, none, &[("index", ValueType::U64)])[0].into()
}
