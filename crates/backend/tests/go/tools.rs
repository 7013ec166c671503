//! The go command and its companions.

use polywire_backend::File;
use polywire_oracles::absent;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The path of the module that the tests write.
pub const MODULE: &str = "example.com/polywire/test";

/// Returns the root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project's folder")
}

/// The commands.
pub struct Tools {
    go: PathBuf,
    gofmt: PathBuf,
    staticcheck: Option<PathBuf>,
}

impl Tools {
    /// Finds a Go that is new enough, or notes that there is none.
    pub fn find() -> Option<Self> {
        let own = root().join("build/go/bin");
        let Some(go) = [PathBuf::from("go"), own.join("go")].into_iter().find(|go| is_new_enough(go)) else {
            absent("Go 1.24", "scripts/setup");
            return None;
        };
        let gofmt = go.with_file_name("gofmt");
        let staticcheck = Some(own.join("staticcheck")).filter(|path| path.exists());
        if staticcheck.is_none() {
            absent("staticcheck", "scripts/setup");
        }
        Some(Self { go, gofmt, staticcheck })
    }

    /// Checks the format and the code of a module.
    pub fn check(&self, folder: &Path) {
        assert_eq!(run(self.command(&self.gofmt, folder).args(["-l", "."])), "", "gofmt would change these files");
        run(self.command(&self.go, folder).args(["vet", "./..."]));
        run(self.command(&self.go, folder).args(["build", "./..."]));
        if let Some(staticcheck) = &self.staticcheck {
            run(self.command(staticcheck, folder).arg("./..."));
        }
    }

    /// Runs the tests of a module.
    pub fn test(&self, folder: &Path) {
        run(self.command(&self.go, folder).args(["test", "./..."]));
    }

    /// Returns the compiler's remarks about a package.
    pub fn remarks(&self, folder: &Path) -> String {
        let mut command = self.command(&self.go, folder);
        let output = command.args(["build", "-gcflags=-m", "."]).output().expect("the go command");
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// Nothing is fetched.
    fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        let path = std::env::var("PATH").unwrap_or_default();
        let path = self.go.parent().map_or(path.clone(), |bin| format!("{}:{path}", bin.display()));
        command.current_dir(folder).env("PATH", path.trim_start_matches(':'));
        command
            .env("GOPROXY", "off")
            .env("GOTOOLCHAIN", "local")
            .env("GOFLAGS", "-buildvcs=false")
            .env("GOWORK", "off");
        command
    }
}

fn is_new_enough(go: &Path) -> bool {
    let Ok(output) = Command::new(go).args(["env", "GOVERSION"]).output() else { return false };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.trim().trim_start_matches("go").split('.').map_while(|part| part.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(1), Some(24))
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{printed}{wrong}");
    printed
}

/// A module of generated packages.
pub struct Module {
    tools: Tools,
    folder: TempDir,
}

impl Module {
    /// An empty module, if there are tools for it.
    pub fn new() -> Option<Self> {
        let module = Self { tools: Tools::find()?, folder: TempDir::new().expect("a folder") };
        let runtime = root().join("runtime/go");
        let text = format!(
            "module {MODULE}\n\ngo 1.24\n\nrequire polywire v0.0.0\n\nreplace polywire => {}\n",
            runtime.display()
        );
        fs::write(module.folder().join("go.mod"), text).expect("a file");
        Some(module)
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes files below a folder of the module. Checks leave out generated files, so that these do not say that they are.
    pub fn add(&self, folder: &str, files: &[File]) {
        for file in files {
            let path = self.folder().join(folder).join(&file.name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            let (first, rest) = file.contents.split_once('\n').expect("lines");
            assert!(first.starts_with("// Code generated ") && first.ends_with(" DO NOT EDIT."), "{first}");
            fs::write(path, format!("// A generated file.\n{rest}")).expect("a file");
        }
    }

    pub fn check(&self) {
        self.tools.check(self.folder());
    }

    pub fn test(&self) {
        self.tools.test(self.folder());
    }
}
