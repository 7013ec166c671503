use crate::{Answer, EXPLAIN, EXPLAIN_VALUE, Engine, Request, Subject, VALIDATE};
use polywire_ir::types::StructId;
use polywire_ir::{Module, Setting};
use polywire_vm::{Engine as How, Failure, Limits, Program, Refusal, Session, Value, interpreter as reference};

/// The reference interpreter on the lowered modules.
pub fn interpreter(subject: &Subject) -> Box<dyn Engine> {
    Box::new(Interpreter { name: format!("{} interpreter", subject.name), modules: subject.lowered.clone() })
}

/// The bytecode of the optimised modules, which converts between formats without values in between.
pub fn bytecode(subject: &Subject) -> Box<dyn Engine> {
    bytecode_of(subject, &subject.optimized, "bytecode")
}

/// The bytecode of the given modules, under a label.
pub fn bytecode_of(subject: &Subject, modules: &[Module], label: &str) -> Box<dyn Engine> {
    compiled(subject, modules, (label, How::Bytecode))
}

/// Machine code compiled from that bytecode.
pub fn jit(subject: &Subject) -> Box<dyn Engine> {
    compiled(subject, &subject.optimized, ("jit", How::Jit))
}

fn compiled(subject: &Subject, modules: &[Module], (label, how): (&str, How)) -> Box<dyn Engine> {
    let programs = modules.iter().map(Program::compile).collect();
    let name = format!("{} {label}", subject.name);
    let bytecode = (how != How::Bytecode).then(Session::default);
    Box::new(Compiled { name, modules: modules.to_vec(), programs, session: Session::with(how), bytecode })
}

struct Compiled {
    name: String,
    modules: Vec<Module>,
    programs: Vec<Program>,
    session: Session,
    /// Runs refused messages again, which must give the same error at the same position.
    bytecode: Option<Session>,
}

impl Engine for Compiled {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&mut self, requests: &[Request]) -> Vec<Answer> {
        requests.iter().map(|request| self.answer(request)).collect()
    }
}

impl Compiled {
    fn answer(&mut self, request: &Request) -> Answer {
        let mut session = std::mem::take(&mut self.session);
        let result = self.transcode(&mut session, request);
        self.session = session;
        if let Err(failure) = &result
            && let Some(mut bytecode) = self.bytecode.take()
        {
            let expected = self.transcode(&mut bytecode, request);
            self.bytecode = Some(bytecode);
            if expected != result {
                return Answer::Error(format!("{failure:?} instead of {expected:?}"));
            }
        }
        answer(result)
    }

    /// Returns the new message, or nothing if only the verdict is requested.
    fn transcode(&self, session: &mut Session, request: &Request) -> Result<Vec<u8>, Failure> {
        let program = |name: &str| {
            let index = self.modules.iter().position(|module| module.format == name);
            &self.programs[index.unwrap_or_else(|| panic!("not lowered to {name}"))]
        };
        let from = module(&self.modules, &request.from);
        let record = record(from, &request.ty);
        let schema =
            request.schema.as_deref().map(|bytes| schema_value(&self.modules, from, record, bytes)).transpose()?;
        let limits = limits(request);
        let input = (request.input.as_slice(), schema.as_ref());
        let mut out = Vec::new();
        if request.to == VALIDATE {
            session.validate(program(&request.from), record, input, &limits)?;
        } else {
            let programs = (program(&request.from), program(&request.to));
            session.transcode(programs, record, input, &mut out, &limits)?;
        }
        Ok(out)
    }
}

struct Interpreter {
    name: String,
    modules: Vec<Module>,
}

impl Engine for Interpreter {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&mut self, requests: &[Request]) -> Vec<Answer> {
        requests.iter().map(|request| self.answer(request)).collect()
    }
}

impl Interpreter {
    fn answer(&self, request: &Request) -> Answer {
        if request.to == EXPLAIN {
            let place = |refusal: &Refusal| format!("@{}", refusal.failure.offset);
            return explained(read(&self.modules, request), &place);
        }
        if let Some(to) = request.to.strip_prefix(EXPLAIN_VALUE) {
            // The cause of the error does not matter here.
            let value = read(&self.modules, request).map_err(|refusal| Refusal::from(refusal.failure));
            let written = value.and_then(|value| write(&self.modules, (request, to), &value));
            return explained(written, &|_| String::new());
        }
        let value = read(&self.modules, request).map_err(|refusal| refusal.failure);
        answer(value.and_then(|value| match request.to.as_str() {
            // The verdict is the decoder's, with which the validators of other engines are compared.
            VALIDATE => Ok(Vec::new()),
            to => write(&self.modules, (request, to), &value).map_err(|refusal| refusal.failure),
        }))
    }
}

fn write(modules: &[Module], (request, to): (&Request, &str), value: &Value) -> Result<Vec<u8>, Refusal> {
    let to = module(modules, to);
    reference::explain_encode(to, record(to, &request.ty), value, &limits(request))
}

fn read(modules: &[Module], request: &Request) -> Result<Value, Refusal> {
    let from = module(modules, &request.from);
    let record = record(from, &request.ty);
    let limits = limits(request);
    let schema = request.schema.as_deref().map(|bytes| schema_value(modules, from, record, bytes)).transpose()?;
    reference::explain_decode(from, record, &request.input, schema.as_ref(), &limits)
}

/// Returns the answer that describes an error, if any.
fn explained<T>(result: Result<T, Refusal>, place: &dyn Fn(&Refusal) -> String) -> Answer {
    match result {
        Ok(_) => Answer::Bytes(Vec::new()),
        Err(refusal) => Answer::Error(format!("{}{} {}", refusal.failure.code.name(), place(&refusal), refusal.path)),
    }
}

fn limits(request: &Request) -> Limits {
    let chosen = |setting| request.settings.contains(&setting);
    Limits {
        ignore_unknown: chosen(Setting::IgnoreUnknown),
        write_unknown: chosen(Setting::WriteUnknown),
        ..Limits::default()
    }
}

fn answer(result: Result<Vec<u8>, Failure>) -> Answer {
    match result {
        Ok(bytes) => Answer::Bytes(bytes),
        Err(failure) => Answer::Error(failure.code.name().to_owned()),
    }
}

/// Decodes the writer's schema from the format `raw`, whose module also contains the schema's type.
fn schema_value(modules: &[Module], from: &Module, record: StructId, bytes: &[u8]) -> Result<Value, Failure> {
    let raw = module(modules, "raw");
    let schema = from.entry(record).and_then(|entry| entry.schema).expect("the format takes a schema at run time");
    let name = from.types.record(schema).name.dotted();
    reference::decode(raw, self::record(raw, &name), bytes, None, &Limits::default())
}

fn module<'a>(modules: &'a [Module], format: &str) -> &'a Module {
    modules.iter().find(|module| module.format == format).unwrap_or_else(|| panic!("not lowered to {format}"))
}

fn record(module: &Module, name: &str) -> StructId {
    let found = module.types.structs.iter().position(|record| record.name.dotted() == name);
    StructId(found.unwrap_or_else(|| panic!("no struct {name}")) as u32)
}
