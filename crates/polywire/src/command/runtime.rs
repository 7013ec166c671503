//! `polywire runtime`: what generated code needs besides itself, from the command itself.
//!
//! Design: docs/decisions/0059-packages.md

use super::failure::Failure;
use super::{go_module, output};
use clap::{Args as ClapArgs, ValueEnum};
use polywire_bench::runtime::{
    CMAKE, CPP, ERLANG, ERLANG_PROJECT, File, GO, GO_CALLS, GO_CHANNEL, GO_CONNECT, GO_GRPC, GO_GRPC_MODULE, GO_MODULE,
    RUST, RUST_CALLS, RUST_CHANNEL, RUST_NET, RUST_SESSIONS, rust_calls_manifests, rust_channel_manifest,
    rust_manifest,
};
use std::fs;
use std::path::PathBuf;

/// Write the runtime that generated code needs: C++ headers, Erlang modules, a Go or Rust package, or CMake files
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The files to write.
    #[arg(value_enum, value_name = "WHAT")]
    what: What,

    /// Folder for the files; created if it does not exist.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// C++ headers, to be included as `polywire/codec.hpp`.
    Cpp,
    /// An OTP application, which rebar3 can build.
    Erlang,
    /// A Go package without dependencies, and those of calls, channels and connect-go's codecs in it; a module of its own, unless the folder is in one.
    Go,
    /// A Go package with codecs for grpc-go; a module of its own, unless the folder is in one.
    GoGrpc,
    /// A Rust crate, to be used as a path dependency.
    Rust,
    /// A Rust crate for calls, with the crates that it uses in it: `runtime`, `rpc` and `net`.
    RustCalls,
    /// A Rust crate for channels.
    RustChannel,
    /// A CMake package that provides `polywire_generate`.
    Cmake,
}

const HELP: &str = "\
Examples:
  polywire runtime cpp -o include
  polywire runtime erlang -o lib/polywire
  polywire runtime go -o internal/polywire
  polywire runtime go-grpc -o internal/polywiregrpc
  polywire runtime rust -o crates/polywire-runtime
  polywire runtime rust-calls -o crates/polywire-calls
  polywire runtime rust-channel -o crates/polywire-channel
  polywire runtime cmake -o cmake";

pub fn run(args: &Args) -> Result<(), Failure> {
    match args.what {
        What::Cpp => write_all(args, "", CPP.iter().filter(|(name, _)| !name.starts_with("polywire/bench/"))),
        What::Erlang => {
            write_all(args, "", ERLANG_PROJECT.iter())?;
            write_all(args, "src", ERLANG.iter())
        }
        What::Go => {
            write_go(args, GO, GO_MODULE)?;
            write_below(args, &[GO_CALLS, GO_CHANNEL, GO_CONNECT].concat())
        }
        What::GoGrpc => write_go(args, &in_folder(GO_GRPC), &in_folder(GO_GRPC_MODULE)),
        What::Rust => write_crate(args, &rust_manifest(), RUST),
        What::RustCalls => write_calls(args),
        What::RustChannel => write_crate(args, &rust_channel_manifest(), RUST_CHANNEL),
        What::Cmake => write_all(args, "", CMAKE.iter()),
    }
}

fn write_crate(args: &Args, manifest: &str, modules: &[File]) -> Result<(), Failure> {
    write_crate_below(args, "", manifest, modules)
}

fn write_crate_below(args: &Args, below: &str, manifest: &str, modules: &[File]) -> Result<(), Failure> {
    write_all(args, below, [("Cargo.toml", manifest)].iter())?;
    let sources = if below.is_empty() { "src".to_owned() } else { format!("{below}/src") };
    write_all(args, &sources, modules.iter())
}

/// Writes the crate of calls, and those that it uses below it.
fn write_calls(args: &Args) -> Result<(), Failure> {
    let modules = [RUST_CALLS, RUST, RUST_SESSIONS, RUST_NET];
    let mut crates = rust_calls_manifests().into_iter().zip(modules);
    crates.try_for_each(|((below, manifest), modules)| write_crate_below(args, below, &manifest, modules))
}

/// Writes a Go package, and what makes it a module if its folder is in none.
fn write_go(args: &Args, package: &[File], module: &[File]) -> Result<(), Failure> {
    let is_package = match args.output.parent() {
        Some(folder) => go_module::of(folder)?.is_some(),
        None => false,
    };
    if !is_package {
        write_all(args, "", module.iter())?;
    }
    write_all(args, "", package.iter())
}

/// Writes the packages below that of Go's runtime, which import it.
fn write_below(args: &Args, files: &[File]) -> Result<(), Failure> {
    let around = args.output.parent().map(go_module::of).transpose()?.flatten();
    let name = args.output.file_name().map(|it| it.to_string_lossy().into_owned());
    let Some(path) = around.zip(name).map(|(module, name)| format!("{}/{name}", module.import_path)) else {
        return write_all(args, "", files.iter());
    };
    let files: Vec<(&str, String)> = files.iter().map(|(name, text)| (*name, importing(text, &path))).collect();
    write_texts(args, "", files.iter().map(|(name, text)| (*name, text.as_str())))
}

/// Returns a file of Go that imports the runtime at another path.
fn importing(text: &str, path: &str) -> String {
    const RUNTIME: &str = "\"polywire";
    let line = |line: &str| match line.trim_start().trim_start_matches("import ").strip_prefix(RUNTIME) {
        Some(rest) if rest.starts_with(['"', '/']) => line.replacen(RUNTIME, &format!("\"{path}"), 1),
        _ => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Returns files by their names alone.
fn in_folder(files: &[File]) -> Vec<File> {
    files.iter().map(|(path, text)| (path.rsplit_once('/').map_or(*path, |(_, name)| name), *text)).collect()
}

fn write_all<'f>(args: &Args, below: &str, files: impl Iterator<Item = &'f (&'f str, &'f str)>) -> Result<(), Failure> {
    write_texts(args, below, files.copied())
}

fn write_texts<'f>(
    args: &Args,
    below: &str,
    mut files: impl Iterator<Item = (&'f str, &'f str)>,
) -> Result<(), Failure> {
    files.try_for_each(|(name, text)| {
        let path = args.output.join(below).join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| Failure::writing(folder, &error))?;
        }
        output::write(&path, text.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::importing;

    #[test]
    fn only_imports_of_the_runtime_have_another_path() {
        let text = "import \"polywire\"\n\t\"polywire/calls\"\n\t\"polywires\"\nx := \"polywire\"\n";
        let expected = "import \"a.b/c\"\n\t\"a.b/c/calls\"\n\t\"polywires\"\nx := \"polywire\"\n";
        assert_eq!(importing(text, "a.b/c"), expected);
    }
}
