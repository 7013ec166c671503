//! The go command and its companions.

use polywire_backend::File;
use polywire_oracles::{Go, absent};
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
    go: Go,
    staticcheck: Option<PathBuf>,
}

impl Tools {
    /// Finds a Go that is new enough, or notes that there is none.
    pub fn find() -> Option<Self> {
        let go = Go::find()?;
        let staticcheck = Some(root().join("build/go/bin/staticcheck")).filter(|path| path.exists());
        if staticcheck.is_none() {
            absent("staticcheck", "scripts/setup");
        }
        Some(Self { go, staticcheck })
    }

    /// Returns true if the modules that a module requires are on this machine, or notes that they are not.
    pub fn has_modules(&self, folder: &Path) -> bool {
        let found = self.go.has_modules(folder);
        if !found {
            absent("grpc-go", "scripts/setup");
        }
        found
    }

    /// Checks the format and the code of a module.
    pub fn check(&self, folder: &Path) {
        assert_eq!(run(self.go.fmt(folder).args(["-l", "."])), "", "gofmt would change these files");
        run(self.go.command(folder).args(["vet", "./..."]));
        run(self.go.command(folder).args(["build", "./..."]));
        if let Some(staticcheck) = &self.staticcheck {
            run(self.go.program(staticcheck, folder).arg("./..."));
        }
    }

    /// Runs the tests of a module.
    pub fn test(&self, folder: &Path) {
        run(self.go.command(folder).args(["test", "./..."]));
    }

    /// Runs the tests of a module with `encoding/json/v2`, if the go command has it.
    pub fn test_with_json_v2(&self, folder: &Path) {
        let go = || {
            let mut command = self.go.command(folder);
            command.env("GOEXPERIMENT", "jsonv2");
            command
        };
        if go().arg("version").output().is_ok_and(|output| output.status.success()) {
            run(go().args(["vet", "./..."]));
            run(go().args(["test", "./..."]));
        } else {
            absent("Go 1.25 with encoding/json/v2", "https://go.dev/dl");
        }
    }

    /// Returns the compiler's remarks about a package.
    pub fn remarks(&self, folder: &Path) -> String {
        let mut command = self.go.command(folder);
        let output = command.args(["build", "-gcflags=-m", "."]).output().expect("the go command");
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
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

    pub fn test_with_json_v2(&self) {
        self.tools.test_with_json_v2(self.folder());
    }
}
