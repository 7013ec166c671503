//! `polywire load`: many calls, and how long they take.

mod histogram;
mod plan;
mod report;

use super::args::{Global, Load as Args, ReportFormat, Spoken};
use super::call::{
    Form, Input, Messages, Server, call_of, check_get, check_plain, check_told, internal, place, reflected_schema,
    version,
};
use super::failure::Failure;
use super::interrupt;
use super::model::Schema;
use super::progress::Progress;
use super::terminal;
use plan::Plan;
use polywire::calls::{MetadataText, method};
use polywire_net::Version;
use polywire_rpc::{Answers, Call, End, Status};
use report::Report;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often the progress is shown.
const GLANCE: Duration = Duration::from_millis(100);

/// What every call needs.
struct Work {
    form: Form,
    /// A connection, or one for each worker if calls cannot share it.
    servers: Vec<Server>,
    call: Call,
    answers: Answers,
    bodies: Vec<Vec<u8>>,
    plan: Plan,
}

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let work = Work::new(args, global)?;
    let stop = work.plan.stop();
    interrupt::tell(move || stop.set());
    let (progress, (done, ends)) = (Progress::new(global), channel());
    let mut report = Report::default();
    let workers = u64::try_from(args.concurrency).unwrap_or(u64::MAX).min(work.plan.most());
    let result = thread::scope(|scope| -> Result<(), Failure> {
        for worker in 0..workers {
            let (work, done) = (&work, done.clone());
            let spawned = thread::Builder::new().spawn_scoped(scope, move || work.run(worker as usize, &done));
            if let Err(error) = spawned {
                work.plan.stop().set();
                return Err(Failure::File(format!("cannot start a thread: {error}")));
            }
        }
        drop(done);
        loop {
            match ends.recv_timeout(GLANCE) {
                Ok(part) => report.join(part?),
                Err(RecvTimeoutError::Timeout) => {
                    let (done, all) = work.plan.progress();
                    progress.step("calls", done, all);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    });
    let elapsed = work.plan.elapsed();
    progress.clear();
    result?;
    match args.report {
        ReportFormat::Text => terminal::print_lines(&report.text(elapsed))?,
        ReportFormat::Json => terminal::print_lines(&[report.json(elapsed)])?,
    }
    outcome(&report)
}

fn outcome(report: &Report) -> Result<(), Failure> {
    let Some(first) = &report.failure else { return Ok(()) };
    let succeeded = report.statuses.get(&Status::OK).copied().unwrap_or_default();
    let (failed, all) = (report.times.count() - succeeded, report.times.count());
    Err(Failure::Call(format!("{failed} of {all} calls failed, the first one with {first}")))
}

impl Work {
    fn new(args: &Args, global: Global) -> Result<Self, Failure> {
        let (called, started) = (&args.call, Instant::now());
        let Spoken::Http(protocol) = called.protocol else {
            return Err(Failure::Usage(
                "only protocols over HTTP can be measured: grpc, grpc-web and connect".to_owned(),
            ));
        };
        let name = called.method.as_deref().ok_or_else(|| Failure::Usage("there is no method to call".to_owned()))?;
        called.framing.check(&[called.from.format])?;
        let texts = MetadataText::new().ok_or_else(|| internal("the codecs of metadata"))?;
        let metadata = called.metadata.iter().map(|text| texts.read(text)).collect::<Result<Vec<_>, _>>();
        let metadata = metadata.map_err(Failure::Usage)?;
        let told = match called.schema.is_empty() {
            false => Some(Schema::load_all(&called.schema, &called.imports, global)?),
            true => None,
        };
        let version = version(called, protocol, told.as_ref())?;
        check_told(protocol, &called.schema)?;
        let place = place(called)?;
        let server = Server::connect(&place, (protocol, version), started)?;
        let schema = match told {
            Some(schema) => schema,
            None => reflected_schema(&server, (called.method.as_deref(), &called.imports), &metadata, global)?.0,
        };
        let found = method(&schema.model, name).map_err(Failure::Usage)?;
        let mut messages = Messages::of(called, (&schema, found), global)?;
        let form = Form::calling(protocol.form(found.method), &schema)?;
        check_plain(called, found, &form)?;
        check_get(called, found, &form)?;
        let bodies = Input::of(called, &mut messages, found.method.streams_input)?.all()?;
        let answers = if found.method.streams_output { Answers::Many } else { Answers::One };
        let timeout = called.deadline.map(|it| u64::try_from(it.as_nanos()).unwrap_or(u64::MAX));
        let call = Call { timeout, ..call_of(called, found, (metadata, &server)) };
        let mut servers = vec![server];
        let others = if version == Version::Http2 { 0 } else { args.concurrency - 1 };
        for _ in 0..others {
            servers.push(Server::connect(&place, (protocol, version), Instant::now())?);
        }
        Ok(Self { servers, form, call, answers, bodies, plan: Plan::new(args) })
    }

    fn run(&self, worker: usize, done: &Sender<Result<Report, Failure>>) {
        let mut report = Report::default();
        while let Some(start) = self.plan.next() {
            match self.call(worker) {
                Ok(end) => report.add(start.elapsed(), &end),
                Err(failure) => {
                    self.plan.stop().set();
                    // Whoever does not listen has failed already.
                    let _ = done.send(Err(failure));
                    return;
                }
            }
        }
        let _ = done.send(Ok(report));
    }

    fn call(&self, worker: usize) -> Result<End, Failure> {
        let server = &self.servers[worker % self.servers.len()];
        server.call((&self.form, self.call.clone()), self.answers, Input::Ready(self.bodies.clone()), |_| Ok(()))
    }
}
