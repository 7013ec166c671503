//! `DescriptorProto` and `FieldDescriptorProto`.

use super::element;
use super::write::Writer;
use crate::proto::descriptor::{Edition, Field, FieldType, Label, Message, Range, Target, Visibility, json_name};

pub(super) fn write(writer: &mut Writer, message: &Message, edition: Edition) {
    writer.text(1, &message.name);
    message.fields.iter().for_each(|it| writer.nested(2, |writer| field(writer, it, edition)));
    message.messages.iter().for_each(|it| writer.nested(3, |writer| write(writer, it, edition)));
    message.enums.iter().for_each(|it| writer.nested(4, |writer| element::enumeration(writer, it)));
    for it in &message.extension_ranges {
        writer.nested(5, |writer| {
            range(writer, it.range);
            writer.options(3, &it.options, Target::ExtensionRange);
        });
    }
    message.extensions.iter().for_each(|it| writer.nested(6, |writer| field(writer, it, edition)));
    writer.options(7, &message.options, Target::Message);
    for oneof in &message.oneofs {
        writer.nested(8, |writer| {
            writer.text(1, &oneof.name);
            writer.options(2, &oneof.options, Target::Oneof);
        });
    }
    message.reserved.iter().for_each(|it| writer.nested(9, |writer| range(writer, *it)));
    message.reserved_names.iter().for_each(|name| writer.text(10, name));
    visibility(writer, 11, message.visibility);
}

pub(super) fn range(writer: &mut Writer, range: Range) {
    writer.int(1, range.start);
    writer.int(2, range.end);
}

pub(super) fn visibility(writer: &mut Writer, number: u32, visibility: Option<Visibility>) {
    match visibility {
        Some(Visibility::Local) => writer.int(number, 1),
        Some(Visibility::Export) => writer.int(number, 2),
        None => {}
    }
}

pub(super) fn field(writer: &mut Writer, field: &Field, edition: Edition) {
    writer.text(1, &field.name);
    writer.optional_text(2, field.extendee.as_deref());
    writer.int(3, field.number);
    writer.int(4, label(field.label));
    if let Some(ty) = field.ty {
        // In editions, a feature decides whether a message is delimited.
        let ty = if ty == FieldType::Group && !edition.is_legacy() { FieldType::Message } else { ty };
        writer.int(5, ty as i32);
    }
    writer.optional_text(6, field.type_name.as_deref());
    if let Some(default) = &field.default {
        writer.blob(7, default);
    }
    writer.options(8, &field.options, Target::Field);
    if let Some(oneof) = field.oneof {
        writer.int(9, oneof as i32);
    }
    match &field.json_name {
        Some(name) => writer.text(10, name),
        None => writer.text(10, &json_name(&field.name)),
    }
    writer.flag(17, field.proto3_optional);
}

fn label(label: Label) -> i32 {
    match label {
        Label::Optional => 1,
        Label::Required => 2,
        Label::Repeated => 3,
    }
}
