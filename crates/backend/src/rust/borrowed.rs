//! The module `borrowed` of a schema file: types whose texts and bytes are parts of a message.
//!
//! Design: docs/decisions/0081-borrowed-values-of-rust.md

use super::enums::borrows_nothing;
use super::layout::{after, arm, implementation, method};
use super::native::owned;
use super::scope::{BORROWED, Scope, Std};
use super::types::{declare, elided, struct_value};
use polywire_ir::types::{Named, StructId, Types, UnionId};
use polywire_srcgen::Source;

/// Prints the module.
pub(super) fn module(out: &mut Source, scope: &Scope<'_>) {
    let types = scope.declared().filter(|named| !matches!(named, Named::Constant(_)));
    let (varied, same): (Vec<Named>, Vec<Named>) = types.partition(|named| scope.names.name(*named).borrows);
    let visibility = if varied.is_empty() { "" } else { "pub " };
    let mut inside = Source::new("    ");
    for named in varied {
        inside.blank();
        declare(&mut inside, named, scope);
        inside.blank();
        into_owned(&mut inside, named, scope);
    }
    inside.blank();
    same.into_iter().for_each(|named| borrows_nothing(&mut inside, &scope.owned_path(named)));
    if inside.is_empty() {
        return;
    }
    out.blank();
    out.line("/// Types whose texts and bytes are parts of a message. Types without any have no variant here.");
    out.block(format!("{visibility}mod {BORROWED} {{"), "}", |out| {
        scope.imports().into_iter().for_each(|imports| {
            out.line(imports);
            out.blank();
        });
        out.lines(inside.finish().trim_start());
    });
}

fn into_owned(out: &mut Source, named: Named, scope: &Scope<'_>) {
    let ty = format!("{}{}", scope.names.name(named).declared, elided(named, scope));
    let target = scope.owned_path(named);
    out.block(format!("impl {ty} {{"), "}", |out| {
        out.line("/// Copies the texts and bytes.");
        out.block(method("into_owned", &target, 2), "}", |out| match named {
            Named::Struct(id) => record(out, id, &target, scope),
            Named::Union(id) => union(out, id, &target, scope),
            Named::Enum(_) | Named::Constant(_) => {}
        });
    });
    out.blank();
    out.block(implementation(&scope.std(Std::IntoOwned), &ty), "}", |out| {
        out.line(after("type Owned =", &format!("{target};"), 2));
        out.blank();
        out.block("fn into_owned(self) -> Self::Owned {", "}", |out| out.line("self.into_owned()"));
    });
}

fn record(out: &mut Source, id: StructId, target: &str, scope: &Scope<'_>) {
    let (it, names) = (scope.types.record(id), scope.names.record(id));
    let values =
        it.fields.iter().zip(&names.fields).map(|(field, name)| owned(&format!("self.{name}"), &field.ty, scope));
    let mut fields: Vec<(String, String)> = names.fields.iter().cloned().zip(values).collect();
    fields.extend(it.keeps_unknown.then(|| (names.unknown.clone(), format!("self.{}", names.unknown))));
    struct_value(out, target, &fields, 3);
}

fn union(out: &mut Source, id: UnionId, target: &str, scope: &Scope<'_>) {
    let (it, names) = (scope.types.union(id), scope.names.union(id));
    out.block("match self {", "}", |out| {
        out.line(arm("Self::None", &format!("{target}::None"), 4));
        for (case, name) in it.cases.iter().zip(&names.cases) {
            let (pattern, value) = match &case.ty {
                Some(ty) => {
                    (format!("Self::{name}(value)"), format!("{target}::{name}({})", owned("value", ty, scope)))
                }
                None => (format!("Self::{name}"), format!("{target}::{name}")),
            };
            out.line(arm(&pattern, &value, 4));
        }
    });
}

/// Returns descriptions of packages that prevent modules of borrowed types.
pub(super) fn clashes(types: &Types) -> Vec<String> {
    let structs = types.structs.iter().map(|it| &it.name);
    let named = structs.chain(types.enums.iter().map(|it| &it.name)).chain(types.unions.iter().map(|it| &it.name));
    let taken = named.filter(|name| name.module.iter().any(|part| part.eq_ignore_ascii_case(BORROWED)));
    taken
        .map(|name| {
            format!("`{}`: the module `{BORROWED}` is reserved for borrowed types; rename the package", name.dotted())
        })
        .collect()
}
