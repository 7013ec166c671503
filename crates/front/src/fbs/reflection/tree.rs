/// A value of any type.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// No value.
    Absent,
    /// A boolean.
    Bool(bool),
    /// An integer, or the number of an enum.
    Int(i128),
    /// A float.
    Float(f64),
    /// A text.
    Text(String),
    /// The elements of a vector.
    List(Vec<Tree>),
    /// The fields of a table, by name.
    Table(Vec<(String, Tree)>),
}

impl Tree {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub(super) fn table<const N: usize>(fields: [(&str, Tree); N]) -> Self {
        Self::Table(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Returns a field of a table.
    pub fn get(&self, name: &str) -> &Tree {
        match self {
            Self::Table(fields) => fields.iter().find(|(field, _)| field == name).map_or(&Self::Absent, |(_, it)| it),
            _ => &Self::Absent,
        }
    }

    pub(super) fn int(&self, name: &str) -> i128 {
        if let Self::Int(value) = self.get(name) { *value } else { 0 }
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Self::Bool(true))
    }

    pub(super) fn string(&self, name: &str) -> &str {
        if let Self::Text(text) = self.get(name) { text } else { "" }
    }

    pub(super) fn list(&self, name: &str) -> &[Tree] {
        if let Self::List(elements) = self.get(name) { elements } else { &[] }
    }
}
