//! `polywire bench`.

mod cpp;
mod erlang;
mod formats;
mod go;
mod own;
mod records;
mod rust;
mod sample;

pub use own::be_subject;

use super::args::{Bench, BenchLanguage, Global, ReportFormat};
use super::failure::Failure;
use super::inputs::Inputs;
use super::model::{self, Schema, problem_failure};
use super::progress::Progress;
use super::terminal;
use formats::{Formats, IMAGES};
use polywire::generate::{Feature, Job, Language, Placement, language};
use polywire::schema::print_proto;
use polywire::{Format, Model};
use polywire_bench::counters;
use polywire_bench::report::Report;
use polywire_bench::rust::Leaves;
use polywire_bench::{Absent, Error, Machine, Plan, Subject, measure};
use polywire_model::DeclId;
use records::Records;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// The context of measurements, for all languages.
struct Bake<'a> {
    args: &'a Bench,
    global: Global,
    /// The file of the schema.
    path: &'a Path,
    schema: &'a Schema,
    /// The model with all that the formats need.
    model: &'a Model,
    type_name: &'a str,
    formats: Formats,
    folder: PathBuf,
    progress: Progress,
}

/// The subjects that were built, and the tools.
#[derive(Default)]
struct Built {
    subjects: Vec<Subject>,
    absent: Vec<Absent>,
    tools: Vec<(String, String)>,
}

impl Built {
    /// Returns the code that all subjects of a language need. If the language does not support the schema, it is listed as
    /// not measured.
    fn need<T>(&mut self, language: &str, generated: Result<T, Failure>) -> Result<Option<T>, Failure> {
        match generated {
            Ok(generated) => Ok(Some(generated)),
            Err(Failure::Input(reason)) => {
                self.absent.push(Absent { name: language.to_owned(), reason });
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Adds a subject, or the reason why there is none.
    fn add(&mut self, built: Result<Subject, Error>, name: impl FnOnce() -> String) -> Result<(), Failure> {
        match built {
            Ok(subject) => self.subjects.push(subject),
            Err(Error::Tool(reason)) => self.absent.push(Absent { name: name(), reason }),
            Err(error) => return Err(failure(error)),
        }
        Ok(())
    }
}

pub fn run(args: &Bench, global: Global) -> Result<(), Failure> {
    let records = Records::of(args, global)?;
    let temporary = match &args.out {
        Some(_) => None,
        None => Some(TempDir::new().map_err(|error| Failure::File(format!("no temporary folder: {error}")))?),
    };
    let folder = args
        .out
        .as_ref()
        .map_or_else(|| temporary.as_ref().map(|it| it.path().to_owned()).unwrap_or_default(), |out| out.join("build"));
    let (path, schema) = schema(args, records.as_ref(), &folder, global)?;
    let type_name = schema.type_name(args.type_name.as_deref())?;
    let images = sample::images(args, records.as_ref(), (&schema, &type_name), global)?;
    let formats = formats::wanted(args)?;
    let model = schema.model_for(&formats, global)?;
    let bake = Bake {
        args,
        global,
        path: &path,
        schema: &schema,
        model: &model,
        type_name: &type_name,
        formats: formats::split(&model, formats),
        folder,
        progress: Progress::new(global),
    };
    let report = bake.report(&images);
    bake.progress.clear();
    let report = report?;
    if let Some(out) = &args.out {
        report.write(out).map_err(failure)?;
    }
    match args.format {
        ReportFormat::Text => terminal::print_lines(&report.table().lines().collect::<Vec<_>>())?,
        ReportFormat::Json => terminal::print_lines(&[report.json().trim_end()])?,
    }
    if let (Some(out), false) = (&args.out, global.quiet) {
        terminal::summary(&format!("the charts are in {}", out.join("report.html").display()), global);
    }
    Ok(())
}

impl Bake<'_> {
    fn report(&self, images: &[Vec<u8>]) -> Result<Report, Failure> {
        let mut built = self.build()?;
        let counters = counters::available();
        let plan = Plan {
            rounds: self.args.rounds,
            slice: Duration::from_millis(self.args.slice),
            counts: counters.is_ok(),
            reads_peers: self.args.read_peers,
        };
        let mut step = |done, all| self.progress.step("measuring", done, all);
        let subjects = std::mem::take(&mut built.subjects);
        let (measured, failed) = measure(subjects, images, &self.folder, plan, &mut step).map_err(failure)?;
        let measured = formats::together(measured);
        let absent: Vec<Absent> = built.absent.into_iter().chain(failed).collect();
        if measured.is_empty() {
            let reasons = absent.iter().map(|it| format!("\n{}: {}", it.name, it.reason));
            return Err(Failure::Input(format!("nothing can be measured{}", reasons.collect::<String>())));
        }
        Ok(Report {
            type_name: self.type_name.to_owned(),
            schema: self.args.schema.as_ref().unwrap_or(&self.args.data).display().to_string(),
            sample: self.args.data.display().to_string(),
            machine: Machine::this(),
            tools: built.tools,
            counters: counters.err().unwrap_or_else(|| "by perf stat, in one measurement of each operation".to_owned()),
            plan,
            of_others: formats::of_others(&measured),
            measured,
            absent,
        })
    }

    fn build(&self) -> Result<Built, Failure> {
        let mut built = Built::default();
        built.absent.extend(self.formats.refused.iter().cloned());
        for language in &self.args.lang {
            match language {
                BenchLanguage::Cpp => cpp::build(self, &mut built)?,
                BenchLanguage::Erlang => erlang::build(self, &mut built)?,
                BenchLanguage::Go => go::build(self, &mut built)?,
                BenchLanguage::Rust => rust::build(self, Leaves::Fast, &mut built)?,
                BenchLanguage::RustSafe => rust::build(self, Leaves::Safe, &mut built)?,
                BenchLanguage::Command => own::build(self, &mut built)?,
            }
        }
        Ok(built)
    }

    /// Returns the generated files of the types, of the formats, and of the image format.
    fn generated(&self, language: &'static Language) -> Result<Vec<(String, String)>, Failure> {
        self.code(language, &self.formats.held, Placement::default(), language.has(Feature::Borrowed))
    }

    /// Returns the generated files of the types, with borrowed ones if they are measured, of some formats, and of the image
    /// format.
    fn code(
        &self,
        language: &'static Language,
        formats: &[&'static Format],
        placement: Placement,
        borrowed: bool,
    ) -> Result<Vec<(String, String)>, Failure> {
        let mut formats = formats.to_vec();
        if !formats.iter().any(|format| format.name == IMAGES) {
            formats.push(model::format(IMAGES)?);
        }
        let job = Job {
            language,
            formats,
            framings: Vec::new(),
            selected: Vec::new(),
            written: Vec::new(),
            bindings: Vec::new(),
            borrowed,
            views: language.has(Feature::Views) && self.formats.are_viewed(self.model),
            describe: language.has(Feature::Describe),
            split: false,
            placement,
            envelopes: None,
            explain: false,
            protocols: Vec::new(),
            without: self.args.passes.without(),
        };
        let files = job.files(self.model, &self.schema.sources, &self.name());
        let files = files.map_err(|problem| problem_failure(problem, self.global))?;
        Ok(files.into_iter().map(|file| (file.name, file.contents)).collect())
    }

    /// Returns the whole name of the type in generated code, and the first part of the names of its codecs' files.
    fn names(&self, language: &Language, placement: &Placement) -> Result<(String, String), Failure> {
        let names = language.names_of((self.model, self.root()?), placement, &self.name());
        names.ok_or_else(|| self.no_type())
    }

    /// Returns the schema's `.proto` files by name; the last one imports the others. Empty if the schema is in another
    /// language.
    fn proto(&self) -> Vec<(String, String)> {
        let descriptors = &self.schema.descriptors;
        descriptors.files.iter().map(|it| (it.name.clone(), print_proto(descriptors, it).text)).collect()
    }

    /// The type in the model.
    fn root(&self) -> Result<DeclId, Failure> {
        self.model.find(self.type_name).ok_or_else(|| self.no_type())
    }

    fn no_type(&self) -> Failure {
        Failure::Input(format!("there is no type `{}`", self.type_name))
    }

    /// Returns the name for generated files without a schema file.
    fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

fn language_named(name: &str) -> Result<&'static Language, Failure> {
    language(name).ok_or_else(|| Failure::Usage(format!("there is no language `{name}`")))
}

/// Returns the file of the schema, and the schema: the one that the user names, or else that of the Avro file with the data.
fn schema(
    args: &Bench,
    records: Option<&Records>,
    folder: &Path,
    global: Global,
) -> Result<(PathBuf, Schema), Failure> {
    let check = |inputs: &Inputs| args.out.as_ref().map_or(Ok(()), |out| check_folder(out, inputs));
    match (&args.schema, records) {
        (Some(path), _) => {
            let schema = Schema::load(path, &args.imports, global)?;
            let mut inputs = schema.inputs();
            inputs.extend([&args.data]);
            check(&inputs)?;
            Ok((path.clone(), schema))
        }
        (None, Some(records)) => {
            check(&Inputs::of([&args.data]))?;
            let path = records.write_schema(&args.data, folder)?;
            let schema = Schema::load(&path, &args.imports, global)?;
            Ok((path, schema))
        }
        (None, None) => Err(Failure::Usage("SCHEMA is needed; only an Avro file contains its schema".to_owned())),
    }
}

/// Fails if the report or built files would replace an input.
fn check_folder(out: &Path, inputs: &Inputs) -> Result<(), Failure> {
    let is_written = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("report.") || name.ends_with(".svg")
    };
    files_in(out).iter().filter(|path| is_written(path)).try_for_each(|path| inputs.check(path))?;
    let mut folders = vec![out.join("build")];
    while let Some(folder) = folders.pop() {
        let files = files_in(&folder);
        files.iter().try_for_each(|path| inputs.check(path))?;
        folders.extend(files.into_iter().filter(|path| path.is_dir() && !path.is_symlink()));
    }
    Ok(())
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

fn failure(error: Error) -> Failure {
    match error {
        Error::File(path, error) => Failure::writing(&path, &error),
        other => Failure::Input(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_that_lack_a_feature_are_listed() {
        let mut built = Built::default();
        assert_eq!(built.need("Go", Ok(1)).expect("the code"), Some(1));
        let refused: Result<u8, _> = Err(Failure::Input("no maps".to_owned()));
        assert_eq!(built.need("Go", refused).expect("no failure"), None);
        assert_eq!(built.absent, [Absent { name: "Go".to_owned(), reason: "no maps".to_owned() }]);
        let wrong: Result<u8, _> = Err(Failure::Usage("no type".to_owned()));
        assert!(matches!(built.need("Go", wrong), Err(Failure::Usage(_))));
    }
}
