//! Messages, groups and data.

use super::block::Cursor;
use super::composite::placed;
use super::frame::FrameKind;
use super::value::{Use, Value};
use super::{Maker, codes, inside, names};
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{FieldDecl, GroupDecl, Head, Member, MemberKind, Message, Stated, Word};
use polywire_model::attr::{SbeFrame, SbeMessage, SbeRole, SbeStruct, StructAttrs};
use polywire_model::{DeclKind, Field, Struct, Text, Type};
use polywire_source::Diagnostic;
use std::collections::{HashMap, HashSet};

/// A struct with a block, and what is said about it.
struct Body<'a> {
    head: &'a Head,
    /// The names of the struct and of those around it.
    name: Vec<String>,
    block_length: Option<Stated<u32>>,
    members: &'a [Member],
    header: Option<SbeFrame>,
}

impl<'a> Maker<'a, '_> {
    pub(super) fn messages(&mut self) {
        let schema = self.schema;
        let header = self.frame(FrameKind::Header, &schema.header_type).map(|(frame, _)| frame);
        self.check_messages();
        self.advise_of_messages();
        for message in &schema.messages {
            self.check_since(&message.head);
            let body = Body {
                head: &message.head,
                name: vec![message.head.name.text.clone()],
                block_length: message.block_length,
                members: &message.members,
                header: header.clone(),
            };
            let id = self.add(None, body.name.clone(), &message.head, DeclKind::Struct(Struct::default()));
            let mut it = self.body(&body);
            it.attrs.sbe_message =
                Some(SbeMessage { template_id: message.id.value, schema_id: schema.id, version: schema.version });
            self.model.decls[id.0 as usize].kind = DeclKind::Struct(it);
        }
    }

    fn check_messages(&mut self) {
        let schema = self.schema;
        self.check_names("message", schema.messages.iter().map(|it| &it.head));
        let mut ids: HashMap<u16, &Message> = HashMap::new();
        for message in &schema.messages {
            if let Some(first) = ids.insert(message.id.value, message) {
                let problem = format!("two messages have the id {}", message.id.value);
                let problem = Diagnostic::error(codes::DUPLICATE_ID, problem).at(message.id.span, "");
                self.diagnostics.push(problem.related(first.id.span, "first used here"));
            }
            let same = self.types.get(&message.head.name.text);
            if let Some(decl) = same.filter(|it| self.ids.contains_key(&it.head.name.span)) {
                let problem = format!("a message and a type are called `{}`", message.head.name.text);
                let problem = Diagnostic::error(codes::DUPLICATE_NAME, problem).at(message.head.name.span, "");
                let problem = problem.related(decl.head.name.span, "the type");
                self.diagnostics.push(problem.help("both become types of one module: rename one of them"));
            }
        }
    }

    /// Makes the struct of a message or of the entries of a group.
    fn body(&mut self, body: &Body<'a>) -> Struct {
        self.check_names("member", body.members.iter().map(|it| &it.head));
        let mut taken: HashSet<String> = body.members.iter().map(|it| it.head.name.text.clone()).collect();
        let (mut cursor, mut fields) = (Cursor::default(), Vec::new());
        for member in body.members {
            self.check_since(&member.head);
            match &member.kind {
                MemberKind::Field(field) => match self.field(member, field) {
                    Some(Value::Constant(constant)) => self.add_constant(None, &body.name, &member.head, constant),
                    Some(Value::Stored(stored)) => {
                        let size = self.types.field_size(field);
                        fields.push(placed(*stored, cursor.place(&member.head, size, self)));
                    }
                    None => {}
                },
                MemberKind::Group(group) => fields.extend(self.group(member, group, &body.name, &mut taken)),
                MemberKind::Data(ty) => fields.extend(self.data(member, ty)),
            }
        }
        let size = cursor.size(body.head, body.block_length, self);
        let sbe = SbeStruct {
            size,
            byte_order: self.schema.byte_order,
            header: body.header.clone(),
            members: body.members.iter().map(|it| it.head.name.text.clone()).collect(),
        };
        self.check_size(body, &sbe);
        Struct {
            fields,
            attrs: StructAttrs { sbe: Some(Box::new(sbe)), ..StructAttrs::default() },
            ..Struct::default()
        }
    }

    /// The frame in front of a block tells its length.
    fn check_size(&mut self, body: &Body<'a>, sbe: &SbeStruct) {
        let members = sbe.header.iter().flat_map(|it| &it.members);
        let max = members.filter(|it| it.role == SbeRole::BlockLength).map(|it| it.max).min();
        if let Some(max) = max.filter(|max| u64::from(sbe.size) > *max) {
            let message = format!("the block of `{}` has {} bytes", body.head.name.text, sbe.size);
            let help = format!("`blockLength` of its header can be {max} at most");
            self.report(codes::LAYOUT, message, body.head.name.span, &help);
        }
    }

    fn field(&mut self, member: &'a Member, field: &'a FieldDecl) -> Option<Value> {
        let usage = Use {
            head: &member.head,
            presence: field.presence,
            value_ref: field.value_ref.as_ref(),
            constant: field.constant.as_ref(),
            limits: Some(&field.limits),
            since: member.head.since,
        };
        if let (Some(primitive), None) = (Primitive::named(&field.ty.text), self.types.get(&field.ty.text)) {
            return self.simple(names::simple_of(primitive), &usage);
        }
        let decl = self.find(&field.ty)?;
        if let (Some(own), Some(of_type)) = (&member.head.semantic_type, &decl.head.semantic_type)
            && own.text != of_type.text
        {
            let problem = Diagnostic::error(codes::VALUE, "`semanticType` differs from that of the type");
            let problem = problem.at(own.span, "").related(of_type.span, "the type's");
            self.diagnostics.push(problem.help("leave one of them out"));
        }
        self.value(decl, &usage)
    }

    fn group(
        &mut self,
        member: &'a Member,
        group: &'a GroupDecl,
        outer: &[String],
        taken: &mut HashSet<String>,
    ) -> Option<Field> {
        let (dimension, _) = self.frame(FrameKind::Dimension, &group.dimension)?;
        let name = inside(outer, &names::entry_name(&member.head.name.text, taken));
        let id = self.add(None, name.clone(), &member.head, DeclKind::Struct(Struct::default()));
        let block_length = group.block_length;
        let it = self.body(&Body { head: &member.head, name, block_length, members: &group.members, header: None });
        self.model.decls[id.0 as usize].kind = DeclKind::Struct(it);
        let mut field = described(&member.head, Type::list(Type::Named(id)));
        field.attrs.sbe.dimension = Some(dimension);
        Some(field)
    }

    fn data(&mut self, member: &'a Member, ty: &'a Word) -> Option<Field> {
        let (length, variable) = self.frame(FrameKind::Data, ty)?;
        let variable = variable?;
        let is_text = variable.encoding.is_some() || variable.primitive == Primitive::Char;
        let encoding = if is_text { self.text_encoding(variable) } else { None };
        let mut field = described(&member.head, encoding.map_or(Type::Bytes, |_| Type::Text(Text::default())));
        field.attrs.text_encoding = encoding.flatten();
        field.attrs.sbe.length = Some(length);
        Some(field)
    }
}

fn described(head: &Head, ty: Type) -> Field {
    let mut field = Field::new(&head.name.text, ty);
    field.doc = head.description.clone();
    field.deprecated = head.deprecated.is_some();
    field.span = head.name.span;
    field.attrs.sbe.since = head.since;
    field
}
