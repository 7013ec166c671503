//! The command: one file for each subcommand, and shared parts.

mod addzid;
mod args;
mod avro;
mod avro_file;
mod bench;
mod breaking;
mod by_request;
#[cfg(feature = "net")]
mod call;
#[cfg(all(feature = "net", target_os = "linux"))]
mod channel;
mod convert;
mod described;
mod diff;
mod failure;
mod files;
mod first_message;
mod format;
mod framing;
mod gen_code;
mod go_module;
mod hints;
mod input;
mod inputs;
mod inspect;
mod interrupt;
mod ir;
mod lint;
#[cfg(feature = "net")]
mod load;
mod lock;
mod losses;
mod lsp;
mod manual;
mod messages;
mod model;
mod output;
mod progress;
#[cfg(feature = "net")]
mod proxy;
mod runtime;
mod schema;
#[cfg(feature = "net")]
mod serve;
mod terminal;
mod validate;
mod writers;

use args::{Args, Command};
use clap::Parser;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread::{Builder, JoinHandle};

/// Runs the command; the exit codes are listed in its help.
pub fn main() -> ExitCode {
    let args = Args::parse();
    let worker = Builder::new().stack_size(polywire::STACK).spawn(move || run(&args));
    match worker.map(JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(panic)) => resume_unwind(panic),
        Err(error) => {
            terminal::line(&format!("error: cannot start a thread: {error}"));
            ExitCode::from(3)
        }
    }
}

fn run(args: &Args) -> ExitCode {
    let result = match &args.command {
        Command::Addzid(it) => addzid::run(it, args.global()),
        Command::Avro(it) => avro::run(it, args.global()),
        Command::Bench(it) => bench::run(it, args.global()),
        Command::BenchSubject(it) => bench::be_subject(it, args.global()),
        Command::Breaking(it) => breaking::run(it, args.global()),
        #[cfg(feature = "net")]
        Command::Call(it) => call::run(it, args.global()),
        #[cfg(all(feature = "net", target_os = "linux"))]
        Command::Channel(it) => channel::run(it, args.global()),
        Command::Convert(it) => convert::run(it, args.global()),
        Command::Diff(it) => diff::run(it, args.global()),
        Command::Format(it) => format::run(it, args.global()),
        Command::Gen(it) => gen_code::run(it, args.global()),
        Command::Inspect(it) => inspect::run(it, args.global()),
        Command::Ir(it) => ir::run(it, args.global()),
        Command::Lint(it) => lint::run(it, args.global()),
        #[cfg(feature = "net")]
        Command::Load(it) => load::run(it, args.global()),
        Command::Lock(it) => lock::run(it, args.global()),
        Command::Lsp(_) => lsp::run(),
        #[cfg(feature = "net")]
        Command::Proxy(it) => proxy::run(it, args.global()),
        Command::Runtime(it) => runtime::run(it),
        Command::Schema(it) => schema::run(it, args.global()),
        #[cfg(feature = "net")]
        Command::Serve(it) => serve::run(it, args.global()),
        Command::Validate(it) => validate::run(it, args.global()),
        Command::Completions(it) => manual::completions(it),
        Command::Man(it) => manual::man(it),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print(args.global());
            failure.exit_code()
        }
    }
}
