//! XML schemas of messages, for the specification's reference implementation.

use super::counts::MAX_WIDE;
use super::layout::{Body, Composite, Data, Enumeration, Field, Group, Kind, Limits, Message};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The standard composites of every schema: the header of messages, the dimensions of groups with the type `COUNT`, and data.
const STANDARD: &str = r#"    <composite name="messageHeader">
      <type name="blockLength" primitiveType="uint16"/>
      <type name="templateId" primitiveType="uint16"/>
      <type name="schemaId" primitiveType="uint16"/>
      <type name="version" primitiveType="uint16"/>
    </composite>
    <composite name="groupSizeEncoding">
      <type name="blockLength" primitiveType="uint16"/>
      <type name="numInGroup" COUNT/>
    </composite>
    <composite name="varStringEncoding">
      <type name="length" primitiveType="uint32" maxValue="1073741824"/>
      <type name="varData" primitiveType="uint8" length="0" characterEncoding="UTF-8"/>
    </composite>
    <composite name="varDataEncoding">
      <type name="length" primitiveType="uint32" maxValue="1073741824"/>
      <type name="varData" primitiveType="uint8" length="0"/>
    </composite>
"#;

impl Message {
    /// The XML schema of this message.
    pub fn xml(&self) -> String {
        let types = Types::of(std::iter::once(self));
        schema(std::slice::from_ref(self), &types)
    }
}

/// Returns the XML schema of several messages.
///
/// # Errors
/// The name of two different types.
pub fn xml_of_all(messages: &[Message]) -> Result<String, String> {
    let types = Types::of(messages.iter());
    match types.ambiguous.first() {
        Some(name) => Err(name.clone()),
        None => Ok(schema(messages, &types)),
    }
}

/// The types of messages, as text.
#[derive(Default)]
struct Types {
    arrays: BTreeSet<String>,
    enums: Vec<(String, String)>,
    composites: Vec<(String, String)>,
    ambiguous: Vec<String>,
}

impl Types {
    fn of<'m>(messages: impl Iterator<Item = &'m Message>) -> Self {
        let mut types = Self::default();
        for message in messages {
            array_types(&message.body, &mut types.arrays);
            for it in &message.enums {
                types.ambiguous.extend(added(&mut types.enums, &it.name, enumeration(it)));
            }
            for it in &message.composites {
                types.ambiguous.extend(added(&mut types.composites, &it.name, composite(it)));
            }
        }
        types
    }
}

/// Adds a type that is not there yet; returns the name of one that is there with another text.
fn added(types: &mut Vec<(String, String)>, name: &str, text: String) -> Option<String> {
    match types.iter().find(|(other, _)| other == name) {
        Some((_, other)) => (*other != text).then(|| name.to_owned()),
        None => {
            types.push((name.to_owned(), text));
            None
        }
    }
}

fn schema(messages: &[Message], types: &Types) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let module = messages.first().map(|it| it.module.join(".")).unwrap_or_default();
    let id = messages.first().map_or(0, |it| it.header.schema_id);
    let version = messages.iter().map(|it| it.header.version).max().unwrap_or_default();
    let _ = writeln!(
        out,
        "<sbe:messageSchema xmlns:sbe=\"http://fixprotocol.io/2016/sbe\" package=\"{module}\" id=\"{id}\" \
         version=\"{version}\" byteOrder=\"littleEndian\">\n  <types>"
    );
    let wide = format!(r#"primitiveType="uint32" maxValue="{MAX_WIDE}""#);
    let is_wide = messages.iter().any(|it| it.has_wide_counts);
    out.push_str(&STANDARD.replace("COUNT", if is_wide { &wide } else { r#"primitiveType="uint16""# }));
    types.arrays.iter().for_each(|it| out.push_str(it));
    types.enums.iter().chain(&types.composites).for_each(|(_, text)| out.push_str(text));
    out.push_str("  </types>\n");
    for message in messages {
        let _ = writeln!(out, "  <sbe:message name=\"{}\" id=\"{}\">", message.name, message.header.template_id);
        body(&mut out, &message.body, "    ");
        out.push_str("  </sbe:message>\n");
    }
    out + "</sbe:messageSchema>\n"
}

fn enumeration(it: &Enumeration) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "    <enum name=\"{}\" encodingType=\"{}\">", it.name, it.primitive);
    for (name, number) in &it.members {
        let _ = writeln!(out, "      <validValue name=\"{name}\">{number}</validValue>");
    }
    out + "    </enum>\n"
}

fn composite(it: &Composite) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "    <composite name=\"{}\">", it.name);
    for Field { name, kind, is_optional, .. } in &it.fields {
        let presence = presence(*is_optional && matches!(kind, Kind::Number(_) | Kind::Limited(..)));
        let _ = match kind {
            Kind::Enum(ty) | Kind::Composite(ty) => writeln!(out, "      <ref name=\"{name}\" type=\"{ty}\"/>"),
            Kind::Number(_)
            | Kind::Limited(..)
            | Kind::Text(_)
            | Kind::Bytes(_)
            | Kind::Array(..)
            | Kind::Removed(_) => {
                writeln!(out, "      <type name=\"{name}\" {}{presence}/>", primitive(kind))
            }
        };
    }
    out + "    </composite>\n"
}

/// The primitive type of a kind.
fn primitive(kind: &Kind) -> String {
    match kind {
        Kind::Number(ty) => format!("primitiveType=\"{ty}\""),
        Kind::Limited(ty, limits) => format!("primitiveType=\"{ty}\"{}", attributes(limits)),
        Kind::Text(len) => format!("primitiveType=\"char\" length=\"{len}\" characterEncoding=\"UTF-8\""),
        Kind::Bytes(len) | Kind::Removed(len) => format!("primitiveType=\"uint8\" length=\"{len}\""),
        Kind::Array(ty, len) => format!("primitiveType=\"{ty}\" length=\"{len}\""),
        Kind::Enum(_) | Kind::Composite(_) => String::new(),
    }
}

fn attributes(Limits { min, max, null }: &Limits) -> String {
    let named = [("minValue", min), ("maxValue", max), ("nullValue", null)];
    named.into_iter().filter_map(|(name, value)| Some(format!(" {name}=\"{}\"", value.as_ref()?))).collect()
}

fn presence(is_optional: bool) -> &'static str {
    if is_optional { " presence=\"optional\"" } else { "" }
}

/// Collects the types of fields outside of composites, which must be named.
fn array_types(body: &Body, types: &mut BTreeSet<String>) {
    for Field { kind, .. } in &body.fields {
        if let Kind::Limited(_, limits) = kind {
            let presence = presence(limits.null.is_some());
            types.insert(format!("    <type name=\"{}\" {}{presence}/>\n", type_name(kind), primitive(kind)));
        } else if matches!(kind, Kind::Text(_) | Kind::Bytes(_) | Kind::Array(..) | Kind::Removed(_)) {
            types.insert(format!("    <type name=\"{}\" {}/>\n", type_name(kind), primitive(kind)));
        }
    }
    body.groups.iter().for_each(|group| array_types(&group.entry, types));
}

fn type_name(kind: &Kind) -> String {
    match kind {
        Kind::Number(ty) => (*ty).to_owned(),
        Kind::Limited(ty, Limits { min, max, null }) => {
            let named = [("min", min), ("max", max), ("null", null)];
            let parts = named.into_iter().filter_map(|(name, value)| Some(format!("_{name}_{}", value.as_ref()?)));
            let name: String = std::iter::once((*ty).to_owned()).chain(parts).collect();
            name.replace('-', "minus").replace(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_', "_")
        }
        Kind::Enum(ty) | Kind::Composite(ty) => ty.clone(),
        Kind::Text(len) => format!("text_{len}"),
        Kind::Bytes(len) | Kind::Removed(len) => format!("bytes_{len}"),
        Kind::Array(ty, len) => format!("{ty}_{len}"),
    }
}

fn body(out: &mut String, it: &Body, indent: &str) {
    for Field { name, id, kind, is_optional, since: version, .. } in &it.fields {
        let presence = presence(*is_optional && matches!(kind, Kind::Number(_) | Kind::Limited(..) | Kind::Enum(_)));
        let (ty, since) = (type_name(kind), since(*version));
        let _ = writeln!(out, "{indent}<field name=\"{name}\" id=\"{id}\" type=\"{ty}\"{presence}{since}/>");
    }
    for Group { name, id, entry, since: version, .. } in &it.groups {
        let (dimensions, since) = ("groupSizeEncoding", since(*version));
        let _ = writeln!(out, "{indent}<group name=\"{name}\" id=\"{id}\" dimensionType=\"{dimensions}\"{since}>");
        body(out, entry, &format!("{indent}  "));
        let _ = writeln!(out, "{indent}</group>");
    }
    for Data { name, id, is_text, since: version, .. } in &it.data {
        let ty = if *is_text { "varStringEncoding" } else { "varDataEncoding" };
        let _ = writeln!(out, "{indent}<data name=\"{name}\" id=\"{id}\" type=\"{ty}\"{}/>", since(*version));
    }
}

fn since(version: u16) -> String {
    if version == 0 { String::new() } else { format!(" sinceVersion=\"{version}\"") }
}
