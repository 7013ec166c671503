use super::elements::{Apart, Spliced, Writer};
use crate::bytecode::arena::Arena;
use crate::bytecode::jit::{MachineCode, VmContext};
use crate::bytecode::program::Program;
use crate::bytecode::span::{Space, Span};
use crate::leaves;
use crate::{Failure, Limits};
use polywire_ir::{ErrorCode, FuncId};
use std::collections::HashMap;

/// Memory reused from message to message.
#[derive(Debug, Default)]
pub struct Buffers {
    /// Registers of all active functions.
    pub registers: Vec<u64>,
    /// Calling functions.
    pub frames: Vec<Frame>,
    /// Elements in sorted order, of all active visits.
    pub order: Vec<u64>,
    /// Numbers being collected for a list.
    pub numbers: Vec<u64>,
    /// An unescaped text, before it is stored.
    pub unescaped: leaves::Scratch,
    /// Guesses of the size of varint lengths.
    pub length_guesses: Vec<u8>,
    /// The enclosing streams.
    pub outer: Vec<Stream>,
    /// Positions by key.
    pub memo: HashMap<Box<[u8]>, u64>,
}

/// The caller.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The instruction after the call.
    pub back: u32,
    /// Start of the caller's registers.
    pub base: usize,
    /// The callee counts a level of nesting.
    pub nests: bool,
}

/// A suspended stream.
#[derive(Debug, Default)]
pub struct Stream {
    pub out: Vec<u8>,
    pub base: usize,
    pub memo: HashMap<Box<[u8]>, u64>,
}

/// An error's code and the instruction that failed.
pub type Fault = (ErrorCode, u32);

/// The state in which a machine resumes.
#[derive(Clone, Copy, Debug)]
pub struct Suspended {
    /// The next instruction.
    pub next: u32,
    /// Start of the function's registers.
    pub base: usize,
}

/// A machine's read state: positions in a space.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    pub region: Span,
    pub space: Space,
    pub pos: usize,
    pub end: usize,
}

/// A program running on one message.
pub struct Machine<'a> {
    pub program: &'a Program,
    pub input: &'a [u8],
    pub arena: &'a mut Arena,
    pub buffers: &'a mut Buffers,
    pub out: Vec<u8>,
    pub reader: Reader,
    /// The input position at which another space was entered.
    pub outside: usize,
    /// Start of the section being written.
    pub base: usize,
    pub budget: u64,
    pub depth: u32,
    pub limits: Limits,
    /// Between elements, the machine stops if less input than this is left.
    pub enough: usize,
    /// The state in which it stopped.
    pub suspended: Option<Suspended>,
    /// Values copy bytes of the input, because it is discarded.
    pub copies: bool,
    /// Elements that are encoded as soon as they are decoded.
    pub apart: Option<Box<Apart>>,
    /// The encoder of elements.
    pub writer: Option<Box<Writer<'a>>>,
    /// Elements that were encoded before the message around them.
    pub spliced: Option<Spliced>,
    /// Functions available as machine code.
    pub code: Option<&'a MachineCode>,
    /// The stack was too small for machine code; the bytecode needs less.
    pub is_exhausted: bool,
    /// The part of the machine that machine code accesses.
    #[cfg_attr(not(feature = "jit"), expect(dead_code, reason = "only machine code looks"))]
    pub vm_context: VmContext,
}

impl Buffers {
    /// Resets the state.
    pub fn begin(&mut self, program: &Program) {
        self.frames.clear();
        self.order.clear();
        self.outer.clear();
        self.memo.clear();
        self.length_guesses.resize(program.tables.measures.len(), 1);
    }
}

impl Reader {
    /// Starts at the beginning of the input.
    pub fn of(input: &[u8]) -> Self {
        Self { region: Span::new(Space::Input, 0, input.len()), space: Space::Input, pos: 0, end: input.len() }
    }
}

impl<'a> Machine<'a> {
    /// Makes a machine for one message. `input` is what input spans in the arena refer to.
    pub fn new(
        program: &'a Program,
        (input, arena, buffers): (&'a [u8], &'a mut Arena, &'a mut Buffers),
        limits: &Limits,
    ) -> Self {
        buffers.begin(program);
        Self::again(program, (input, arena, buffers), limits)
    }

    /// Makes a machine that continues a message, at the start of its rest.
    pub fn again(
        program: &'a Program,
        (input, arena, buffers): (&'a [u8], &'a mut Arena, &'a mut Buffers),
        limits: &Limits,
    ) -> Self {
        let reader = Reader::of(input);
        let (budget, limits) = (limits.budget, *limits);
        Self {
            program,
            input,
            arena,
            buffers,
            out: Vec::new(),
            reader,
            outside: 0,
            base: 0,
            budget,
            depth: 0,
            limits,
            enough: 0,
            suspended: None,
            copies: false,
            apart: None,
            writer: None,
            spliced: None,
            code: None,
            is_exhausted: false,
            vm_context: VmContext::new(),
        }
    }

    /// Runs a function on its arguments.
    pub fn call(&mut self, function: FuncId, args: &[u64]) -> Result<(), Failure> {
        self.execute(function, args).map_err(|(code, at)| self.failure(code, at))
    }

    /// Like `call`; an error includes the failed instruction.
    pub fn execute(&mut self, function: FuncId, args: &[u64]) -> Result<(), Fault> {
        let needed = self.program.functions.get(function.0 as usize).map_or(0, |it| it.registers as usize);
        let mut registers = std::mem::take(&mut self.buffers.registers);
        registers.resize(registers.len().max(needed + args.len()), 0);
        registers[..args.len()].copy_from_slice(args);
        let outcome = match self.code.filter(|code| code.has(function.0)) {
            Some(code) => code.run(self, function.0, &mut registers, 0),
            None => self.run(function.0, &mut registers),
        };
        self.buffers.registers = registers;
        outcome
    }

    /// Resumes after a stop.
    pub fn resume(&mut self, at: Suspended) -> Result<(), Fault> {
        let mut registers = std::mem::take(&mut self.buffers.registers);
        let outcome = self.go_on(at.next, at.base, &mut registers);
        self.buffers.registers = registers;
        outcome
    }

    fn failure(&self, code: ErrorCode, at: u32) -> Failure {
        let depth_limit = code == ErrorCode::TooDeep;
        let written = self.buffers.outer.first().map_or(self.out.len(), |stream| stream.out.len());
        let read = match self.reader.space {
            Space::Input => self.reader.pos,
            Space::Heap | Space::Defaults | Space::Literals => self.outside,
        };
        let site = if depth_limit { None } else { self.program.site(at) };
        let offset = if self.input.is_empty() { written } else { read };
        Failure { code, function: self.program.function_at(at), site, offset }
    }

    /// The bytes of a space.
    #[inline(always)]
    pub fn space(&self, space: Space) -> &[u8] {
        match space {
            Space::Input => self.input,
            Space::Heap => self.arena.heap(),
            Space::Defaults => &self.program.layouts.defaults,
            Space::Literals => &self.program.literal_bytes,
        }
    }

    /// The bytes of a span.
    #[inline(always)]
    pub fn bytes(&self, span: Span) -> &[u8] {
        self.space(span.space()).get(span.range()).unwrap_or_default()
    }

    /// The bytes of a constant.
    #[inline(always)]
    pub fn literal(&self, literal: u32) -> &'a [u8] {
        let program = self.program;
        let literal = program.tables.literals.get(literal as usize);
        literal.and_then(|literal| program.literal_bytes.get(literal.span.range())).unwrap_or_default()
    }

    /// Returns a new value.
    #[inline(always)]
    pub fn template(&self, template: u32) -> &'a [u64] {
        let program = self.program;
        program.tables.templates.get(template as usize).map_or(&[], |template| template)
    }
}
