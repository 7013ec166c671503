//! Records as C, with what a compiler says of their layouts as the bytes of a constant.

use super::random::SCALARS;
use polywire_model::c::layout::Layout;
use polywire_model::c::{CItem, CLayout, CMember, CRecord, CType};

/// A member that is not a record, by its path.
pub struct Leaf {
    /// As in C.
    pub path: String,
    /// The width of a bit-field.
    pub bits: Option<u8>,
    /// Its first bit.
    pub start: u64,
}

/// Returns the members of a record that are not records.
pub fn leaves(record: &CRecord, layout: &Layout) -> Vec<Leaf> {
    let mut found = Vec::new();
    flatten(record, layout, (0, ""), &mut found);
    found
}

fn flatten(record: &CRecord, layout: &Layout, (base, prefix): (u64, &str), found: &mut Vec<Leaf>) {
    for (item, placed) in record.items.iter().zip(&layout.items) {
        let start = base + placed.start;
        match (item, &placed.inner) {
            (CItem::Member(CMember { name, ty: CType::Record(inner), .. }), Some(layout)) => {
                flatten(inner, layout, (start, &format!("{prefix}{name}.")), found);
            }
            (CItem::Anonymous(inner), Some(layout)) => flatten(inner, layout, (start, prefix), found),
            (CItem::Member(member) | CItem::Teller(member), _) => {
                found.push(Leaf { path: format!("{prefix}{}", member.name), bits: member.bits, start });
            }
            (CItem::Padding { .. } | CItem::Anonymous(_), _) => {}
        }
    }
}

/// Returns a unit of C whose section `.pw` has, for each record, the size and the alignment, and the offset of each member that is
/// no bit-field. For each bit-field, the section `.b` of the record's number has the record with all bits of the field set.
pub fn unit(records: &[(CRecord, Vec<Leaf>)]) -> String {
    let mut types = String::new();
    let (mut fields, mut values) = (String::new(), String::new());
    for (index, (record, leaves)) in records.iter().enumerate() {
        types += &definition(record, &format!("s{index}"), index);
        let plain = leaves.iter().filter(|leaf| leaf.bits.is_none());
        let offsets: String =
            plain.map(|leaf| format!(", __builtin_offsetof(struct s{index}, {})", leaf.path)).collect();
        let count = 2 + leaves.iter().filter(|leaf| leaf.bits.is_none()).count();
        fields += &format!("unsigned n{index}[{count}];\n");
        values += &format!(".n{index} = {{ sizeof(struct s{index}), _Alignof(struct s{index}){offsets} }},\n");
        let masks: Vec<String> =
            leaves.iter().filter(|leaf| leaf.bits.is_some()).map(|leaf| format!("{{ .{} = -1 }}", leaf.path)).collect();
        if !masks.is_empty() {
            types += &format!(
                "const struct s{index} b{index}[] __attribute__((section(\".b{index}\"))) = {{ {} }};\n",
                masks.join(", ")
            );
        }
    }
    format!(
        "{types}struct __attribute__((packed)) all {{\n{fields}}};\nconst struct all all __attribute__((section(\".pw\"))) = {{\n{values}}};\n"
    )
}

fn definition(record: &CRecord, tag: &str, index: usize) -> String {
    let mut enums = String::new();
    let body = text(record, tag, index, &mut enums);
    match record.layout.pack {
        Some(pack) => format!("{enums}#pragma pack(push, {pack})\n{body};\n#pragma pack(pop)\n"),
        None => format!("{enums}{body};\n"),
    }
}

fn text(record: &CRecord, tag: &str, index: usize, enums: &mut String) -> String {
    let keyword = if record.overlap { "union" } else { "struct" };
    let items: String = record.items.iter().map(|it| item(it, index, enums)).collect();
    format!("{keyword} {tag} {{\n{items}}}{}", attributes(&record.layout))
}

fn item(it: &CItem, index: usize, enums: &mut String) -> String {
    match it {
        CItem::Padding { ty, bits, .. } => format!("{} : {bits};\n", scalar(&CType::Scalar(*ty), "", index, enums)),
        CItem::Anonymous(inner) => format!("{};\n", text(inner, "", index, enums)),
        CItem::Member(member) | CItem::Teller(member) => {
            let bits = member.bits.map(|bits| format!(" : {bits}")).unwrap_or_default();
            let (ty, len) = match &member.ty {
                CType::Array(element, Some(len)) => (&**element, format!("[{len}]")),
                ty => (ty, String::new()),
            };
            let ty = scalar(ty, &member.name, index, enums);
            format!("{ty} {}{len}{bits}{};\n", member.name, attributes(&member.layout))
        }
    }
}

fn scalar(ty: &CType, name: &str, index: usize, enums: &mut String) -> String {
    match ty {
        CType::Scalar(it) => SCALARS.iter().find(|(scalar, _)| scalar == it).map_or("?", |(_, text)| text).to_owned(),
        CType::Enum(it) => {
            let packed = if it.packed { "__attribute__((packed)) " } else { "" };
            let suffix = if it.min < 0 { "" } else { "U" };
            *enums += &format!(
                "enum {packed}e{index}_{name} {{ L{index}_{name} = {}, H{index}_{name} = {}{suffix} }};\n",
                it.min, it.max
            );
            format!("enum e{index}_{name}")
        }
        CType::Record(record) => text(record, "", index, enums),
        CType::Named | CType::Array(..) | CType::Aligned(..) => "?".to_owned(),
    }
}

fn attributes(layout: &CLayout) -> String {
    let packed = layout.packed.then(|| "packed".to_owned());
    let aligned = layout.aligned.map(|bytes| format!("aligned({bytes})"));
    let all: Vec<String> = packed.into_iter().chain(aligned).collect();
    if all.is_empty() { String::new() } else { format!(" __attribute__(({}))", all.join(", ")) }
}
