use crate::capnp::ast::{Decl, DeclKind, Expression, ExpressionKind};
use crate::capnp::codes;
use polywire_model::{camel_case, pascal_case};
use polywire_source::{Diagnostic, Diagnostics};

/// Names of types begin with an upper case letter, all others with a lower case one.
pub(super) fn check_name(decl: &Decl, diagnostics: &mut Diagnostics) {
    let is_upper = match &decl.kind {
        DeclKind::Const { .. } | DeclKind::Annotation { .. } => false,
        DeclKind::Using(target) => uses_type(target),
        _ => true,
    };
    check(decl, is_upper, diagnostics);
}

pub(super) fn check_member(decl: &Decl, diagnostics: &mut Diagnostics) {
    check(decl, false, diagnostics);
}

/// Returns true if an alias refers to a type. An alias of a file or constant follows that name, which is checked where
/// it is declared.
fn uses_type(target: &Expression) -> bool {
    match &target.kind {
        ExpressionKind::Relative(name) | ExpressionKind::Absolute(name) => starts_upper(name),
        ExpressionKind::Member(_, name) => starts_upper(&name.text),
        ExpressionKind::Apply(target, _) => uses_type(target),
        _ => true,
    }
}

fn starts_upper(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
}

fn check(decl: &Decl, is_upper: bool, diagnostics: &mut Diagnostics) {
    let name = &decl.name;
    let (what, better) = match is_upper {
        true => ("the name of a type must begin with an upper-case letter", pascal_case(&name.text)),
        false => ("a name that is not a type must begin with a lower-case letter", camel_case(&name.text)),
    };
    let message = if starts_upper(&name.text) != is_upper && !name.text.starts_with('_') {
        what
    } else if name.text.contains('_') {
        "names must not contain underscores; begin each word with an upper-case letter"
    } else {
        return;
    };
    let style = Diagnostic::error(codes::NAME, message).at(name.span, "");
    diagnostics
        .push(style.help(format!("call it `{better}`; code generators convert names to the style of their language")));
}
