//! Reads descriptors from bytes. Unknown fields are skipped.

use super::read::{RawValue, ReadError, Reader};
use crate::proto::descriptor::{
    DescriptorSet, Edition, Enum, EnumValue, ExtensionRange, Field, FieldType, File, Import, Label, MAX_FIELD_NUMBER,
    Message, Method, Oneof, Range, Service, Visibility,
};

type Read<T> = Result<T, ReadError>;

pub(super) fn read(bytes: &[u8]) -> Read<DescriptorSet> {
    let mut set = DescriptorSet { is_stripped: true, ..DescriptorSet::default() };
    each(bytes, |number, value| {
        if number == 1 {
            set.files.push(file(value.bytes()?)?);
        }
        Ok(())
    })?;
    super::typed::type_options(&mut set.files);
    Ok(set)
}

pub(super) fn each<'b>(bytes: &'b [u8], mut field: impl FnMut(u32, RawValue<'b>) -> Read<()>) -> Read<()> {
    let mut reader = Reader::new(bytes);
    while let Some(raw) = reader.next()? {
        field(raw.number, raw.value)?;
    }
    Ok(())
}

fn file(bytes: &[u8]) -> Read<File> {
    let mut file = File::default();
    let (mut public, mut weak) = (Vec::new(), Vec::new());
    each(bytes, |number, value| {
        match number {
            1 => file.name = value.text()?,
            2 => file.package = value.text()?,
            3 => file.imports.push(Import { path: value.text()?, public: false, weak: false }),
            4 => file.messages.push(message(value.bytes()?, 0)?),
            5 => file.enums.push(enumeration(value.bytes()?)?),
            6 => file.services.push(service(value.bytes()?)?),
            7 => file.extensions.push(field(value.bytes()?)?),
            8 => file.options = Some(value.tree()?),
            9 => file.comments = super::comments::read(value.bytes()?)?,
            10 => indices(value, &mut public)?,
            11 => indices(value, &mut weak)?,
            12 if value_is(&value, b"proto3") => file.edition = Edition::PROTO3,
            14 => file.edition = Edition(value.int()?),
            15 => file.option_imports.push(value.text()?),
            _ => {}
        }
        Ok(())
    })?;
    for (index, import) in file.imports.iter_mut().enumerate() {
        import.public = public.contains(&(index as i32));
        import.weak = weak.contains(&(index as i32));
    }
    Ok(file)
}

fn value_is(value: &RawValue<'_>, text: &[u8]) -> bool {
    matches!(value, RawValue::Bytes(bytes) if *bytes == text)
}

/// Reads a repeated integer, packed or not.
fn indices(value: RawValue<'_>, list: &mut Vec<i32>) -> Read<()> {
    match value {
        // Indices are below 128, so each packed one is a single byte.
        RawValue::Bytes(bytes) => list.extend(bytes.iter().map(|byte| i32::from(*byte))),
        other => list.push(other.int()?),
    }
    Ok(())
}

fn message(bytes: &[u8], depth: i32) -> Read<Message> {
    if depth > 100 {
        return Err(ReadError::TooDeep);
    }
    let mut it = Message::default();
    each(bytes, |number, value| {
        match number {
            1 => it.name = value.text()?,
            2 => it.fields.push(field(value.bytes()?)?),
            3 => it.messages.push(message(value.bytes()?, depth + 1)?),
            4 => it.enums.push(enumeration(value.bytes()?)?),
            5 => it.extension_ranges.push(extension_range(value.bytes()?)?),
            6 => it.extensions.push(field(value.bytes()?)?),
            7 => it.options = Some(value.tree()?),
            8 => it.oneofs.push(oneof(value.bytes()?)?),
            9 => it.reserved.push(range(value.bytes()?)?),
            10 => it.reserved_names.push(value.text()?),
            11 => it.visibility = visibility(value.int()?),
            _ => {}
        }
        Ok(())
    })?;
    Ok(it)
}

fn field(bytes: &[u8]) -> Read<Field> {
    let mut it = Field::default();
    each(bytes, |number, value| {
        match number {
            1 => it.name = value.text()?,
            2 => it.extendee = Some(value.text()?),
            3 => it.number = value.int()?,
            4 => it.label = label(value.int()?)?,
            5 => it.ty = Some(field_type(value.int()?)?),
            6 => it.type_name = Some(value.text()?),
            7 => it.default = Some(value.bytes()?.to_vec()),
            8 => it.options = Some(value.tree()?),
            9 => it.oneof = Some(value.int()? as u32),
            10 => it.json_name = Some(value.text()?),
            17 => it.proto3_optional = value.int()? != 0,
            _ => {}
        }
        Ok(())
    })?;
    Ok(it)
}

fn label(number: i32) -> Read<Label> {
    match number {
        1 => Ok(Label::Optional),
        2 => Ok(Label::Required),
        3 => Ok(Label::Repeated),
        _ => Err(ReadError::Malformed),
    }
}

fn field_type(number: i32) -> Read<FieldType> {
    FieldType::ALL.into_iter().find(|ty| *ty as i32 == number).ok_or(ReadError::Malformed)
}

fn visibility(number: i32) -> Option<Visibility> {
    match number {
        1 => Some(Visibility::Local),
        2 => Some(Visibility::Export),
        _ => None,
    }
}

fn range(bytes: &[u8]) -> Read<Range> {
    let mut it = Range { start: 0, end: MAX_FIELD_NUMBER + 1, ..Range::default() };
    each(bytes, |number, value| {
        match number {
            1 => it.start = value.int()?,
            2 => it.end = value.int()?,
            _ => {}
        }
        Ok(())
    })?;
    Ok(it)
}

fn extension_range(bytes: &[u8]) -> Read<ExtensionRange> {
    let mut it = ExtensionRange { range: range(bytes)?, options: None };
    each(bytes, |number, value| {
        if number == 3 {
            it.options = Some(value.tree()?);
        }
        Ok(())
    })?;
    Ok(it)
}

fn oneof(bytes: &[u8]) -> Read<Oneof> {
    let mut it = Oneof::default();
    each(bytes, |number, value| {
        match number {
            1 => it.name = value.text()?,
            2 => it.options = Some(value.tree()?),
            _ => {}
        }
        Ok(())
    })?;
    Ok(it)
}

fn enumeration(bytes: &[u8]) -> Read<Enum> {
    let mut it = Enum::default();
    each(bytes, |number, value| {
        match number {
            1 => it.name = value.text()?,
            2 => it.values.push(enum_value(value.bytes()?)?),
            3 => it.options = Some(value.tree()?),
            4 => it.reserved.push(range(value.bytes()?)?),
            5 => it.reserved_names.push(value.text()?),
            6 => it.visibility = visibility(value.int()?),
            _ => {}
        }
        Ok(())
    })?;
    Ok(it)
}

fn enum_value(bytes: &[u8]) -> Read<EnumValue> {
    let mut it = EnumValue::default();
    each(bytes, |number, value| {
        match number {
            1 => it.name = value.text()?,
            2 => it.number = value.int()?,
            3 => it.options = Some(value.tree()?),
            _ => {}
        }
        Ok(())
    })?;
    Ok(it)
}

fn service(bytes: &[u8]) -> Read<Service> {
    let mut it = Service::default();
    each(bytes, |number, value| {
        match number {
            1 => it.name = value.text()?,
            2 => it.methods.push(method(value.bytes()?)?),
            3 => it.options = Some(value.tree()?),
            _ => {}
        }
        Ok(())
    })?;
    Ok(it)
}

fn method(bytes: &[u8]) -> Read<Method> {
    let mut it = Method::default();
    each(bytes, |number, value| {
        match number {
            1 => it.name = value.text()?,
            2 => it.input = value.text()?,
            3 => it.output = value.text()?,
            4 => it.options = Some(value.tree()?),
            5 => it.client_streaming = value.int()? != 0,
            6 => it.server_streaming = value.int()? != 0,
            _ => {}
        }
        Ok(())
    })?;
    Ok(it)
}
