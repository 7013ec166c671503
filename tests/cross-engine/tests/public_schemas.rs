//! The message types of the public schemas (`tests/corpus/public`) in every format: a random value comes back as it was,
//! or `--explain-loss` names what the format changes or rejects in its type, or the format refuses the type, by the name of
//! a declaration that belongs to it. Some schemas in the quick tests, all with `POLYWIRE_FULL=1`.

use polywire::codec::{Codec, Codecs};
use polywire::convert::expected_losses;
use polywire::lock_update::{needed, settle};
use polywire::schema::{Extensions, compile_files};
use polywire::{Format, LoadError, LoadedFile, Model, Options, Value};
use polywire_cross_engine::{found_in_each, general_formats, is_full, random_values, repository};
use polywire_model::{DeclId, DeclKind};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Schemas with many types that formats have to wrap.
const QUICK: [&str; 3] = [
    "opentelemetry-proto/opentelemetry/proto/common/v1/common.proto",
    "opentelemetry-proto/opentelemetry/proto/profiles/v1development/profiles.proto",
    "googleapis/google/cloud/functions/v1/operations.proto",
];

const VALUES: u64 = 3;

/// What became of the types and values of a format.
#[derive(Debug, Default)]
struct Tally {
    types: usize,
    refused: usize,
    values: usize,
    /// Values that the format rejects or changes, as announced.
    lossy: usize,
}

type Tallies = Mutex<BTreeMap<&'static str, Tally>>;

#[test]
fn public_schemas_go_through_every_format() {
    let tallies = Tallies::default();
    let problems = found_in_each(&schemas(), |schema| Schema::new(schema).problems(&tallies));
    let tallies = tallies.into_inner().expect("no worker panicked");
    tallies.iter().for_each(|(format, tally)| println!("{format}: {tally:?}"));
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    for (format, tally) in tallies {
        // SBE has no recursive types, raw memory no values of any size.
        let refuses_some = matches!(format, "sbe" | "memory");
        assert!(tally.refused == 0 || refuses_some, "{format} refuses types: {tally:?}");
        assert!(tally.lossy * 2 < tally.values, "{format} loses many values: {tally:?}");
    }
}

/// Returns the project's folder and the path in it.
fn schemas() -> Vec<(PathBuf, String)> {
    let corpus = repository("tests/corpus/public");
    let mut found = Vec::new();
    for project in ["googleapis", "opentelemetry-proto"] {
        let folder = corpus.join(project);
        let mut paths = Vec::new();
        protos_below(&folder, "", &mut paths);
        let is_chosen = |path: &String| is_full() || QUICK.contains(&format!("{project}/{path}").as_str());
        found.extend(paths.into_iter().filter(is_chosen).map(|path| (folder.clone(), path)));
    }
    assert!(found.len() >= if is_full() { 110 } else { QUICK.len() });
    found
}

fn protos_below(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    let entries = fs::read_dir(folder.join(prefix)).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect();
    names.sort();
    for name in names {
        let path = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        if folder.join(&path).is_dir() {
            protos_below(folder, &path, found);
        } else if path.ends_with(".proto") {
            found.push(path);
        }
    }
}

struct Schema {
    path: String,
    model: Model,
    /// The messages that the file declares.
    messages: Vec<DeclId>,
}

impl Schema {
    fn new((folder, path): &(PathBuf, String)) -> Self {
        let loader = |path: &str| match fs::read(folder.join(path)) {
            Ok(bytes) => Ok(LoadedFile { name: path.to_owned(), bytes }),
            Err(_) => Err(LoadError::NotFound),
        };
        let compiled = compile_files(&[path], &loader, Extensions::default());
        let model = compiled.model.unwrap_or_else(|| panic!("{path}: {:?}", compiled.diagnostics));
        let facts = needed(&model, &general_formats());
        let model = settle(&model, &facts, &compiled.sources, &mut |_| Ok(None)).expect("new locks").model;
        let decls = (0..).map(DeclId).zip(&model.decls);
        let is_message = |kind: &DeclKind| matches!(kind, DeclKind::Struct(it) if !it.is_entry);
        let own = decls.filter(|(_, decl)| decl.file == *path && is_message(&decl.kind));
        let messages = own.map(|(id, _)| id).collect();
        Self { path: path.clone(), model, messages }
    }

    fn problems(&self, tallies: &Tallies) -> Vec<String> {
        let json = Codecs::new(&self.model, format("json_plain")).expect("JSON holds everything");
        general_formats().into_iter().flat_map(|format| self.problems_in(format, &json, tallies)).collect()
    }

    fn problems_in(&self, format: &'static Format, json: &Codecs, tallies: &Tallies) -> Vec<String> {
        let (mut problems, mut tally) = (Vec::new(), Tally::default());
        let whole = Codecs::new(&self.model, format);
        for id in &self.messages {
            tally.types += 1;
            let name = self.model.decl(*id).path();
            let of_type = match &whole {
                Ok(codecs) => Ok(codecs.clone()),
                Err(_) => self.codecs_of(*id, format),
            };
            match of_type {
                Ok(codecs) => {
                    let codec = |codecs: &Codecs| codecs.codec(&self.model, &name).expect("an entry");
                    let found = self.round_trips(*id, &codec(&codecs), &codec(json), &mut tally);
                    problems.extend(found.into_iter().map(|it| format!("{}, {}: {name} {it}", self.path, format.name)));
                }
                Err(parts) => {
                    tally.refused += 1;
                    let foreign = parts.into_iter().filter(|part| !self.belongs(*id, part));
                    problems.extend(foreign.map(|part| format!("{}: {name} is refused for {part}", format.name)));
                }
            }
        }
        let mut tallies = tallies.lock().expect("no worker panicked");
        let total = tallies.entry(format.name).or_default();
        total.types += tally.types;
        total.refused += tally.refused;
        total.values += tally.values;
        total.lossy += tally.lossy;
        problems
    }

    /// Returns the codecs for a single type, or the paths of what the format refuses.
    fn codecs_of(&self, id: DeclId, format: &'static Format) -> Result<Codecs, Vec<String>> {
        let options = Options { root: Some(id), ..Options::default() };
        let refused = Codecs::with(&self.model, format, &options);
        refused.map_err(|parts| parts.into_iter().map(|part| part.path).collect())
    }

    /// Returns true if a refused part is in a type that the message leads to.
    fn belongs(&self, id: DeclId, part: &str) -> bool {
        let reduced = self.model.reduced_to(id);
        let is_reached = |decl: &polywire_model::Decl| match &decl.kind {
            DeclKind::Struct(it) => !it.fields.is_empty(),
            DeclKind::Union(it) => !it.cases.is_empty(),
            DeclKind::Enum(_) | DeclKind::Constant(_) => true,
        };
        let reached = reduced.decls.iter().filter(|decl| is_reached(decl)).map(polywire_model::Decl::path);
        reached
            .into_iter()
            .any(|path| part.strip_prefix(&path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    }

    fn round_trips(&self, id: DeclId, codec: &Codec, json: &Codec, tally: &mut Tally) -> Vec<String> {
        let name = self.model.decl(id).path();
        let mut problems = Vec::new();
        for value in random_values(&self.model, &name, VALUES) {
            tally.values += 1;
            let text = value.to_string();
            let value = json.decode(text.as_bytes()).unwrap_or_else(|error| panic!("{name} {text}: {error:?}"));
            let Err(problem) = round_trip(codec, &value) else { continue };
            let is_announced = || !expected_losses(&self.model, id, format("json_plain"), codec.format()).is_empty();
            if is_announced() {
                tally.lossy += 1;
            } else {
                problems.push(format!("{problem} {text}"));
            }
        }
        problems
    }
}

fn round_trip(codec: &Codec, value: &Value) -> Result<(), String> {
    let bytes = codec.encode(value).map_err(|refusal| format!("is rejected: {refusal:?}"))?;
    let again = codec.decode(&bytes).map_err(|refusal| format!("is not read back: {refusal:?}"))?;
    if again == *value { Ok(()) } else { Err("comes back as another value:".to_owned()) }
}

fn format(name: &str) -> &'static Format {
    polywire::format(name).expect("a format")
}
