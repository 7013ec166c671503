//! Builds the program `osm-convert` once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

const WARNINGS: &str = "-O0 -Wall -Wextra -Wconversion -Wsign-conversion -Werror";
const SANITIZERS: &str = "-fsanitize=address,undefined -fno-sanitize-recover=all";

/// The output of the program.
pub struct Run {
    pub code: Option<i32>,
    pub errors: String,
    /// The output file, if any.
    pub output: Option<Vec<u8>>,
}

impl Run {
    /// Returns the output of a successful run.
    pub fn written(self) -> Vec<u8> {
        assert_eq!((self.code, self.errors.as_str()), (Some(0), ""));
        self.output.expect("an output")
    }

    /// Returns the output as text.
    pub fn text(self) -> String {
        String::from_utf8(self.written()).expect("a text")
    }
}

/// Converts a file with this name and contents; options are split at spaces.
pub fn convert(name: &str, contents: &[u8], output: &str, options: &str) -> Run {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join(name), contents).expect("the input");
    let arguments: Vec<&str> = options.split_whitespace().chain([name, "-o", output]).collect();
    let Output { status, stderr, .. } = run(&arguments, folder.path(), Stdio::null());
    let output = fs::read(folder.path().join(output)).ok();
    let inputs = 1 + usize::from(output.is_some());
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), inputs, "no temporary file is left");
    Run { code: status.code(), errors: String::from_utf8_lossy(&stderr).into_owned(), output }
}

pub fn run(arguments: &[&str], folder: &Path, input: Stdio) -> Output {
    Command::new(program()).args(arguments).current_dir(folder).stdin(input).output().expect("the program")
}

/// Starts a run with piped input.
pub fn start(arguments: &[&str], folder: &Path) -> Child {
    let mut command = Command::new(program());
    command.args(arguments).current_dir(folder).stdin(Stdio::piped()).spawn().expect("the program")
}

/// Returns the root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(build)
}

fn build() -> PathBuf {
    let is_full = std::env::var_os("POLYWIRE_FULL").is_some();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(if is_full { "osm-convert-full" } else { "osm-convert" });
    let source = root().join("examples/osm").display().to_string();
    let build = folder.display().to_string();
    let command = format!("-DPOLYWIRE_COMMAND={}", env!("CARGO_BIN_EXE_polywire"));
    let flags = format!("-DCMAKE_CXX_FLAGS={WARNINGS} {}", if is_full { SANITIZERS } else { "" });
    cmake(&["-S", &source, "-B", &build, "-DCMAKE_BUILD_TYPE=None", &command, &flags]);
    cmake(&["--build", &build, "--parallel", "4"]);
    folder.join("osm-convert")
}

fn cmake(arguments: &[&str]) {
    let output = Command::new("cmake").args(arguments).output().expect("cmake, which scripts/setup installs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
}
