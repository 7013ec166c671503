//! Enums that name flags: structs of an integer with the operations of sets.

use super::layout::{after, implementation};
use super::names::EnumNames;
use super::native::underlying;
use super::scope::Scope;
use super::{additions, docs};
use polywire_ir::types::EnumType;
use polywire_srcgen::Source;

pub(super) fn print(out: &mut Source, it: &EnumType, names: &EnumNames, scope: &Scope<'_>) {
    let (name, number) = (&names.name.declared, underlying(it));
    let derived = ["Clone", "Copy", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];
    additions::of_type(out, &it.name, &derived, scope);
    out.line("#[repr(transparent)]");
    out.line(format!("pub struct {name}(pub {number});"));
    out.blank();
    out.block(format!("impl {name} {{"), "}", |out| {
        for (member, constant) in it.members.iter().zip(&names.members) {
            docs::print(out, &member.doc);
            additions::of_member(out, &it.name, &member.name, scope);
            let bits = member.number as u64 & (u64::MAX >> (64 - it.bits));
            out.line(after(&format!("pub const {constant}: Self ="), &format!("Self({bits:#x});"), 1));
        }
        if !it.members.is_empty() {
            out.blank();
        }
        methods(out, &number);
    });
    for (operation, method, operator) in [("BitOr", "bitor", '|'), ("BitAnd", "bitand", '&'), ("BitXor", "bitxor", '^')]
    {
        binary(out, name, (operation, method, operator));
    }
    out.blank();
    out.block(implementation("::core::ops::Not", name), "}", |out| {
        out.line("type Output = Self;");
        out.blank();
        out.block("fn not(self) -> Self {", "}", |out| out.line("Self(!self.0)"));
    });
    debug(out, it, names);
}

fn methods(out: &mut Source, number: &str) {
    out.line("/// Returns the set with these bits.");
    out.block(format!("pub const fn from_number(bits: {number}) -> Self {{"), "}", |out| out.line("Self(bits)"));
    out.blank();
    out.line("/// Returns the bits.");
    out.block(format!("pub const fn number(self) -> {number} {{"), "}", |out| out.line("self.0"));
    out.blank();
    out.line("/// Returns true if all of these flags are set.");
    out.block("pub const fn contains(self, flags: Self) -> bool {", "}", |out| {
        out.line("self.0 & flags.0 == flags.0");
    });
    out.blank();
    out.line("/// Returns true if no flag is set.");
    out.block("pub const fn is_empty(self) -> bool {", "}", |out| out.line("self.0 == 0"));
}

fn binary(out: &mut Source, name: &str, (operation, method, operator): (&str, &str, char)) {
    out.blank();
    out.block(implementation(&format!("::core::ops::{operation}"), name), "}", |out| {
        out.line("type Output = Self;");
        out.blank();
        out.block(format!("fn {method}(self, other: Self) -> Self {{"), "}", |out| {
            out.line(format!("Self(self.0 {operator} other.0)"));
        });
    });
    out.blank();
    out.block(implementation(&format!("::core::ops::{operation}Assign"), name), "}", |out| {
        out.block(format!("fn {method}_assign(&mut self, other: Self) {{"), "}", |out| {
            out.line(format!("self.0 {operator}= other.0;"));
        });
    });
}

/// Prints the names of the flags that are set, and the rest as a number.
fn debug(out: &mut Source, it: &EnumType, names: &EnumNames) {
    let name = &names.name.declared;
    out.blank();
    out.block(implementation("::core::fmt::Debug", name), "}", |out| {
        out.block("fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {", "}", |out| {
            out.line("::polywire_runtime::debug_flags(");
            out.line("    f,");
            out.line("    self.0.into(),");
            out.line("    &[");
            for (member, constant) in it.members.iter().zip(&names.members) {
                out.line(format!("        ({:?}, Self::{constant}.0.into()),", member.name));
            }
            out.line("    ],");
            out.line(")");
        });
    });
}
