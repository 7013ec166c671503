use super::Xml;
use super::children::Children;
use super::kinds::{is_leaf, nullable};
use super::plan::{Content, Elements, Holder, Item, Shape};
use super::tokens::{Inside, Tag, constant};
use crate::plan::{PresenceBits, Slot, push_all, report_unknown};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{ErrorCode, Expr, FuncId, Function, Place, UnknownKind, VarId};
use polywire_model::Presence;
use polywire_model::attr::XmlName;

impl Xml<'_> {
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let inside = Inside::params(&mut b);
        let content = &self.structs[id.0 as usize];
        match (self.nexts[id.0 as usize], &content.whole) {
            (Some(next), _) => self.read_ordered(&mut b, (content, next), &value, inside),
            (None, Some(item)) if !item.member.selected => self.tokens.skip(&mut b, inside),
            (None, Some(Item { member, .. })) => {
                member.read_new(&mut b, &value, |b, place| self.read_value(b, &member.ty, place, inside));
            }
            (None, None) => self.read_content(&mut b, content, &value, inside),
        }
        b.finish(vec![], vec![])
    }

    /// Reads the attributes, and the elements in their order.
    fn read_ordered(
        &self,
        b: &mut FunctionBuilder,
        (content, next): (&Content, FuncId),
        owner: &Place,
        inside: Inside,
    ) {
        let bits = PresenceBits::new(content.bits());
        let first = bits.none();
        let last = self.read_attributes(b, (content, &bits), owner, inside, first);
        self.read_sequence(b, (content, next), owner, inside);
        finish(self, b, content, owner, (&bits, &last));
    }

    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let inside = Inside::params(&mut b);
        let content = &self.unions[id.0 as usize];
        match content.types.is_empty() {
            true => self.read_content(&mut b, content, &value, inside),
            false => self.read_typed(&mut b, content, &value, inside),
        }
        b.finish(vec![], vec![])
    }

    fn read_content(&self, b: &mut FunctionBuilder, content: &Content, owner: &Place, inside: Inside) {
        let bits = PresenceBits::new(content.bits());
        let first = bits.none();
        let after = self.read_attributes(b, (content, &bits), owner, inside, first);
        let last = match &content.text {
            Some(item) => {
                let text = self.tokens.text(b, inside);
                if item.member.selected {
                    let text = b.let_("text", or_empty(item, text));
                    let is_optional = matches!(item.member.slot, Slot::Field(_, Presence::Optional));
                    let is_there = !Expr::from(is_optional) | Expr::from(text).bytes_len().is_not(0u64);
                    b.when(is_there, |b| self.read_text(b, item, owner, text.into()));
                }
                after
            }
            None => {
                let (any, named): (Vec<_>, Vec<_>) = content.elements().partition(|(_, item)| item.is_any());
                let names: Vec<XmlName> = named.iter().map(|(_, item)| item.name.clone()).collect();
                let namespaces: Vec<_> = any.iter().map(|(_, item)| &item.member.xml.namespaces).collect();
                let items: Vec<(&Elements, &Item)> = named.into_iter().chain(any).collect();
                let text = content.groups.iter().find_map(|group| Some((group, group.text.as_ref()?)));
                let children = Children { inside, names: &names, any: &namespaces, owner, text };
                let first = after.iter().map(|var| Expr::from(*var)).collect();
                self.each_child(b, &children, first, |b, index, tag, carried| {
                    self.read_held(b, items[index], owner, tag, (&bits, carried))
                })
            }
        };
        finish(self, b, content, owner, (&bits, &last));
    }

    pub(super) fn report(&self, b: &mut FunctionBuilder, value: Expr, owner: &Place) {
        if self.reports_unknown {
            report_unknown(b, value, UnknownKind::Member, owner);
        }
    }

    /// Reads the element of a member of a group; yields the members read.
    fn read_held(
        &self,
        b: &mut FunctionBuilder,
        (group, item): (&Elements, &Item),
        owner: &Place,
        tag: Tag,
        (bits, carried): (&PresenceBits, &[VarId]),
    ) -> Vec<Expr> {
        if group.holder == Holder::Owner || !item.member.selected {
            return self.read_element(b, item, owner, tag, (bits, carried));
        }
        if let Holder::Union(..) = group.holder {
            b.check(bits.lacks(carried, item.bit), ErrorCode::DuplicateField);
        }
        self.hold(b, group, owner, |b, holder| self.read_single(b, item, &holder, tag.inside));
        bits.after(carried, Some(item.bit))
    }

    /// Reads the element of a member; yields the members read.
    fn read_element(
        &self,
        b: &mut FunctionBuilder,
        item: &Item,
        owner: &Place,
        tag: Tag,
        (bits, carried): (&PresenceBits, &[VarId]),
    ) -> Vec<Expr> {
        let member = &item.member;
        if !member.selected {
            self.tokens.skip(b, tag.inside);
            return bits.after(carried, None);
        }
        match item.shape {
            Shape::Repeated => self.read_element_of(b, item, owner, tag.inside),
            Shape::Single | Shape::Tokens => {
                b.check(bits.lacks(carried, item.bit), ErrorCode::DuplicateField);
                self.read_single(b, item, owner, tag.inside);
            }
        }
        bits.after(carried, Some(item.bit))
    }

    pub(super) fn read_single(&self, b: &mut FunctionBuilder, item: &Item, owner: &Place, inside: Inside) {
        let member = &item.member;
        if member.mark {
            let text = self.leaf_text(b, inside, owner);
            b.check(Expr::from(text).bytes_len().is(0u64), ErrorCode::WrongKind);
            return member.read_mark(b, owner, true);
        }
        match nullable(self.types, member).filter(|_| member.xml.nillable) {
            Some(id) => member.read_new(b, owner, |b, place| self.read_null(b, id, &place, inside)),
            None if member.xml.nillable => self.unless_null(b, inside, |b| self.read_present(b, item, owner, inside)),
            None => self.read_present(b, item, owner, inside),
        }
    }

    pub(super) fn read_present(&self, b: &mut FunctionBuilder, item: &Item, owner: &Place, inside: Inside) {
        let member = &item.member;
        if is_leaf(&member.ty) || item.shape == Shape::Tokens {
            let text = self.item_text(b, item, inside, owner);
            return self.read_text(b, item, owner, or_empty(item, text));
        }
        member.read_new(b, owner, |b, place| self.read_value(b, &member.ty, place, inside));
    }

    /// Reads the text of a member's element, which has no attributes.
    pub(super) fn item_text(&self, b: &mut FunctionBuilder, item: &Item, inside: Inside, owner: &Place) -> VarId {
        self.no_attributes(b, inside, owner);
        self.tokens.text_of(b, inside, &item.name.local)
    }

    /// Reads the text of an element without attributes.
    pub(super) fn leaf_text(&self, b: &mut FunctionBuilder, inside: Inside, owner: &Place) -> VarId {
        self.no_attributes(b, inside, owner);
        self.tokens.text(b, inside)
    }
}

/// Returns a text, or what an empty one stands for.
pub(super) fn or_empty(item: &Item, text: VarId) -> Expr {
    match item.member.xml.empty.as_ref().or(item.member.xml.fixed.as_ref()) {
        Some(empty) => Expr::from(text).bytes_len().is(0u64).choose(constant(empty), text),
        None => text.into(),
    }
}

/// Checks that required members have been read, and adds the elements of lists that have not been.
fn finish(
    xml: &Xml<'_>,
    b: &mut FunctionBuilder,
    content: &Content,
    owner: &Place,
    (bits, last): (&PresenceBits, &[VarId]),
) {
    let choices = content.groups.iter().filter(|it| matches!(it.holder, Holder::Union(_, _, Presence::Required)));
    let choices = choices.filter(|it| it.all().any(|item| item.member.selected)).filter_map(Elements::bit);
    // A text is always there, be it empty.
    let tracked = || content.tracked().filter(|item| content.text.as_ref().is_none_or(|text| text.bit != item.bit));
    let required = tracked().filter(|item| item.member.is_demanded()).map(|item| item.bit);
    let mut required = required.chain(choices).peekable();
    if required.peek().is_some() {
        b.check(bits.includes(last, required), ErrorCode::MissingField);
    }
    for item in tracked().filter(|item| item.member.has_default_elements()) {
        let (ty, place) = (&item.member.ty, item.member.place(owner));
        let Type::List(_) = ty else { continue };
        b.when(bits.lacks(last, item.bit), |b| push_all(b, xml.types, ty, &item.member.default_elements, &place));
    }
}
