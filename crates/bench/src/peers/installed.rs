//! Finds other implementations installed on this machine.

use super::{Missing, Work};
use crate::work::write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A library, with the names that its users need.
pub(super) struct Library {
    /// The header that programs include.
    pub header: &'static str,
    /// Its name in pkg-config; empty for header-only libraries.
    pub package: &'static str,
    /// Linker flags if it is not installed in the system.
    pub links: &'static [&'static str],
}

/// Flags for the compiler and the linker.
pub(super) struct Flags {
    pub compiler: Vec<String>,
    pub linker: Vec<String>,
}

impl Library {
    /// Returns the flags for using it, from the folder of installed peers or from the system.
    pub fn flags(&self, work: &Work) -> Result<Flags, Missing> {
        let include = work.installed.join("include");
        if include.join(self.header).exists() {
            let lib = work.installed.join("lib").display().to_string();
            let mut linker = vec![format!("-L{lib}"), format!("-Wl,-rpath,{lib}")];
            linker.extend(self.links.iter().map(|&link| link.to_owned()));
            let compiler =
                ["-isystem".to_owned(), include.display().to_string()].into_iter().chain(self.version(Some(work)));
            return Ok(Flags { compiler: compiler.collect(), linker });
        }
        let package = |what| output("pkg-config", &[what, self.package]);
        if self.package.is_empty() {
            return self.in_system(work).map(|()| Flags { compiler: Vec::new(), linker: Vec::new() });
        }
        match (package("--cflags"), package("--libs")) {
            (Some(compiler), Some(linker)) => {
                let compiler = words(&compiler).into_iter().chain(self.version(None));
                Ok(Flags { compiler: compiler.collect(), linker: words(&linker) })
            }
            _ => Err(self.missing(work)),
        }
    }

    /// Returns the version from pkg-config, since not all headers state it.
    fn version(&self, installed: Option<&Work>) -> Option<String> {
        let mut command = Command::new("pkg-config");
        command.args(["--modversion", self.package]);
        if let Some(work) = installed {
            command.env("PKG_CONFIG_LIBDIR", work.installed.join("lib/pkgconfig")).env_remove("PKG_CONFIG_PATH");
        }
        said(&mut command).map(|version| format!("-DPEERS_VERSION=\"{}\"", version.trim()))
    }

    fn in_system(&self, work: &Work) -> Result<(), Missing> {
        let probe = work.folder.join("probe.cpp");
        write(&probe, format!("#include <{}>\n", self.header)).map_err(Missing::Failed)?;
        let mut command = Command::new(&work.compiler.program);
        command.args(&work.compiler.flags).arg("-fsyntax-only").arg(&probe);
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if status.is_ok_and(|status| status.success()) { Ok(()) } else { Err(self.missing(work)) }
    }

    fn missing(&self, work: &Work) -> Missing {
        let known = if self.package.is_empty() {
            String::new()
        } else {
            format!(", and pkg-config does not know {}", self.package)
        };
        Missing::Reason(format!(
            "not installed: there is no {} in {}{known}",
            self.header,
            work.installed.join("include").display()
        ))
    }
}

/// Finds a command in the folder of installed peers or in the system.
pub(super) fn tool(work: &Work, name: &str) -> Result<PathBuf, Missing> {
    tool_in(work.installed, name)
}

/// Like `tool`, for a given folder.
pub(super) fn tool_in(installed: &Path, name: &str) -> Result<PathBuf, Missing> {
    let own = installed.join("bin").join(name);
    if own.exists() {
        return Ok(own);
    }
    let runs = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    match runs {
        Ok(_) => Ok(PathBuf::from(name)),
        Err(_) => Err(Missing::Reason(format!("not installed: there is no command {name}"))),
    }
}

/// Runs a schema compiler in the peer's folder.
pub(super) fn run(work: &Work, command: &mut Command) -> Result<(), Missing> {
    run_in(work.folder, command).map(drop)
}

/// Runs a schema compiler in a folder and returns its output.
pub(super) fn run_in(folder: &Path, command: &mut Command) -> Result<Vec<u8>, Missing> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.current_dir(folder).stdin(Stdio::null()).output();
    match output {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(Missing::Reason(format!("{name} rejects the schema: {said}")))
        }
        Err(error) => Err(Missing::Reason(format!("{name}: {error}"))),
    }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    said(Command::new(program).args(arguments))
}

fn said(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
