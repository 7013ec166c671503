//! Simple values as texts, in the lexical forms of XML Schema (Part 2: Datatypes).

mod automaton;
mod binary;
mod decimal;
mod enumerator;
mod facets;
mod number;
mod read;
mod space;
mod write;

use crate::json::decimal::DecimalCodec;
use automaton::Automata;
pub(super) use facets::Simple;
use polywire_ir::FuncId;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::Types;
use polywire_model::Model;
pub(super) use write::escaped;

/// The functions that read and write texts.
pub(super) struct Texts {
    /// `trim(text) -> text`: without white space at its ends.
    trim: FuncId,
    /// `replace(text) -> text`: each white space is a space.
    replace: FuncId,
    /// `collapse(text) -> text`: also without any at its ends, and with one at a time.
    collapse: FuncId,
    /// `int(text) -> number`.
    int: FuncId,
    /// `uint(text) -> number`.
    uint: FuncId,
    /// `scaled(text, scale) -> number`: a decimal number, as an integer with so many digits behind the point.
    scaled: FuncId,
    /// `digits(text) -> total, fraction`: counts the digits of a decimal number.
    digits: FuncId,
    automata: Automata,
    /// `characters(text) -> count`.
    characters: FuncId,
    /// `float64(text) -> bits`.
    float64: FuncId,
    /// `float32(text) -> bits`.
    float32: FuncId,
    /// `base64(text) -> bytes`.
    base64: FuncId,
    /// `hex(text) -> bytes`.
    hex: FuncId,
    /// `write_text(text)`.
    write_text: FuncId,
    /// `write_value(text)`: in an attribute.
    write_attribute: FuncId,
    /// `write_float64(bits)`.
    write_float64: FuncId,
    /// `write_float32(bits)`.
    write_float32: FuncId,
    /// `write_base64(bytes)`.
    write_base64: FuncId,
    /// `write_hex(bytes)`.
    write_hex: FuncId,
    /// The functions for decimal numbers, if there are some.
    decimals: Option<DecimalCodec>,
}

impl Texts {
    /// Defines them.
    pub fn define(module: &mut ModuleBuilder, model: &Model, types: &Types, code_point: FuncId) -> Self {
        let matches = module.add(automaton::matches(code_point));
        Self {
            trim: module.add(space::trim()),
            replace: module.add(space::replace()),
            collapse: module.add(space::collapse()),
            int: module.add(number::int()),
            uint: module.add(number::uint()),
            scaled: module.add(decimal::scaled()),
            digits: module.add(decimal::digits()),
            automata: Automata::define(module, model, matches),
            characters: module.add(facets::characters()),
            float64: module.add(number::float(64)),
            float32: module.add(number::float(32)),
            base64: module.add(binary::read_base64()),
            hex: module.add(binary::read_hex()),
            write_text: module.add(write::write_text("write_text", b"")),
            write_attribute: module.add(write::write_text("write_attribute", b"\"\t\n")),
            write_float64: module.add(number::write_float(64)),
            write_float32: module.add(number::write_float(32)),
            write_base64: module.add(binary::write_base64()),
            write_hex: module.add(binary::write_hex()),
            decimals: DecimalCodec::of(types, module),
        }
    }
}

/// The functions that write a text.
#[derive(Clone, Copy)]
pub(super) struct TextWriters {
    /// `write_text(text)`.
    pub text: FuncId,
    /// `write_value(text)`: in an attribute.
    pub attribute: FuncId,
}

impl Texts {
    /// Returns the functions that write a text.
    pub fn writers(&self) -> TextWriters {
        TextWriters { text: self.write_text, attribute: self.write_attribute }
    }
}
