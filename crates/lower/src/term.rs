//! The specifications' terms for the values that codecs read.

/// A specification's term for a decoder's variable: for people who look at bytes.
pub struct Term {
    /// Name of the variable in the format's IR.
    pub variable: &'static str,
    /// Bytes that are read, where the name stands for reads of several sizes.
    pub width: Option<usize>,
    /// Tells what a number is called that was read, or several of them one behind the other.
    pub tell: fn(Option<u64>) -> Told,
}

/// The description of a value that was read.
pub struct Told {
    /// Its name.
    pub name: &'static str,
    /// Its meaning, if it is more than a number.
    pub text: Option<String>,
    /// How it is written, if that has a name.
    pub encoding: Option<&'static str>,
    /// A position that it comes to is what it says.
    pub leads: bool,
}

impl Term {
    /// For a variable that has reads of one size.
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

    /// A name, and what a number says.
    pub fn text(name: &'static str, number: Option<u64>, text: impl FnOnce(u64) -> String) -> Self {
        Self { name, text: number.map(text), encoding: None, leads: true }
    }
}

/// A number of items, in words.
pub(crate) fn amount(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
