use crate::error::Error;
use crate::machine;
use crate::subject::Build;
use crate::work::{built, machine_code, run};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A C++ compiler with its flags.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// The program.
    pub program: String,
    /// The first line of its version output.
    pub version: String,
    /// Compiler flags.
    pub flags: Vec<String>,
}

/// A compiled translation unit.
pub struct Object {
    /// The object file.
    pub path: PathBuf,
    /// What building it cost.
    pub build: Build,
}

impl Compiler {
    /// Returns the user's compiler, or the first one that is installed.
    pub fn find(flags: &str) -> Result<Self, Error> {
        let flags = flags.split_whitespace().map(str::to_owned).collect();
        let chosen = env::var("CXX").ok().filter(|it| !it.is_empty());
        let names =
            chosen.clone().map_or(vec!["c++".to_owned(), "g++".to_owned(), "clang++".to_owned()], |it| vec![it]);
        for program in names {
            if let Some(version) = machine::output(&program, &["--version"]) {
                return Ok(Self { program, version, flags });
            }
        }
        Err(Error::Tool(match chosen {
            Some(chosen) => format!("CXX is `{chosen}`, which cannot be run; set it to a C++20 compiler"),
            None => "no C++ compiler was found (c++, g++ or clang++); install one, or set CXX".to_owned(),
        }))
    }

    /// Compiles a translation unit. If it was compiled before with the same files and flags, the recorded cost is
    /// returned.
    pub fn compile(&self, source: &Path, includes: &[PathBuf], flags: &[String]) -> Result<Object, Error> {
        let mut command = Command::new(&self.program);
        command.args(&self.flags).args(flags);
        command.args(includes.iter().map(|folder| format!("-I{}", folder.display())));
        let object = source.with_extension("o");
        command.arg("-c").arg(source).arg("-o").arg(&object);
        let print = self.print(source, includes, flags)?;
        let build = built(&object, print, || run(&mut command), machine_code)?;
        Ok(Object { path: object, build })
    }

    /// Links a program.
    pub fn link(&self, objects: &[PathBuf], program: &Path, libraries: &[String]) -> Result<(), Error> {
        run(Command::new(&self.program).args(&self.flags).args(objects).arg("-o").arg(program).args(libraries))
    }

    /// Returns a fingerprint of everything that an object file depends on.
    fn print(&self, source: &Path, includes: &[PathBuf], flags: &[String]) -> Result<u64, Error> {
        let mut hasher = DefaultHasher::new();
        (&self.program, &self.version, &self.flags, flags).hash(&mut hasher);
        let (mut open, mut seen) = (vec![source.to_owned()], BTreeSet::new());
        while let Some(path) = open.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let text = fs::read(&path).map_err(Error::file(&path))?;
            text.hash(&mut hasher);
            let text = String::from_utf8_lossy(&text);
            let beside = path.parent().map(Path::to_owned);
            let named = text.lines().filter_map(|line| line.strip_prefix("#include \"")?.split('"').next());
            let found = |name| includes.iter().chain(&beside).map(|folder| folder.join(name)).find(|it| it.exists());
            open.extend(named.filter_map(found));
        }
        Ok(hasher.finish())
    }
}
