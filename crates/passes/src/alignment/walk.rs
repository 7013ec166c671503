//! Follows the cursors of the input and the output through a function.

use super::cursor::{Cursor, Origin};
use super::cursors::{Callee, Cursors};
use super::moves::{give_length, read, write};
use super::residue::Residue;
use polywire_ir::{Arg, Block, Const, Datum, Expr, FuncId, Miss, Op, Prefix, ReadWhat, VarId, ops_of};

pub(super) struct Walk<'e> {
    functions: &'e [Callee],
    /// None where no op runs.
    now: Option<Cursors>,
    rewrites: bool,
}

impl<'e> Walk<'e> {
    pub fn new(functions: &'e [Callee], start: Cursors) -> Self {
        Self { functions, now: Some(start), rewrites: false }
    }

    /// Returns the cursors at the end of a function's body.
    pub fn through(mut self, body: &mut Block) -> Option<Cursors> {
        self.block(body);
        self.now
    }

    /// Replaces alignments whose length is known.
    pub fn rewrite(mut self, body: &mut Block) {
        self.rewrites = true;
        self.block(body);
    }

    fn block(&mut self, block: &mut Block) {
        let mut ops = std::mem::take(&mut block.ops);
        ops.retain_mut(|op| {
            let known_length = self.known_length(op);
            match known_length.filter(|_| self.rewrites) {
                Some(0) => return false,
                Some(gap) => give_length(op, gap),
                None => {}
            }
            true
        });
        block.ops = ops;
    }

    /// Follows an op; returns the length of an alignment if it is known.
    fn known_length(&mut self, op: &mut Op) -> Option<u64> {
        let now = self.now.as_mut()?;
        match op {
            Op::Read { what: ReadWhat::Align { to: Expr::Const(Const::U64(to)), from }, .. } => {
                return now.input.align(*to, from);
            }
            Op::Write { what: Datum::Align { to, from } } => return now.output.align((*to).into(), from),
            ops_of!(control) => self.control(op),
            ops_of!(reading) => self.reading(op),
            ops_of!(building) => self.building(op),
            ops_of!(writing) => self.writing(op),
        }
        None
    }

    fn control(&mut self, op: &mut Op) {
        match op {
            Op::Let { var, value } => self.bind(*var, value),
            Op::If { then, other, .. } => self.branches(&mut [then, other]),
            Op::Switch { arms, default, .. } => {
                let mut blocks: Vec<&mut Block> = arms.iter_mut().map(|arm| &mut arm.body).collect();
                blocks.push(default);
                self.branches(&mut blocks);
            }
            Op::Loop { body, .. } => self.repeat(body),
            Op::Call { func, args, .. } => self.call(*func, args),
            Op::Check { cond: Expr::Const(Const::Bool(false)), .. } => self.now = None,
            Op::Check { .. } | Op::Charge { .. } | Op::Credit { .. } => {}
            ops_of!(reading | building | writing) => {}
        }
    }

    fn reading(&mut self, op: &mut Op) {
        match op {
            Op::Read { what, .. } => self.input(|input| read(input, what)),
            Op::Match { bytes, miss } => {
                let before = self.now.clone();
                self.input(|input| input.advance(Residue::exact(bytes.len() as u64)));
                if let Miss::Yield(_) = miss {
                    self.or(before);
                }
            }
            Op::Window { len, body, .. } => {
                let mut end = self.now.as_ref().map(|now| now.input.clone()).unwrap_or_default();
                end.advance(Residue::of(len));
                self.block(body);
                self.input(|input| *input = end);
            }
            Op::At { pos, body, .. } => {
                let outer = self.now.as_ref().map(|now| now.input.clone()).unwrap_or_default();
                let mut start = Cursor::at(Origin::Zero);
                start.advance(Residue::of(pos));
                self.input(|input| *input = start);
                self.block(body);
                self.input(|input| *input = outer);
            }
            Op::Section { .. } => {}
            Op::Keyed { head, arms, default, .. } => {
                let mut blocks = vec![head];
                blocks.extend(arms.iter_mut().map(|arm| &mut arm.body));
                blocks.push(default);
                self.anywhere(&mut blocks);
            }
            ops_of!(control | building | writing) => {}
        }
    }

    fn building(&mut self, op: &mut Op) {
        match op {
            Op::Open { body, .. } | Op::Push { body, .. } | Op::Make { body, .. } => self.block(body),
            Op::Fill { body, .. } => self.repeat(body),
            Op::Set { .. } | Op::Reset { .. } | Op::Retain { .. } | Op::ReportUnknown { .. } => {}
            ops_of!(control | reading | writing) => {}
        }
    }

    fn writing(&mut self, op: &mut Op) {
        match op {
            Op::Write { what } => self.output(|output| write(output, what)),
            Op::Measured { prefix: Prefix::Int { width, .. }, body, .. } => {
                self.output(|output| output.advance(Residue::exact((*width).into())));
                self.block(body);
            }
            // The body moves when its length is known.
            Op::Measured { prefix: Prefix::Varint, body, .. } => self.anywhere(&mut [body]),
            Op::Block { size, body, .. } => {
                self.output(|output| output.advance(Residue::of(size)));
                self.block(body);
            }
            Op::Sub { body, .. } | Op::Tail { body, .. } => self.block(body),
            Op::Each { body, .. } => self.repeat(body),
            Op::Memo { body, .. } => self.branches(&mut [body, &mut Block::default()]),
            Op::Scratch { body, .. } => {
                let outer = self.now.as_ref().map(|now| now.output.clone()).unwrap_or_default();
                self.output(|output| *output = Cursor::at(Origin::Zero));
                self.block(body);
                self.output(|output| *output = outer);
            }
            Op::Put { .. } => {}
            ops_of!(control | reading | building) => {}
        }
    }

    fn bind(&mut self, var: VarId, value: &Expr) {
        let Some(now) = &mut self.now else { return };
        match value {
            Expr::Pos => now.input.learn(Origin::Var(var), Residue::exact(0)),
            Expr::Tail => now.output.learn(Origin::Var(var), Residue::exact(0)),
            _ => {}
        }
    }

    fn call(&mut self, func: FuncId, args: &[Arg]) {
        let Callee { params, end } = &self.functions[func.0 as usize];
        match (&mut self.now, end) {
            (Some(now), Some(end)) => {
                end.input.follow(&mut now.input, params, args);
                end.output.follow(&mut now.output, params, args);
            }
            _ => self.now = None,
        }
    }

    fn input(&mut self, change: impl FnOnce(&mut Cursor)) {
        if let Some(now) = &mut self.now {
            change(&mut now.input);
        }
    }

    fn output(&mut self, change: impl FnOnce(&mut Cursor)) {
        if let Some(now) = &mut self.now {
            change(&mut now.output);
        }
    }

    /// Adds where else the cursors may be.
    fn or(&mut self, other: Option<Cursors>) {
        self.now = match (self.now.take(), other) {
            (Some(one), Some(other)) => Some(one.or(&other)),
            (one, other) => one.or(other),
        };
    }

    /// Follows blocks of which one runs.
    fn branches(&mut self, blocks: &mut [&mut Block]) {
        let start = self.now.take();
        let mut end = None;
        for block in blocks {
            self.now = start.clone();
            self.block(block);
            self.or(end.take());
            end = self.now.take();
        }
        self.now = end;
    }

    /// Follows a block that runs any number of times.
    fn repeat(&mut self, block: &mut Block) {
        let rewrites = std::mem::replace(&mut self.rewrites, false);
        loop {
            let start = self.now.clone();
            self.block(block);
            self.or(start.clone());
            if self.now == start {
                break;
            }
        }
        self.rewrites = rewrites;
        let start = self.now.clone();
        self.block(block);
        self.now = start;
    }

    /// Follows blocks that run at any position, in any order.
    fn anywhere(&mut self, blocks: &mut [&mut Block]) {
        let start = self.now.take().map(|_| Cursors::anywhere());
        self.now = start.clone();
        self.branches(blocks);
        self.now = start;
    }
}
