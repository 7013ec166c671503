//! Tokens to schemas.

use super::token::{Cursor, Signal, Token};
use super::value::{null_of, text_of};
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{
    Choice, EnumDecl, FieldDecl, GroupDecl, Head, Limits, Member, MemberKind, Message, Presence, Schema, SetDecl,
    Simple, Stated, Time, TypeDecl, TypeKind, ValidValue, Word,
};
use polywire_model::attr::ByteOrder;
use polywire_source::{FileId, Span};
use std::collections::HashMap;

/// Composites inside of composites are read down to this depth.
const MAX_DEPTH: u32 = 64;

/// Reads a serialized schema; `file` is its path.
///
/// # Errors
/// What is wrong, as a sentence without a full stop.
pub fn read_sbeir(file: &str, bytes: &[u8]) -> Result<Schema, String> {
    let mut cursor = Cursor(bytes);
    let mut frame =
        || Some(([cursor.int()?, cursor.int()?, cursor.int()?], [cursor.text()?, cursor.text()?, cursor.text()?]));
    let ([id, _, version], [package, _, semantic_version]) = frame().ok_or("this is not a serialized SBE schema")?;
    let mut tokens = Vec::new();
    while !cursor.0.is_empty() {
        let number = tokens.len() + 1;
        tokens.push(Token::read(&mut cursor).ok_or_else(|| format!("token {number} cannot be read"))?);
    }
    let mut reader = Reader { types: HashMap::new(), order: Vec::new(), referred: Vec::new(), next: 0 };
    let mut parts = Parts(&tokens);
    let header = parts.next().ok_or("the header of messages is missing")?;
    reader.type_decl(&header, &header.token.name, 0)?;
    reader.set_semantic_type(&header.token.name, header.token, "");
    let messages = parts.map(|part| reader.message(&part)).collect::<Result<_, _>>()?;
    reader.add_missing_enums()?;
    let unsigned =
        |number: i32, what: &str| u16::try_from(number).map_err(|_| format!("{what} {number} is out of range"));
    Ok(Schema {
        file: file.to_owned(),
        package,
        id: unsigned(id, "the id")?,
        version: unsigned(version, "the version")?,
        semantic_version: Some(semantic_version).filter(|it| !it.is_empty()),
        description: String::new(),
        byte_order: if tokens.iter().any(|it| it.is_big_endian) { ByteOrder::Big } else { ByteOrder::Little },
        header_type: reader.word(&header.token.name),
        types: reader.order.iter().filter_map(|name| reader.types.remove(name)).collect(),
        messages,
    })
}

/// A token with what stands inside.
struct Part<'t> {
    token: &'t Token,
    inside: &'t [Token],
}

/// The parts in a sequence of tokens, up to the first token that is not followed by its end.
struct Parts<'t>(&'t [Token]);

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        let (token, rest) = self.0.split_first()?;
        let Some(end) = token.signal.end() else {
            self.0 = rest;
            return Some(Part { token, inside: &[] });
        };
        let inside = usize::try_from(token.count).ok()?.checked_sub(2)?;
        let (found, rest) = rest.split_at_checked(inside)?;
        let (last, rest) = rest.split_first()?;
        self.0 = rest;
        (last.signal == end).then_some(Part { token, inside: found })
    }
}

struct Reader {
    /// Named types.
    types: HashMap<String, TypeDecl>,
    /// Their names in the order in which they are met.
    order: Vec<String>,
    /// Values of enums that are constants of primitive types: the enum, the value, and its token.
    referred: Vec<(String, String, Token)>,
    /// Places tell declarations apart; there is no text.
    next: u32,
}

impl Reader {
    fn span(&mut self) -> Span {
        self.next += 1;
        Span { file: FileId(0), start: self.next, end: self.next }
    }

    fn word(&mut self, text: &str) -> Word {
        Word { text: text.to_owned(), span: self.span() }
    }

    fn head(&mut self, token: &Token) -> Head {
        Head {
            name: self.word(&token.name),
            description: token.description.clone(),
            semantic_type: Some(&token.semantic_type).filter(|it| !it.is_empty()).map(|it| self.word(it)),
            since: token.version.try_into().unwrap_or_default(),
            since_span: None,
            deprecated: u16::try_from(token.deprecated).ok().filter(|it| *it > 0),
            offset: None,
        }
    }

    fn stated(&mut self, number: i32) -> Option<Stated<u32>> {
        u32::try_from(number).ok().map(|value| Stated { value, span: self.span() })
    }

    fn message(&mut self, part: &Part<'_>) -> Result<Message, String> {
        let token = part.token;
        if token.signal != Signal::BeginMessage {
            return Err(format!("`{}` is not a message", token.name));
        }
        Ok(Message {
            head: self.head(token),
            id: self.id(token)?,
            block_length: self.stated(token.size),
            members: self.members(part.inside, token)?,
        })
    }

    fn id(&mut self, token: &Token) -> Result<Stated<u16>, String> {
        let value =
            u16::try_from(token.id).map_err(|_| format!("the id {} of `{}` is out of range", token.id, token.name))?;
        Ok(Stated { value, span: self.span() })
    }

    fn members(&mut self, tokens: &[Token], owner: &Token) -> Result<Vec<Member>, String> {
        let (mut parts, mut members) = (Parts(tokens), Vec::new());
        for part in &mut parts {
            let kind = match part.token.signal {
                Signal::BeginField => MemberKind::Field(Box::new(self.field(&part)?)),
                Signal::BeginGroup => MemberKind::Group(self.group(&part)?),
                Signal::BeginVarData => MemberKind::Data(self.type_of(&part)?),
                _ => return Err(format!("`{}` cannot be a member of `{}`", part.token.name, owner.name)),
            };
            let mut head = self.head(part.token);
            if part.token.signal == Signal::BeginField {
                head.offset = self.stated(part.token.offset);
            }
            members.push(Member { head, id: self.id(part.token)?, kind });
        }
        if parts.0.is_empty() { Ok(members) } else { Err(format!("a member of `{}` does not end", owner.name)) }
    }

    fn group(&mut self, part: &Part<'_>) -> Result<GroupDecl, String> {
        let mut parts = Parts(part.inside);
        let dimension = parts.next().ok_or_else(|| format!("the group `{}` has no dimension", part.token.name))?;
        self.type_decl(&dimension, &dimension.token.name, 0)?;
        self.set_semantic_type(&dimension.token.name, dimension.token, "");
        Ok(GroupDecl {
            dimension: self.word(&dimension.token.name),
            block_length: self.stated(part.token.size),
            members: self.members(parts.0, part.token)?,
        })
    }

    /// Returns the name of the type inside of a field or data.
    fn type_of(&mut self, part: &Part<'_>) -> Result<Word, String> {
        let ty = Parts(part.inside).next().ok_or_else(|| format!("`{}` has no type", part.token.name))?;
        let is_primitive =
            ty.token.signal == Signal::Encoding && ty.token.primitive.is_some_and(|it| it.name() == ty.token.name);
        if !is_primitive {
            self.type_decl(&ty, &ty.token.name, 0)?;
            self.set_semantic_type(&ty.token.name, ty.token, &part.token.semantic_type);
        }
        Ok(self.word(&ty.token.name))
    }

    fn field(&mut self, part: &Part<'_>) -> Result<FieldDecl, String> {
        let token = part.token;
        let ty = self.type_of(part)?;
        let value_ref = String::from_utf8(token.constant.clone()).unwrap_or_default();
        if let (Some((name, value)), Some(of_type)) = (value_ref.split_once('.'), part.inside.first()) {
            self.referred.push((name.to_owned(), value.to_owned(), of_type.clone()));
        }
        Ok(FieldDecl {
            ty,
            presence: Some(presence(token)),
            value_ref: Some(value_ref).filter(|it| !it.is_empty()).map(|it| self.word(&it)),
            constant: None,
            limits: Limits::default(),
            time: time(token),
        })
    }

    /// Adds a named type, unless it is known.
    fn type_decl(&mut self, part: &Part<'_>, name: &str, depth: u32) -> Result<(), String> {
        if self.types.contains_key(name) {
            return Ok(());
        }
        let mut decl = self.anonymous(part, depth)?;
        decl.head.name.text = name.to_owned();
        // These belong to the member that has the type.
        (decl.head.since, decl.head.offset, decl.head.semantic_type) = (0, None, None);
        if self.types.insert(name.to_owned(), decl).is_none() {
            self.order.push(name.to_owned());
        }
        Ok(())
    }

    /// Tokens of types repeat the semantic type of the member, unless they have one: it is the type's if the member has none.
    fn set_semantic_type(&mut self, name: &str, token: &Token, of_member: &str) {
        if token.semantic_type != of_member {
            let word = self.word(&token.semantic_type);
            if let Some(decl) = self.types.get_mut(name) {
                decl.head.semantic_type = Some(word);
            }
        }
    }

    fn anonymous(&mut self, part: &Part<'_>, depth: u32) -> Result<TypeDecl, String> {
        let token = part.token;
        if depth > MAX_DEPTH {
            return Err(format!("`{}` is nested too deeply", token.name));
        }
        let kind = match token.signal {
            Signal::Encoding => TypeKind::Simple(Box::new(self.simple(token)?)),
            Signal::BeginComposite => TypeKind::Composite(
                Parts(part.inside)
                    .map(|part| self.composite_member(&part, token.version, depth + 1))
                    .collect::<Result<_, _>>()?,
            ),
            Signal::BeginEnum => TypeKind::Enum(self.enumeration(part)?),
            Signal::BeginSet => TypeKind::Set(self.set(part)?),
            _ => return Err(format!("`{}` is not a type", token.name)),
        };
        let package = Some(token.package.clone()).filter(|it| !it.is_empty());
        Ok(TypeDecl { head: self.head(token), package, kind })
    }

    fn composite_member(&mut self, part: &Part<'_>, version: i32, depth: u32) -> Result<TypeDecl, String> {
        let token = part.token;
        let mut decl = if token.referenced.is_empty() {
            self.anonymous(part, depth)?
        } else {
            self.type_decl(part, &token.referenced, depth)?;
            self.set_semantic_type(&token.referenced, token, "");
            TypeDecl { head: self.head(token), package: None, kind: TypeKind::Ref(self.word(&token.referenced)) }
        };
        decl.head.offset = self.stated(token.offset);
        // The version of the whole is that of each member without one.
        if token.version <= version {
            decl.head.since = 0;
        }
        Ok(decl)
    }

    fn simple(&mut self, token: &Token) -> Result<Simple, String> {
        let primitive = token.primitive.ok_or_else(|| format!("`{}` has no primitive type", token.name))?;
        let is_constant = presence(token) == Presence::Constant;
        let length = match token.size {
            _ if is_constant => None,
            ..0 => Some(0),
            size => Some(size as u32 / primitive.size()).filter(|it| *it != 1),
        };
        Ok(Simple {
            primitive,
            length: length.map(|value| Stated { value, span: self.span() }),
            presence: Some(presence(token)),
            limits: Limits {
                min: self.value(token, primitive, &token.min)?,
                max: self.value(token, primitive, &token.max)?,
                null: self.value(token, primitive, &token.null)?,
            },
            constant: self.value(token, primitive, &token.constant)?,
            value_ref: None,
            encoding: Some(&token.encoding).filter(|it| !it.is_empty()).map(|it| self.word(it)),
            time: time(token),
        })
    }

    fn value(&mut self, token: &Token, primitive: Primitive, bytes: &[u8]) -> Result<Option<Word>, String> {
        if bytes.is_empty() {
            return Ok(None);
        }
        let text = text_of(primitive, bytes).ok_or_else(|| format!("a value of `{}` is damaged", token.name))?;
        Ok(Some(self.word(&text)))
    }

    fn enumeration(&mut self, part: &Part<'_>) -> Result<EnumDecl, String> {
        let primitive = self.encoding(part)?;
        let values = Parts(part.inside).map(|part| {
            let value = self.value(part.token, primitive, &part.token.constant)?;
            let value = value.ok_or_else(|| format!("`{}` has no value", part.token.name))?;
            Ok(ValidValue { head: self.head(part.token), value })
        });
        let values = values.collect::<Result<_, String>>()?;
        // The usual one stands there, too.
        let null = &part.token.null;
        let null = if *null == null_of(primitive) { None } else { self.value(part.token, primitive, null)? };
        Ok(EnumDecl { encoding: self.word(primitive.name()), null, values })
    }

    fn set(&mut self, part: &Part<'_>) -> Result<SetDecl, String> {
        let primitive = self.encoding(part)?;
        let choices = Parts(part.inside).map(|part| {
            let bit = text_of(primitive, &part.token.constant).and_then(|it| it.parse().ok()).filter(|bit| *bit < 64);
            let bit = bit.ok_or_else(|| format!("`{}` has no bit", part.token.name))?;
            Ok(Choice { head: self.head(part.token), bit: Stated { value: bit, span: self.span() } })
        });
        Ok(SetDecl { choices: choices.collect::<Result<_, String>>()?, encoding: self.word(primitive.name()) })
    }

    /// Enums whose values are only referred to are not part of the form; what is known of them is.
    fn add_missing_enums(&mut self) -> Result<(), String> {
        for (name, value, token) in std::mem::take(&mut self.referred) {
            let Some(primitive) = token.primitive else { continue };
            if !self.types.contains_key(&name) {
                let decl = EnumDecl { encoding: self.word(primitive.name()), null: None, values: Vec::new() };
                let head = Head { name: self.word(&name), ..Head::default() };
                self.types.insert(name.clone(), TypeDecl { head, package: None, kind: TypeKind::Enum(decl) });
                self.order.push(name.clone());
            }
            let (head, number) =
                (Head { name: self.word(&value), ..Head::default() }, self.value(&token, primitive, &token.constant)?);
            if let (Some(TypeDecl { kind: TypeKind::Enum(it), .. }), Some(number)) = (self.types.get_mut(&name), number)
                && it.values.iter().all(|other| other.head.name.text != value)
            {
                it.values.push(ValidValue { head, value: number });
            }
        }
        Ok(())
    }

    fn encoding(&self, part: &Part<'_>) -> Result<Primitive, String> {
        part.token.primitive.ok_or_else(|| format!("`{}` has no primitive type", part.token.name))
    }
}

fn presence(token: &Token) -> Presence {
    match token.presence {
        1 => Presence::Optional,
        2 => Presence::Constant,
        _ => Presence::Required,
    }
}

fn time(token: &Token) -> Time {
    let text = |it: &String| Some(it.clone()).filter(|it| !it.is_empty());
    Time { epoch: text(&token.epoch), unit: text(&token.time_unit) }
}
