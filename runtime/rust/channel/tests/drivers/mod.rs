//! The programs that are sides of channels: one for each language.

use polywire_channel::Channel;
use polywire_oracles::Go;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A program in a language.
pub struct Driver {
    pub language: &'static str,
    path: PathBuf,
}

/// Returns the programs, which are built once.
pub fn drivers() -> &'static [Driver] {
    static DRIVERS: OnceLock<Vec<Driver>> = OnceLock::new();
    DRIVERS.get_or_init(|| vec![cpp(), go(), rust()])
}

/// Returns the most work of a test: `POLYWIRE_FULL=1` is for long runs.
pub fn amount(quick: u64, full: u64) -> u64 {
    if std::env::var_os("POLYWIRE_FULL").is_some() { full } else { quick }
}

/// A channel that is removed in the end.
pub struct Named(pub String);

impl Named {
    /// Returns a name that nobody uses.
    pub fn new(what: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(format!("test-{what}-{}-{count}", std::process::id()))
    }

    /// Returns the path of the file.
    pub fn path(&self) -> PathBuf {
        PathBuf::from(format!("/dev/shm/polywire.{}", self.0))
    }
}

impl Drop for Named {
    fn drop(&mut self) {
        let _ = Channel::remove(&self.0);
    }
}

/// A program that runs. It is killed if the test fails.
pub struct Running {
    name: String,
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Driver {
    pub fn start(&self, args: &[&str]) -> Running {
        let mut command = Command::new(&self.path);
        let started = command.args(args).stdout(Stdio::piped()).spawn();
        let mut child = started.unwrap_or_else(|error| panic!("{}: {error}", self.path.display()));
        let output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        Running { name: format!("{} {args:?}", self.language), child, output }
    }

    /// Runs it to its end, and returns what it prints.
    pub fn run(&self, args: &[&str]) -> String {
        self.start(args).finish()
    }
}

impl Running {
    /// Returns the next line; nothing at the end.
    pub fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program prints text");
        line.ends_with('\n').then(|| line.trim_end().to_owned())
    }

    pub fn kill(&mut self) {
        self.child.kill().expect("the program runs");
        self.child.wait().expect("the program ends");
    }

    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("the program was started").is_some()
    }

    /// Waits for its end, which must be a success, and returns the rest of what it prints.
    pub fn finish(mut self) -> String {
        let lines: Vec<String> = std::iter::from_fn(|| self.line()).collect();
        let status = self.child.wait().expect("the program ends");
        assert!(status.success(), "{}: {status}", self.name);
        lines.join("\n")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a folder for programs.
pub fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("channels");
    fs::create_dir_all(&folder).expect("a folder for programs");
    folder
}

pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)
}

/// Compiles a C++ program of this folder.
pub fn compile(source: &str, program: &str, compiler: &str, flags: &[&str]) -> PathBuf {
    let path = folder().join(program);
    let mut command = Command::new(compiler);
    command.args(["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-pthread"]).args(flags);
    command.arg("-I").arg(repository("runtime/cpp")).arg(repository("runtime/rust/channel/tests/drivers").join(source));
    let status = command.arg("-o").arg(&path).status().expect("a C++ compiler");
    assert!(status.success(), "{source}: {status}");
    path
}

fn cpp() -> Driver {
    Driver { language: "cpp", path: compile("driver.cpp", "driver-cpp", "g++", &["-O2"]) }
}

fn go() -> Driver {
    Driver { language: "go", path: build_go("driver-go", &[]) }
}

/// Builds the Go program.
pub fn build_go(program: &str, flags: &[&str]) -> PathBuf {
    let go = Go::find().expect("Go 1.24, which scripts/setup installs");
    let module = folder().join(format!("{program}-module"));
    fs::create_dir_all(&module).expect("a folder for the module");
    let runtime = repository("runtime/go").canonicalize().expect("the runtime");
    let text = format!(
        "module example.com/driver\n\ngo 1.24\n\nrequire polywire v0.0.0\n\nreplace polywire => {}\n",
        runtime.display()
    );
    fs::write(module.join("go.mod"), text).expect("a file of the module");
    fs::copy(repository("runtime/rust/channel/tests/drivers/driver.go"), module.join("main.go")).expect("the source");
    let path = folder().join(program);
    let status = go.command(&module).arg("build").args(flags).arg("-o").arg(&path).arg(".").status();
    assert!(status.expect("the go command").success(), "{program} is not built");
    path
}

/// Cargo builds the example before it runs the tests.
fn rust() -> Driver {
    let tests = std::env::current_exe().expect("the path of the tests");
    let deps = tests.parent().expect("a folder");
    Driver { language: "rust", path: deps.with_file_name("examples").join("channel_driver") }
}
