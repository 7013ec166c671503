//! Attributes that users ask for, and derives of serde's traits.

use super::scope::Scope;
use polywire_ir::types::{Name, Type, Types};
use polywire_srcgen::Source;

/// What is added to the declarations of types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// Attributes, in the order in which they are printed.
    pub attributes: Vec<Attribute>,
    /// Types derive the traits of serde if the feature `serde` of their crate is enabled.
    pub serde: bool,
}

/// An attribute of types or of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The dotted name of a type or of a member in the schema; `*` for all types, `NAME.*` for those in a package or a
    /// type.
    pub path: String,
    /// Its text between the brackets.
    pub text: String,
}

impl Additions {
    /// Without any.
    pub(super) const NONE: &Self = &Self { attributes: Vec::new(), serde: false };
}

impl Attribute {
    /// Returns true if a type has the attribute.
    fn is_of(&self, ty: &str) -> bool {
        let all = self.path.strip_suffix('*');
        all.map_or(self.path == ty, |start| ty.starts_with(start) && (start.is_empty() || start.ends_with('.')))
    }
}

/// The dotted names of what can have attributes.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// Those of types.
    pub types: Vec<String>,
    /// Those of members.
    pub members: Vec<String>,
}

impl Paths {
    /// Those of all types.
    pub fn of(types: &Types) -> Self {
        let mut paths = Self::default();
        for it in types.structs.iter().filter(|it| it.is_declared()) {
            paths.add(&it.name, it.fields.iter().map(|field| &field.name));
        }
        types.enums.iter().for_each(|it| paths.add(&it.name, it.members.iter().map(|member| &member.name)));
        types.unions.iter().for_each(|it| paths.add(&it.name, it.cases.iter().map(|case| &case.name)));
        paths
    }

    fn add<'n>(&mut self, name: &Name, members: impl Iterator<Item = &'n String>) {
        let name = name.dotted();
        self.members.extend(members.map(|member| format!("{name}.{member}")));
        self.types.push(name);
    }

    /// Returns true if a type or a member has an attribute.
    pub fn has(&self, attribute: &Attribute) -> bool {
        self.types.iter().any(|ty| attribute.is_of(ty)) || self.members.contains(&attribute.path)
    }
}

/// Returns descriptions of members for which serde has no implementations.
pub(super) fn problems(types: &Types, additions: &Additions) -> Vec<String> {
    if !additions.serde {
        return Vec::new();
    }
    let fields = types.structs.iter().flat_map(|it| it.fields.iter().map(|field| (&it.name, &field.name, &field.ty)));
    let cases = types
        .unions
        .iter()
        .flat_map(|it| it.cases.iter().filter_map(|case| Some((&it.name, &case.name, case.ty.as_ref()?))));
    let found = fields.chain(cases).filter(|(.., ty)| has_long_array(ty));
    let describe = |(ty, member, _): (&Name, &String, &Type)| {
        format!("`{}.{member}`: serde does not support arrays of more than {LONGEST} elements", ty.dotted())
    };
    found.map(describe).collect()
}

/// The length of the longest array that serde supports.
const LONGEST: u32 = 32;

fn has_long_array(ty: &Type) -> bool {
    match ty {
        Type::FixedBytes(len, _) => *len > LONGEST,
        Type::Array(element, len) => *len > LONGEST || has_long_array(element),
        Type::List(element) => has_long_array(element),
        // The members of an entry are those of a struct.
        Type::Map(_) => false,
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text { .. } | Type::Bytes => false,
        Type::Enum(_) | Type::Struct(_) | Type::Union(_) => false,
    }
}

/// Prints the attributes of a type, which always derives some traits.
pub(super) fn of_type(out: &mut Source, name: &Name, derived: &[&str], scope: &Scope<'_>) {
    out.line(format!("#[derive({})]", derived.join(", ")));
    if scope.additions.serde {
        // A borrowed value is read by its own codec only.
        let other = if scope.is_borrowed { "" } else { ", ::serde::Deserialize" };
        out.line(format!("#[cfg_attr(feature = \"serde\", derive(::serde::Serialize{other}))]"));
    }
    let name = name.dotted();
    for it in scope.additions.attributes.iter().filter(|it| it.is_of(&name)) {
        if let Some(text) = without(&it.text, derived) {
            out.line(format!("#[{text}]"));
        }
    }
}

/// Prints that serde takes absent members from the default of a struct.
pub(super) fn of_struct_with_default(out: &mut Source, scope: &Scope<'_>) {
    if scope.additions.serde && !scope.is_borrowed {
        out.line("#[cfg_attr(feature = \"serde\", serde(default))]");
    }
}

/// Prints the attributes of a member.
pub(super) fn of_member(out: &mut Source, name: &Name, member: &str, scope: &Scope<'_>) {
    let path = format!("{}.{member}", name.dotted());
    let own = scope.additions.attributes.iter().filter(|it| it.path == path);
    own.for_each(|it| out.line(format!("#[{}]", it.text)));
}

/// Prints the attributes of the field that keeps unknown fields.
pub(super) fn of_unknown_fields(out: &mut Source, scope: &Scope<'_>) {
    if scope.additions.serde {
        out.line("#[cfg_attr(feature = \"serde\", serde(skip))]");
    }
}

/// Traits that each type has, derived or not.
const ALWAYS: &[&str] = &["Debug", "Default"];

/// Returns an attribute without the traits that a type has anyway; none if it derives nothing else.
fn without(text: &str, derived: &[&str]) -> Option<String> {
    let Some(traits) = text.strip_prefix("derive(").and_then(|rest| rest.strip_suffix(')')) else {
        return Some(text.to_owned());
    };
    let has = |it: &str| derived.contains(&it) || ALWAYS.contains(&it);
    let traits = traits.split(',').map(str::trim).filter(|it| !it.is_empty() && !has(it));
    let traits: Vec<&str> = traits.collect();
    (!traits.is_empty()).then(|| format!("derive({})", traits.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_of_types_or_packages() {
        let is_of = |path: &str, ty: &str| Attribute { path: path.to_owned(), text: String::new() }.is_of(ty);
        for (path, ty) in [("*", "a.B"), ("a.*", "a.B"), ("a.*", "a.b.C"), ("a.B", "a.B"), ("a.B.*", "a.B.C")] {
            assert!(is_of(path, ty), "{path} {ty}");
        }
        for (path, ty) in [("a", "a.B"), ("a.B*", "a.BC"), ("a.B.*", "a.B"), ("b.*", "a.B"), ("", "a.B")] {
            assert!(!is_of(path, ty), "{path} {ty}");
        }
    }

    #[test]
    fn traits_are_derived_once() {
        let derived = ["Clone", "Hash"];
        assert_eq!(without("derive(Hash, Eq, a::Clone,)", &derived), Some("derive(Eq, a::Clone)".to_owned()));
        assert_eq!(without("derive( Hash, Debug )", &derived), None);
        assert_eq!(without("must_use", &derived), Some("must_use".to_owned()));
    }
}
