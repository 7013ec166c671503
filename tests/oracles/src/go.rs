use crate::{absent, path_with};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A Go that is new enough, and what stands beside it.
pub struct Go {
    go: PathBuf,
}

impl Go {
    /// Finds the Go of the machine, or else the one that the project's setup has unpacked; notes if there is none.
    pub fn find() -> Option<Self> {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../build/go/bin/go");
        let found = [PathBuf::from("go"), own].into_iter().find(|go| is_new_enough(go));
        if found.is_none() {
            absent("Go 1.24", "scripts/setup");
        }
        found.map(|go| Self { go })
    }

    /// Returns the go command in a folder. Nothing is fetched.
    pub fn command(&self, folder: &Path) -> Command {
        self.program(&self.go, folder)
    }

    /// Returns true if the modules that a module requires are on this machine.
    ///
    /// # Panics
    /// If the go command cannot be run.
    pub fn has_modules(&self, folder: &Path) -> bool {
        self.command(folder).args(["mod", "download"]).output().expect("the go command").status.success()
    }

    /// Returns gofmt in a folder.
    pub fn fmt(&self, folder: &Path) -> Command {
        self.program(&self.go.with_file_name("gofmt"), folder)
    }

    /// Returns a program that calls the go command.
    pub fn program(&self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        let settings =
            [("GOPROXY", "off"), ("GOTOOLCHAIN", "local"), ("GOFLAGS", "-buildvcs=false"), ("GOWORK", "off")];
        command.current_dir(folder).env("PATH", path_with(self.folder())).envs(settings);
        command
    }

    /// Returns its folder, if it is not on the search path.
    pub fn folder(&self) -> Option<&Path> {
        self.go.parent().filter(|folder| !folder.as_os_str().is_empty())
    }
}

fn is_new_enough(go: &Path) -> bool {
    let Ok(output) = Command::new(go).args(["env", "GOVERSION"]).output() else { return false };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.trim().trim_start_matches("go").split('.').map_while(|part| part.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(1), Some(24))
}
