//! The part of the types' header for bound classes.

use super::{Access, Binding, BoundEnum, BoundField, BoundPresence};
use crate::cpp::names::TypeNames;
use crate::cpp::native::value_type;
use polywire_ir::types::{EnumType, FieldType, Named, Type, Types};
use polywire_srcgen::Source;

/// Prints compile-time checks of the classes, and conversions of enumerators, for the types of a header.
pub fn declarations(
    out: &mut Source,
    types: &Types,
    names: &TypeNames,
    (binding, is_own): (&Binding, &dyn Fn(Named) -> bool),
) {
    let enums: Vec<_> = binding.enums.iter().filter(|(id, _)| is_own(Named::Enum(**id))).collect();
    for (id, bound) in binding.structs.iter().filter(|(id, _)| is_own(Named::Struct(**id))) {
        let fields = types.record(*id).fields.iter().zip(&bound.fields);
        let asserts: Vec<String> = fields.filter_map(|(field, it)| assertion(&bound.class, field, it, names)).collect();
        if !asserts.is_empty() {
            out.blank();
        }
        asserts.into_iter().for_each(|line| out.line(line));
    }
    if enums.is_empty() {
        return;
    }
    out.blank();
    out.line("namespace polywire::bound {");
    enums.into_iter().for_each(|(id, bound)| conversions(out, types.enumeration(*id), bound));
    out.blank();
    out.line("}  // namespace polywire::bound");
}

/// Prints an assertion that a value is not silently truncated.
fn assertion(class: &str, field: &FieldType, bound: &BoundField, names: &TypeNames) -> Option<String> {
    let place = match &bound.access {
        Access::Member(name) => format!("::std::declval<::{class}&>().{name}"),
        Access::Reference(name) | Access::Property { get: name, .. } => {
            format!("::std::declval<::{class}&>().{name}()")
        }
    };
    let is_optional = field.optional && bound.presence == BoundPresence::Optional;
    let ty = format!("decltype({place})");
    let (test, what) = match (&field.ty, bound.array) {
        (Type::Text { .. }, Some(len)) => {
            (format!("::polywire::bound::is_array<{ty}, {len}>"), format!("an array of {len} characters"))
        }
        (Type::Text { .. }, None) if matches!(bound.access, Access::Property { .. }) => (
            format!("::polywire::bound::lasts<{ty}>"),
            "a reference to a text or a std::string_view, not a copy".to_owned(),
        ),
        (Type::Bool | Type::Int { .. } | Type::Float { .. }, None) if !is_optional => {
            let native = value_type(&field.ty, names);
            (format!("::polywire::bound::is_like<{ty}, {native}>"), format!("a number like {native}"))
        }
        _ => return None,
    };
    Some(format!("static_assert({test}, \"{class}: the value of `{}` must be {what}\");", field.name))
}

fn conversions(out: &mut Source, it: &EnumType, bound: &BoundEnum) {
    let Some(enumerators) = &bound.enumerators else { return };
    let name = format!("::{}", bound.name);
    out.blank();
    out.block(format!("inline ::std::int64_t number_of({name} value) noexcept {{"), "}", |out| {
        out.block("switch (value) {", "}", |out| {
            for (member, enumerator) in it.members.iter().zip(enumerators) {
                out.line(format!("case {name}::{enumerator}: return {};", member.number));
            }
        });
        out.line("return static_cast<::std::int64_t>(value);");
    });
    out.blank();
    out.line("template <>");
    out.block(format!("inline {name} enumerator_of<{name}>(::std::int64_t number) noexcept {{"), "}", |out| {
        out.block("switch (number) {", "}", |out| {
            let mut taken = std::collections::BTreeSet::new();
            let first = |(member, _): &(&polywire_ir::types::EnumMember, _)| taken.insert(member.number);
            for (member, enumerator) in it.members.iter().zip(enumerators).filter(first) {
                out.line(format!("case {}: return {name}::{enumerator};", member.number));
            }
            out.line(format!("default: return static_cast<{name}>(number);"));
        });
    });
}
