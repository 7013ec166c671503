//! The specifications' terms for the values that codecs read.

/// A specification's term for a decoder's variable, for people who examine bytes.
pub struct Term {
    /// Name of the variable in the format's IR.
    pub variable: &'static str,
    /// The number of bytes read, if the name is used for reads of several sizes.
    pub width: Option<usize>,
    /// Describes the number that was read, or several consecutive ones.
    pub tell: fn(Option<u64>) -> Told,
}

/// The description of a value that was read.
pub struct Told {
    /// Its name.
    pub name: &'static str,
    /// Its meaning, unless it is only a number.
    pub text: Option<String>,
    /// Its encoding, if that has a name.
    pub encoding: Option<&'static str>,
    /// True if it refers to a position that is computed from it.
    pub leads: bool,
}

impl Term {
    /// For a variable with reads of one size.
    pub const fn of(variable: &'static str, tell: fn(Option<u64>) -> Told) -> Self {
        Self { variable, width: None, tell }
    }

    /// For reads of this many bytes.
    pub const fn of_width(variable: &'static str, width: usize, tell: fn(Option<u64>) -> Told) -> Self {
        Self { variable, width: Some(width), tell }
    }
}

impl Told {
    /// Only a name.
    pub fn name(name: &'static str) -> Self {
        Self { name, text: None, encoding: None, leads: true }
    }

    /// Returns a name, and the meaning of a number.
    pub fn text(name: &'static str, number: Option<u64>, text: impl FnOnce(u64) -> String) -> Self {
        Self { name, text: number.map(text), encoding: None, leads: true }
    }
}

/// A number of items, in words.
pub(crate) fn amount(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
