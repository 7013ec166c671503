use polywire_source::Span;

/// A name, type or value, depending on its context.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::capnp) struct Expression {
    pub kind: ExpressionKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::capnp) enum ExpressionKind {
    Int(u64),
    /// A number below zero, without its sign.
    Negative(u64),
    Float(f64),
    Text(Vec<u8>),
    Data(Vec<u8>),
    /// A name that is looked up in the enclosing scopes.
    Relative(String),
    /// A name that is looked up in the file: `.Name`.
    Absolute(String),
    Import(String),
    Embed(String),
    /// `[…]`.
    List(Vec<Expression>),
    /// `(…)`.
    Tuple(Vec<Argument>),
    /// `generic(…)`.
    Apply(Box<Expression>, Vec<Argument>),
    /// `parent.name`.
    Member(Box<Expression>, Word),
}

/// A part of a tuple, with or without a name.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::capnp) struct Argument {
    pub name: Option<Word>,
    pub value: Expression,
}

/// A name at a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::capnp) struct Word {
    pub text: String,
    pub span: Span,
}

impl Expression {
    /// Calls `visit` for the expression and all its parts.
    pub fn visit(&self, visit: &mut impl FnMut(&Self)) {
        visit(self);
        match &self.kind {
            ExpressionKind::List(items) => items.iter().for_each(|it| it.visit(visit)),
            ExpressionKind::Tuple(arguments) => arguments.iter().for_each(|it| it.value.visit(visit)),
            ExpressionKind::Apply(generic, arguments) => {
                generic.visit(visit);
                arguments.iter().for_each(|it| it.value.visit(visit));
            }
            ExpressionKind::Member(parent, _) => parent.visit(visit),
            ExpressionKind::Int(_)
            | ExpressionKind::Negative(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::Text(_)
            | ExpressionKind::Data(_)
            | ExpressionKind::Relative(_)
            | ExpressionKind::Absolute(_)
            | ExpressionKind::Import(_)
            | ExpressionKind::Embed(_) => {}
        }
    }
}
