//! Paths of identity constraints, whose form was checked before.

use polywire_model::attr::XmlName;

/// One of the alternatives of a path.
pub(super) struct Path {
    /// It begins with `.//`.
    pub descends: bool,
    /// The names of elements, one below the other.
    pub elements: Vec<NameTest>,
    /// The name of an attribute at the end.
    pub attribute: Option<NameTest>,
}

/// What names a step selects.
pub(super) enum NameTest {
    /// Any.
    Any,
    /// All of a namespace.
    Namespace(String),
    /// One.
    Name(XmlName),
}

/// Prefixes with their namespaces.
type Prefixes = [(Option<String>, String)];

impl Path {
    /// Reads the alternatives of a path.
    pub fn all(text: &str, prefixes: &Prefixes) -> Vec<Self> {
        text.split('|').map(|it| Self::read(it.trim(), prefixes)).collect()
    }

    fn read(text: &str, prefixes: &Prefixes) -> Self {
        let below = text.strip_prefix('.').and_then(|rest| rest.trim_start().strip_prefix("//"));
        let mut path = Self { descends: below.is_some(), elements: Vec::new(), attribute: None };
        for step in below.unwrap_or(text).split('/').map(str::trim).filter(|it| *it != ".") {
            let attribute = step.strip_prefix('@').or_else(|| after_axis(step, "attribute"));
            match attribute {
                Some(name) => path.attribute = Some(NameTest::read(name.trim(), prefixes)),
                None => {
                    path.elements.push(NameTest::read(after_axis(step, "child").unwrap_or(step), prefixes));
                }
            }
        }
        path
    }
}

impl NameTest {
    /// A name without a prefix has no namespace, whatever the default one is.
    fn read(text: &str, prefixes: &Prefixes) -> Self {
        let namespace = |prefix: &str| {
            let declared = prefixes.iter().find(|(it, _)| it.as_deref() == Some(prefix));
            declared.map_or_else(|| crate::xsd::schema::XML.to_owned(), |(_, namespace)| namespace.clone())
        };
        match text.split_once(':') {
            None if text == "*" => Self::Any,
            None => Self::Name(XmlName { namespace: String::new(), local: text.to_owned() }),
            Some((prefix, "*")) => Self::Namespace(namespace(prefix)),
            Some((prefix, local)) => Self::Name(XmlName { namespace: namespace(prefix), local: local.to_owned() }),
        }
    }

    /// Returns true for a name that it selects.
    pub fn selects(&self, namespace: &str, local: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Namespace(it) => it == namespace,
            Self::Name(it) => it.namespace == namespace && it.local == local,
        }
    }

    /// Returns the namespace of all names that it selects, if there is one.
    pub fn namespace(&self) -> Option<&str> {
        match self {
            Self::Any => None,
            Self::Namespace(it) => Some(it),
            Self::Name(it) => Some(&it.namespace),
        }
    }
}

fn after_axis<'t>(step: &'t str, axis: &str) -> Option<&'t str> {
    step.strip_prefix(axis)?.trim_start().strip_prefix("::").map(str::trim)
}
