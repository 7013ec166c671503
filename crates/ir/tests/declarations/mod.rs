//! Parses enums and their comments in this crate's sources.

/// A variant with its comment.
#[derive(Default)]
pub struct Declaration {
    /// The heading above the variant.
    pub group: Option<String>,
    pub name: String,
    pub doc: String,
    pub fields: Vec<Declaration>,
}

/// Returns the comment of an enum.
pub fn doc_of(source: &str, name: &str) -> String {
    let head = source.split(&format!("pub enum {name} {{")).next().unwrap_or_default();
    let above: Vec<&str> =
        head.lines().rev().take_while(|line| line.starts_with("///") || line.starts_with("#[")).collect();
    let lines = above.into_iter().rev().filter_map(|line| line.strip_prefix("///"));
    plain(&lines.map(str::trim).collect::<Vec<_>>().join("\n"))
}

/// Returns the variants of an enum.
pub fn declarations(source: &str, name: &str) -> Vec<Declaration> {
    let body = source.split(&format!("pub enum {name} {{\n")).nth(1).unwrap_or_default();
    let body = body.split("\n}").next().unwrap_or_default();
    let mut found: Vec<Declaration> = Vec::new();
    let mut next = Declaration::default();
    for line in body.lines() {
        let text = line.trim();
        let in_fields = line.starts_with("        ");
        if let Some(doc) = text.strip_prefix("///") {
            next.doc = format!("{} {}", next.doc, doc.trim()).trim().to_owned();
        } else if let Some(group) = text.strip_prefix("// ") {
            next.group = Some(group.to_owned());
        } else if let Some(name) = name_of(text) {
            next.name = name;
            next.doc = plain(&next.doc);
            let done = std::mem::take(&mut next);
            match found.last_mut().filter(|_| in_fields) {
                Some(variant) => variant.fields.push(done),
                None => found.push(done),
            }
        }
    }
    found
}

/// Returns the leaves of a kind with the word and the types of their declaration.
pub fn leaves(source: &str, kind: &str) -> Vec<Declaration> {
    let body = source.split(&format!("    {kind} {{\n")).nth(1).unwrap_or_default();
    let body = body.split("\n    }").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut doc = String::new();
    for text in body.lines().map(str::trim) {
        if let Some(line) = text.strip_prefix("///") {
            doc = format!("{doc} {}", line.trim()).trim().to_owned();
        } else if let Some((_, declared)) = text.split_once(" = ") {
            let name = declared.trim_end_matches(';').replace('"', "");
            found.push(Declaration { name, doc: plain(&std::mem::take(&mut doc)), ..Declaration::default() });
        }
    }
    found
}

fn name_of(text: &str) -> Option<String> {
    let name: String = text.chars().take_while(|ch| ch.is_alphanumeric() || *ch == '_').collect();
    (!name.is_empty()).then_some(name)
}

/// Replaces links to items by plain names.
pub fn plain(doc: &str) -> String {
    doc.replace("[`", "`").replace("`]", "`").replace("Op::", "").replace("Expr::", "").replace("ValueType::", "")
}
