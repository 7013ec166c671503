//! The top level of a file.

use super::{Parse, Parser};
use crate::proto::ast::{File, Import, ImportKind, Item, Syntax};
use crate::proto::capability::{self, Feature};
use crate::proto::codes;
use polywire_source::Diagnostic;

impl Parser<'_> {
    pub(super) fn file(mut self) -> File {
        self.syntax_statement();
        let mut file =
            File { syntax: self.syntax, package: None, imports: Vec::new(), options: Vec::new(), items: Vec::new() };
        while !self.at_end() {
            if !self.take_symbol(';') && self.top_level(&mut file).is_err() {
                self.skip_statement();
                self.skip_stray_brace();
            }
        }
        file
    }

    /// `syntax = "proto3";` or `edition = "2023";`, which must come first.
    fn syntax_statement(&mut self) {
        let start = self.peek().span;
        let read = match (self.at_word("syntax"), self.at_word("edition")) {
            (true, _) => self.proto_syntax(),
            (_, true) => self.edition(),
            _ => {
                self.warn_of_missing_syntax();
                return;
            }
        };
        match read {
            Ok(syntax) => self.syntax = syntax,
            Err(_) => self.skip_statement(),
        }
        if self.syntax == Syntax::Editions {
            let whole = start.to(self.previous().span);
            self.report(capability::missing(Feature::Editions, whole));
        }
    }

    fn proto_syntax(&mut self) -> Parse<Syntax> {
        self.take();
        self.expect_symbol('=', "behind `syntax`")?;
        let (name, span) = self.string("a syntax in quotes, as in `\"proto3\"`")?;
        let syntax = match name.as_slice() {
            b"proto2" => Syntax::Proto2,
            b"proto3" => Syntax::Proto3,
            _ => {
                let unknown = Diagnostic::error(codes::SYNTAX, "there is no such syntax").at(span, "");
                return Err(self.report(unknown.help("write \"proto2\" or \"proto3\"")));
            }
        };
        self.expect_semicolon("behind the syntax")?;
        Ok(syntax)
    }

    fn edition(&mut self) -> Parse<Syntax> {
        self.take();
        self.expect_symbol('=', "behind `edition`")?;
        self.string("an edition in quotes, as in `\"2023\"`")?;
        self.expect_semicolon("behind the edition")?;
        Ok(Syntax::Editions)
    }

    fn warn_of_missing_syntax(&mut self) {
        let first = self.peek().span;
        let warning =
            Diagnostic::warning(codes::MISSING_SYNTAX, "the file does not name its syntax; proto2 is assumed");
        self.report(warning.at(first, "").help("begin the file with `syntax = \"proto2\";`"));
    }

    fn top_level(&mut self, file: &mut File) -> Parse<()> {
        if let Some(item) = self.item(&mut file.items)? {
            file.items.push(item);
            return Ok(());
        }
        match self.text(self.peek()).as_str() {
            "service" => {
                let service = self.service()?;
                file.items.push(Item::Service(service));
                Ok(())
            }
            "import" => self.import(file),
            "package" => self.package(file),
            "option" => {
                let option = self.option_statement()?;
                file.options.push(option);
                Ok(())
            }
            _ => Err(self.expected("a declaration such as `message`, `enum` or `import`")),
        }
    }

    /// A declaration that can stand in a file or in a message, if there is one. Groups of an `extend` go to `around`.
    pub(super) fn item(&mut self, around: &mut Vec<Item>) -> Parse<Option<Item>> {
        let item = match self.text(self.peek()).as_str() {
            "message" => Item::Message(self.message()?),
            "enum" => Item::Enum(self.enumeration()?),
            "extend" => Item::Extend(self.extend(around)?),
            _ => return Ok(None),
        };
        Ok(Some(item))
    }

    fn import(&mut self, file: &mut File) -> Parse<()> {
        self.take();
        let kind = match self.text(self.peek()).as_str() {
            "public" => ImportKind::Public,
            "weak" => ImportKind::Weak,
            "option" => ImportKind::Option,
            _ => ImportKind::Plain,
        };
        if kind != ImportKind::Plain {
            self.take();
        }
        let (path, span) = self.string("the path of a file in quotes")?;
        self.expect_semicolon("behind the import")?;
        file.imports.push(Import { path: String::from_utf8_lossy(&path).into_owned(), kind, span });
        Ok(())
    }

    fn package(&mut self, file: &mut File) -> Parse<()> {
        self.take();
        let name = self.dotted_name("the name of the package")?;
        self.expect_semicolon("behind the package")?;
        match &file.package {
            Some(first) => {
                let twice = Diagnostic::error(codes::SECOND_PACKAGE, "a file has one package")
                    .at(name.span, "second package")
                    .related(first.span, "first package")
                    .help("remove one of them");
                self.report(twice);
            }
            None => file.package = Some(name),
        }
        Ok(())
    }

    /// At the top level a brace closes nothing, so recovery must go past it.
    fn skip_stray_brace(&mut self) {
        self.take_symbol('}');
    }
}
