//! From functions of the IR to instructions.

mod build;
mod bulk;
mod cond;
mod control;
mod each;
mod expr;
mod function;
mod keyed;
mod place;
mod read;
mod set;
mod switch;
mod thread;
mod write;

use super::elements::Elements;
use super::instr::Instr;
use super::jit::Tiers;
use super::layout::Layouts;
use super::literal::Literal;
use super::program::{Compiled, EntryPoint, Members, Program, Reading, Tables};
use super::span::{Space, Span};
use function::FunctionCompiler;
use polywire_ir::types::{EnumId, StructId};
use polywire_ir::{Effects, FuncId, Module, SiteId, effects};
use std::collections::HashMap;

/// The codec violates a rule of the IR; an instruction that fails is emitted instead.
#[derive(Debug)]
struct IllFormed;

/// The result of compiling a part, unless the codec is invalid there.
type CompileResult<T> = Result<T, IllFormed>;

/// State shared by the functions of a module.
struct Compiler<'m> {
    module: &'m Module,
    layouts: Layouts,
    effects: Vec<Effects>,
    elements: Elements,
    code: Vec<Instr>,
    sites: Vec<(u32, SiteId)>,
    tables: Tables,
    literal_bytes: Vec<u8>,
    literals: HashMap<Vec<u8>, u32>,
    templates: HashMap<Vec<u64>, u32>,
    members: HashMap<EnumId, u32>,
}

impl Program {
    /// Compiles all functions of a module.
    pub fn compile(module: &Module) -> Self {
        Self::of(module, effects(module), Elements::default())
    }

    /// Compiles all functions of a module so that messages of one struct can be converted element by element
    /// ([`super::Session::transcode_by_element`]).
    pub fn compile_by_element(module: &Module, record: StructId) -> Self {
        let mut module = module.clone();
        let known = effects(&module);
        let elements = Elements::of(&mut module, record, &known);
        Self::of(&module, effects(&module), elements)
    }

    fn of(module: &Module, effects: Vec<Effects>, elements: Elements) -> Self {
        let mut compiler = Compiler {
            module,
            layouts: Layouts::new(&module.types),
            effects,
            elements,
            code: Vec::new(),
            sites: Vec::new(),
            tables: Tables::default(),
            literal_bytes: Vec::new(),
            literals: HashMap::new(),
            templates: HashMap::new(),
            members: HashMap::new(),
        };
        let functions: Vec<Compiled> =
            (0..module.functions.len() as u32).map(|id| FunctionCompiler::compile(&mut compiler, FuncId(id))).collect();
        let entries = module.entries.iter().map(|entry| EntryPoint {
            record: entry.record,
            encode: entry.encode,
            decode: entry.decode,
            validate: entry.validate.map(|func| Reading { func, builds: module.function(func).builds() }),
            schema: entry.schema,
        });
        let tiers = Tiers::new(functions.len());
        Self {
            types: module.types.clone(),
            elements: compiler.elements,
            layouts: compiler.layouts,
            code: compiler.code,
            functions,
            entries: entries.collect(),
            literal_bytes: compiler.literal_bytes,
            sites: compiler.sites,
            tables: compiler.tables,
            tiers,
        }
    }
}

impl Compiler<'_> {
    /// Returns the index of constant bytes.
    fn literal(&mut self, bytes: &[u8]) -> u32 {
        if let Some(&known) = self.literals.get(bytes) {
            return known;
        }
        let span = Span::new(Space::Literals, self.literal_bytes.len(), bytes.len());
        self.literal_bytes.extend_from_slice(bytes);
        let index = push(&mut self.tables.literals, Literal::new(span, bytes));
        self.literals.insert(bytes.to_vec(), index);
        index
    }

    /// Returns the span of constant bytes.
    fn literal_span(&mut self, bytes: &[u8]) -> Span {
        let index = self.literal(bytes);
        self.tables.literals[index as usize].span
    }

    /// Returns the index of a new value.
    fn template(&mut self, template: Vec<u64>) -> u32 {
        if let Some(&known) = self.templates.get(&template) {
            return known;
        }
        let index = push(&mut self.tables.templates, template.clone());
        self.templates.insert(template, index);
        index
    }

    /// Returns the index of the numbers of an enum's members.
    fn members(&mut self, id: EnumId) -> u32 {
        if let Some(&known) = self.members.get(&id) {
            return known;
        }
        let declared = self.module.types.enums.get(id.0 as usize);
        let numbers = declared.map(|declared| declared.members.iter().map(|member| member.number).collect());
        let index = push(&mut self.tables.members, Members::new(numbers.unwrap_or_default()));
        self.members.insert(id, index);
        index
    }
}

/// Appends to a table; returns the index.
fn push<T>(table: &mut Vec<T>, item: T) -> u32 {
    table.push(item);
    table.len() as u32 - 1
}
