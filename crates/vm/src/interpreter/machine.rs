use super::bytes::Bytes;
use super::item::{Item, Ref, Root, Tracked};
use super::stream::Stream;
use super::tracer::Tracer;
use super::unknown_parts::UnknownParts;
use crate::{Failure, Limits, Value, limits};
use polywire_ir::{Block, ErrorCode, FuncId, Function, Module, Op, Setting, SiteId, VarId, ops_of, subject};

/// A result, or the reason why the message is refused.
pub type Outcome<T> = Result<T, Failure>;

/// The state of processing a message.
pub struct Machine<'m> {
    pub(super) module: &'m Module,
    limits: Limits,
    /// The remaining budget.
    pub(super) budget: u64,
    pub(super) depth: u32,
    pub(super) input: Bytes,
    pub(super) cursor: Cursor,
    /// The position in the input at which a region outside of the input was entered.
    pub(super) outside: Option<usize>,
    /// Nested streams of scratches; the last one is written to.
    pub(super) streams: Vec<Stream>,
    message: Value,
    schema: Option<Value>,
    /// Temporary values of the active blocks.
    pub(super) made: Vec<Value>,
    /// The member that the failure is about; set by the innermost op that knows it.
    pub(super) culprit: Option<Ref>,
    /// The number that the failed check tested.
    pub(super) tested: Option<u64>,
    /// The tracer that records reads, if any.
    pub(super) tracer: Option<Box<Tracer<'m>>>,
    /// The tracer after it has recorded as many reads as it can.
    pub(super) finished_tracer: Option<Box<Tracer<'m>>>,
    pub(super) unknown_parts: UnknownParts,
}

/// The read position of ops.
#[derive(Clone)]
pub struct Cursor {
    pub region: Bytes,
    /// Position in the region.
    pub pos: usize,
    /// End of the window in the region; `pos <= end <= region.len()`.
    pub end: usize,
}

/// An active function call.
pub struct Frame<'m> {
    pub id: FuncId,
    pub function: &'m Function,
    vars: Vec<Option<Tracked>>,
}

impl<'m> Machine<'m> {
    pub fn new(module: &'m Module, input: Bytes, message: Value, schema: Option<Value>, limits: &Limits) -> Self {
        let cursor = Cursor { region: input.clone(), pos: 0, end: input.len() };
        let streams = vec![Stream::default()];
        Self {
            module,
            limits: *limits,
            budget: limits.budget,
            depth: 0,
            input,
            cursor,
            outside: None,
            streams,
            message,
            schema,
            made: Vec::new(),
            culprit: None,
            tested: None,
            tracer: None,
            finished_tracer: None,
            unknown_parts: UnknownParts::default(),
        }
    }

    pub fn into_message(self) -> Value {
        self.message
    }

    pub fn into_output(mut self) -> Vec<u8> {
        self.streams.pop().map(|stream| stream.bytes).unwrap_or_default()
    }

    /// Calls a function.
    pub fn call(&mut self, id: FuncId, args: Vec<Tracked>) -> Outcome<Vec<Tracked>> {
        let module = self.module;
        let function =
            module.functions.get(id.0 as usize).ok_or_else(|| self.failure(id, ErrorCode::Internal, None))?;
        if function.nests && self.depth == self.limits.depth {
            return Err(self.failure(id, ErrorCode::TooDeep, None));
        }
        let mut frame = Frame { id, function, vars: vec![None; function.vars.len()] };
        for (param, arg) in function.params.iter().zip(args) {
            self.bind(&mut frame, param.var, arg)?;
        }
        self.depth += u32::from(function.nests);
        self.trace_param(&frame);
        let results = self.run(&mut frame, &function.body).inspect_err(|_| self.blame_param(&frame))?;
        self.trace_back();
        self.depth -= u32::from(function.nests);
        Ok(results)
    }

    /// Runs a block and computes its yields.
    pub fn run(&mut self, frame: &mut Frame<'m>, block: &'m Block) -> Outcome<Vec<Tracked>> {
        let made = self.made.len();
        for (index, op) in block.ops.iter().enumerate() {
            self.trace_op(frame, block, index);
            self.run_op(frame, op).inspect_err(|_| self.blame(frame, subject(frame.function, &block.ops, index)))?;
            self.trace_back();
        }
        let yields = block.yields.iter().map(|value| self.eval_tracked(frame, value)).collect();
        self.made.truncate(made);
        yields
    }

    /// Runs a block and binds its yields.
    pub fn run_into(&mut self, frame: &mut Frame<'m>, block: &'m Block, results: &[VarId]) -> Outcome<()> {
        let hold = self.hold().filter(|_| results.is_empty());
        match self.run(frame, block) {
            Ok(yields) => self.bind_all(frame, results, yields),
            Err(failure) => {
                let hold = hold.filter(|_| self.seeks(frame));
                self.recover(hold, failure)
            }
        }
    }

    fn run_op(&mut self, frame: &mut Frame<'m>, op: &'m Op) -> Outcome<()> {
        match op {
            ops_of!(control) => self.run_control(frame, op),
            ops_of!(reading) => self.run_reading(frame, op),
            ops_of!(building) => self.run_building(frame, op),
            ops_of!(writing) => self.run_writing(frame, op),
        }
    }

    /// Binds a variable.
    pub fn bind(&self, frame: &mut Frame<'m>, var: VarId, item: impl Into<Tracked>) -> Outcome<()> {
        match frame.vars.get_mut(var.0 as usize) {
            Some(slot) => {
                *slot = Some(item.into());
                Ok(())
            }
            None => Err(self.internal(frame)),
        }
    }

    /// Binds variables, as many as there are values.
    pub fn bind_all(&self, frame: &mut Frame<'m>, vars: &[VarId], items: Vec<Tracked>) -> Outcome<()> {
        if vars.len() != items.len() {
            return Err(self.internal(frame));
        }
        vars.iter().zip(items).try_for_each(|(&var, item)| self.bind(frame, var, item))
    }

    /// A whole native value.
    pub fn root(&self, root: Root) -> Option<&Value> {
        match root {
            Root::Message => Some(&self.message),
            Root::Schema => self.schema.as_ref(),
            Root::Made(index) => self.made.get(index),
        }
    }

    /// A whole native value under construction.
    pub fn root_mut(&mut self, root: Root) -> Option<&mut Value> {
        match root {
            Root::Message => Some(&mut self.message),
            Root::Schema => self.schema.as_mut(),
            Root::Made(index) => self.made.get_mut(index),
        }
    }

    /// Makes a temporary native value, which lives as long as the current block.
    pub fn make(&mut self, value: Value) -> Root {
        self.unknown_parts.forget(self.made.len());
        self.made.push(value);
        Root::Made(self.made.len() - 1)
    }

    /// Removes and returns the most recent temporary value.
    pub fn take_made(&mut self) -> Option<Value> {
        self.made.pop()
    }

    /// Returns a setting chosen by the caller.
    pub fn setting(&self, setting: Setting) -> bool {
        limits::setting(&self.limits, setting)
    }

    /// An op's failure.
    pub fn fail<T>(&self, frame: &Frame<'m>, code: ErrorCode, site: SiteId) -> Outcome<T> {
        Err(self.failure(frame.id, code, Some(site)))
    }

    /// The failure of an ill-formed codec.
    pub fn internal(&self, frame: &Frame<'m>) -> Failure {
        self.failure(frame.id, ErrorCode::Internal, None)
    }

    fn failure(&self, function: FuncId, code: ErrorCode, site: Option<SiteId>) -> Failure {
        let written = self.streams.first().map_or(0, |stream| stream.bytes.len());
        let offset = if self.input.is_empty() { written } else { self.read_position() };
        Failure { code, function, site, offset }
    }

    /// Returns the read position in the input; in a region outside of the input, the position at which the input was
    /// left.
    fn read_position(&self) -> usize {
        self.outside.unwrap_or_else(|| self.cursor.region.start_in(&self.input).unwrap_or(0) + self.cursor.pos)
    }

    /// Starts reading another region; returns the state for [`Self::leave`].
    pub(super) fn enter(&mut self, cursor: Cursor) -> (Cursor, Option<usize>) {
        let is_inside = cursor.region.start_in(&self.input).is_some();
        let outside = if is_inside { None } else { Some(self.read_position()) };
        (std::mem::replace(&mut self.cursor, cursor), std::mem::replace(&mut self.outside, outside))
    }

    /// Returns to the previous region.
    pub(super) fn leave(&mut self, (cursor, outside): (Cursor, Option<usize>)) {
        (self.cursor, self.outside) = (cursor, outside);
    }
}

impl Frame<'_> {
    /// The value of a variable, if it is bound.
    pub fn get(&self, var: VarId) -> Option<&Item> {
        self.tracked(var).map(|tracked| &tracked.item)
    }

    /// The value of a variable and its origin, if it is bound.
    pub fn tracked(&self, var: VarId) -> Option<&Tracked> {
        self.vars.get(var.0 as usize)?.as_ref()
    }
}
