//! docs/ir.md is generated from the comments of the declarations, so the two cannot disagree.
//!
//! `POLYWIRE_BLESS=1` rewrites it.

use crate::declarations;
use crate::declarations::{Declaration, declarations};
use polywire_ir::{ErrorCode, Rule};
use std::fmt::Write;
use std::path::Path;

const OP: &str = include_str!("../src/op.rs");
const EXPR: &str = include_str!("../src/expr.rs");
const FUNCTION: &str = include_str!("../src/function.rs");
const LEAF: &str = include_str!("../src/leaf.rs");
const VIEW: &str = include_str!("../src/view.rs");
const TEXT: &str = include_str!("../src/text/mod.rs");

#[test]
fn the_reference_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ir.md");
    let expected = reference();
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        std::fs::write(&path, &expected).expect("docs/ir.md can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "docs/ir.md is not current; POLYWIRE_BLESS=1 rewrites it");
}

fn reference() -> String {
    let mut page = String::from(
        "# The codec IR\n\nThis page is generated from the declarations in `crates/ir` by the test `reference`; `POLYWIRE_BLESS=1` rewrites it.\n\n\
         A module contains the functions of one wire format for the types of one schema. A function is a tree of ops over pure\n\
         expressions. Variables are immutable. The mutable state is the read cursor, the output stream, the current section, the\n\
         value under construction, and two counters: the remaining budget and the nesting depth.\n",
    );
    page += "\n## Values\n\n";
    list(&mut page, &declarations(FUNCTION, "ValueType"));
    page += "\n## Ops\n\n";
    let enum_doc = declarations::doc_of(OP, "Op");
    let _ = writeln!(page, "{enum_doc}");
    for op in declarations(OP, "Op") {
        if let Some(group) = &op.group {
            let _ = writeln!(page, "\n### {group}\n");
        }
        item(&mut page, &Declaration { name: snake_case(&op.name), ..op });
    }
    for (title, name) in [("What is read", "ReadWhat"), ("What is written", "Datum"), ("Prefixes", "Prefix")] {
        let _ = writeln!(page, "\n### {title}\n");
        list(&mut page, &declarations(OP, name));
    }
    for (title, name) in [("Misses", "Miss"), ("Rest of a window", "Rest"), ("Kinds of unknown data", "UnknownKind")] {
        let _ = writeln!(page, "\n### {title}\n");
        list(&mut page, &declarations(OP, name));
    }
    page += "\n## Expressions\n\n";
    list(&mut page, &declarations(EXPR, "Expr"));
    for (title, name) in [("One operand", "UnaryOp"), ("Two operands", "BinaryOp"), ("Steps of a place", "Step")] {
        let _ = writeln!(page, "\n### {title}\n");
        list(&mut page, &declarations(EXPR, name));
    }
    views(&mut page);
    leaves(&mut page);
    rules(&mut page);
    errors(&mut page);
    grammar(&mut page);
    page
}

/// The name of an op in the text form.
fn snake_case(name: &str) -> String {
    let words = name.char_indices().map(|(index, letter)| match letter.is_ascii_uppercase() && index > 0 {
        true => format!("_{}", letter.to_ascii_lowercase()),
        false => letter.to_ascii_lowercase().to_string(),
    });
    words.collect()
}

fn list(page: &mut String, declared: &[Declaration]) {
    declared.iter().for_each(|it| item(page, it));
}

fn item(page: &mut String, it: &Declaration) {
    let _ = writeln!(page, "- **{}**: {}", it.name, it.doc);
    for field in &it.fields {
        let _ = writeln!(page, "  - `{}`: {}", field.name, field.doc);
    }
}

fn views(page: &mut String) {
    *page += "\n## Views\n\n";
    let _ = writeln!(page, "{VIEWS}\n");
    list(page, &declarations(VIEW, "Access"));
    *page +=
        "\n### Roles\n\nThe meaning of a value where its type does not determine how it is stored in a message.\n\n";
    list(page, &declarations(VIEW, "Role"));
    let _ = writeln!(page, "\n### Objects\n\n{OBJECTS}");
}

const VIEWS: &str = "A module can also contain functions that read values in place. A few IR values, a *place*, locate a value in the message. The view\n\
    of a struct has a root, which locates the value of a whole message, and an accessor for each field; the view of a list has an accessor\n\
    for its elements. These functions take a place and yield a scalar, text, bytes, or the place of a struct or list. Passes make two\n\
    modules of them: one whose accessors check what they read, and a *trusting* one for messages that a validator has accepted.\n\n\
    An accessor of a number, a Bool or an enumerator may have a *slot*: a function that yields the bytes of the message that hold it, so\n\
    that a program can change it there. The elements of a list that is sorted in messages have the path to their key, by which engines search.\n\
    A list whose elements are found one after the other has a function that moves to the `next` one, with which engines go through it.";

const OBJECTS: &str = "An object whose type the schema does not state has a place as well. A view of a struct or of lists may have a function that takes this\n\
    place and yields the view's own: the reader states the type of the object. An object can also be queried for its `kind` (0 nothing,\n\
    1 a struct, 2 a list, 3 a reference), and read as a `text`, as `bytes` or as a `reference`. A trusting module has none of these\n\
    functions, because the types of objects have not been validated.";

fn leaves(page: &mut String) {
    *page += "\n## Leaves\n\nLeaves are functions that every engine implements by hand. The list is closed; their test vectors are in `tests/leaves`.\n";
    for (title, kind) in [("Pure", "PureLeaf"), ("Reading", "ReadLeaf"), ("Writing", "WriteLeaf")] {
        let _ = writeln!(page, "\n### {title}\n");
        declarations::leaves(LEAF, kind).iter().for_each(|it| item(page, it));
    }
}

fn rules(page: &mut String) {
    *page += "\n## Rules\n\nThe verifier checks them after every lowering and every pass.\n\n";
    for rule in Rule::ALL {
        let text = rule.text().trim();
        let _ = writeln!(page, "- **{}**: {text}", rule.name());
    }
}

fn errors(page: &mut String) {
    *page += "\n## Errors\n\n| code | name | meaning |\n| --: | --- | --- |\n";
    for code in ErrorCode::ALL {
        let _ = writeln!(page, "| {} | `{}` | {} |", *code as u8, code.name(), code.message());
    }
}

fn grammar(page: &mut String) {
    *page += "\n## Text form\n\n";
    for line in TEXT.lines().map_while(|line| line.strip_prefix("//!")) {
        let line = declarations::plain(line.strip_prefix(' ').unwrap_or(line));
        let _ = writeln!(page, "{line}");
    }
}
