//! The top level of a file.

use super::{Parse, Parser};
use crate::proto::ast::{File, Import, ImportKind, Item};
use crate::proto::codes;
use crate::proto::descriptor::Edition;
use polywire_source::{Diagnostic, Span};

impl Parser<'_> {
    pub(super) fn file(mut self) -> File {
        self.syntax_statement();
        let mut file =
            File { edition: self.edition, package: None, imports: Vec::new(), options: Vec::new(), items: Vec::new() };
        while !self.at_end() {
            if !self.take_symbol(';') && self.top_level(&mut file).is_err() {
                self.skip_statement();
                self.skip_stray_brace();
            }
        }
        file
    }

    /// Parses `syntax = "proto3";` or `edition = "2023";`, which must come first.
    fn syntax_statement(&mut self) {
        let read = match (self.at_word("syntax"), self.at_word("edition")) {
            (true, _) => self.proto_syntax(),
            (_, true) => self.edition(),
            _ => {
                self.warn_of_missing_syntax();
                return;
            }
        };
        match read {
            Ok(edition) => self.edition = edition,
            Err(_) => self.skip_statement(),
        }
    }

    fn proto_syntax(&mut self) -> Parse<Edition> {
        self.take();
        self.expect_symbol('=', "behind `syntax`")?;
        let (name, span) = self.string("a syntax in quotes, as in `\"proto3\"`")?;
        let syntax = match name.as_slice() {
            b"proto2" => Edition::PROTO2,
            b"proto3" => Edition::PROTO3,
            _ => {
                let unknown = Diagnostic::error(codes::SYNTAX, "unknown syntax").at(span, "");
                return Err(self.report(unknown.help("write \"proto2\" or \"proto3\"")));
            }
        };
        self.expect_semicolon("behind the syntax")?;
        Ok(syntax)
    }

    fn edition(&mut self) -> Parse<Edition> {
        self.take();
        self.expect_symbol('=', "behind `edition`")?;
        let (name, span) = self.string("an edition in quotes, as in `\"2023\"`")?;
        let Some(edition) = Edition::from_name(&name) else {
            let unknown = Diagnostic::error(codes::SYNTAX, "unknown edition").at(span, "");
            return Err(self.report(unknown.help("editions are \"2023\", \"2024\" and \"2026\"")));
        };
        self.expect_semicolon("behind the edition")?;
        Ok(edition)
    }

    fn warn_of_missing_syntax(&mut self) {
        let first = self.peek().span;
        let warning =
            Diagnostic::warning(codes::MISSING_SYNTAX, "the file does not state its syntax; proto2 is assumed");
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

    /// Parses a declaration that can appear in a file or in a message, if there is one. Groups of an `extend` are added
    /// to `around`.
    pub(super) fn item(&mut self, around: &mut Vec<Item>) -> Parse<Option<Item>> {
        if let Some(visibility) = self.visibility() {
            return self.visible_item(visibility).map(Some);
        }
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
        let keyword = self.previous().span;
        let (path, span) = self.string("the path of a file in quotes")?;
        self.expect_semicolon("behind the import")?;
        self.check_import_kind(kind, keyword, file);
        file.imports.push(Import { path: String::from_utf8_lossy(&path).into_owned(), kind, span });
        Ok(())
    }

    fn check_import_kind(&mut self, kind: ImportKind, keyword: Span, file: &File) {
        let (message, help) = match kind {
            ImportKind::Option if self.edition < Edition::E2024 => {
                ("option imports exist from edition 2024 on", "remove the word `option`, or name that edition")
            }
            ImportKind::Weak if self.edition >= Edition::E2024 => (
                "weak imports do not exist from edition 2024 on",
                "import the file for its options alone: `import option`",
            ),
            ImportKind::Plain | ImportKind::Public | ImportKind::Weak
                if file.imports.iter().any(|it| it.kind == ImportKind::Option) =>
            {
                ("option imports must come last", "move this import before them")
            }
            ImportKind::Plain | ImportKind::Public | ImportKind::Weak | ImportKind::Option => return,
        };
        self.report(Diagnostic::error(codes::UNSUITABLE_IMPORT, message).at(keyword, "").help(help));
    }

    fn package(&mut self, file: &mut File) -> Parse<()> {
        self.take();
        if self.at_symbol('.') {
            return Err(self.expected("the name of the package"));
        }
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

    /// An unmatched closing brace at the top level, which recovery must skip.
    fn skip_stray_brace(&mut self) {
        self.take_symbol('}');
    }
}
