use super::Xml;
use super::kinds::{is_leaf, nullable};
use super::plan::Item;
use super::texts::Simple;
use super::tokens::Inside;
use crate::plan::{Member, PresenceBits};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Place, Setting};

/// Returns the type of a member with what the schema says of its value; the fixed text of a list is that of all of it.
pub(super) fn simple_of(member: &Member) -> Simple<'_> {
    let xml = &member.xml;
    let fixed = xml.fixed.as_deref().filter(|_| !xml.is_token_list);
    Simple { ty: &member.ty, facts: &xml.text, range: &member.range, fixed }
}

impl Xml<'_> {
    /// Reads the content of an element into a new value.
    pub(super) fn read_value(&self, b: &mut FunctionBuilder, ty: &Type, place: Place, inside: Inside) {
        let args = |place: Place| [Arg::Place(place)].into_iter().chain(inside.args()).collect();
        match ty {
            Type::Struct(id) => match self.types.nullable(ty) {
                Some(value) => self.read_nullable(b, &value.ty, place.field(0), inside),
                None => drop(b.call(self.codecs[*id].read, args(place), &[])),
            },
            Type::Union(id) => drop(b.call(self.codecs[*id].read, args(place), &[])),
            Type::List(_) | Type::Map(_) => self.read_items(b, ty, place, inside),
            Type::Array(element, len) => self.read_array(b, element, *len, place, inside),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_) => {
                let text = self.leaf_text(b, inside, &place);
                let known = self.set_leaf(b, ty, text.into(), place);
                check_known(b, known);
            }
        }
    }

    /// Reads one of the elements of a repeated member.
    pub(super) fn read_element_of(&self, b: &mut FunctionBuilder, item: &Item, owner: &Place, inside: Inside) {
        let member = &item.member;
        let place = member.place(owner);
        let Type::List(element) = &member.ty else { return self.read_item(b, &member.ty, place, inside) };
        let ty = (**element).clone();
        if let Some(id) = nullable(self.types, member).filter(|_| member.xml.nillable) {
            return b.push(place, ("element", ty), |b, it| self.read_null(b, id, &it.into(), inside));
        }
        if !is_leaf(element) || matches!(**element, Type::Enum(_)) {
            return self.read_item(b, &member.ty, place, inside);
        }
        let text = self.item_text(b, item, inside, owner);
        let facts = (&ty, &member.xml.text);
        let text = self.texts.spaced(b, facts, super::read::or_empty(item, text));
        let text = b.let_("text", text);
        let simple = Simple { ty: &ty, ..simple_of(member) };
        b.push(place, ("element", ty.clone()), |b, it| drop(self.set_formed(b, simple, text.into(), it.into())));
    }

    /// Reads the value of a member from a text.
    pub(super) fn read_text(&self, b: &mut FunctionBuilder, item: &Item, owner: &Place, text: Expr) {
        let member = &item.member;
        if let (Type::List(element), true) = (&member.ty, member.xml.is_token_list) {
            return member.read_new(b, owner, |b, place| {
                let simple = Simple { ty: element, ..simple_of(member) };
                self.texts.check_tokens(b, &member.xml.tokens, &text);
                self.read_tokens(b, (simple, (member.xml.min_occurs, member.xml.max_occurs)), place, text);
            });
        }
        let text = self.texts.spaced(b, (&member.ty, &member.xml.text), text);
        let known = self.set_formed(b, simple_of(member), text, member.value_place(owner));
        check_known(b, known);
    }

    /// Reads one element or entry of a list or map.
    pub(super) fn read_item(&self, b: &mut FunctionBuilder, ty: &Type, place: Place, inside: Inside) {
        match ty {
            Type::Map(entry) => b.push(place, ("entry", Type::Struct(*entry)), |b, item| {
                self.read_entry(b, *entry, item.into(), inside)
            }),
            _ => {
                let Some(element) = ty.element() else { return };
                if let Type::Enum(id) = element {
                    let text = self.leaf_text(b, inside, &place);
                    let (number, known) = self.texts.enumerator(b, self.types, id, text.into());
                    check_known(b, known.clone());
                    return b.when(known, |b| b.push(place, ("element", element), |b, it| b.set(it.into(), number)));
                }
                b.push(place, ("element", element.clone()), |b, it| self.read_value(b, &element, it.into(), inside));
            }
        }
    }

    /// An element for each element or entry.
    fn read_items(&self, b: &mut FunctionBuilder, ty: &Type, place: Place, inside: Inside) {
        self.no_attributes(b, inside, &place);
        self.each_element(b, (inside, &[self.names.added("item")], &place), vec![], |b, _, tag, _| {
            self.read_item(b, ty, place.clone(), tag.inside);
            vec![]
        });
    }

    /// The number of elements must match the type.
    fn read_array(&self, b: &mut FunctionBuilder, element: &Type, len: u32, place: Place, inside: Inside) {
        self.no_attributes(b, inside, &place);
        b.check(!inside.is_empty | Expr::from(len == 0), ErrorCode::BadLength);
        let name = self.names.added("item");
        b.fill(place, u64::from(len), ("element", element.clone()), |b, value, _| {
            let more = self.tokens.next(b);
            b.check(more.into(), ErrorCode::BadLength);
            let tag = self.tokens.tag(b, inside.scope);
            let is_item = tag.local.is(super::tokens::constant(&name.local));
            let is_item = is_item & tag.namespace.is(super::tokens::constant(&name.namespace));
            b.check(is_item, ErrorCode::UnknownMember);
            self.read_value(b, element, value.into(), tag.inside);
        });
        b.when(!inside.is_empty, |b| {
            let more = self.tokens.next(b);
            b.check(!more, ErrorCode::BadLength);
            self.tokens.end(b, inside.name);
        });
    }

    fn read_entry(&self, b: &mut FunctionBuilder, entry: StructId, place: Place, inside: Inside) {
        let (key, value) = self.types.entry(entry);
        let types = [key, value];
        let names = ["key", "value"].map(|local| self.names.added(local));
        let bits = PresenceBits::new(names.len());
        let first = bits.none();
        self.no_attributes(b, inside, &place);
        let last = self.each_element(b, (inside, &names, &place), first, |b, index, tag, carried| {
            b.check(bits.lacks(carried, index), ErrorCode::DuplicateField);
            self.read_value(b, types[index], place.field(index as u32), tag.inside);
            bits.after(carried, Some(index))
        });
        b.check(bits.complete(&last), ErrorCode::MissingField);
    }

    /// An element `value`, unless the value is absent.
    fn read_nullable(&self, b: &mut FunctionBuilder, ty: &Type, place: Place, inside: Inside) {
        let bits = PresenceBits::new(1);
        let first = bits.none();
        self.no_attributes(b, inside, &place);
        self.each_element(b, (inside, &[self.names.added("value")], &place), first, |b, _, tag, carried| {
            b.check(bits.lacks(carried, 0), ErrorCode::DuplicateField);
            match is_leaf(ty) {
                true => self.read_value(b, ty, place.some(), tag.inside),
                false => b.open(place.clone(), None, ("value", ty.clone()), |b, value, _| {
                    self.read_value(b, ty, value.into(), tag.inside);
                }),
            }
            bits.after(carried, Some(0))
        });
    }
}

/// Refuses a text that is the name of no enumerator, unless the caller ignores those.
fn check_known(b: &mut FunctionBuilder, known: Expr) {
    b.check(known | Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownEnumerator);
}
