use super::Text;
use super::name::{Names, type_name};
use super::native::{literal, native};
use crate::Entry;
use crate::text::syntax::member;
use crate::types::{
    CaseType, ConstantType, EnumId, EnumType, FieldType, Named, StructId, StructType, Types, UnionId, UnionType,
};

/// Prints types in schema order; types without a declaration in the model come last, marked `extra`.
pub(super) fn types(out: &mut Text, types: &Types, names: &Names<'_>) {
    types.of_decl.iter().for_each(|named| declaration(out, *named, "", names));
    let structs = (0..types.structs.len() as u32).map(|id| Named::Struct(StructId(id)));
    let enums = (0..types.enums.len() as u32).map(|id| Named::Enum(EnumId(id)));
    let unions = (0..types.unions.len() as u32).map(|id| Named::Union(UnionId(id)));
    let others = structs.chain(enums).chain(unions).filter(|named| !types.of_decl.contains(named));
    others.for_each(|named| declaration(out, named, "extra ", names));
}

fn declaration(out: &mut Text, named: Named, prefix: &str, names: &Names<'_>) {
    let Some(types) = names.types() else { return };
    match named {
        Named::Struct(id) => types.structs.get(id.0 as usize).iter().for_each(|it| record(out, it, prefix, names)),
        Named::Enum(id) => types.enums.get(id.0 as usize).iter().for_each(|it| enumeration(out, it, prefix)),
        Named::Union(id) => types.unions.get(id.0 as usize).iter().for_each(|it| union(out, it, prefix, names)),
        Named::Constant(id) => types.constants.get(id.0 as usize).iter().for_each(|it| constant(out, it, names)),
    }
}

fn record(out: &mut Text, it: &StructType, prefix: &str, names: &Names<'_>) {
    out.blank();
    out.doc(&it.name.doc);
    let keeps = if it.keeps_unknown { " keeps_unknown" } else { "" };
    let entry = if it.is_entry { " entry" } else { "" };
    let nullable = if it.is_nullable { " nullable" } else { "" };
    out.line(&format!("{prefix}struct {}{entry}{nullable}{keeps} {{", type_name(&it.name)));
    out.indented(|out| it.fields.iter().for_each(|it| field(out, it, names)));
    out.line("}");
}

fn field(out: &mut Text, it: &FieldType, names: &Names<'_>) {
    out.doc(&it.doc);
    let mut line = format!("{}: {}", member(&it.name), native(&it.ty, names));
    for (set, word) in [(it.optional, " optional"), (it.boxed, " boxed"), (it.deprecated, " deprecated")] {
        line += if set { word } else { "" };
    }
    line += &it.default.as_ref().map_or_else(String::new, |value| format!(" = {}", literal(value)));
    out.line(&line);
}

fn enumeration(out: &mut Text, it: &EnumType, prefix: &str) {
    out.blank();
    out.doc(&it.name.doc);
    let sign = if it.signed { 'i' } else { 'u' };
    let open = if it.open { " open" } else { "" };
    let flags = if it.flags { " flags" } else { "" };
    out.line(&format!("{prefix}enum {}: {sign}{}{open}{flags} {{", type_name(&it.name), it.bits));
    out.indented(|out| {
        for member in &it.members {
            out.doc(&member.doc);
            out.line(&format!("{} = {}", crate::text::syntax::ident(&member.name), member.number));
        }
    });
    out.line("}");
}

fn union(out: &mut Text, it: &UnionType, prefix: &str, names: &Names<'_>) {
    out.blank();
    out.doc(&it.name.doc);
    out.line(&format!("{prefix}union {} {{", type_name(&it.name)));
    out.indented(|out| it.cases.iter().for_each(|it| case(out, it, names)));
    out.line("}");
}

fn constant(out: &mut Text, it: &ConstantType, names: &Names<'_>) {
    out.blank();
    out.doc(&it.name.doc);
    out.line(&format!("constant {} {{ {} = {} }}", type_name(&it.name), native(&it.ty, names), literal(&it.value)));
}

fn case(out: &mut Text, it: &CaseType, names: &Names<'_>) {
    out.doc(&it.doc);
    let mut line = member(&it.name);
    line += &it.ty.as_ref().map_or_else(String::new, |ty| format!(": {}", native(ty, names)));
    line += if it.boxed { " boxed" } else { "" };
    line += &it.default.as_ref().map_or_else(String::new, |value| format!(" = {}", literal(value)));
    out.line(&line);
}

/// Prints the functions that users call.
pub(super) fn entries(out: &mut Text, entries: &[Entry], names: &Names<'_>) {
    if !entries.is_empty() {
        out.blank();
    }
    for entry in entries {
        let encode = entry.encode.map_or_else(String::new, |id| format!(" encode {}", names.function(id)));
        let validate = entry.validate.map_or_else(String::new, |id| format!(" validate {}", names.function(id)));
        let size = entry.size.map_or_else(String::new, |id| format!(" size {}", names.function(id)));
        let schema = entry.schema.map_or_else(String::new, |id| format!(" schema {}", names.record(id)));
        let (record, decode) = (names.record(entry.record), names.function(entry.decode));
        out.line(&format!("entry {record}{encode} decode {decode}{validate}{size}{schema}"));
    }
}
