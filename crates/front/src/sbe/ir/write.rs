//! Schemas to tokens.

use super::token::{Signal, Token, write_data};
use super::value::{bytes_of, null_of};
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{
    EnumDecl, FieldDecl, GroupDecl, Head, Member, MemberKind, Message, Presence, Schema, SetDecl, Simple, TypeDecl,
    TypeKind, Word,
};
use crate::sbe::types::Types;
use polywire_model::attr::ByteOrder;

/// Returns a schema as sbe-tool 1.38 serializes it. Types that no message uses are not part of it.
pub fn write_sbeir(schema: &Schema) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in [i32::from(schema.id), 0, i32::from(schema.version)] {
        bytes.extend(number.to_le_bytes());
    }
    write_data(&mut bytes, schema.package.as_bytes());
    write_data(&mut bytes, b"");
    write_data(&mut bytes, schema.semantic_version.as_deref().unwrap_or_default().as_bytes());
    let mut writer =
        Writer { types: Types::of(schema), is_big_endian: schema.byte_order == ByteOrder::Big, tokens: Vec::new() };
    writer.named(&schema.header_type, 0, None);
    let mut messages: Vec<&Message> = schema.messages.iter().collect();
    messages.sort_by_key(|it| bucket(it.id.value, schema.messages.len()));
    for message in messages {
        let block = writer.block_end(&message.members);
        let mut token = described(Signal::BeginMessage, &message.head, message.head.since);
        token.size = message.block_length.map_or(block, |it| it.value) as i32;
        token.id = message.id.value.into();
        let size = token.size as u32;
        writer.enclosed(token, |it| it.members(&message.members, size));
    }
    writer.tokens.iter().for_each(|token| token.write(&mut bytes));
    bytes
}

/// sbe-tool writes messages in the order of its hash table, whose size is a power of two of which at most three quarters are
/// used; messages with the same place keep their order.
fn bucket(id: u16, messages: usize) -> usize {
    let size = (messages * 4).div_ceil(3).next_power_of_two().max(16);
    usize::from(id) & (size - 1)
}

struct Writer<'a> {
    types: Types<'a>,
    is_big_endian: bool,
    tokens: Vec<Token>,
}

/// Where a type is used.
struct Place<'p> {
    name: &'p str,
    offset: u32,
    version: u16,
    presence: Presence,
    /// The name of the type, where a `ref` names it.
    referenced: &'p str,
    /// The `semanticType` of the field; `None` for members of composites.
    semantic_type: Option<&'p str>,
}

const PLACE: Place<'static> =
    Place { name: "", offset: 0, version: 0, presence: Presence::Required, referenced: "", semantic_type: None };

impl<'a> Writer<'a> {
    /// Writes a token, what is inside, and the token that ends it.
    fn enclosed(&mut self, token: Token, inside: impl FnOnce(&mut Self)) {
        let Some(signal) = token.signal.end() else { return };
        let at = self.tokens.len();
        self.tokens.push(token);
        inside(self);
        let count = (self.tokens.len() - at + 1) as i32;
        self.tokens[at].count = count;
        let end = Token { signal, ..self.tokens[at].clone() };
        self.tokens.push(end);
    }

    /// Writes the composite in front of something; of data if `variable` is its offset and semantic type.
    fn named(&mut self, name: &Word, version: u16, variable: Option<(i32, &str)>) {
        let Some(decl) = self.types.get(&name.text) else { return };
        let at = self.tokens.len();
        let semantic_type = variable.map(|(_, it)| it);
        self.type_decl(decl, &Place { name: &name.text, version, semantic_type, ..PLACE });
        let Some((offset, _)) = variable else { return };
        for token in &mut self.tokens[at..] {
            if token.signal != Signal::Encoding {
                token.offset = offset;
            }
            if token.signal != Signal::Encoding || token.name == "varData" {
                token.size = -1;
            }
        }
    }

    /// Writes members of a block of this size, and what follows it.
    fn members(&mut self, members: &'a [Member], size: u32) {
        let (mut at, mut is_first) = (0, true);
        for member in members {
            let version = member.head.since;
            // Only the first group or data has a known offset.
            let rest = if is_first { size as i32 } else { -1 };
            match &member.kind {
                MemberKind::Field(field) => {
                    let offset = member.head.offset.map_or(at, |it| it.value);
                    at = offset + self.types.field_size(field);
                    self.field(member, field, offset, version);
                }
                MemberKind::Group(group) => self.group(member, group, rest, version),
                MemberKind::Data(ty) => {
                    let mut token = described(Signal::BeginVarData, &member.head, version);
                    (token.id, token.offset) = (member.id.value.into(), rest);
                    let semantic_type = member.head.semantic_type.as_ref().map_or("", |it| &it.text);
                    self.enclosed(token, |it| it.named(ty, version, Some((rest, semantic_type))));
                }
            }
            is_first &= matches!(member.kind, MemberKind::Field(_));
        }
    }

    fn group(&mut self, member: &'a Member, group: &'a GroupDecl, offset: i32, version: u16) {
        let block = self.block_end(&group.members);
        let mut token = described(Signal::BeginGroup, &member.head, version);
        token.size = group.block_length.map_or(block, |it| it.value) as i32;
        (token.id, token.offset) = (member.id.value.into(), offset);
        let size = token.size as u32;
        self.enclosed(token, |it| {
            it.named(&group.dimension, version, None);
            it.members(&group.members, size);
        });
    }

    fn block_end(&self, members: &'a [Member]) -> u32 {
        members.iter().fold(0, |at, member| match &member.kind {
            MemberKind::Field(field) => member.head.offset.map_or(at, |it| it.value) + self.types.field_size(field),
            MemberKind::Group(_) | MemberKind::Data(_) => at,
        })
    }

    fn field(&mut self, member: &'a Member, field: &'a FieldDecl, offset: u32, version: u16) {
        let decl = self.types.get(&field.ty.text);
        let of_type = match decl.map(|it| &it.kind) {
            Some(TypeKind::Simple(it)) => it.presence,
            _ => None,
        };
        let presence = field.presence.or(of_type).unwrap_or(Presence::Required);
        let version = version.max(decl.map_or(0, |it| it.head.since));
        let mut token = described(Signal::BeginField, &member.head, version);
        (token.offset, token.size) = (offset as i32, self.types.field_size(field) as i32);
        (token.id, token.presence) = (member.id.value.into(), presence as u8);
        (token.epoch, token.time_unit) =
            (field.time.epoch.clone().unwrap_or_default(), field.time.unit.clone().unwrap_or_default());
        if let (Presence::Constant, Some(value)) = (presence, &field.value_ref) {
            token.constant = value.text.clone().into_bytes();
            token.primitive = Some(Primitive::Char);
        }
        self.enclosed(token, |it| {
            let semantic_type = member.head.semantic_type.as_ref().map_or("", |it| &it.text);
            let place =
                Place { name: &field.ty.text, offset, version, presence, semantic_type: Some(semantic_type), ..PLACE };
            match (decl, Primitive::named(&field.ty.text)) {
                (Some(decl), _) => it.type_decl(decl, &place),
                (None, Some(primitive)) => it.primitive(primitive, field, &place),
                (None, None) => {}
            }
        });
    }

    /// Writes a field's value of a primitive type.
    fn primitive(&mut self, primitive: Primitive, field: &FieldDecl, place: &Place<'_>) {
        let mut token = Token::new(Signal::Encoding, place.name);
        (token.offset, token.version) = (place.offset as i32, place.version.into());
        (token.primitive, token.is_big_endian) = (Some(primitive), self.is_big_endian);
        token.presence = place.presence as u8;
        token.semantic_type = place.semantic_type.unwrap_or_default().to_owned();
        match (place.presence, &field.value_ref) {
            (Presence::Constant, Some(value)) => token.constant = self.referred(primitive, value),
            (Presence::Constant, None) => {}
            (Presence::Required | Presence::Optional, _) => token.size = primitive.size() as i32,
        }
        self.tokens.push(token);
    }

    /// Returns the number that `Enum.Value` means.
    fn referred(&self, primitive: Primitive, value: &Word) -> Vec<u8> {
        let parts = value.text.split_once('.');
        let found = parts.and_then(|(name, value)| match &self.types.get(name)?.kind {
            TypeKind::Enum(it) => it.values.iter().find(|it| it.head.name.text == value),
            _ => None,
        });
        found.map_or_else(Vec::new, |it| bytes_of(primitive, &it.value.text))
    }

    fn type_decl(&mut self, decl: &'a TypeDecl, place: &Place<'_>) {
        let version = place.version.max(decl.head.since);
        let signal = match &decl.kind {
            TypeKind::Simple(_) => Signal::Encoding,
            TypeKind::Composite(_) => Signal::BeginComposite,
            TypeKind::Enum(_) => Signal::BeginEnum,
            TypeKind::Set(_) => Signal::BeginSet,
            TypeKind::Ref(name) => {
                let Some(target) = self.types.get(&name.text) else { return };
                return self.type_decl(target, &Place { version, referenced: &name.text, ..*place });
            }
        };
        let mut token = described(signal, &decl.head, version);
        token.name = place.name.to_owned();
        match place.semantic_type {
            Some(it) if token.semantic_type.is_empty() => it.clone_into(&mut token.semantic_type),
            None if signal == Signal::Encoding => token.semantic_type.clear(),
            Some(_) | None => {}
        }
        token.referenced = place.referenced.to_owned();
        token.package = decl.package.clone().unwrap_or_default();
        (token.offset, token.size) = (place.offset as i32, self.types.type_size(decl) as i32);
        match &decl.kind {
            TypeKind::Simple(it) => self.simple(token, it, place),
            TypeKind::Composite(members) => self.enclosed(token, |it| it.composite(members, version)),
            TypeKind::Enum(it) => self.enumeration(token, it),
            TypeKind::Set(it) => self.set(token, it),
            TypeKind::Ref(_) => {}
        }
    }

    fn simple(&mut self, mut token: Token, it: &Simple, place: &Place<'_>) {
        let presence = it.presence.filter(|_| place.presence == Presence::Required).unwrap_or(place.presence);
        token.presence = presence as u8;
        (token.primitive, token.is_big_endian) = (Some(it.primitive), self.is_big_endian);
        let bytes = |word: &Option<Word>| word.as_ref().map_or_else(Vec::new, |it_| bytes_of(it.primitive, &it_.text));
        (token.min, token.max, token.null) = (bytes(&it.limits.min), bytes(&it.limits.max), bytes(&it.limits.null));
        if presence == Presence::Constant {
            token.constant = match &it.value_ref {
                Some(value) => self.referred(it.primitive, value),
                None => bytes(&it.constant),
            };
            token.size = 0;
        }
        let usual = if it.primitive == Primitive::Char { "US-ASCII" } else { "" };
        token.encoding = it.encoding.as_ref().map_or(usual, |it| &it.text).to_owned();
        token.epoch = it.time.epoch.clone().unwrap_or_default();
        token.time_unit = it.time.unit.clone().unwrap_or_default();
        self.tokens.push(token);
    }

    fn composite(&mut self, members: &'a [TypeDecl], version: u16) {
        let mut at = 0;
        for member in members {
            let size = self.types.member_size(member);
            let offset = member.head.offset.map_or(at, |it| it.value);
            let version = version.max(member.head.since);
            let name = &member.head.name.text;
            self.type_decl(member, &Place { name, offset, version, ..PLACE });
            if size > 0 {
                at = offset + size;
            }
        }
    }

    fn enumeration(&mut self, mut token: Token, it: &EnumDecl) {
        let Some(primitive) = self.types.encoding(&it.encoding.text) else { return };
        (token.primitive, token.is_big_endian) = (Some(primitive), self.is_big_endian);
        let null = self.types.enum_null(it).map(|null| bytes_of(primitive, &null.text));
        token.null = null.unwrap_or_else(|| null_of(primitive));
        self.enclosed(token, |writer| {
            for value in &it.values {
                let mut token = described(Signal::ValidValue, &value.head, value.head.since);
                (token.primitive, token.is_big_endian) = (Some(primitive), writer.is_big_endian);
                token.constant = bytes_of(primitive, &value.value.text);
                writer.tokens.push(token);
            }
        });
    }

    fn set(&mut self, mut token: Token, it: &SetDecl) {
        let Some(primitive) = self.types.encoding(&it.encoding.text) else { return };
        token.primitive = Some(primitive);
        self.enclosed(token, |writer| {
            for choice in &it.choices {
                let mut token = described(Signal::Choice, &choice.head, choice.head.since);
                (token.primitive, token.is_big_endian) = (Some(primitive), writer.is_big_endian);
                token.constant = bytes_of(primitive, &choice.bit.value.to_string());
                writer.tokens.push(token);
            }
        });
    }
}

fn described(signal: Signal, head: &Head, version: u16) -> Token {
    let mut token = Token::new(signal, &head.name.text);
    token.version = version.into();
    token.deprecated = head.deprecated.map_or(0, i32::from);
    token.semantic_type = head.semantic_type.as_ref().map(|it| it.text.clone()).unwrap_or_default();
    token.description = head.description.clone();
    token
}
