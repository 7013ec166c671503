use crate::calls::{PROTOCOLS, Protocol};
use crate::generate::{
    Additions, Attribute, Interfaces, Job, LANGUAGES, Placement, Selected, go_packages, language, namespaces,
    rust_attributes,
};
use crate::problem::suggestion;
use crate::schema::Extensions;
use polywire_lower::framing::{FRAMINGS, framing};
use polywire_lower::{FORMATS, format};

/// The parameters: the options of `polywire gen`, separated by commas; `+` separates items within a value.
pub(crate) struct Parameters {
    pub job: Job,
    pub extensions: Extensions,
    /// Path of the binding to existing classes.
    pub bind: Option<String>,
}

const NAMES: [&str; 19] = [
    "lang",
    "wire",
    "frames",
    "select",
    "bind",
    "borrowed",
    "views",
    "describe",
    "split",
    "namespace",
    "go-package",
    "rust-attribute",
    "serde",
    "go-binary",
    "go-json",
    "envelopes",
    "explain",
    "rpc",
    "extensions",
];

impl Parameters {
    pub fn parse(text: &str) -> Result<Self, String> {
        let given = Given::parse(text)?;
        let job = given.job()?;
        let bind = given.one("bind").map(str::to_owned);
        if let Some(misfit) = job.misfit(bind.is_some()) {
            return Err(format!("{}: {}", misfit.option, misfit.reason));
        }
        Ok(Self { job, extensions: extensions(given.one("extensions"))?, bind })
    }
}

/// Names with their values, which are empty for flags.
struct Given<'t>(Vec<(&'t str, &'t str)>);

impl<'t> Given<'t> {
    fn parse(text: &'t str) -> Result<Self, String> {
        let parts = text.split(',').filter(|part| !part.is_empty());
        let given: Vec<_> = parts.map(|part| part.split_once('=').unwrap_or((part, ""))).collect();
        match given.iter().find(|(name, _)| !NAMES.contains(name)) {
            Some((name, _)) => Err(unknown("parameter", name, &NAMES)),
            None => Ok(Self(given)),
        }
    }

    fn all(&self, wanted: &str) -> impl DoubleEndedIterator<Item = &'t str> {
        self.0.iter().filter(move |(name, _)| *name == wanted).map(|(_, value)| *value)
    }

    /// Returns the last value, so that later options override earlier ones.
    fn one(&self, wanted: &str) -> Option<&'t str> {
        self.all(wanted).next_back()
    }

    fn places<P>(&self, name: &str, parse: fn(&[&str]) -> Result<P, String>) -> Result<P, String> {
        let texts: Vec<&str> = self.all(name).flat_map(|value| value.split('+')).collect();
        parse(&texts).map_err(|error| format!("{name}: {error}"))
    }

    /// Returns the attributes, one for each parameter, because they may contain commas.
    fn attributes(&self) -> Result<Vec<Attribute>, String> {
        let texts: Vec<String> = self.all("rust-attribute").map(|text| text.replace('+', ",")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        rust_attributes(&texts).map_err(|error| format!("rust-attribute: {error}"))
    }

    fn job(&self) -> Result<Job, String> {
        let name = self.one("lang").ok_or("lang is needed, as in --polywire_out=lang=cpp,wire=protobuf:out")?;
        self.one("wire").ok_or("wire is needed, as in --polywire_out=lang=cpp,wire=protobuf+json:out")?;
        let languages: Vec<&str> = LANGUAGES.iter().map(|it| it.name).collect();
        let formats: Vec<&str> = FORMATS.iter().map(|it| it.name).collect();
        let framings: Vec<&str> = FRAMINGS.iter().map(|it| it.name).collect();
        let protocols: Vec<&str> = PROTOCOLS.iter().map(|it| it.name).collect();
        Ok(Job {
            language: language(name).ok_or_else(|| unknown("language", name, &languages))?,
            formats: named(self.all("wire"), format, "format", &formats)?,
            framings: named(self.all("frames"), framing, "framing", &framings)?,
            selected: self.all("select").map(selected).collect::<Result<_, _>>()?,
            // Plugins read no files.
            written: Vec::new(),
            bindings: Vec::new(),
            borrowed: self.one("borrowed").is_some(),
            views: self.one("views").is_some(),
            describe: self.one("describe").is_some(),
            split: self.one("split").is_some(),
            placement: Placement {
                namespaces: self.places("namespace", namespaces)?,
                packages: self.places("go-package", go_packages)?,
                additions: Additions { attributes: self.attributes()?, serde: self.one("serde").is_some() },
                interfaces: Interfaces {
                    binary: self.one("go-binary").map(str::to_owned),
                    json: self.one("go-json").map(str::to_owned),
                },
                ..Placement::default()
            },
            envelopes: self.one("envelopes").map(str::to_owned),
            explain: self.one("explain").is_some(),
            protocols: named(self.all("rpc"), Protocol::of, "protocol", &protocols)?,
            without: Vec::new(),
        })
    }
}

fn selected(text: &str) -> Result<Selected, String> {
    text.replace('+', ",").parse().map_err(|error| format!("select={text}: {error}"))
}

fn named<'v, T>(
    values: impl Iterator<Item = &'v str>,
    find: fn(&str) -> Option<T>,
    kind: &str,
    known: &[&str],
) -> Result<Vec<T>, String> {
    values.flat_map(|value| value.split('+')).map(|name| find(name).ok_or_else(|| unknown(kind, name, known))).collect()
}

fn extensions(form: Option<&str>) -> Result<Extensions, String> {
    match form {
        None | Some("inside") => Ok(Extensions::Inside),
        Some("apart") => Ok(Extensions::Apart),
        Some(name) => Err(unknown("form of extensions", name, &["inside", "apart"])),
    }
}

fn unknown(kind: &str, name: &str, known: &[&str]) -> String {
    format!("there is no {kind} `{name}`; {}", suggestion(name, known))
}
