//! Subjects in C++: a translation unit for the codec, and others around it.

mod compiler;
mod sources;

pub use compiler::{Compiler, Object};

use crate::error::Error;
use crate::runtime;
use crate::subject::Subject;
use crate::work::{peer_folder, write, write_all};
use sources::Variant;
use std::path::{Path, PathBuf};

/// The codecs of a type that can be measured.
pub struct Cpp<'a> {
    /// The type, as in `::trade::Account`.
    pub type_name: &'a str,
    /// The first part of its headers' names, as in `trade`.
    pub header: &'a str,
    /// Generated headers of the types, with descriptions, of all formats, and of the images' format.
    pub generated: &'a [(String, String)],
    /// The images' format.
    pub images: &'a str,
}

/// A folder with all that is compiled.
pub struct Workshop<'a> {
    cpp: &'a Cpp<'a>,
    folder: PathBuf,
    compiler: &'a Compiler,
    /// The harness, which is the same for all codecs of the type.
    harness: Object,
}

/// Another implementation's codec.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The translation unit with the codec, whose build time and size are reported; see `polywire/bench/codec.hpp`.
    pub codec: PathBuf,
    /// Others that belong to the codec, as a compiler of schemas prints them; they count as well.
    pub others: Vec<PathBuf>,
    /// For the compiler, besides those that the user gives.
    pub flags: Vec<String>,
    /// For the linker.
    pub libraries: Vec<String>,
}

impl<'a> Workshop<'a> {
    /// Writes the headers, and compiles what all subjects share.
    pub fn new(cpp: &'a Cpp<'a>, folder: &Path, compiler: &'a Compiler) -> Result<Self, Error> {
        write_all(&folder.join("runtime"), runtime::CPP)?;
        write_all(&folder.join("generated"), cpp.generated)?;
        let main = folder.join("main.cpp");
        write(&main, sources::main(cpp))?;
        let harness = compiler.compile(&main, &includes(folder), &[])?;
        Ok(Self { cpp, folder: folder.to_owned(), compiler, harness })
    }

    /// Builds the subject of a generated codec.
    pub fn generated(&self, format: &str) -> Result<Subject, Error> {
        let folder = self.folder.join(format);
        let has = |header: String| self.cpp.generated.iter().any(|(name, _)| *name == header);
        let is_there = |it: &Variant| has(format!("{}.{}", self.cpp.header, (it.header)(format)));
        let variants: Vec<Variant> = sources::VARIANTS.into_iter().filter(is_there).collect();
        let codec = folder.join("codec.cpp");
        write(&codec, sources::codec(self.cpp, format, &variants))?;
        let includes = includes(&self.folder);
        let compiled = self.compiler.compile(&codec, &includes, &[])?;
        let mut objects = vec![self.harness.path.clone(), compiled.path];
        for variant in &variants {
            let path = folder.join(variant.file);
            write(&path, (variant.source)(self.cpp, format))?;
            objects.push(self.compiler.compile(&path, &includes, &[])?.path);
        }
        let program = folder.join("subject");
        self.compiler.link(&objects, &program, &[])?;
        Ok(Subject {
            format: format.to_owned(),
            implementation: "Polywire".to_owned(),
            command: vec![program.into()],
            build: Some(compiled.build),
        })
    }

    /// A folder for the files of another implementation.
    pub fn folder(&self, name: &str) -> Result<PathBuf, Error> {
        peer_folder(&self.folder, name)
    }

    /// Builds the subject of another implementation's codec.
    pub fn peer(&self, (format, implementation): (&str, &str), program: &Program) -> Result<Subject, Error> {
        let includes = includes(&self.folder);
        let codec = self.compiler.compile(&program.codec, &includes, &program.flags)?;
        let (mut objects, mut build) = (vec![self.harness.path.clone(), codec.path], codec.build);
        for other in &program.others {
            let other = self.compiler.compile(other, &includes, &program.flags)?;
            objects.push(other.path);
            build.time += other.build.time;
            build.code += other.build.code;
        }
        let path = program.codec.with_file_name("subject");
        self.compiler.link(&objects, &path, &program.libraries)?;
        let (format, implementation) = (format.to_owned(), implementation.to_owned());
        Ok(Subject { format, implementation, command: vec![path.into()], build: Some(build) })
    }
}

fn includes(folder: &Path) -> [PathBuf; 2] {
    [folder.join("generated"), folder.join("runtime")]
}
