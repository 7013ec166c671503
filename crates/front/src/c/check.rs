//! What members can be: what compilers refuse, and what is not supported.

use super::codes;
use super::measure;
use super::tree::{Length, Member, RecordId, Type, Unit};
use polywire_model::c::{Abi, CScalar};
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::collections::HashMap;

/// The names of the members of a record, with those of anonymous ones in it.
#[derive(Default)]
pub(super) struct Names {
    places: HashMap<String, Span>,
}

impl Names {
    /// Adds the names of a member; returns those that are there already, with both places.
    pub fn add(&mut self, unit: &Unit, member: &Member) -> Vec<(String, Span, Span)> {
        let mut clashes = Vec::new();
        if let Some(id) = member.anonymous() {
            for inner in unit.records[id.0].members.iter().flatten() {
                clashes.extend(self.add(unit, inner));
            }
        } else if !member.name.is_empty() {
            match self.places.get(&member.name) {
                Some(first) => clashes.push((member.name.clone(), member.span, *first)),
                None => {
                    self.places.insert(member.name.clone(), member.span);
                }
            }
        }
        clashes
    }
}

type Error = Box<Diagnostic>;

fn error(message: String, span: Span, help: &str) -> Error {
    Box::new(Diagnostic::error(codes::TYPE, message).at(span, "").help(help))
}

/// Checks that a member has a type that members can have.
pub(super) fn member(unit: &Unit, it: &Member) -> Result<(), Error> {
    let name = &it.name;
    let incomplete = |declared: &super::tree::Declared, word: &str| {
        let of = declared.name().unwrap_or_default();
        let message = format!("the type of `{name}` is incomplete: `{word} {of}` is not defined before");
        let error = Diagnostic::error(codes::TYPE, message).at(it.span, "").related(declared.span, "declared here");
        Err(Box::new(error.help("define it before it is used")))
    };
    if let Type::Array(element, _) = it.ty.plain()
        && let Type::Array(_, Length::Flexible) = element.plain()
    {
        let message = format!("the elements of `{name}` are arrays without a length");
        return Err(error(message, it.span, "only the first length can be left out"));
    }
    match it.ty.element() {
        Type::Void => Err(error(format!("the member `{name}` is void"), it.span, "give it a type with a size")),
        Type::Function => {
            Err(error(format!("the member `{name}` is a function"), it.span, "remove it: messages hold values only"))
        }
        Type::Record(id) if unit.records[id.0].members.is_none() => {
            let record = &unit.records[id.0];
            incomplete(&record.declared, if record.is_union { "union" } else { "struct" })
        }
        Type::Enum(id) if unit.enums[id.0].members.is_none() => incomplete(&unit.enums[id.0].declared, "enum"),
        _ => Ok(()),
    }
}

/// Returns what is not supported in messages.
pub(super) fn unsupported(unit: &Unit, it: &Member) -> Option<Diagnostic> {
    let refuse =
        |message: String, help: &str| Some(Diagnostic::error(codes::UNSUPPORTED, message).at(it.span, "").help(help));
    let name = &it.name;
    match it.ty.element() {
        Type::Pointer => refuse(
            format!("`{name}` is a pointer, which means nothing outside of its process"),
            "put the value in its place, or an array or an index; `uintptr_t` keeps the number",
        ),
        Type::Unsupported(of) if of == "_Atomic" => refuse(
            format!("`{name}` is atomic, and its layout depends on the compiler"),
            "declare it without `_Atomic`",
        ),
        Type::Unsupported(of) => refuse(
            format!("`{name}` has the type `{of}`, which is not supported"),
            "use `double`, or an array of bytes",
        ),
        Type::Record(id) if has_flexible(unit, *id) => refuse(
            format!("the struct in `{name}` ends with an array without a length, and is not a whole message here"),
            "give the array a length, or move it to the end of the outer struct",
        ),
        _ => None,
    }
}

fn has_flexible(unit: &Unit, id: RecordId) -> bool {
    let last = unit.records[id.0].members.iter().flatten().last();
    last.is_some_and(|it| matches!(it.ty.plain(), Type::Array(_, Length::Flexible)))
}

/// Reports arrays without a length that are not at the end of a struct.
pub(super) fn flexible(unit: &Unit, of: RecordId, members: &[Member], diagnostics: &mut Diagnostics) {
    let is_union = unit.records[of.0].is_union;
    for (at, it) in members.iter().enumerate() {
        let is_flexible = matches!(it.ty.plain(), Type::Array(_, Length::Flexible));
        let (message, help) = match () {
            () if !is_flexible => continue,
            () if is_union => ("is in a union", "give it a length"),
            () if at + 1 < members.len() => {
                ("is not at the end of the struct", "move it to the end, or give it a length")
            }
            () if members[..at].iter().all(|it| it.name.is_empty() && it.anonymous().is_none()) => {
                ("is the only member of its struct", "add a member before it, or give it a length")
            }
            () => continue,
        };
        let message = format!("the array `{}` has no length and {message}", it.name);
        diagnostics.push(*error(message, it.span, help));
    }
}

/// Returns the width of a bit-field.
pub(super) fn width(unit: &Unit, ty: &Type, value: i128, (name, span): (&str, Span), place: Span) -> Result<u8, Error> {
    let called = if name.is_empty() { "the bit-field".to_owned() } else { format!("the bit-field `{name}`") };
    let is_integer = match ty.plain() {
        Type::Scalar(it) | Type::Character(it) => it.is_integer(),
        Type::Enum(id) => unit.enums[id.0].members.is_some(),
        _ => false,
    };
    if !is_integer {
        return Err(error(format!("{called} is not an integer"), span, "use an integer, `_Bool` or an enum"));
    }
    let most = match ty.plain() {
        Type::Scalar(CScalar::Bool) => 1,
        _ => shapes(unit, ty).map(|(size, _)| size * 8).max().unwrap_or_default(),
    };
    match u8::try_from(value) {
        Ok(0) if !name.is_empty() => {
            Err(error(format!("{called} has no bits"), place, "remove its name to end the unit, or write a width"))
        }
        Ok(bits) if u64::from(bits) <= most => Ok(bits),
        _ if value < 0 => Err(error(format!("{called} has a negative width"), place, "write a positive number")),
        _ => {
            let message = format!("{called} has {value} bits, and its type has {most}");
            Err(error(message, place, "write a smaller width, or use a wider type"))
        }
    }
}

/// Returns what is wrong with `_Alignas`.
pub(super) fn alignas(unit: &Unit, ty: &Type, align: u32, bits: Option<u8>, span: Span) -> Option<Diagnostic> {
    if bits.is_some() {
        return Some(*error("`_Alignas` cannot align a bit-field".to_owned(), span, "remove it"));
    }
    let own = shapes(unit, ty).map(|(_, align)| align).min().unwrap_or(1);
    (align < own).then(|| {
        let message = format!("`_Alignas({align})` is weaker than the alignment of the type");
        *error(message, span, "use `__attribute__((packed))` to make the alignment smaller")
    })
}

/// Sizes and alignments of a type for all ABIs that have it.
fn shapes(unit: &Unit, ty: &Type) -> impl Iterator<Item = (u64, u32)> {
    Abi::ALL.iter().filter_map(move |abi| measure::shape(unit, ty, abi).ok()).map(|it| (it.size, it.align))
}
