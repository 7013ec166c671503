//! The Erlang syntax tree: built by the generator, cleaned by [`super::tidy`] and written by [`super::print`].

mod bits;
mod visit;

use polywire_ir::types::{EnumId, Named};

pub use bits::{Kind, Segment, merge_skips};

/// A variable of one generated function; [`crate::erlang::print`] gives it a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// A helper function of a generated function, such as a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// An expression or a pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Ex {
    /// A variable.
    Var(Var),
    /// `_`.
    Any,
    /// An integer.
    Int(i128),
    /// An atom, without quotes.
    Atom(String),
    /// A binary of these bytes.
    Bytes(Vec<u8>),
    /// Source text of a literal.
    Literal(String),
    /// `{…}`.
    Tuple(Vec<Ex>),
    /// `[… | tail]`.
    Cons(Box<Ex>, Box<Ex>),
    /// `[]`.
    Nil,
    /// `#'name'{field = …}`.
    Record(String, Vec<(String, Ex)>),
    /// A call.
    Call(Callee, Vec<Ex>),
    /// `left operator right`.
    Binary(&'static str, Box<Ex>, Box<Ex>),
    /// `operator operand`.
    Unary(&'static str, Box<Ex>),
    /// `<<…>>`.
    Bits(Vec<Segment>),
    /// `case`.
    Case(Box<Ex>, Vec<Clause>),
    /// `if`: guards and bodies; the last guard is `true`.
    If(Vec<(Ex, Vec<Ex>)>),
    /// `pattern = value`.
    Match(Box<Ex>, Box<Ex>),
    /// Ends with an error; the variables are bound only for the compiler.
    Fail(Failure, Vec<Var>),
}

/// The form of a failure.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// An error with this code at this site.
    Code(&'static str, u32),
    /// A call that never returns.
    Call(Box<Ex>),
}

/// The called function.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function of a runtime or standard module; `pure` if it neither fails nor has effects on legal arguments.
    Remote {
        /// The module.
        module: &'static str,
        /// The function.
        name: &'static str,
        /// True if it can be dropped when its result is unused.
        pure: bool,
    },
    /// A pure built-in function that is allowed in guards.
    Guard(&'static str),
    /// A helper that the module prints when needed.
    Helper(super::helpers::Helper),
    /// A conversion of an enum, which the module prints when needed.
    Enum {
        /// The enum.
        id: EnumId,
        /// True for the conversion to its number; else to its atom.
        to_number: bool,
    },
    /// A conversion between a value and its form for merging, which the module prints when needed.
    Merge(Merge),
    /// A function made from an IR function, by name.
    Function(String),
    /// A function of another generated module.
    Member {
        /// The module.
        module: String,
        /// The function.
        name: String,
    },
    /// A function of the module given by the first argument.
    Chooser(String),
    /// A helper of the current function; constant arguments are appended later.
    Local(LocalId),
}

/// A conversion of a value that can be continued after it was built.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Merge {
    /// The struct, or a union that holds one.
    pub named: Named,
    /// Its atom.
    pub name: String,
    /// True for the conversion to the form for merging; else back.
    pub opens: bool,
}

/// A clause of a function or of a `case`.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Patterns: one for a `case`.
    pub patterns: Vec<Ex>,
    /// Guard.
    pub guard: Option<Ex>,
    /// Expressions; an empty body gives `ok`.
    pub body: Vec<Ex>,
}

impl Clause {
    /// A clause of one pattern without a guard.
    pub fn of(pattern: Ex, body: Vec<Ex>) -> Self {
        Self { patterns: vec![pattern], guard: None, body }
    }
}

/// A generated function with its helpers.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its atom.
    pub name: String,
    /// Its own clauses.
    pub clauses: Vec<Clause>,
    /// Loops and other helpers, by [`LocalId`].
    pub locals: Vec<Local>,
    /// Preferred names of the variables, by [`Var`].
    pub hints: Vec<String>,
}

/// A helper of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The parameters that change from call to call.
    pub role: &'static str,
    /// The values that change from call to call.
    pub params: Vec<Var>,
    /// Clauses, with a pattern for each parameter.
    pub clauses: Vec<Clause>,
}

impl From<Var> for Ex {
    fn from(var: Var) -> Self {
        Self::Var(var)
    }
}

impl Ex {
    /// An atom.
    pub fn atom(name: impl Into<String>) -> Self {
        Self::Atom(name.into())
    }

    /// A pure call of a guard function.
    pub fn guard(name: &'static str, args: Vec<Ex>) -> Self {
        Self::Call(Callee::Guard(name), args)
    }

    /// A map without associations.
    pub fn empty_map() -> Self {
        Self::Literal("#{}".to_owned())
    }

    /// A call of a runtime or standard function without effects.
    pub fn pure(module: &'static str, name: &'static str, args: Vec<Ex>) -> Self {
        Self::Call(Callee::Remote { module, name, pure: true }, args)
    }

    /// A call of a runtime function that can fail.
    pub fn remote(module: &'static str, name: &'static str, args: Vec<Ex>) -> Self {
        Self::Call(Callee::Remote { module, name, pure: false }, args)
    }

    /// `left operator right`.
    pub fn binary(operator: &'static str, left: impl Into<Ex>, right: impl Into<Ex>) -> Self {
        Self::Binary(operator, Box::new(left.into()), Box::new(right.into()))
    }

    /// `pattern = value`.
    pub fn bind(pattern: impl Into<Ex>, value: Ex) -> Self {
        Self::Match(Box::new(pattern.into()), Box::new(value))
    }

    /// `case subject of … end`.
    pub fn case(subject: impl Into<Ex>, clauses: Vec<Clause>) -> Self {
        Self::Case(Box::new(subject.into()), clauses)
    }

    /// The values as one: itself, or a tuple.
    pub fn tuple(mut values: Vec<Ex>) -> Self {
        match values.len() {
            0 => Self::atom("ok"),
            1 => values.swap_remove(0),
            _ => Self::Tuple(values),
        }
    }

    /// Returns true if it can be repeated at no cost.
    pub fn is_atomic(&self) -> bool {
        matches!(self, Self::Var(_) | Self::Int(_) | Self::Atom(_) | Self::Bytes(_) | Self::Literal(_) | Self::Nil)
    }

    /// Returns true if it is allowed in a guard.
    pub fn is_guard(&self) -> bool {
        match self {
            Self::Var(_) | Self::Int(_) | Self::Atom(_) | Self::Bytes(_) | Self::Literal(_) | Self::Nil => true,
            Self::Call(Callee::Guard(_), args) => args.iter().all(Self::is_guard),
            Self::Binary(_, left, right) => left.is_guard() && right.is_guard(),
            Self::Unary(_, operand) => operand.is_guard(),
            _ => false,
        }
    }
}
