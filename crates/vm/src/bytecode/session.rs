use super::arena::Arena;
use super::convert::{Converter, Reader};
use super::engine::Engine;
use super::program::{EntryPoint, Program, Reading};
use super::run::{Buffers, Machine};
use super::span::MAX_SPACE;
use crate::{Failure, Limits, Value};
use polywire_ir::types::{StructId, Types};
use polywire_ir::{ErrorCode, FuncId};
use std::sync::Arc;

/// Memory that is reused from message to message: an arena for native values, registers, streams.
#[derive(Debug, Default)]
pub struct Session {
    pub(super) arena: Arena,
    pub(super) buffers: Buffers,
    /// Buffers of the element encoder, which runs while the message around is decoded.
    pub(super) writing: Buffers,
    pub(super) kept_unknown: bool,
    /// Types of two programs that were found equal.
    same_types: Option<[Arc<Types>; 2]>,
    pub(super) engine: Engine,
    is_machine_code: bool,
}

/// The result of decoding.
struct Read {
    /// Address of the value.
    at: usize,
    /// Where the decoder stopped.
    end: usize,
}

impl Program {
    /// Decodes a message that fills the input, with the writer's schema as a value if the format needs it.
    ///
    /// # Errors
    /// As the module's ops fail; `unsupported` if it has no such entry or a schema is missing.
    pub fn decode(
        &self,
        record: StructId,
        input: &[u8],
        schema: Option<&Value>,
        limits: &Limits,
    ) -> Result<Value, Failure> {
        Session::default().decode(self, record, (input, schema), limits)
    }

    /// Gives the same verdict on a message as [`Program::decode`].
    ///
    /// # Errors
    /// As `decode`; `unsupported` if the module has no validators.
    pub fn validate(
        &self,
        record: StructId,
        input: &[u8],
        schema: Option<&Value>,
        limits: &Limits,
    ) -> Result<(), Failure> {
        Session::default().validate(self, record, (input, schema), limits)
    }

    /// Encodes a message.
    ///
    /// # Errors
    /// As the module's ops fail; `unsupported` if it cannot encode this struct, `internal` if the value has another
    /// type.
    pub fn encode(&self, record: StructId, value: &Value, limits: &Limits) -> Result<Vec<u8>, Failure> {
        Session::default().encode(self, record, value, limits)
    }

    fn converter(&self) -> Converter<'_> {
        Converter { types: &self.types, layouts: &self.layouts }
    }

    pub(super) fn entry(&self, record: StructId) -> Result<&EntryPoint, Failure> {
        self.entries.iter().find(|entry| entry.record == record).ok_or_else(|| failure(ErrorCode::Unsupported))
    }
}

impl Session {
    /// Makes a session that runs programs in this engine.
    pub fn with(engine: Engine) -> Self {
        Self { engine, ..Self::default() }
    }

    /// Decodes a message with one program and encodes it with another of the same native types, without dynamic values.
    /// The previous contents of `out` are replaced, and its memory is reused. Returns where the decoder stopped.
    ///
    /// # Errors
    /// As either program's functions fail. `unsupported` if the programs have different types.
    pub fn transcode(
        &mut self,
        (from, to): (&Program, &Program),
        record: StructId,
        (input, schema): (&[u8], Option<&Value>),
        out: &mut Vec<u8>,
        limits: &Limits,
    ) -> Result<usize, Failure> {
        if !self.have_same_types(from, to) {
            return Err(failure(ErrorCode::Unsupported));
        }
        let Read { at, end } = self.place(from, record, (input, schema), limits)?;
        self.kept_unknown = std::mem::take(&mut self.arena.keeps_unknown);
        self.write(to, (record, at), (input, out), limits)?;
        Ok(end)
    }

    /// Like [`Program::decode`].
    ///
    /// # Errors
    /// As `Program::decode`.
    pub fn decode(
        &mut self,
        program: &Program,
        record: StructId,
        (input, schema): (&[u8], Option<&Value>),
        limits: &Limits,
    ) -> Result<Value, Failure> {
        let Read { at, .. } = self.place(program, record, (input, schema), limits)?;
        Ok(Reader { by: program.converter(), input, arena: &self.arena }.record(record, at))
    }

    /// Like [`Program::encode`].
    ///
    /// # Errors
    /// As `Program::encode`.
    pub fn encode(
        &mut self,
        program: &Program,
        record: StructId,
        value: &Value,
        limits: &Limits,
    ) -> Result<Vec<u8>, Failure> {
        self.arena.clear();
        let at = program.converter().place(&mut self.arena, value, record).map_err(failure)?;
        let mut out = Vec::new();
        self.write(program, (record, at), (&[], &mut out), limits)?;
        Ok(out)
    }

    /// Returns true if two programs have the same types; the result is cached for the last pair.
    pub(super) fn have_same_types(&mut self, from: &Program, to: &Program) -> bool {
        let is_known = |[one, other]: &[Arc<Types>; 2]| Arc::ptr_eq(one, &from.types) && Arc::ptr_eq(other, &to.types);
        if self.same_types.as_ref().is_some_and(is_known) {
            return true;
        }
        self.same_types = (from.types == to.types).then(|| [from.types.clone(), to.types.clone()]);
        self.same_types.is_some()
    }

    /// Gives the same verdict on a message as decoding.
    ///
    /// # Errors
    /// As the program's functions fail; `unsupported` if the module has no validators.
    pub fn validate(
        &mut self,
        program: &Program,
        record: StructId,
        (input, schema): (&[u8], Option<&Value>),
        limits: &Limits,
    ) -> Result<(), Failure> {
        self.check(program, record, (input, schema), limits).map(drop)
    }

    /// Returns the end of the message at the start of `input`, for decoders that allow trailing bytes.
    ///
    /// # Errors
    /// As `validate`; `truncated` if the message may continue after the input.
    pub fn end_of_message(
        &mut self,
        program: &Program,
        record: StructId,
        input: &[u8],
        limits: &Limits,
    ) -> Result<usize, Failure> {
        self.check(program, record, (input, None), limits).map(|read| read.end)
    }

    /// Runs the validator of a struct.
    fn check(
        &mut self,
        program: &Program,
        record: StructId,
        (input, schema): (&[u8], Option<&Value>),
        limits: &Limits,
    ) -> Result<Read, Failure> {
        let entry = program.entry(record)?;
        let validate = entry.validate.ok_or_else(|| failure(ErrorCode::Unsupported))?;
        self.read(program, (entry, validate), (input, schema), limits)
    }

    /// Returns true if the decoder of the last converted message kept unknown bytes. They are written back to the same
    /// format only; another one loses them.
    pub fn kept_unknown(&self) -> bool {
        self.kept_unknown
    }

    /// Returns true if the decoder of the last message dropped something unknown.
    pub fn omitted(&self) -> bool {
        self.arena.reports_unknown
    }

    /// Returns true if the last run used machine code.
    pub fn was_machine_code(&self) -> bool {
        self.is_machine_code
    }

    /// Returns true if the encoder of the last message decoded nested messages that kept unknown bytes.
    pub fn kept_unknown_inside(&self) -> bool {
        self.arena.keeps_unknown
    }

    /// Decodes a message into the arena.
    fn place(
        &mut self,
        program: &Program,
        record: StructId,
        (input, schema): (&[u8], Option<&Value>),
        limits: &Limits,
    ) -> Result<Read, Failure> {
        let entry = program.entry(record)?;
        let decode = Reading { func: entry.decode, builds: true };
        self.read(program, (entry, decode), (input, schema), limits)
    }

    /// Runs a decoder or validator.
    fn read(
        &mut self,
        program: &Program,
        (entry, function): (&EntryPoint, Reading),
        (input, schema): (&[u8], Option<&Value>),
        limits: &Limits,
    ) -> Result<Read, Failure> {
        if input.len() > MAX_SPACE {
            return Err(failure(ErrorCode::TooLarge));
        }
        let mut code = program.tiers.code(program, function.func, self.engine, input.len());
        loop {
            self.arena.clear();
            let args = self.arguments(program, (entry, function), schema)?;
            self.is_machine_code = code.is_some();
            let mut machine = Machine::new(program, (input, &mut self.arena, &mut self.buffers), limits);
            machine.code = code.take();
            let outcome = machine.call(function.func, &args);
            if !machine.is_exhausted {
                let end = machine.reader.pos;
                return outcome.map(|()| Read { at: args.first().map_or(0, |value| *value as usize), end });
            }
        }
    }

    /// Returns the arguments of a decoder: a new value to be built, and the writer's schema, if the function takes
    /// them.
    fn arguments(
        &mut self,
        program: &Program,
        (entry, function): (&EntryPoint, Reading),
        schema: Option<&Value>,
    ) -> Result<Vec<u64>, Failure> {
        let mut args = Vec::with_capacity(2);
        if function.builds {
            args.push(self.arena.alloc(&program.layouts.records[entry.record.0 as usize].template) as u64);
        }
        match (entry.schema, schema) {
            (None, _) => {}
            (Some(id), Some(schema)) => {
                args.push(program.converter().place(&mut self.arena, schema, id).map_err(failure)? as u64);
            }
            (Some(_), None) => return Err(failure(ErrorCode::Unsupported)),
        }
        Ok(args)
    }

    /// Encodes the record at an address.
    fn write(
        &mut self,
        program: &Program,
        (record, at): (StructId, usize),
        (input, out): (&[u8], &mut Vec<u8>),
        limits: &Limits,
    ) -> Result<(), Failure> {
        let function = program.entry(record)?.encode.ok_or_else(|| failure(ErrorCode::Unsupported))?;
        let mut code = program.tiers.code(program, function, self.engine, input.len());
        loop {
            self.is_machine_code = code.is_some();
            let mut machine = Machine::new(program, (input, &mut self.arena, &mut self.buffers), limits);
            machine.out = std::mem::take(out);
            machine.out.clear();
            machine.code = code.take();
            let outcome = machine.call(function, &[at as u64]);
            *out = std::mem::take(&mut machine.out);
            if !machine.is_exhausted {
                return outcome;
            }
        }
    }
}

pub(super) fn failure(code: ErrorCode) -> Failure {
    Failure { code, function: FuncId(0), site: None, offset: 0 }
}
