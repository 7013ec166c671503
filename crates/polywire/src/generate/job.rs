use super::language::Description;
use super::{
    Choices, Error, Feature, File, Interfaces, Language, Namespaces, Packages, Partial, Placement, Progress, Request,
    attributes, calls, framings, generate_with,
};
use crate::calls::Protocol;
use crate::problem::Problem;
use crate::schema::{declaration, selection, type_name, unsupported};
use polywire_backend::cpp::Binding;
use polywire_lower::framing::{FrameFormat, JSON_VALUES};
use polywire_lower::{Delimiting, FORMATS, Format, Unsupported, Writer};
use polywire_model::{DeclId, Model, Selection};
use polywire_source::{Diagnostic, Severity, SourceMap};
use std::collections::{BTreeSet, HashMap};
use std::str::FromStr;
use std::sync::Arc;

/// What to generate from a schema in one language.
///
/// Design: docs/decisions/0109-types-without-codecs.md
pub struct Job {
    /// The language.
    pub language: &'static Language,
    /// Formats to generate codecs for.
    pub formats: Vec<&'static Format>,
    /// Framings to generate functions for.
    pub framings: Vec<&'static FrameFormat>,
    /// Decoders of some fields.
    pub selected: Vec<Selected>,
    /// Decoders of messages that were written with other schemas.
    pub written: Vec<Written>,
    /// The bindings to existing types.
    pub bindings: Vec<BindingFile>,
    /// Also generates types whose texts and bytes borrow from the message, and their codecs.
    pub borrowed: bool,
    /// Also generates views that read messages in place.
    pub views: bool,
    /// Also generates descriptions of the types.
    pub describe: bool,
    /// Encoders and decoders are defined in source files instead of headers.
    pub split: bool,
    /// Where generated types are.
    pub placement: Placement,
    /// Also generates modules whose functions return plain values and raise errors; the text is the prefix of names
    /// there.
    pub envelopes: Option<String>,
    /// Also generates codecs that report where a message or a value is wrong.
    pub explain: bool,
    /// The protocols by which services are called.
    pub protocols: Vec<&'static Protocol>,
    /// Names of the passes to leave out.
    pub without: Vec<String>,
}

/// A decoder of some fields of a type, written `NAME=TYPE:PATHS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// Suffix of the format's name.
    pub name: String,
    /// Dotted name of the type.
    pub ty: String,
    /// Fields, separated by commas.
    pub paths: String,
}

/// A decoder of messages that were written with another schema, written `NAME=TYPE:FILE`.
#[derive(Clone)]
pub struct Written {
    /// Suffix of the format's name.
    pub name: String,
    /// Dotted name of the type as which they are read.
    pub ty: String,
    /// The file of the schema.
    pub file: String,
    /// The type in that schema, as soon as it is read.
    pub writer: Option<Arc<Writer>>,
}

/// A binding to existing types.
pub struct BindingFile {
    /// The name used in errors.
    pub name: String,
    /// Contents.
    pub text: Vec<u8>,
}

/// An option of a [`Job`] that its language does not support.
pub struct Misfit {
    /// Name of the option.
    pub option: &'static str,
    /// The reason, and the remedy.
    pub reason: String,
}

impl Job {
    /// Returns an option that the language does not support; `binds` is true if existing types are bound.
    pub fn misfit(&self, binds: bool) -> Option<Misfit> {
        if let Some(lacking) = self.requested(binds).find(|feature| !self.language.has(*feature)) {
            return Some(Misfit { option: lacking.option(), reason: self.language.lacks(lacking) });
        }
        if let Some(misfit) = self.misfit_of_interfaces() {
            return Some(misfit);
        }
        if let Some(reason) = calls::misfit(&self.protocols, self.language) {
            return Some(Misfit { option: Feature::Rpc.option(), reason });
        }
        if !self.written.is_empty() && !self.formats.iter().any(|format| format.resolves_writers()) {
            return Some(Misfit { option: "writer", reason: no_writers() });
        }
        let in_place = self.formats.iter().any(|format| format.has_views);
        (self.views && !in_place).then(|| Misfit { option: Feature::Views.option(), reason: no_views() })
    }

    /// Returns an option that names a format whose methods cannot implement the interfaces.
    fn misfit_of_interfaces(&self) -> Option<Misfit> {
        let Interfaces { binary, json } = &self.placement.interfaces;
        let wanted = [(Feature::GoBinary, binary), (Feature::GoJson, json)];
        let mut wanted = wanted.into_iter().filter_map(|(feature, name)| Some((feature, name.as_deref()?)));
        let reason = |feature, name: &str| {
            let Some(format) = self.formats.iter().find(|format| format.name == name) else {
                let names: Vec<&str> = self.formats.iter().map(|format| format.name).collect();
                return Some(format!("`{name}` is not one of the generated formats: {}", names.join(", ")));
            };
            if format.schema_types.is_some() {
                return Some(format!("{name} needs the writer's schema, which these methods cannot be given"));
            }
            let is_json = matches!(format.delimiting, Delimiting::Framed(framing) if framing.name == JSON_VALUES.name);
            if feature == Feature::GoJson && !is_json {
                return Some(format!("messages of {name} are not JSON; name a format whose messages are"));
            }
            None
        };
        let wrong = wanted.find_map(|(feature, name)| Some((feature, reason(feature, name)?)));
        let clash = || {
            let (format, method) = self.placement.interfaces.clash(self.formats.iter().map(|format| format.name))?;
            Some((
                Feature::GoJson,
                format!("{format} has a method `{method}`, too; name {format} here, or do not generate it"),
            ))
        };
        let (feature, reason) = wrong.or_else(clash)?;
        Some(Misfit { option: feature.option(), reason })
    }

    /// Reads the schemas with which other messages were written, for the first format that needs them.
    pub fn read_writers<E>(
        &mut self,
        mut read: impl FnMut(&Written, &'static Format) -> Result<Arc<Writer>, E>,
    ) -> Result<(), E> {
        let format = self.formats.iter().find(|format| format.resolves_writers()).copied();
        for (written, format) in self.written.iter_mut().filter_map(|written| Some((written, format?))) {
            written.writer = Some(read(written, format)?);
        }
        Ok(())
    }

    /// Returns the features that the options request.
    fn requested(&self, binds: bool) -> impl Iterator<Item = Feature> {
        let wanted = move |feature: &Feature| match feature {
            Feature::Bind => binds,
            Feature::Borrowed => self.borrowed,
            Feature::Views => self.views,
            Feature::Describe => self.describe,
            Feature::Split => self.split,
            Feature::Namespace => self.placement.namespaces != Namespaces::default(),
            Feature::GoPackage => self.placement.packages != Packages::default(),
            Feature::GoBinary => self.placement.interfaces.binary.is_some(),
            Feature::GoJson => self.placement.interfaces.json.is_some(),
            Feature::RustAttribute => !self.placement.additions.attributes.is_empty(),
            Feature::Serde => self.placement.additions.serde,
            Feature::Envelopes => self.envelopes.is_some(),
            Feature::Rpc => !self.protocols.is_empty(),
            Feature::Select => !self.selected.is_empty(),
            Feature::Explain => self.explain,
            Feature::Frames => !self.framings.is_empty(),
        };
        Feature::ALL.iter().copied().filter(wanted)
    }

    /// Generates the files; `name` is the first part of the names of files without a schema file.
    pub fn files(&self, model: &Model, sources: &SourceMap, name: &str) -> Result<Vec<File>, Problem> {
        let choices = self.choices(model, sources)?;
        self.generated((model, name), &choices, &|_, _| {}).map_err(|error| failed(error, sources))
    }

    /// The same; how much of all is done is told as it goes on. Types that a format cannot hold, and those that lead to them,
    /// get no codecs in it; the warnings name them. It is an error if no type is left.
    pub fn files_telling(
        &self,
        model: &Model,
        sources: &SourceMap,
        name: &str,
        progress: &Progress<'_>,
    ) -> Result<(Vec<File>, Vec<Diagnostic>), Problem> {
        let mut choices = self.choices(model, sources)?;
        let mut warnings = Vec::new();
        loop {
            let (format, parts) = match self.generated((model, name), &choices, progress) {
                Ok(files) => return Ok((files, warnings)),
                Err(Error::Format { format, parts }) => (format, parts),
                Err(error) => return Err(failed(error, sources)),
            };
            let known = choices.left_out.get(format).cloned().unwrap_or_default();
            match left_out(model, &known, &parts).filter(|_| self.envelopes.is_none()) {
                Some(more) => {
                    choices.left_out.insert(format, more);
                    warnings.extend(unsupported(format, &parts).into_iter().map(as_warning));
                }
                None => return Err(failed(Error::Format { format, parts }, sources)),
            }
        }
    }

    fn generated(
        &self,
        (model, name): (&Model, &str),
        choices: &Choices,
        progress: &Progress<'_>,
    ) -> Result<Vec<File>, Error> {
        let formats = self.all_formats();
        generate_with(&Request { model, name, formats: &formats, choices, language: self.language }, progress)
    }

    fn choices(&self, model: &Model, sources: &SourceMap) -> Result<Choices, Problem> {
        attributes::check(model, &self.placement.additions).map_err(Problem::Usage)?;
        let selected = self.selected.iter().map(|it| it.partial(model, sources));
        let written = self.written.iter().map(|it| it.partial(model));
        let partials = selected.chain(written).collect::<Result<_, _>>()?;
        let mut choices = Choices {
            partials,
            binding: Binding::default(),
            borrowed: self.borrowed,
            views: self.views,
            describe: self.describe,
            split: self.split,
            placement: self.placement.clone(),
            envelopes: self.envelopes.clone(),
            explain: self.explain,
            framings: self.all_framings(),
            protocols: self.protocols.clone(),
            without: self.without.clone(),
            left_out: HashMap::new(),
        };
        if !self.bindings.is_empty() {
            self.bind((model, sources), &mut choices)?;
        }
        Ok(choices)
    }
}

fn failed(error: Error, sources: &SourceMap) -> Problem {
    match error {
        Error::Format { format, parts } => Problem::diagnostics(unsupported(format, &parts), sources.clone()),
        Error::BackEnd(messages) => Problem::Input(messages.join("\n")),
    }
}

/// Returns the types without codecs if these parts of the schema are left out, too: all types that lead to one of them.
/// `None` if no struct is left, or if a part is not of the schema.
fn left_out(model: &Model, known: &BTreeSet<DeclId>, parts: &[Unsupported]) -> Option<BTreeSet<DeclId>> {
    let mut refused = known.clone();
    for part in parts {
        let mut path = part.path.as_str();
        let owner = loop {
            match model.find(path) {
                Some(id) => break id,
                None => path = path.rsplit_once('.')?.0,
            }
        };
        refused.insert(owner);
    }
    let refused = model.leading_to(refused);
    let is_left = |id: &DeclId| !refused.contains(id) && model.as_struct(*id).is_some_and(|it| it.is_declared());
    let has_rest = (0..model.decls.len() as u32).map(DeclId).any(|id| is_left(&id));
    (has_rest && refused.len() > known.len()).then_some(refused)
}

fn as_warning(problem: Diagnostic) -> Diagnostic {
    let message = format!("no code for it and the types that contain it: {}", problem.message);
    Diagnostic { severity: Severity::Warning, message, ..problem }
}

impl Job {
    /// Returns the formats of messages, and those of the protocols' envelopes.
    fn all_formats(&self) -> Vec<&'static Format> {
        let mut all = self.formats.clone();
        let of_envelopes = calls::formats(&self.protocols, self.language).into_iter();
        all.extend(of_envelopes.filter(|it| self.formats.iter().all(|known| known.name != it.name)));
        all
    }

    /// Returns the requested framings, and those that envelopes need.
    fn all_framings(&self) -> Vec<&'static FrameFormat> {
        let needed = if self.envelopes.is_some() { framings(&self.formats) } else { Vec::new() };
        let mut all = self.framings.clone();
        for (_, framing) in needed {
            if all.iter().all(|it| it.name != framing.name) {
                all.push(framing);
            }
        }
        all
    }
}

/// Returns the error that none of the formats supports views, with those that do.
fn no_views() -> String {
    format!("none of the formats can be read in place; {} can", names_of_formats(|format| format.has_views))
}

/// The same for data of other schemas.
fn no_writers() -> String {
    let names = names_of_formats(Format::resolves_writers);
    format!("none of the formats has rules for data of another schema; {names} have")
}

fn names_of_formats(has: impl Fn(&Format) -> bool) -> String {
    let names: Vec<&str> = FORMATS.iter().filter(|format| has(format)).map(|format| format.name).collect();
    names.join(", ")
}

impl FromStr for Selected {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [name, ty, paths] =
            parts(text).ok_or("give NAME=TYPE:PATHS, as in `quote=trade.Account:id,wallet.amount`")?;
        Ok(Self { name, ty, paths })
    }
}

impl FromStr for Written {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [name, ty, file] = parts(text).ok_or("give NAME=TYPE:FILE, as in `v1=trade.Order:order-v1.avsc`")?;
        Ok(Self { name, ty, file, writer: None })
    }
}

/// Returns the parts of `NAME=TYPE:REST`.
fn parts(text: &str) -> Option<[String; 3]> {
    let (name, rest) = text.split_once('=').filter(|(name, _)| is_name(name))?;
    let (ty, rest) = rest.split_once(':')?;
    Some([name, ty, rest].map(str::to_owned))
}

/// Returns true for lower case letters, digits and underscores: a valid part of a name in every language.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|ch| ch.is_ascii_lowercase() || ch.is_ascii_digit() || ch == '_')
}

impl Selected {
    fn partial(&self, model: &Model, sources: &SourceMap) -> Result<Partial, Problem> {
        let ty = type_name(model, &self.ty).map_err(Problem::Usage)?;
        let (root, selection) = selection(model, sources, &ty, &self.paths)?;
        Ok(Partial { name: self.name.clone(), root, selection, writer: None })
    }
}

impl Written {
    fn partial(&self, model: &Model) -> Result<Partial, Problem> {
        let unread = || Problem::Usage(format!("{}: the schema is not read", self.file));
        let root = type_name(model, &self.ty).and_then(|name| declaration(model, &name)).map_err(Problem::Usage)?;
        let writer = Some(self.writer.clone().ok_or_else(unread)?);
        Ok(Partial { name: self.name.clone(), root, selection: Selection::default(), writer })
    }
}

impl Job {
    fn bind(&self, (model, sources): (&Model, &SourceMap), choices: &mut Choices) -> Result<(), Problem> {
        let mut sources = sources.clone();
        let mut read = Vec::new();
        for file in &self.bindings {
            read.push(file.read(&mut sources)?);
        }
        (self.language.bind)(model, &read, choices).map_err(|problems| Problem::diagnostics(problems, sources))
    }
}

impl BindingFile {
    fn read(&self, sources: &mut SourceMap) -> Result<Description<'_>, Problem> {
        let wrong = |error: &str| Problem::Input(format!("{}: {error}", self.name));
        let text = std::str::from_utf8(&self.text).map_err(|_| wrong("the file is not UTF-8"))?;
        let file = sources.add(&*self.name, self.text.clone()).map_err(|error| wrong(&error.to_string()))?;
        Ok(Description { name: &self.name, text, file })
    }
}
