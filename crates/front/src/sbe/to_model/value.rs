//! Values in blocks and composites.

use super::block::MAX_SIZE;
use super::{Maker, codes};
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{EnumDecl, Head, Limits, Presence, Simple, TypeDecl, TypeKind, Word};
use crate::sbe::types::is_variable;
use polywire_model::attr::{ByteOrder, TextEncoding};
use polywire_model::{Field, Literal, Meaning, NamedConstant, Presence as FieldPresence, Text, Type};

/// What stands in a block or a composite.
pub(super) enum Value {
    /// Nothing: messages do not contain constants.
    Constant(NamedConstant),
    /// A field, whose name and place are not set yet.
    Stored(Box<Field>),
}

/// How a type is used.
pub(super) struct Use<'a> {
    pub head: &'a Head,
    pub presence: Option<Presence>,
    pub value_ref: Option<&'a Word>,
    pub constant: Option<&'a Word>,
    pub limits: Option<&'a Limits>,
    /// The version that added the member, or its type.
    pub since: u16,
}

impl<'a> Maker<'a, '_> {
    /// Returns the value of a member of a composite.
    pub(super) fn member_value(&mut self, member: &'a TypeDecl) -> Option<Value> {
        let usage = Use {
            head: &member.head,
            presence: None,
            value_ref: None,
            constant: None,
            limits: None,
            since: member.head.since,
        };
        match &member.kind {
            TypeKind::Ref(name) => {
                let target = self.find(name)?;
                self.value(target, &usage)
            }
            TypeKind::Simple(_) | TypeKind::Composite(_) | TypeKind::Enum(_) | TypeKind::Set(_) => {
                self.advise_of_member(member);
                self.value(member, &usage)
            }
        }
    }

    /// Returns the value of a use of a type.
    pub(super) fn value(&mut self, decl: &'a TypeDecl, usage: &Use<'a>) -> Option<Value> {
        let usage = &Use { since: usage.since.max(decl.head.since), ..*usage };
        match &decl.kind {
            TypeKind::Simple(it) => self.simple(it, usage),
            TypeKind::Enum(it) => self.enum_value(decl, it, usage),
            TypeKind::Set(_) => Some(stored(self.named(decl)?, usage)),
            TypeKind::Composite(members) => {
                if let Some(variable) = members.iter().find(|it| is_variable(it)) {
                    let message = format!("`{}` has no fixed size", decl.head.name.text);
                    let name = variable.head.name.span;
                    self.report(codes::LAYOUT, message, name, "use it as the type of `<data>`");
                    return None;
                }
                Some(stored(self.named(decl)?, usage))
            }
            TypeKind::Ref(_) => None,
        }
    }

    fn named(&self, decl: &TypeDecl) -> Option<Type> {
        let id = *self.ids.get(&decl.head.name.span)?;
        Some(match self.model.as_enum(id) {
            Some(it) if it.flags => Type::Int { bits: it.bits, signed: false, meaning: Meaning::Flags(id) },
            Some(_) | None => Type::Named(id),
        })
    }

    fn enum_value(&mut self, decl: &'a TypeDecl, it: &'a EnumDecl, usage: &Use<'a>) -> Option<Value> {
        let ty = self.named(decl)?;
        if usage.presence == Some(Presence::Constant) {
            let value = self.enum_constant(decl, usage)?;
            return Some(Value::Constant(NamedConstant { ty, value }));
        }
        let mut value = stored(ty, usage);
        if let Value::Stored(field) = &mut value {
            let primitive = self.encoding(&it.encoding)?;
            let own = Limits { null: self.types.enum_null(it).cloned(), ..Limits::default() };
            let limits: Vec<&Limits> = usage.limits.into_iter().chain([&own]).collect();
            // The model does not tell that the numbers are characters, whose null value is 0.
            let null = self.null(primitive, &limits);
            field.null = null.or_else(|| (primitive == Primitive::Char).then_some(Literal::Int(0)));
        }
        Some(value)
    }

    pub(super) fn simple(&mut self, it: &'a Simple, usage: &Use<'a>) -> Option<Value> {
        let presence = usage.presence.or(it.presence).unwrap_or(Presence::Required);
        if presence == Presence::Constant {
            return self.constant(it, usage).map(Value::Constant);
        }
        let length = it.length.map_or(1, |it| it.value);
        let usage = &Use { presence: Some(presence), ..*usage };
        let mut value = match (it.primitive, length) {
            (_, 0) => {
                let span = it.length.map_or(usage.head.name.span, |it| it.span);
                let help = "only the last member of the type of `<data>` has no length of its own";
                self.report(codes::LAYOUT, "the length has to be at least 1", span, help);
                return None;
            }
            (Primitive::Char, 2..) => return self.text(it, length, usage),
            (primitive, 1) => stored(primitive.ty(), usage),
            (primitive, _) => {
                // Elements have null values of their own.
                let usage = Use { presence: None, ..*usage };
                return Some(stored(Type::Array(Box::new(primitive.ty()), length), &usage));
            }
        };
        if let Value::Stored(field) = &mut value {
            let limits: Vec<&Limits> = usage.limits.into_iter().chain([&it.limits]).collect();
            field.range = self.range(it.primitive, &limits);
            if field.presence == FieldPresence::Optional {
                field.null = self.null(it.primitive, &limits);
            } else {
                self.advise_of_null(usage.limits.and_then(|it| it.null.as_ref()));
            }
        }
        Some(value)
    }

    fn text(&mut self, it: &'a Simple, length: u32, usage: &Use<'a>) -> Option<Value> {
        if length > MAX_SIZE {
            let span = it.length.map_or(usage.head.name.span, |it| it.span);
            self.report(codes::LAYOUT, format!("a text has at most {MAX_SIZE} bytes"), span, "use `<data>`");
            return None;
        }
        let Some(encoding) = self.text_encoding(it) else {
            let usage = Use { presence: None, ..*usage };
            return Some(stored(Type::Array(Box::new(Type::int(8, false)), length), &usage));
        };
        let mut value = stored(Type::Text(Text::default()), usage);
        if let Value::Stored(field) = &mut value {
            field.attrs.sbe_length = u16::try_from(length).ok();
            field.attrs.text_encoding = encoding;
        }
        Some(value)
    }

    /// Returns the encoding of characters, `Some(None)` for UTF-8, `None` for one that is not known; warns of that.
    pub(super) fn text_encoding(&mut self, it: &'a Simple) -> Option<Option<TextEncoding>> {
        let Some(word) = &it.encoding else { return Some(Some(TextEncoding::Ascii)) };
        let name = word.text.to_ascii_uppercase().replace('_', "-");
        match name.as_str() {
            "UTF-8" | "UTF8" => Some(None),
            "ASCII" | "US-ASCII" => Some(Some(TextEncoding::Ascii)),
            "ISO-8859-1" | "ISO8859-1" | "LATIN1" | "LATIN-1" => Some(Some(TextEncoding::Latin1)),
            "UTF-16" | "UTF-16BE" => Some(Some(TextEncoding::Utf16(ByteOrder::Big))),
            "UTF-16LE" => Some(Some(TextEncoding::Utf16(ByteOrder::Little))),
            _ => {
                let message = format!("the character encoding `{}` is not known: the values are bytes", word.text);
                let help = "known encodings are US-ASCII, UTF-8, ISO-8859-1, UTF-16, UTF-16BE and UTF-16LE";
                let problem = polywire_source::Diagnostic::warning(codes::VALUE, message);
                self.diagnostics.push_once(problem.at(word.span, "").help(help));
                None
            }
        }
    }
}

/// What a later version added is absent in older messages, except for sets, which have no null value.
fn stored(ty: Type, usage: &Use<'_>) -> Value {
    let is_set = matches!(ty, Type::Int { meaning: Meaning::Flags(_), .. });
    let can_be_null = !matches!(ty, Type::Array(..)) && !is_set;
    let is_optional = usage.presence == Some(Presence::Optional) && can_be_null;
    let mut field = Field::new(&usage.head.name.text, ty);
    if is_optional || usage.since > 0 && !is_set {
        field.presence = FieldPresence::Optional;
    }
    field.doc = usage.head.description.clone();
    field.deprecated = usage.head.deprecated.is_some();
    field.span = usage.head.name.span;
    field.attrs.sbe.since = usage.since;
    Value::Stored(Box::new(field))
}
