//! Enums: structs of a number if they are open, enums otherwise.

use super::layout::{after, arm, format_arm, implementation, path_macro};
use super::names::{EnumNames, is_number, variant_of};
use super::native::underlying;
use super::scope::{Scope, Std};
use super::{additions, docs, flags};
use polywire_ir::types::{EnumId, EnumType};
use polywire_srcgen::Source;

pub(super) fn print(out: &mut Source, id: EnumId, scope: &Scope<'_>) {
    let (it, names) = (scope.types.enumeration(id), scope.names.enumeration(id));
    docs::print(out, &it.name.doc);
    match it.flags {
        true => flags::print(out, it, names, scope),
        false if is_number(it) => open(out, it, names, scope),
        false => closed(out, it, names, scope),
    }
}

/// Returns the traits that an enum derives.
fn derived(some: [Option<&'static str>; 2]) -> Vec<&'static str> {
    let always = ["PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];
    ["Clone", "Copy"].into_iter().chain(some.into_iter().flatten()).chain(always).collect()
}

fn open(out: &mut Source, it: &EnumType, names: &EnumNames, scope: &Scope<'_>) {
    let name = &names.name.declared;
    let first = it.members.first().filter(|first| first.number != 0);
    let default = first.is_none().then_some("Default");
    additions::of_type(out, &it.name, &derived([None, default]), scope);
    out.line("#[repr(transparent)]");
    out.line(format!("pub struct {name}(pub {});", underlying(it)));
    out.blank();
    out.block(format!("impl {name} {{"), "}", |out| {
        for (member, constant) in it.members.iter().zip(&names.members) {
            docs::print(out, &member.doc);
            additions::of_member(out, &it.name, &member.name, scope);
            out.line(after(
                &format!("pub const {constant}: Self ="),
                &format!("Self({});", it.integer(member.number)),
                1,
            ));
        }
        if !it.members.is_empty() {
            out.blank();
        }
        let (option, some, none) = (scope.std(Std::Option), scope.std(Std::Some), scope.std(Std::None));
        out.line("/// Returns the name of the number in the schema, if it has one.");
        out.block(format!("pub const fn name(self) -> {option}<&'static str> {{"), "}", |out| {
            if it.members.is_empty() {
                return out.line(none);
            }
            out.block("match self.0 {", "}", |out| {
                for (_, member) in distinct(it) {
                    out.line(arm(&it.integer(member.number).to_string(), &format!("{some}({:?})", member.name), 3));
                }
                out.line(format!("_ => {none},"));
            });
        });
    });
    if first.is_some() {
        out.blank();
        out.block(implementation(&scope.std(Std::Default), name), "}", |out| {
            out.block("fn default() -> Self {", "}", |out| out.line(format!("Self::{}", names.members[0])));
        });
    }
    out.blank();
    out.block(implementation("::core::fmt::Debug", name), "}", |out| {
        out.block("fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {", "}", |out| {
            out.block("match self.name() {", "}", |out| {
                out.line(format!("{}(name) => f.write_str(name),", scope.std(Std::Some)));
                let text = format!("\"{name}({{}})\"");
                out.line(format_arm(&scope.std(Std::None), ("f", &text, "self.0"), 3));
            });
        });
    });
}

fn closed(out: &mut Source, it: &EnumType, names: &EnumNames, scope: &Scope<'_>) {
    let (name, number) = (&names.name.declared, underlying(it));
    additions::of_type(out, &it.name, &derived([Some("Debug"), Some("Default")]), scope);
    out.line(format!("#[repr({number})]"));
    out.block(format!("pub enum {name} {{"), "}", |out| {
        for (index, member) in distinct(it) {
            docs::print(out, &member.doc);
            additions::of_member(out, &it.name, &member.name, scope);
            if index == 0 {
                out.line("#[default]");
            }
            out.line(after(&format!("{} =", names.members[index]), &format!("{},", it.integer(member.number)), 1));
        }
    });
    out.blank();
    out.block(format!("impl {name} {{"), "}", |out| {
        for (index, member) in it.members.iter().enumerate().filter(|(index, _)| variant_of(it, *index) != *index) {
            docs::print(out, &member.doc);
            additions::of_member(out, &it.name, &member.name, scope);
            let variant = &names.members[variant_of(it, index)];
            out.line(after(&format!("pub const {}: Self =", names.members[index]), &format!("Self::{variant};"), 1));
        }
        if distinct(it).count() < it.members.len() {
            out.blank();
        }
        let (option, some, none) = (scope.std(Std::Option), scope.std(Std::Some), scope.std(Std::None));
        out.line("/// Returns the enumerator with this number, if there is one.");
        out.block(format!("pub const fn from_number(number: {number}) -> {option}<Self> {{"), "}", |out| {
            out.block("match number {", "}", |out| {
                for (index, member) in distinct(it) {
                    out.line(arm(
                        &it.integer(member.number).to_string(),
                        &format!("{some}(Self::{})", names.members[index]),
                        3,
                    ));
                }
                out.line(format!("_ => {none},"));
            });
        });
        out.blank();
        out.line("/// Returns its number.");
        out.block(format!("pub const fn number(self) -> {number} {{"), "}", |out| {
            out.line(format!("self as {number}"));
        });
        out.blank();
        out.line("/// Returns its name in the schema.");
        out.block("pub const fn name(self) -> &'static str {", "}", |out| {
            out.block("match self {", "}", |out| {
                for (index, member) in distinct(it) {
                    out.line(arm(&format!("Self::{}", names.members[index]), &format!("{:?}", member.name), 3));
                }
            });
        });
    });
}

/// Returns the members whose numbers no earlier one has, with their indices.
fn distinct(it: &EnumType) -> impl Iterator<Item = (usize, &polywire_ir::types::EnumMember)> {
    it.members.iter().enumerate().filter(|(index, _)| variant_of(it, *index) == *index)
}

/// Declares that enums borrow nothing.
pub(super) fn borrows_nothing(out: &mut Source, path: &str) {
    out.line(path_macro("::polywire_runtime::borrows_nothing", path, 1));
}
