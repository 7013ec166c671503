//! One language for one or several schemas.

use super::Made;
use crate::command::args::{FileList, Gen, Global, Imports};
use crate::command::failure::Failure;
use crate::command::go_module;
use crate::command::model::{FILE_SYSTEM, Schema, problem_failure};
use crate::command::progress::Progress;
use crate::command::terminal;
use polywire::Model;
use polywire::calls::Protocol;
use polywire::framing::framing;
use polywire::generate::{
    Additions, BindingFile, Feature, File, Interfaces, Job, Placement, go_packages, language, namespaces,
    rust_attributes,
};
use polywire::schema::lost_constants;
use polywire::schema_files::Reported;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A generation task: inputs, options and the output folder.
pub(super) struct Task {
    pub schemas: Vec<PathBuf>,
    pub imports: Imports,
    pub bind: Vec<PathBuf>,
    pub job: Job,
    pub output: PathBuf,
}

impl Task {
    /// Returns the task described by the arguments.
    pub fn of_args(args: &Gen) -> Result<Self, Failure> {
        let needed = |name: &str| Failure::Usage(format!("--{name} is needed"));
        let name = args.lang.as_deref().ok_or_else(|| needed("lang"))?;
        let job = Job {
            language: language(name).ok_or_else(|| Failure::Usage(format!("there is no language `{name}`")))?,
            formats: args.wire.iter().map(|wire| wire.format).collect(),
            framings: args.frames.iter().filter_map(|name| framing(name)).collect(),
            selected: args.select.iter().map(|text| decoder("select", text)).collect::<Result<_, _>>()?,
            written: args.writer.iter().map(|text| decoder("writer", text)).collect::<Result<_, _>>()?,
            bindings: Vec::new(),
            borrowed: args.borrowed,
            views: args.views,
            describe: args.describe,
            split: args.split,
            placement: Placement {
                namespaces: places("namespace", &args.namespace, namespaces)?,
                packages: places("go-package", &args.go_package, go_packages)?,
                additions: Additions {
                    attributes: places("rust-attribute", &args.rust_attribute, rust_attributes)?,
                    serde: args.serde,
                },
                interfaces: Interfaces { binary: args.go_binary.clone(), json: args.go_json.clone() },
                ..Placement::default()
            },
            envelopes: args.envelopes.clone(),
            explain: args.explain,
            protocols: args.rpc.iter().filter_map(|name| Protocol::of(name)).collect(),
            without: args.passes.without(),
        };
        if let Some(misfit) = job.misfit(!args.bind.is_empty()) {
            return Err(Failure::Usage(format!("--{}: {}", misfit.option, misfit.reason)));
        }
        Ok(Self {
            schemas: args.schemas.clone(),
            imports: args.imports.clone(),
            bind: args.bind.clone(),
            job,
            output: args.output.clone().ok_or_else(|| needed("output"))?,
        })
    }

    /// Generates the files of all schemas, which are compiled together: what they share is generated once. Where only the inputs
    /// are asked for, it just reads them.
    pub fn run(mut self, made: &mut Made, list: Option<FileList>, global: Global) -> Result<(), Failure> {
        for path in std::mem::take(&mut self.bind) {
            let text = fs::read(&path).map_err(|error| Failure::reading(&path, &error))?;
            self.job.bindings.push(BindingFile { name: path.to_string_lossy().into_owned(), text });
            made.read.push(path);
        }
        self.read_writers(made, global)?;
        if self.job.language.has(Feature::GoPackage) && self.job.placement.packages.root.is_empty() {
            let module = go_module::of(&self.output)?;
            made.read.extend(module.iter().map(|module| module.file.clone()));
            self.job.placement.packages.root = module.map(|module| module.import_path).unwrap_or_default();
        }
        let schema = Schema::load_all(&self.schemas, &self.imports, global)?;
        let first = self.schemas.first().and_then(|path| path.file_stem()).unwrap_or_default();
        let reported = Reported::in_full(&self.job.formats);
        let (model, locks) = schema.settle_own(&self.job.formats, &reported, &made.locks, global)?;
        made.locks.extend(locks);
        if list != Some(FileList::Inputs) {
            self.generate((&schema, &model), &first.to_string_lossy(), made, global)?;
        }
        made.read.extend(schema.read.iter().cloned());
        let locks = made.locks.iter().map(|lock| PathBuf::from(&lock.path));
        made.read.extend(locks.filter(|path| path.exists()));
        Ok(())
    }

    /// Reads the schemas with which other messages were written.
    fn read_writers(&mut self, made: &mut Made, global: Global) -> Result<(), Failure> {
        self.job.read_writers(|written, format| {
            let schema = Schema::load(Path::new(&written.file), &self.imports, global)?;
            made.read.extend(schema.read.iter().cloned());
            let writer = schema.writer(&written.ty, format, FILE_SYSTEM);
            writer.map_err(|problem| problem_failure(problem, global))
        })
    }

    fn generate(
        &self,
        (schema, model): (&Schema, &Model),
        name: &str,
        made: &mut Made,
        global: Global,
    ) -> Result<(), Failure> {
        let bar = Progress::new(global);
        let progress = |done: usize, all: usize| bar.step(name, done, all);
        let files = self.job.files_telling(model, &schema.sources, name, &progress);
        bar.clear();
        let (files, warnings) = files.map_err(|problem| problem_failure(problem, global))?;
        terminal::print_all(warnings.iter(), &schema.sources, global);
        for lost in schema.nodes.iter().flat_map(lost_constants).filter(|_| !global.quiet) {
            terminal::print("warning", &format!("left out: {lost}"), global);
        }
        for file in files {
            let path = self.output.join(&file.name);
            self.check_replaced(&path)?;
            let path = path.to_string_lossy().into_owned();
            let added = made.outputs.add(File { name: path, contents: file.contents });
            added.map_err(|problem| problem_failure(problem, global))?;
        }
        Ok(())
    }
}

impl Task {
    /// Refuses to replace a schema that is itself code of the language.
    fn check_replaced(&self, output: &Path) -> Result<(), Failure> {
        let language = self.job.language;
        let is_code = |path: &Path| {
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            language.extensions.contains(&&*extension)
        };
        let is_same =
            |path: &Path| fs::canonicalize(path).is_ok_and(|it| fs::canonicalize(output).is_ok_and(|to| it == to));
        let Some(schema) = self.schemas.iter().find(|path| is_code(path) && is_same(path)) else { return Ok(()) };
        let bind = match language.has(Feature::Bind) {
            true => format!("give `--bind {}` to generate methods for its own types, or ", schema.display()),
            false => String::new(),
        };
        Err(Failure::Usage(format!(
            "{}: types would be generated in place of the schema, which is {} itself; {bind}choose another output folder",
            schema.display(),
            language.title,
        )))
    }
}

fn places<P>(option: &str, texts: &[String], parse: fn(&[&str]) -> Result<P, String>) -> Result<P, Failure> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    parse(&texts).map_err(|error| Failure::Usage(format!("--{option}: {error}")))
}

fn decoder<T: FromStr<Err = String>>(option: &str, text: &str) -> Result<T, Failure> {
    text.parse().map_err(|error| Failure::Usage(format!("`--{option} {text}`: {error}")))
}
