//! The namespaces of generated types.

use super::reserved::{TYPES, is_own, scope};
use polywire_srcgen::{Source, join};

/// The namespaces of packages.
///
/// The types of the package `trade.v1` are in an inline namespace of `trade::v1`, so that a program can be linked with
/// other types of the same names. A program that uses both in one translation unit chooses an outer namespace for ours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Namespaces {
    /// The outer namespace of all packages, as in `acme::wire`; empty if there is none.
    pub outer: String,
    /// Packages, as in `trade.v1`, with a different namespace. It applies to subpackages too; the longest matching name
    /// wins.
    pub packages: Vec<(String, String)>,
}

impl Namespaces {
    /// Returns the namespace of a package.
    pub(super) fn of(&self, package: &[String]) -> String {
        let fitting = self.packages.iter().filter_map(|(name, namespace)| Some((below(package, name)?, namespace)));
        if let Some((rest, namespace)) = fitting.min_by_key(|(rest, _)| rest.len()) {
            return join(std::iter::once(namespace.clone()).chain(escaped(rest)), "::");
        }
        if !self.outer.is_empty() {
            return join(std::iter::once(self.outer.clone()).chain(escaped(package)), "::");
        }
        join(escaped(package).chain([TYPES.to_owned()]), "::")
    }

    /// Returns the prefix of a schema file's internal namespaces: two variants of one schema can be in one program.
    pub(super) fn prefix(&self) -> String {
        if self.outer.is_empty() { String::new() } else { format!("{}_", self.outer.replace("::", "_")) }
    }
}

/// Returns true if types can be declared in a namespace of this name.
pub fn is_namespace(name: &str) -> bool {
    let names = scope();
    let is_name = |part: &str| !part.is_empty() && names.escape(part) == part;
    name.split("::").all(is_name) && !name.split("::").next().is_some_and(is_own)
}

/// Opens a namespace.
pub(super) fn open(out: &mut Source, namespace: &str) {
    let Some((outer, inner)) = around_types(namespace) else { return out.line(format!("namespace {namespace} {{")) };
    outer.iter().for_each(|outer| out.line(format!("namespace {outer} {{")));
    out.line("POLYWIRE_TYPES_BEGIN");
    inner.iter().for_each(|inner| out.line(format!("namespace {inner} {{")));
}

/// Closes it.
pub(super) fn close(out: &mut Source, namespace: &str) {
    let Some((outer, inner)) = around_types(namespace) else {
        return out.line(format!("}}  // namespace {namespace}"));
    };
    inner.iter().for_each(|inner| out.line(format!("}}  // namespace {inner}")));
    out.line("POLYWIRE_TYPES_END");
    outer.iter().for_each(|outer| out.line(format!("}}  // namespace {outer}")));
}

/// Returns the names before and after the inline namespace, if there is one.
fn around_types(namespace: &str) -> Option<(Option<&str>, Option<&str>)> {
    let at = namespace.split("::").position(|part| part == TYPES)?;
    let start: usize = namespace.split("::").take(at).map(|part| part.len() + 2).sum();
    let outer = namespace[..start].strip_suffix("::");
    Some((outer, namespace[start + TYPES.len()..].strip_prefix("::")))
}

/// Returns the parts of a package's name relative to another one.
fn below<'p>(package: &'p [String], name: &str) -> Option<&'p [String]> {
    let parts: Vec<&str> = name.split('.').collect();
    let starts = package.len() >= parts.len() && package.iter().zip(&parts).all(|(one, other)| one == other);
    starts.then(|| &package[parts.len()..])
}

fn escaped(package: &[String]) -> impl Iterator<Item = String> {
    let names = scope();
    package.iter().map(move |part| if is_own(part) { format!("{part}_") } else { names.escape(part) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(namespaces: &Namespaces, package: &str) -> String {
        let parts: Vec<String> = package.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        namespaces.of(&parts)
    }

    #[test]
    fn packages_have_their_namespaces() {
        let plain = Namespaces::default();
        assert_eq!(of(&plain, "trade.v1"), "trade::v1::polywire_types");
        assert_eq!(of(&plain, ""), "polywire_types");
        assert_eq!(of(&plain, "std.linux.class"), "std_::linux_::class_::polywire_types");
        let given = Namespaces {
            outer: "acme::wire".into(),
            packages: vec![("a.b".into(), "x::y".into()), ("a".into(), "z".into())],
        };
        assert_eq!(of(&given, "trade.v1"), "acme::wire::trade::v1");
        assert_eq!(of(&given, ""), "acme::wire");
        assert_eq!(of(&given, "a.b.c"), "x::y::c");
        assert_eq!(of(&given, "a.bc"), "z::bc");
    }

    #[test]
    fn only_own_namespaces_are_inline() {
        assert_eq!(around_types("trade::v1::polywire_types"), Some((Some("trade::v1"), None)));
        assert_eq!(around_types("polywire_types"), Some((None, None)));
        assert_eq!(around_types("trade::polywire_types::borrowed"), Some((Some("trade"), Some("borrowed"))));
        assert_eq!(around_types("acme::trade"), None);
    }
}
