use super::ast::Syntax;

/// What the editions of the language do differently, by the names that editions give to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    /// A singular scalar without label has no presence.
    pub implicit_presence: bool,
    /// An enum takes numbers that have no name.
    pub open_enums: bool,
    /// A repeated scalar is packed unless an option says otherwise.
    pub packed: bool,
    /// A `string` is checked to be UTF-8.
    pub verified_text: bool,
}

impl Features {
    pub fn of(syntax: Syntax) -> Self {
        let modern = syntax != Syntax::Proto2;
        Self { implicit_presence: syntax == Syntax::Proto3, open_enums: modern, packed: modern, verified_text: modern }
    }
}
