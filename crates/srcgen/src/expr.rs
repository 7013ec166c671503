use std::fmt;

/// An expression's text and the precedence of its outermost operator; higher precedence binds tighter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The source text.
    pub text: String,
    /// Precedence of the outermost operator, on the language's own scale; [`Expr::ATOM`] if there is none.
    pub precedence: u8,
}

/// The side of a binary operator on which an operand of the same precedence needs no parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left-associative.
    Left,
    /// Right-associative.
    Right,
    /// Both: the operation is associative.
    Both,
    /// Neither.
    None,
}

impl Expr {
    /// Precedence of names, literals, calls and parenthesised expressions.
    pub const ATOM: u8 = u8::MAX;

    /// Creates an expression that never needs parentheses.
    pub fn atom(text: impl Into<String>) -> Self {
        Self::new(text, Self::ATOM)
    }

    /// Creates an expression whose outermost operator has this precedence.
    pub fn new(text: impl Into<String>, precedence: u8) -> Self {
        Self { text: text.into(), precedence }
    }

    /// `operator operand`.
    pub fn prefix(operator: &str, precedence: u8, operand: &Self) -> Self {
        Self::new(format!("{operator}{}", operand.within(precedence)), precedence)
    }

    /// `left operator right`.
    pub fn infix(left: &Self, operator: &str, precedence: u8, side: Side, right: &Self) -> Self {
        let (left_needs, right_needs) = match side {
            Side::Left => (precedence, precedence + 1),
            Side::Right => (precedence + 1, precedence),
            Side::Both => (precedence, precedence),
            Side::None => (precedence + 1, precedence + 1),
        };
        Self::new(format!("{} {operator} {}", left.within(left_needs), right.within(right_needs)), precedence)
    }

    /// `function(arguments)`.
    pub fn call<A: fmt::Display>(function: impl fmt::Display, arguments: impl IntoIterator<Item = A>) -> Self {
        Self::atom(format!("{function}({})", crate::join(arguments, ", ")))
    }

    /// Returns the text, in parentheses if its precedence is lower than the context requires.
    pub fn within(&self, precedence: u8) -> String {
        if self.precedence < precedence { format!("({})", self.text) } else { self.text.clone() }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_follow_precedence() {
        let [a, b, c] = ["a", "b", "c"].map(Expr::atom);
        let sum = Expr::infix(&a, "+", 5, Side::Left, &b);
        assert_eq!(Expr::infix(&sum, "*", 6, Side::Left, &c).text, "(a + b) * c");
        assert_eq!(Expr::infix(&sum, "-", 5, Side::Left, &c).text, "a + b - c");
        assert_eq!(Expr::infix(&c, "-", 5, Side::Left, &sum).text, "c - (a + b)");
        assert_eq!(Expr::prefix("!", 7, &sum).text, "!(a + b)");
        assert_eq!(Expr::call("f", [&sum, &c]).text, "f(a + b, c)");
    }
}
