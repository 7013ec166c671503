//! `polywire load`: many calls, and how long they take.

mod avro;
mod histogram;
mod http;
mod msgpack_rpc;
mod plan;
mod report;

use super::args::{Global, Load as Args, ReportFormat, Spoken};
use super::failure::Failure;
use super::interrupt;
use super::progress::Progress;
use super::terminal;
use avro::Avro;
use http::Http;
use msgpack_rpc::MsgpackRpc;
use plan::Plan;
use polywire_rpc::{End, Status};
use report::Report;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// How often the progress is shown.
const GLANCE: Duration = Duration::from_millis(100);

/// What every call needs.
struct Work {
    calls: Box<dyn Calls>,
    plan: Plan,
}

/// Calls of a method by a protocol.
trait Calls: Sync {
    /// Calls the method once, on behalf of a worker, and returns how that ended.
    fn call(&self, worker: usize) -> Result<End, Failure>;
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
        refuse_output(args)?;
        let calls: Box<dyn Calls> = match args.call.protocol {
            Spoken::Http(protocol) => Box::new(Http::new(args, protocol, global)?),
            Spoken::Avro(transport) => Box::new(Avro::new(args, transport, global)?),
            Spoken::MsgpackRpc => Box::new(MsgpackRpc::new(args, global)?),
            Spoken::Capnp | Spoken::Giop => {
                let protocols = "grpc, grpc-web, connect, msgpack-rpc and avro";
                return Err(Failure::Usage(format!("only these protocols can be measured: {protocols}")));
            }
        };
        Ok(Self { calls, plan: Plan::new(args) })
    }

    fn run(&self, worker: usize, done: &Sender<Result<Report, Failure>>) {
        let mut report = Report::default();
        while let Some(start) = self.plan.next() {
            match self.calls.call(worker) {
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
}

/// Refuses options about answers, which are not shown.
fn refuse_output(args: &Args) -> Result<(), Failure> {
    let of_output = [(args.call.include.is_some(), "--include"), (args.call.to.format.name != "json", "--to")];
    match of_output.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(Failure::Usage(format!("answers are not shown, so {option} cannot be used"))),
        None => Ok(()),
    }
}

/// Returns the method that is called.
fn wanted(args: &Args) -> Result<&str, Failure> {
    args.call.method.as_deref().ok_or_else(|| Failure::Usage("there is no method to call".to_owned()))
}
