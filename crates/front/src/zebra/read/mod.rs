//! Go source to declarations: what tree-sitter's grammar of Go finds.

mod constants;
mod directives;
mod fields;
mod tag;
mod types;

use super::codes;
use super::tree::{File, TypeDecl, TypeExpr, Word};
use constants::Constants;
use polywire_source::{Diagnostic, Diagnostics, FileId, Span};
use tree_sitter::{Node, Parser, Tree};

/// The name of the constant that identifies a schema.
pub(super) const SCHEMA_ID: &str = "zebraSchemaId64";

/// Types may be nested this deeply.
const MOST_LEVELS: usize = 100;

/// Reads a Go file; function bodies are not looked at. Problems are reported.
pub(super) fn read(path: &str, file: FileId, bytes: &[u8], diagnostics: &mut Diagnostics) -> Option<File> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        let problem = Diagnostic::error(codes::SYNTAX, "the file is not UTF-8");
        diagnostics.push(problem.at(Span { file, start: 0, end: 0 }, "").help("Go source is UTF-8"));
        return None;
    };
    let tree = parse(text)?;
    let mut reader = Reader { text, file, diagnostics, constants: Constants::default() };
    reader.syntax_errors(tree.root_node());
    Some(reader.file(path, tree.root_node()))
}

/// Reads a type that is written alone.
pub(super) fn read_type(text: &str) -> Option<TypeExpr> {
    let source = format!("package p\ntype T {text}\n");
    let mut diagnostics = Diagnostics::default();
    let file = read("", FileId::default(), source.as_bytes(), &mut diagnostics)?;
    let [TypeDecl { ty, .. }] = <[TypeDecl; 1]>::try_from(file.types).ok()?;
    (!diagnostics.has_errors()).then_some(ty)
}

fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_go::LANGUAGE.into()).ok()?;
    parser.parse(text, None)
}

struct Reader<'a, 'd> {
    text: &'a str,
    file: FileId,
    diagnostics: &'d mut Diagnostics,
    constants: Constants,
}

impl<'a> Reader<'a, '_> {
    fn file(&mut self, path: &str, root: Node<'a>) -> File {
        let mut file = File { path: path.to_owned(), ..File::default() };
        let items: Vec<Node<'a>> = children(root).collect();
        // Lengths of arrays may need constants that are declared below them.
        items.iter().filter(|it| it.kind() == "const_declaration").for_each(|it| self.constants(*it, &mut file));
        for item in items {
            match item.kind() {
                "package_clause" => {
                    file.package = children(item).next().map(|name| self.word(name)).unwrap_or_default();
                }
                "import_declaration" => self.imports(item, &mut file),
                "type_declaration" => self.types(item, &mut file),
                "comment" => self.directive(item, &mut file),
                _ => {}
            }
        }
        if file.package.text.is_empty() && !self.diagnostics.has_errors() {
            let problem = Diagnostic::error(codes::SYNTAX, "the file has no package");
            self.diagnostics.push(problem.at(self.span(root), "").help("begin it with `package name`"));
        }
        let id = file.constants.iter().find(|it| it.name.text == SCHEMA_ID);
        file.schema_id = id.and_then(|it| i64::try_from(it.value).ok());
        file
    }

    fn imports(&self, node: Node<'a>, file: &mut File) {
        for child in children(node) {
            match child.kind() {
                "import_spec" => file.imports.push(self.source(child).to_owned()),
                "import_spec_list" => self.imports(child, file),
                _ => {}
            }
        }
    }

    fn types(&mut self, declaration: Node<'a>, file: &mut File) {
        for spec in children(declaration) {
            let (Some(name), Some(ty)) = (spec.child_by_field_name("name"), spec.child_by_field_name("type")) else {
                continue;
            };
            if spec.child_by_field_name("type_parameters").is_some() {
                let problem = Diagnostic::warning(codes::NOT_A_TYPE, "a type with parameters is left out");
                self.diagnostics.push(problem.at(self.span(name), "").help("declare a type for each instance"));
                continue;
            }
            let doc = self.doc(if children(declaration).count() == 1 { declaration } else { spec });
            let Some(ty) = self.type_expr(ty, 0) else { continue };
            file.types.push(TypeDecl { name: self.word(name), doc, ty });
        }
    }

    /// Reports what the grammar does not know.
    fn syntax_errors(&mut self, root: Node<'a>) {
        let mut cursor = root.walk();
        loop {
            let node = cursor.node();
            if node.is_missing() {
                let message = format!("`{}` is missing here", node.kind());
                self.diagnostics.push(Diagnostic::error(codes::SYNTAX, message).at(self.span(node), ""));
            } else if node.is_error() {
                let problem = Diagnostic::error(codes::SYNTAX, "this is not Go");
                self.diagnostics.push(problem.at(self.first_line(node), ""));
            }
            if node.has_error() && !node.is_error() && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    /// Returns the comment lines directly above a node, without their marks.
    fn doc(&self, node: Node<'a>) -> String {
        let mut lines = Vec::new();
        let mut below = node;
        while let Some(above) = below.prev_sibling() {
            let is_own = above.prev_sibling().is_none_or(|it| it.end_position().row < above.start_position().row);
            if above.kind() != "comment" || above.end_position().row + 1 != below.start_position().row || !is_own {
                break;
            }
            let text = self.source(above);
            if !directives::is_directive(text) {
                lines.push(comment(text));
            }
            below = above;
        }
        lines.reverse();
        lines.join("\n").trim_end().to_owned()
    }

    fn source(&self, node: Node<'a>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn word(&self, node: Node<'a>) -> Word {
        Word { text: self.source(node).to_owned(), span: self.span(node) }
    }

    fn span(&self, node: Node<'a>) -> Span {
        self.range(node.start_byte(), node.end_byte())
    }

    fn range(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }

    fn first_line(&self, node: Node<'a>) -> Span {
        let len = self.source(node).lines().next().map_or(0, str::len);
        self.range(node.start_byte(), node.start_byte() + len)
    }
}

fn comment(text: &str) -> String {
    let inside = text.strip_prefix("//").or_else(|| text.strip_prefix("/*")?.strip_suffix("*/")).unwrap_or(text);
    inside.strip_prefix(' ').unwrap_or(inside).trim_end().to_owned()
}

/// The named children of a node.
fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    // A cursor finds all of them in linear time.
    let mut cursor = node.walk();
    let children: Vec<Node<'t>> = node.named_children(&mut cursor).collect();
    children.into_iter()
}
