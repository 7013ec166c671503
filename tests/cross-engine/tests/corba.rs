//! CORBA's data, with omniORB as the judge: it compiles the IDL that Polywire prints for models of any language, reads what
//! Polywire writes, and writes it back, in both byte orders.

use polywire::codec::Codecs;
use polywire::lock_update::{needed, settle};
use polywire::schema::{compile_idl_files, derive_idl};
use polywire::{LoadError, LoadedFile, Model, SourceMap, format};
use polywire_cross_engine::{
    CaseFile, Subject, from_hex, random_values, repository, subject, texts, to_hex, transcode,
};
use polywire_model::{Decl, DeclKind, giop};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Types of test models.
const TYPES: &[(&str, &[&str])] = &[
    ("trade", &["trade.Account"]),
    ("cdr_nested", &["corner.Outer"]),
    // Not `corner.Octets`: code of omniidl compares a label of more than 0x7F with a negative character.
    ("labelled_unions", &["corner.Kinds", "corner.Flags", "corner.Letters"]),
    ("meanings", &["corner.Everything"]),
    ("nullable", &["corner.Nullable"]),
    ("sixteen_bytes", &["corner.Wide"]),
    ("sets", &["corner.Sets"]),
    ("limited_numbers", &["corner.Outer"]),
];

/// The number of values of each type.
const VALUES: u64 = 60;

#[test]
fn omniorb_reads_what_derived_idl_describes() {
    for (name, types) in TYPES {
        let subject = subject(name);
        let model = settled(&subject.model);
        let Some(judge) = Judge::new(name, &model, types) else { return };
        types.iter().for_each(|ty| compare(subject, (&judge, &model), ty));
    }
}

fn compare(subject: &Subject, (judge, model): (&Judge, &Model), ty: &str) {
    let values = random_values(model, ty, VALUES);
    let messages = transcode(subject, ty, ("json_plain", "cdr"), &texts(&values));
    let lines: Vec<String> = messages.iter().map(|message| format!("{ty} {}", to_hex(message))).collect();
    for (answer, message) in judge.answers(&lines).iter().zip(&messages) {
        let (little, big) = answer.split_once(' ').unwrap_or_else(|| panic!("{ty}: {answer}"));
        assert_eq!(little, to_hex(message), "{ty}: omniORB writes other bytes");
        let again = transcode(subject, ty, ("cdr", "cdr"), &[from_hex(big)]);
        assert_eq!(to_hex(&again[0]), little, "{ty}: what omniORB writes in big-endian order");
    }
}

/// Types of the schema of the corpus.
const KITCHEN: &[&str] =
    &["Corpus.Scalars", "Corpus.Ragged", "Corpus.Text", "Corpus.Lists", "Corpus.Arrays", "Corpus.Tree"];

#[test]
fn omniorb_reads_types_of_its_own_language() {
    let path = repository("tests/corpus/corba/kitchen.idl");
    let text = fs::read_to_string(&path).expect("the schema");
    let loader = |name: &str| match name {
        "kitchen.idl" => Ok(LoadedFile { name: name.to_owned(), bytes: text.clone().into() }),
        _ => Err(LoadError::NotFound),
    };
    let compiled = compile_idl_files(&["kitchen.idl"], &loader);
    let mut model = compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    // omniORB's own character set, in which it hands on all octets.
    model.options = model.options.with("cdr.char_set=utf-8").expect("an option");
    let names: Vec<(String, String)> = KITCHEN.iter().map(|ty| ((*ty).to_owned(), cpp_name(&model, ty))).collect();
    let Some(judge) = Judge::of_text("kitchen", &text, &names) else { return };
    let codecs = |name| Codecs::new(&model, format(name).expect("a format")).expect("it holds the model");
    let (json, cdr) = (codecs("json_plain"), codecs("cdr"));
    for ty in KITCHEN {
        let codec = |codecs: &Codecs| codecs.codec(&model, ty).expect("an entry");
        let (json, cdr) = (codec(&json), codec(&cdr));
        let values = random_values(&model, ty, VALUES);
        let encoded = values.iter().filter_map(|value| {
            let value = json.decode(value.to_string().as_bytes()).expect("JSON of the type");
            // Decimal numbers with too many digits are refused.
            cdr.encode(&value).ok()
        });
        let messages: Vec<Vec<u8>> = encoded.collect();
        assert!(messages.len() as u64 * 10 >= VALUES, "{ty}: only {} values", messages.len());
        let lines: Vec<String> = messages.iter().map(|message| format!("{ty} {}", to_hex(message))).collect();
        for (answer, message) in judge.answers(&lines).iter().zip(&messages) {
            let (little, big) = answer.split_once(' ').unwrap_or_else(|| panic!("{ty}: {answer} {}", to_hex(message)));
            assert_eq!(little, to_hex(message), "{ty}: omniORB writes other bytes");
            let again = cdr.decode(&from_hex(big)).and_then(|value| cdr.encode(&value));
            assert_eq!(
                again.map(|it| to_hex(&it)),
                Ok(little.to_owned()),
                "{ty}: what omniORB writes in big-endian order"
            );
        }
    }
}

/// Valuetypes of the corpus.
const VALUETYPES: [&str; 6] = ["Point", "Point3", "Named", "Deep", "Node", "Tree"];

/// Those that structs have, whose values omniORB is asked to read.
const OF_VALUES: [&str; 4] = ["Point", "Deep", "Node", "Tree"];

#[test]
fn omniorb_reads_valuetypes() {
    let model = &polywire_test_models::find("corba_values").expect("a model").model;
    let vt = fs::read_to_string(repository("tests/corpus/corba/valuetypes/vt.idl")).expect("the schema");
    let held = OF_VALUES.map(|name| format!("struct {name}One {{ VT::{name} value; }};")).join("\n");
    let names = OF_VALUES.map(|name| (format!("Held.{name}One"), format!("Held::{name}One")));
    let program = program_of_values(&names);
    let text = format!("{vt}\nmodule Held {{\n{held}\n}};\n");
    let Some(judge) = Judge::with_program("valuetypes", &text, &program) else { return };
    let codecs = |name| Codecs::new(model, format(name).expect("a format")).expect("it holds the model");
    let (json, cdr) = (codecs("json_plain"), codecs("cdr"));
    let text = fs::read_to_string(repository("tests/cases/corba_values.json")).expect("the cases");
    let cases: CaseFile = serde_json::from_str(&text).expect("cases");
    for case in cases.cases.iter().filter(|case| case.value.is_some() && names.iter().any(|(ty, _)| *ty == case.ty)) {
        let codec = |codecs: &Codecs| codecs.codec(model, &case.ty).expect("an entry");
        let (json, cdr) = (codec(&json), codec(&cdr));
        let text = case.value.as_ref().map(ToString::to_string).unwrap_or_default();
        let value = json.decode(text.as_bytes()).expect("JSON of the type");
        let message = cdr.encode(&value).expect("a message");
        let answer = judge.answers(&[format!("{} {}", case.ty, to_hex(&message))]).remove(0);
        let read = cdr.decode(&from_hex(&answer));
        assert!(read.as_ref() == Ok(&value), "{}: omniORB makes {answer} of {}", case.name, to_hex(&message));
    }
}

fn program_of_values(types: &[(String, String)]) -> String {
    let factories = VALUETYPES
        .map(|name| format!("    add_factory<VT::{name}_init>(orb, \"IDL:corpus/VT/{name}:1.0\");\n"))
        .concat();
    program(types, "recoded_little", &format!(", [](CORBA::ORB_ptr orb) {{\n{factories}  }}"))
}

/// Models with wide characters as labels and integers of 8 bits, which are of IDL 4.2.
const OF_IDL_4_2: [&str; 2] = ["corba_kitchen", "xcdr_kitchen"];

#[test]
fn omniidl_accepts_derived_idl() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("omniidl");
    fs::create_dir_all(&folder).expect("a folder");
    let models = polywire_test_models::models().into_iter().filter(|it| !OF_IDL_4_2.contains(&it.name));
    // Types that are built in are in no schema.
    for it in models.filter(|it| it.model.find(giop::MESSAGE).is_none()) {
        let printed = derive_idl(&settled(&it.model));
        let file = folder.join(format!("{}.idl", it.name));
        fs::write(&file, &printed.text).expect("the schema is written");
        let Ok(output) = Command::new("omniidl").arg("-bdump").arg(&file).output() else {
            return polywire_oracles::absent("omniidl", "scripts/setup");
        };
        let problem = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && problem.is_empty(), "{}: {problem}\n{}", it.name, printed.text);
    }
}

fn settled(model: &Model) -> Model {
    let facts = needed(model, &[format("cdr").expect("a format")]);
    settle(model, &facts, &SourceMap::default(), &mut |_| Ok(None)).expect("new locks").model
}

/// A program with omniORB and the types of a schema.
struct Judge {
    folder: PathBuf,
}

impl Judge {
    /// Returns `None` if omniORB is not installed, which is noted.
    fn new(name: &str, model: &Model, types: &[&str]) -> Option<Self> {
        let printed = derive_idl(model);
        let names: Vec<(String, String)> = types.iter().map(|ty| ((*ty).to_owned(), cpp_name(model, ty))).collect();
        Self::of_text(name, &printed.text, &names)
    }

    fn of_text(name: &str, text: &str, types: &[(String, String)]) -> Option<Self> {
        Self::with_program(name, text, &program(types, "recoded", ""))
    }

    fn with_program(name: &str, text: &str, program: &str) -> Option<Self> {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("omniorb").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let path = |name: &str| folder.join(name);
        fs::write(path("schema.idl"), text).expect("the schema is written");
        fs::copy(repository("tests/oracles/omniorb_oracle.hpp"), path("omniorb_oracle.hpp")).expect("a copy");
        fs::write(path("main.cpp"), program).expect("the program is written");
        let has_header = Path::new("/usr/include/omniORB4/CORBA.h").exists();
        let compiled = Command::new("omniidl").arg("-bcxx").arg("schema.idl").current_dir(&folder).output();
        let (true, Ok(compiled)) = (has_header, compiled) else {
            polywire_oracles::absent("omniORB", "scripts/setup");
            return None;
        };
        assert!(compiled.status.success(), "{}\n{text}", String::from_utf8_lossy(&compiled.stderr));
        let sources = ["main.cpp", "schemaSK.cc", "-o", "judge", "-lomniDynamic4", "-lomniORB4", "-lomnithread"];
        let built = Command::new("g++").args(["-std=c++20", "-w", "-I."]).args(sources).current_dir(&folder).output();
        let built = built.expect("g++");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        Some(Self { folder })
    }

    fn answers(&self, lines: &[String]) -> Vec<String> {
        let mut command = Command::new(self.folder.join("judge"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the judge starts");
        let mut input = child.stdin.take().expect("standard input is piped");
        let text = lines.join("\n") + "\n";
        let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
        let output = child.wait_with_output().expect("the judge ends");
        writer.join().expect("the writer ends").expect("the lines are written");
        let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
        assert_eq!(answers.len(), lines.len(), "one answer for each line");
        answers
    }
}

/// Returns a program that reads and writes types with this function.
fn program(types: &[(String, String)], recode: &str, more: &str) -> String {
    let mut text = "#include \"omniorb_oracle.hpp\"\n#include \"schema.hh\"\n\n".to_owned();
    text += "int main(int argc, char** argv) {\n  return answer(argc, argv, {\n";
    for (name, cpp) in types {
        writeln!(text, "    {{\"{name}\", {recode}<{cpp}>}},").expect("a text takes it");
    }
    text + "  }" + more + ");\n}\n"
}

/// Returns the name that omniidl gives to a struct in C++.
fn cpp_name(model: &Model, ty: &str) -> String {
    let is_it = |decl: &&Decl| decl.path() == ty && matches!(decl.kind, DeclKind::Struct(_));
    let decl = model.decls.iter().find(is_it).unwrap_or_else(|| panic!("no struct {ty}"));
    decl.module.iter().cloned().chain([decl.name.join("_")]).collect::<Vec<_>>().join("::")
}
