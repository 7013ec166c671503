//! Messages, and the order of their contents.

use super::Printer;
use crate::proto::descriptor::{Field, FieldType, Message, Target, Visibility, map_entry_name};
use std::collections::HashMap;

impl Printer<'_, '_> {
    pub(super) fn message(&mut self, it: &Message) {
        self.out.paragraph();
        self.documentation(it.node);
        self.out.open(&format!("{}message {}", visibility(it.visibility), it.name));
        self.body(it);
        self.out.close();
        self.out.paragraph();
    }

    /// Prints the contents of a message's or group's braces.
    pub(super) fn body(&mut self, it: &Message) {
        self.option_statements(Target::Message, &it.options);
        it.enums.iter().for_each(|nested| self.enumeration(nested));
        let in_message = Holder { message: Some(it), fields: &it.fields, extensions: &it.extensions };
        self.ordered(&it.messages, in_message);
        self.ranges_of_message(it);
    }

    /// The messages and extensions of a file.
    pub(super) fn declarations(&mut self, messages: &[Message], fields: &[Field], extensions: &[Field]) {
        self.ordered(messages, Holder { message: None, fields, extensions });
    }

    /// Prints fields, extensions and messages. Maps and groups declare messages implicitly, so the order of messages
    /// determines how many fields are printed before each of them.
    fn ordered(&mut self, messages: &[Message], holder: Holder<'_>) {
        let nested_in = &Nested::of(messages);
        let by_field = bringing(holder.fields, nested_in);
        let by_extension = bringing(holder.extensions, nested_in);
        let (mut fields, mut extensions) = (0, 0);
        for nested in messages {
            if let Some(at) = by_field.get(&*nested.name) {
                self.fields_up_to(nested_in, &holder, &mut fields, at + 1);
            } else if let Some(at) = by_extension.get(&*nested.name) {
                self.extensions_up_to(nested_in, &holder, &mut extensions, at + 1);
            } else {
                self.message(nested);
            }
        }
        self.fields_up_to(nested_in, &holder, &mut fields, holder.fields.len());
        self.extensions_up_to(nested_in, &holder, &mut extensions, holder.extensions.len());
    }

    fn fields_up_to(&mut self, nested: &Nested<'_>, holder: &Holder<'_>, printed: &mut usize, end: usize) {
        while *printed < end {
            let field = &holder.fields[*printed];
            let oneof = field.oneof.filter(|_| !field.proto3_optional);
            let Some((oneof, message)) = oneof.zip(holder.message) else {
                self.field(field, nested);
                *printed += 1;
                continue;
            };
            let members = holder.fields[*printed..].iter().take_while(|it| it.oneof == Some(oneof)).count();
            let last = *printed + members;
            if let Some(declared) = message.oneofs.get(oneof as usize) {
                self.documentation(declared.node);
                self.out.open(&format!("oneof {}", declared.name));
                self.option_statements(Target::Oneof, &declared.options);
                holder.fields[*printed..last].iter().for_each(|it| self.field(it, nested));
                self.out.close();
            }
            *printed = last;
        }
    }

    fn extensions_up_to(&mut self, nested: &Nested<'_>, holder: &Holder<'_>, printed: &mut usize, end: usize) {
        while *printed < end {
            let extendee = holder.extensions[*printed].extendee.clone();
            let rest = &holder.extensions[*printed..end];
            let count = rest.iter().take_while(|it| it.extendee == extendee).count();
            self.out.paragraph();
            self.out.open(&format!("extend {}", extendee.unwrap_or_default()));
            rest[..count].iter().for_each(|it| self.field(it, nested));
            self.out.close();
            self.out.paragraph();
            *printed += count;
        }
    }
}

/// The owner of fields and extensions.
struct Holder<'h> {
    message: Option<&'h Message>,
    fields: &'h [Field],
    extensions: &'h [Field],
}

/// Returns true if the field declares the message: the entry of a map, or a group.
fn brings(field: &Field, nested: &Message) -> bool {
    let is_named = field.type_name.as_deref().and_then(|name| name.rsplit('.').next()) == Some(nested.name.as_str());
    let is_entry = nested.is_map_entry() && nested.name == map_entry_name(&field.name);
    is_named && (is_entry || field.ty == Some(FieldType::Group))
}

/// The messages of a scope by name.
pub(super) struct Nested<'m>(HashMap<&'m str, &'m Message>);

impl<'m> Nested<'m> {
    fn of(messages: &'m [Message]) -> Self {
        Self(messages.iter().map(|nested| (&*nested.name, nested)).collect())
    }

    /// Returns the message that a field declares.
    pub fn brought(&self, field: &Field) -> Option<&'m Message> {
        let name = field.type_name.as_deref()?.rsplit('.').next()?;
        self.0.get(name).copied().filter(|nested| brings(field, nested))
    }
}

/// Returns, by message name, the field that declares each message.
fn bringing<'m>(fields: &[Field], nested: &Nested<'m>) -> HashMap<&'m str, usize> {
    let brought = fields.iter().enumerate().rev().filter_map(|(at, field)| Some((&*nested.brought(field)?.name, at)));
    brought.collect()
}

/// Returns `export ` or `local `, with a trailing space.
pub(super) fn visibility(visibility: Option<Visibility>) -> &'static str {
    match visibility {
        Some(Visibility::Export) => "export ",
        Some(Visibility::Local) => "local ",
        None => "",
    }
}
