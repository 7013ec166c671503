//! Structs.

use super::hidden::Hidden;
use super::names::member_name;
use super::ty::Form;
use super::{Maker, used};
use crate::c::note::{Note, NoteKind};
use crate::c::tree::{Length, Member, RecordId, Type, Unit};
use crate::c::{codes, measure};
use polywire_model::attr::StructAttrs;
use polywire_model::c::{CItem, CMember, CRecord, CScalar, CText};
use polywire_model::{DeclKind, Field, Literal, NumberRange, Presence, Struct};
use polywire_source::Diagnostic;

/// Where a member is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a struct.
    Inside,
    /// At the end of a struct that is a whole message.
    Last,
    /// In a union with a tag.
    Case,
    /// Alone in a message.
    Alone,
}

impl<'a> Maker<'a> {
    pub(super) fn structure(&mut self, id: RecordId) {
        let record = &self.unit.records[id.0];
        if record.declared.name().is_some() {
            record.declared.notes.iter().for_each(|note| self.misplaced(note));
        }
        let hidden = self.hidden(id);
        let mut fields = Vec::new();
        let items = self.items(id, true, &hidden, &mut fields);
        for (field, order) in fields.iter_mut().zip(0..) {
            field.attrs.order = Some(order);
        }
        let c = CRecord {
            name: self.c_name(id),
            items,
            overlap: false,
            layout: record.layout,
            length: hidden.length,
            version: hidden.version,
            stated: record.stated.clone(),
        };
        let attrs = StructAttrs { c: Some(Box::new(c)), ..StructAttrs::default() };
        let kind = DeclKind::Struct(Struct { fields, attrs, ..Struct::default() });
        self.model.decls[self.records[&id].0 as usize].kind = kind;
    }

    /// Returns the items of a struct; their fields are added to those of the outermost struct.
    fn items(&mut self, id: RecordId, is_outermost: bool, hidden: &Hidden, fields: &mut Vec<Field>) -> Vec<CItem> {
        let members = self.unit.records[id.0].members.as_deref().unwrap_or_default();
        let last = members.len().wrapping_sub(1);
        let mut items = Vec::new();
        for (at, it) in members.iter().enumerate() {
            let inner = it.anonymous().filter(|id| !self.unit.records[id.0].is_union);
            items.push(match inner {
                Some(inner) => {
                    used::notes(self.unit, it).for_each(|note| self.misplaced(note));
                    let items = self.items(inner, false, hidden, fields);
                    let record = &self.unit.records[inner.0];
                    let (layout, stated) = (record.layout, record.stated.clone());
                    CItem::Anonymous(CRecord { items, layout, stated, ..CRecord::default() })
                }
                None => self.item(it, is_outermost && at == last, hidden, fields),
            });
        }
        items
    }

    fn item(&mut self, it: &Member, is_last: bool, hidden: &Hidden, fields: &mut Vec<Field>) -> CItem {
        let inline = |ty| measure::inline_type(self.unit, ty);
        if it.name.is_empty()
            && let Some(bits) = it.bits
        {
            let ty = inline(&it.ty).ok().and_then(|ty| measure::scalar(&ty));
            return CItem::Padding { ty: ty.unwrap_or(CScalar::Int { signed: true }), bits, layout: it.layout };
        }
        let has_no_elements = !is_last && matches!(it.ty.plain(), Type::Array(_, Length::Fixed(0)));
        if has_no_elements || hidden.tellers.contains_key(&it.name) {
            let notes: Vec<&Note> = used::notes(self.unit, it).collect();
            notes.into_iter().filter(|note| note.kind != NoteKind::Length).for_each(|note| self.misplaced(note));
            return match inline(&it.ty) {
                Ok(ty) => CItem::Teller(CMember { bits: it.bits, layout: it.layout, ..measure::member(&it.name, ty) }),
                Err(why) => {
                    self.unmeasured(it, &why);
                    CItem::Anonymous(CRecord::default())
                }
            };
        }
        let name = self.free_name(it, fields);
        let (field, member) = self.member(it, name, if is_last { Place::Last } else { Place::Inside });
        fields.push(field);
        CItem::Member(member)
    }

    /// The name of an anonymous union differs from those of other members.
    fn free_name(&mut self, it: &Member, fields: &[Field]) -> String {
        let mut name = member_name(self.unit, it);
        while it.name.is_empty() && fields.iter().any(|field| field.name == name) {
            name.push('_');
        }
        name
    }

    pub(super) fn unmeasured(&mut self, it: &Member, why: &str) {
        let message = format!("`{}` has no layout: {why}", it.name);
        self.report(codes::UNSUPPORTED, message, it.span, "declare it as an array of bytes");
    }

    /// Returns the field and the item of a member of a struct.
    pub(super) fn member(&mut self, it: &Member, name: String, place: Place) -> (Field, CMember) {
        let (form, told_by) = self.form(it, place);
        let (ty, c) = self.value(it, form);
        let mut field = Field::new(&name, ty);
        if form.is_optional {
            field.presence = Presence::Optional;
        }
        field.doc.clone_from(&it.doc);
        field.deprecated = it.deprecated;
        field.span = it.span;
        field.range = range(it);
        let text = form.text;
        (field, CMember { name, ty: c, bits: it.bits, layout: it.layout, told_by, text })
    }

    /// What the notes of a member say of its value.
    fn form(&mut self, it: &Member, place: Place) -> (Form, Option<String>) {
        let mut form = Form { is_last: place == Place::Last, ..Form::default() };
        let mut told_by = None;
        let notes: Vec<&Note> = used::notes(self.unit, it).collect();
        for note in notes {
            let is_right = match &note.kind {
                NoteKind::Count(name) if is_array(&it.ty) => {
                    form.is_counted = true;
                    told_by.replace(name.clone()).is_none()
                }
                NoteKind::Tag(name) if used::is_tagged(self.unit, it) => {
                    form.is_tagged = true;
                    told_by.replace(name.clone()).is_none()
                }
                NoteKind::Present(name) if place == Place::Inside && can_be_absent(self.unit, it) => {
                    form.is_optional = true;
                    told_by.replace(name.clone()).is_none()
                }
                NoteKind::Text(text) if is_array(&it.ty) && is_text(it.ty.element()) => {
                    form.text = *text;
                    true
                }
                NoteKind::Name(_) => it.anonymous().is_some(),
                NoteKind::Length | NoteKind::Version => true,
                NoteKind::Count(_) | NoteKind::Tag(_) | NoteKind::Present(_) | NoteKind::Text(_) => false,
                NoteKind::Case(_) => place == Place::Case,
                NoteKind::Open | NoteKind::Flags => false,
            };
            if !is_right {
                self.misplaced(note);
            }
        }
        if let Type::Record(id) = it.ty.element()
            && self.unit.records[id.0].is_union
            && !form.is_tagged
            && place != Place::Alone
        {
            self.untagged(it);
        }
        (form, told_by)
    }

    fn untagged(&mut self, it: &Member) {
        let name = member_name(self.unit, it);
        let message = format!("the union `{name}` has no tag: its value is its bytes");
        let help = "write `/* polywire: tag(kind) */` behind it, where `kind` is the member that tells which one is set, and \
                    `/* polywire: case(1) */` behind each member of the union";
        let warning = Diagnostic::warning(codes::UNTAGGED_UNION, message).at(it.span, "");
        self.diagnostics.push(warning.help(help));
    }
}

/// Unions and arrays of which a part is used cannot: one member tells one thing.
fn can_be_absent(unit: &Unit, it: &Member) -> bool {
    !matches!(it.ty.element(), Type::Record(id) if unit.records[id.0].is_union)
}

fn is_array(ty: &Type) -> bool {
    matches!(ty.plain(), Type::Array(..))
}

fn is_text(ty: &Type) -> bool {
    *ty == Type::Scalar(CScalar::Char)
}

/// Returns the numbers that a bit-field can hold, if its type has more.
fn range(it: &Member) -> NumberRange {
    let signed = match it.ty.plain() {
        Type::Scalar(CScalar::Short { signed } | CScalar::Int { signed } | CScalar::Long { signed }) => *signed,
        Type::Scalar(CScalar::LongLong { signed } | CScalar::Pointer { signed }) => *signed,
        Type::Scalar(CScalar::Exact { signed, .. } | CScalar::Fast { signed, .. }) => *signed,
        _ => return NumberRange::default(),
    };
    match it.bits {
        Some(bits @ 1..=63) => {
            let (min, max) = match signed {
                true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
                false => (0, (1_i128 << bits) - 1),
            };
            NumberRange { min: Some(Literal::Int(min)), max: Some(Literal::Int(max)) }
        }
        _ => NumberRange::default(),
    }
}

/// How a text is held where no note tells.
impl Default for Form {
    fn default() -> Self {
        Self { text: CText::Nul, is_counted: false, is_tagged: false, is_optional: false, is_last: false }
    }
}
