//! Constants of integers, which give names to numbers and lengths to arrays.

use super::{Reader, children};
use crate::zebra::codes;
use crate::zebra::tree::{ConstDecl, File};
use polywire_source::Diagnostic;
use std::collections::HashMap;
use tree_sitter::Node;

/// Expressions may be nested this deeply.
const MOST_LEVELS: usize = 100;

/// The constants that are known so far.
#[derive(Default)]
pub(super) struct Constants {
    values: HashMap<String, i128>,
    /// The number of the line in its group.
    iota: Option<i128>,
}

/// Lines without a value repeat that of the line before.
#[derive(Clone, Copy, Default)]
struct Repeated<'a> {
    ty: Option<Node<'a>>,
    values: Option<Node<'a>>,
}

impl<'a> Reader<'a, '_> {
    pub(super) fn constants(&mut self, declaration: Node<'a>, file: &mut File) {
        let mut last = Repeated::default();
        let specs = children(declaration).filter(|it| it.kind() == "const_spec");
        for (spec, iota) in specs.zip(0..) {
            if let Some(values) = spec.child_by_field_name("value") {
                last = Repeated { ty: spec.child_by_field_name("type"), values: Some(values) };
            }
            self.constants.iota = Some(iota);
            let doc = self.doc(spec);
            let mut cursor = spec.walk();
            let names = spec.children_by_field_name("name", &mut cursor).filter(|it| it.kind() == "identifier");
            let values: Vec<Node<'a>> = last.values.into_iter().flat_map(children).collect();
            for (name, value) in names.zip(values) {
                // Texts and floats are constants as well, which no schema needs.
                let Some(value) = self.computed(value, 0) else { continue };
                let name = self.word(name);
                self.constants.values.insert(name.text.clone(), value);
                let ty = last.ty.map(|ty| self.source(ty).to_owned());
                file.constants.push(ConstDecl { name, ty, value, doc: doc.clone() });
            }
        }
        self.constants.iota = None;
    }

    /// Returns the value of an expression, or reports that it is not known.
    pub(super) fn value(&mut self, node: Node<'a>, level: usize) -> Option<i128> {
        let value = self.computed(node, level);
        if value.is_none() {
            let message = format!("the value of `{}` is not known", self.source(node));
            let help = "use a number, or a constant of this file that comes from numbers";
            self.diagnostics.push(Diagnostic::error(codes::CONSTANT, message).at(self.span(node), "").help(help));
        }
        value
    }

    fn computed(&self, node: Node<'a>, level: usize) -> Option<i128> {
        if level > MOST_LEVELS {
            return None;
        }
        let part = |name: &str| self.computed(node.child_by_field_name(name)?, level + 1);
        match node.kind() {
            "int_literal" => integer(self.source(node)),
            "iota" => self.constants.iota,
            "identifier" if self.source(node) == "iota" => self.constants.iota,
            "identifier" => self.constants.values.get(self.source(node)).copied(),
            "parenthesized_expression" => self.computed(children(node).next()?, level + 1),
            "unary_expression" => {
                let operand = part("operand")?;
                match self.source(node.child_by_field_name("operator")?) {
                    "-" => operand.checked_neg(),
                    "+" => Some(operand),
                    "^" => Some(!operand),
                    _ => None,
                }
            }
            "binary_expression" => {
                let operator = self.source(node.child_by_field_name("operator")?);
                binary(part("left")?, operator, part("right")?)
            }
            // A conversion: `Kind(1)`.
            "call_expression" => {
                let mut arguments = children(node.child_by_field_name("arguments")?);
                let (first, second) = (arguments.next()?, arguments.next());
                if second.is_none() { self.computed(first, level + 1) } else { None }
            }
            "type_conversion_expression" => part("operand"),
            _ => None,
        }
    }
}

fn binary(left: i128, operator: &str, right: i128) -> Option<i128> {
    let distance = || u32::try_from(right).ok().filter(|it| *it < 64);
    match operator {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        "&" => Some(left & right),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&^" => Some(left & !right),
        "<<" => left.checked_mul(1 << distance()?),
        ">>" => Some(left >> distance()?),
        _ => None,
    }
}

/// Returns the value of a literal (Go's specification, "Integer literals").
fn integer(text: &str) -> Option<i128> {
    let digits = text.replace('_', "").to_lowercase();
    let radix = [("0x", 16), ("0b", 2), ("0o", 8)];
    match radix.into_iter().find(|(prefix, _)| digits.starts_with(prefix)) {
        Some((_, radix)) => i128::from_str_radix(&digits[2..], radix).ok(),
        None if digits.len() > 1 && digits.starts_with('0') => i128::from_str_radix(&digits[1..], 8).ok(),
        None => digits.parse().ok(),
    }
}
