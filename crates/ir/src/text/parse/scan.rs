//! The first pass over a text: collects the declared names, so that declarations can refer to later ones.

use super::TextError;
use super::cursor::{Cursor, Result};
use super::lex::Token;
use super::native::type_name;
use crate::FuncId;
use crate::types::{
    ConstantId, ConstantType, EnumId, EnumType, Literal, Name, Named, StructId, StructType, Type, Types, UnionId,
    UnionType,
};
use std::collections::HashMap;

/// The declarations of a text.
#[derive(Default)]
pub(super) struct Declared {
    pub(super) named: HashMap<(Vec<String>, Vec<String>), Named>,
    pub(super) functions: HashMap<String, FuncId>,
    structs: u32,
    enums: u32,
    unions: u32,
    constants: u32,
}

impl Declared {
    /// Returns the declared types, all still empty.
    pub(super) fn types(&self) -> Types {
        let name = Name::default;
        Types {
            structs: (0..self.structs)
                .map(|_| StructType {
                    name: name(),
                    fields: vec![],
                    keeps_unknown: false,
                    is_entry: false,
                    is_nullable: false,
                })
                .collect(),
            enums: (0..self.enums)
                .map(|_| EnumType { name: name(), bits: 0, signed: false, open: false, flags: false, members: vec![] })
                .collect(),
            unions: (0..self.unions).map(|_| UnionType { name: name(), cases: vec![] }).collect(),
            constants: (0..self.constants)
                .map(|_| ConstantType { name: name(), ty: Type::Bool, value: Literal::Bool(false) })
                .collect(),
            of_decl: vec![],
        }
    }

    fn declare_type(&mut self, kind: &str) -> Named {
        let next = |count: &mut u32| {
            *count += 1;
            *count - 1
        };
        match kind {
            "struct" => Named::Struct(StructId(next(&mut self.structs))),
            "enum" => Named::Enum(EnumId(next(&mut self.enums))),
            "constant" => Named::Constant(ConstantId(next(&mut self.constants))),
            _ => Named::Union(UnionId(next(&mut self.unions))),
        }
    }
}

/// Collects the declarations of a text.
pub(super) fn scan(tokens: &[Token]) -> std::result::Result<Declared, TextError> {
    let mut cursor = Cursor::new(tokens);
    let mut declared = Declared::default();
    cursor.expect_word("module")?;
    cursor.name()?;
    while !cursor.at_end() {
        item(&mut cursor, &mut declared)?;
    }
    Ok(declared)
}

fn item(cursor: &mut Cursor<'_>, declared: &mut Declared) -> Result<()> {
    if super::declare::skip_docs(cursor) && cursor.at_end() {
        return cursor.error("a declaration expected");
    }
    cursor.eat_word("extra");
    for kind in ["struct", "enum", "union", "constant"] {
        if cursor.eat_word(kind) {
            let name = type_name(cursor)?;
            let named = declared.declare_type(kind);
            if declared.named.insert(name, named).is_some() {
                return cursor.error("a type of this name is declared twice");
            }
            return cursor.skip_braces();
        }
    }
    if cursor.eat_word("fn") {
        let id = FuncId(declared.functions.len() as u32);
        if declared.functions.insert(cursor.name()?.to_owned(), id).is_some() {
            return cursor.error("a function of this name is declared twice");
        }
        return cursor.skip_braces();
    }
    if cursor.eat_word("view") || cursor.eat_word("objects") {
        return super::view::skip_braced(cursor);
    }
    if cursor.eat_word("elements") {
        return super::view::skip_list(cursor);
    }
    let expected = "`struct`, `enum`, `union`, `constant`, `entry`, `view`, `elements`, `objects` or `fn` expected";
    cursor.expect_word("entry").or_else(|_| cursor.error(expected))?;
    super::declare::entry_names(cursor).map(drop)
}
