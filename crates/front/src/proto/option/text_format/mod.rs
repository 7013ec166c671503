//! Values in the text format (Text Format Language Specification).

mod value;

use super::setting::siblings;
use super::{Interpreted, Interpreter, Reported};
use crate::proto::codes;
use crate::proto::descriptor::{Field, FieldType, Label, Message, Tree, Value};
use crate::proto::lex::{Token, TokenKind};
use crate::proto::link::Wanted;
use polywire_source::{Diagnostic, Span};

/// Limit on the nesting of messages.
const MAX_DEPTH: u32 = 100;

impl<'a> Interpreter<'a, '_> {
    /// Interprets the message in `{ … }`.
    pub(super) fn aggregate(&mut self, field: &'a Field, tokens: &[Token], span: Span) -> Interpreted<Value> {
        let mut reader =
            Reader { host: self, tokens, at: 0, end: Span { start: span.end.max(1) - 1, ..span }, depth: 0 };
        let tree = reader.message(field, None)?;
        Ok(wrap(field, tree))
    }
}

fn wrap(field: &Field, tree: Tree) -> Value {
    if field.ty == Some(FieldType::Group) { Value::Group(tree) } else { Value::Message(tree) }
}

/// Encodes a MessageSet: one group for each message, with its extension number and its bytes.
fn as_items(tree: Tree) -> Tree {
    let mut items = Tree::default();
    for (number, slot) in tree.fields {
        for value in slot.values {
            let mut item = Tree::default();
            item.set(2, Value::Varint(number.into()));
            item.set(3, value);
            items.push(1, Value::Group(item), false);
        }
    }
    items
}

struct Reader<'a, 'h, 'n, 't> {
    host: &'h mut Interpreter<'a, 'n>,
    tokens: &'t [Token],
    at: usize,
    /// Span of the closing brace.
    end: Span,
    depth: u32,
}

impl<'a> Reader<'a, '_, '_, '_> {
    /// Parses the fields of a message up to `close`, or to the end.
    fn message(&mut self, field: &'a Field, close: Option<char>) -> Interpreted<Tree> {
        let name = field.type_name.as_deref().unwrap_or_default();
        let Some(declared) = self.host.index.message(name) else { return Err(Reported) };
        self.message_of(declared.it, name, close)
    }

    fn message_of(&mut self, message: &'a Message, name: &str, close: Option<char>) -> Interpreted<Tree> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fail("messages are nested too deeply"));
        }
        let start = self.span();
        let mut tree = Tree::default();
        while !self.at_close(close)? {
            self.field(message, name, &mut tree)?;
        }
        self.depth -= 1;
        self.check_required(message, &tree, start)?;
        Ok(if message.is_message_set() { as_items(tree) } else { tree })
    }

    fn at_close(&mut self, close: Option<char>) -> Interpreted<bool> {
        match (self.peek(), close) {
            (None, None) => Ok(true),
            (None, Some(close)) => Err(self.fail(&format!("expected `{close}`"))),
            (Some(TokenKind::Symbol(found)), Some(close)) if *found == close => {
                self.at += 1;
                Ok(true)
            }
            (Some(_), _) => Ok(false),
        }
    }

    fn check_required(&mut self, message: &Message, tree: &Tree, span: Span) -> Interpreted<()> {
        let is_missing =
            |field: &&Field| field.label == Label::Required && !tree.fields.contains_key(&field.number.unsigned_abs());
        let Some(field) = message.fields.iter().find(is_missing) else { return Ok(()) };
        let text = format!("the required field `{}` of `{}` is not set", field.name, message.name);
        Err(self.host.error(codes::OPTION_VALUE, text, span, "set it"))
    }

    fn field(&mut self, message: &'a Message, name: &str, tree: &mut Tree) -> Interpreted<()> {
        let span = self.span();
        if self.take('[') {
            return self.bracketed(message, name, tree, span);
        }
        let word = self.word("the name of a field")?;
        let is_named = |field: &&Field| match field.ty {
            Some(FieldType::Group) => {
                field.name == word || field.type_name.as_deref().is_some_and(|ty| ty.ends_with(&format!(".{word}")))
            }
            _ => field.name == word,
        };
        let Some(field) = message.fields.iter().find(is_named) else {
            if message.reserved_names.contains(&word) {
                return self.skip_reserved();
            }
            let near = polywire_source::closest(&word, message.fields.iter().map(|field| field.name.as_str()));
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write the name of one of its fields".to_owned(),
            };
            let text = format!("message `{}` has no field `{word}`", message.name);
            return Err(self.host.error(codes::UNKNOWN_OPTION, text, span, &help));
        };
        self.check_oneof(message, field, tree, span)?;
        self.values(field, tree, span)
    }

    fn check_oneof(&mut self, message: &Message, field: &Field, tree: &Tree, span: Span) -> Interpreted<()> {
        let is_set = |other: &&Field| tree.fields.contains_key(&other.number.unsigned_abs());
        let Some(other) = siblings(message, field).find(is_set) else { return Ok(()) };
        let text =
            format!("`{}` and `{}` are in the same oneof, and only one of them can be set", other.name, field.name);
        Err(self.host.error(codes::OPTION_VALUE, text, span, "remove one of them"))
    }

    /// Parses `[extension]`, or `[domain/type] { … }` in an `Any`.
    fn bracketed(&mut self, message: &'a Message, name: &str, tree: &mut Tree, span: Span) -> Interpreted<()> {
        let mut text = String::new();
        while !self.take(']') {
            match self.peek() {
                Some(TokenKind::Symbol('/')) => text.push('/'),
                Some(TokenKind::Symbol('.')) => text.push('.'),
                Some(TokenKind::Symbol('-')) => text.push('-'),
                Some(TokenKind::Word) => text.push_str(&self.tokens[self.at].text),
                _ => return Err(self.fail("expected the name of an extension")),
            }
            self.at += 1;
        }
        if let Some((domain, ty)) = text.rsplit_once('/') {
            let (domain, ty) = (domain.to_owned(), ty.to_owned());
            return self.any(message, &domain, &ty, tree, span);
        }
        let scope = name.trim_start_matches('.').rsplit_once('.').map_or("", |(around, _)| around).to_owned();
        let field = self.extension(&scope, name, &text, span)?;
        self.values(field, tree, span)
    }

    fn extension(&mut self, scope: &str, holder: &str, name: &str, span: Span) -> Interpreted<&'a Field> {
        let found = self.host.names.search(self.host.file, scope, name, Wanted::Anything);
        let extends = |field: &&'a Field| {
            field.extendee.as_deref().is_some_and(|it| it.trim_start_matches('.') == holder.trim_start_matches('.'))
        };
        let extension = found.ok().and_then(|(full_name, symbol)| {
            self.host.names.imports.note_use(self.host.file, symbol.file);
            let direct = self.host.index.extension(&full_name).map(|declared| declared.it);
            // In a MessageSet, the name of a message refers to the extension of that type declared inside it.
            let inside = || self.host.index.message(&full_name)?.it.extensions.iter().find(extends);
            direct.filter(extends).or_else(inside)
        });
        extension.ok_or_else(|| {
            let text = format!("there is no extension `{name}` of `{}`", holder.trim_start_matches('.'));
            self.host.error(codes::UNKNOWN_OPTION, text, span, "declare it, or import the file that does")
        })
    }

    fn any(&mut self, message: &Message, domain: &str, ty: &str, tree: &mut Tree, span: Span) -> Interpreted<()> {
        let is_known = message.name == "Any" && matches!(domain, "type.googleapis.com" | "type.googleprod.com");
        let Some(inner) = self.host.index.message(ty).filter(|_| is_known) else {
            let text = format!("there is no message `{domain}/{ty}`");
            return Err(self.host.error(codes::UNKNOWN_OPTION, text, span, "import the file that declares it"));
        };
        self.take(':');
        let close = self.open()?;
        let value = self.message_of(inner.it, ty, Some(close))?;
        tree.set(1, Value::Bytes(format!("{domain}/{ty}").into_bytes()));
        tree.set(2, Value::Bytes(crate::proto::wire::write_tree(&value)));
        self.separator();
        Ok(())
    }

    fn open(&mut self) -> Interpreted<char> {
        if self.take('{') {
            return Ok('}');
        }
        if self.take('<') { Ok('>') } else { Err(self.fail("expected `{`")) }
    }

    fn word(&mut self, what: &str) -> Interpreted<String> {
        match self.tokens.get(self.at) {
            Some(token) if token.kind == TokenKind::Word => {
                self.at += 1;
                Ok(token.text.clone())
            }
            _ => Err(self.fail(&format!("expected {what}"))),
        }
    }

    /// Skips the optional comma or semicolon between fields.
    fn separator(&mut self) {
        if !self.take(',') {
            self.take(';');
        }
    }

    fn take(&mut self, symbol: char) -> bool {
        let found = self.peek() == Some(&TokenKind::Symbol(symbol));
        self.at += usize::from(found);
        found
    }

    fn peek(&self) -> Option<&TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |token| token.span)
    }

    fn fail(&mut self, message: &str) -> Reported {
        let span = self.span();
        self.host.report(Diagnostic::error(codes::SYNTAX, message).at(span, ""))
    }
}
