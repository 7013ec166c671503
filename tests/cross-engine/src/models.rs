use crate::parallel::results_of_each;
use crate::{Answer, Case, Request, interpreter};
use polywire_ir::Module;
use polywire_lower::{Format, Writer};
use polywire_model::{DeclId, Model, trade};
use polywire_passes::{Options, add_sizes, add_validators, checked_views, optimize, trusting_views};
use std::sync::{Arc, LazyLock, OnceLock};

/// A model in every format that can hold it.
#[derive(Clone)]
pub struct Subject {
    /// Name of the model, also of its case file.
    pub name: String,
    /// The schema.
    pub model: Model,
    /// The lowered modules, by format, which the interpreter runs.
    pub lowered: Vec<Module>,
    /// The modules after all passes, which the other engines run.
    pub optimized: Vec<Module>,
}

impl Subject {
    /// Lowers the model to the given formats, and to those in which values are given and compared.
    ///
    /// # Panics
    /// If a format is unknown or cannot hold the model.
    pub fn new(name: &str, model: Model, formats: &[&str]) -> Self {
        let others = formats.iter().filter(|name| !EVERYWHERE.contains(name));
        let formats: Vec<&str> = EVERYWHERE.iter().chain(others).copied().collect();
        Self::of_formats(name, model, &formats)
    }

    /// Lowers the model to the given formats only.
    ///
    /// # Panics
    /// If a format is unknown or cannot hold the model.
    pub fn of_formats(name: &str, model: Model, formats: &[&str]) -> Self {
        let adders = formats.iter().filter_map(|name| polywire_lower::format(name)?.schema_types);
        let model = adders.fold(model, |model, add| add(&model));
        let lowered: Vec<Module> = formats.iter().map(|name| lower(name, &model)).collect();
        Self::of_lowered(name.to_owned(), model, lowered)
    }

    /// Makes a subject whose decoder of `avro` reads data of a writer as one type.
    ///
    /// # Panics
    /// If a format cannot hold the model.
    pub fn of_writer(name: &str, model: Model, root: DeclId, writer: Writer) -> Self {
        let options =
            polywire_lower::Options { root: Some(root), writer: Some(Arc::new(writer)), ..Default::default() };
        let formats = ["raw", "json_plain", "json_avro", "avro"].map(format);
        let lowered = formats.map(|format| format.lower_with(&model, &options));
        let lowered = lowered.map(|it| it.unwrap_or_else(|unsupported| panic!("{name}: {unsupported:?}")));
        Self::of_lowered(name.to_owned(), model, lowered.into())
    }

    /// Returns another model in the same formats.
    pub fn of_model(&self, model: Model) -> Self {
        let lowered = self.lowered.iter().map(|module| lower(&module.format, &model)).collect();
        Self::of_lowered(self.name.clone(), model, lowered)
    }

    /// Makes a subject of a model's lowered modules.
    pub(crate) fn of_lowered(name: String, model: Model, mut lowered: Vec<Module>) -> Self {
        let optimized = after_passes(&lowered, &Options::default());
        lowered.iter_mut().for_each(add_validators);
        lowered.iter_mut().for_each(add_sizes);
        Self { name, model, lowered, optimized }
    }

    /// Makes a subject of a module in the IR's text form, without a schema.
    pub fn of_module(module: Module) -> Self {
        Self::of_lowered(format!("ops_{}", module.format), Model::default(), vec![module])
    }

    /// Returns, for each format with views, its module after the passes, including the view functions.
    pub fn views(&self) -> Vec<Module> {
        let viewing = polywire_lower::Options { views: true, ..Default::default() };
        let formats = self.lowered.iter().filter_map(|module| polywire_lower::format(&module.format));
        let lowered = formats.filter(|format| format.has_views).map(|format| format.lower_with(&self.model, &viewing));
        let mut modules: Vec<Module> = lowered.filter_map(Result::ok).collect();
        modules.iter_mut().for_each(|module| optimize(module, &Options::default()));
        modules
    }

    /// Returns the modules after the passes of formats with views and of `raw`, and those of the views: of validated
    /// messages, or with checks on each access.
    pub fn with_views(&self, checked: bool) -> Vec<Module> {
        let has_views = |name: &str| polywire_lower::format(name).is_some_and(|format| format.has_views);
        let codecs = self.optimized.iter().filter(|module| module.format == "raw" || has_views(&module.format));
        let separated = if checked { checked_views } else { trusting_views };
        codecs.cloned().chain(self.views().into_iter().map(separated)).collect()
    }

    /// The modules after the passes.
    pub fn after_passes(&self, options: &Options) -> Vec<Module> {
        after_passes(&self.lowered, options)
    }

    /// Returns the modules after a selection of passes that differ from those after all passes, and `raw`, in which
    /// values are compared; none if no other differs.
    pub fn changed_by(&self, options: &Options) -> Vec<Module> {
        let all = self.after_passes(&Options { immutable: options.immutable, ..Options::default() });
        let chosen = self.after_passes(options).into_iter().zip(&all);
        let changed = chosen.filter(|(chosen, all)| chosen.format == "raw" || chosen != *all);
        let changed: Vec<Module> = changed.map(|(chosen, _)| chosen).collect();
        if changed.len() > 1 { changed } else { Vec::new() }
    }

    /// Returns the lowered module of a format.
    ///
    /// # Panics
    /// If the subject is not lowered to it.
    pub fn module(&self, format: &str) -> &Module {
        let found = self.lowered.iter().find(|module| module.format == format);
        found.unwrap_or_else(|| panic!("{}: not lowered to {format}", self.name))
    }
}

/// The formats in which values are given and compared.
const EVERYWHERE: &[&str] = &["raw", "json_plain"];

fn format(name: &str) -> &'static Format {
    polywire_lower::format(name).unwrap_or_else(|| panic!("no format {name}"))
}

fn lower(name: &str, model: &Model) -> Module {
    let format = format(name);
    format.lower(model).unwrap_or_else(|unsupported| panic!("{}: {unsupported:?}", format.name))
}

fn after_passes(lowered: &[Module], options: &Options) -> Vec<Module> {
    let mut modules = lowered.to_vec();
    for module in &mut modules {
        // Validators are derived from the optimised decoders.
        module.entries.iter_mut().for_each(|entry| (entry.validate, entry.size) = (None, None));
        optimize(module, options);
        add_validators(module);
        add_sizes(module);
    }
    modules
}

/// Returns the trade model and all corner cases; during development, only the selected ones:
/// `POLYWIRE_MODELS=trade,cdr_nested`.
pub fn subjects() -> Vec<&'static Subject> {
    subjects_among(|_| true)
}

/// Returns the [`subjects`] selected by name.
pub fn subjects_among(is_chosen: impl Fn(&str) -> bool) -> Vec<&'static Subject> {
    subjects_of(|name| is_chosen(name) && is_wanted_model(name))
}

/// The subject of this name.
///
/// # Panics
/// If there is none.
pub fn subject(name: &str) -> &'static Subject {
    subjects_of(|found| found == name).pop().unwrap_or_else(|| panic!("no model {name}"))
}

fn subjects_of(is_chosen: impl Fn(&str) -> bool) -> Vec<&'static Subject> {
    static ALL: LazyLock<Vec<Unlowered>> = LazyLock::new(|| {
        let trade = ("trade", trade::model(), TRADE_FORMATS);
        let others = polywire_test_models::models().into_iter().map(|it| (it.name, it.model, it.formats));
        let all = std::iter::once(trade).chain(others);
        all.map(|(name, model, formats)| Unlowered { name, model, formats, subject: OnceLock::new() }).collect()
    });
    let chosen: Vec<&Unlowered> = ALL.iter().filter(|it| is_chosen(it.name)).collect();
    results_of_each(&chosen, |it| it.subject())
}

/// A model that is lowered when it is first asked for.
struct Unlowered {
    name: &'static str,
    model: Model,
    formats: &'static [&'static str],
    subject: OnceLock<Subject>,
}

impl Unlowered {
    fn subject(&self) -> &Subject {
        self.subject.get_or_init(|| Subject::new(self.name, self.model.clone(), self.formats))
    }
}

/// Returns true if a model is selected.
pub(crate) fn is_wanted_model(model: &str) -> bool {
    let chosen = std::env::var("POLYWIRE_MODELS");
    chosen.map_or(true, |names| names.split(',').any(|chosen| chosen == model))
}

const TRADE_FORMATS: &[&str] = &[
    "protobuf",
    "protobuf_text",
    "json",
    "capnp",
    "capnp_packed",
    "flatbuffers",
    "sbe",
    "avro",
    "json_avro",
    "cdr",
    "cdr_le",
    "msgpack",
    "fbe",
    "fbe_final",
];

impl Subject {
    /// Returns the `raw` image of a value in plain JSON; `"$sample"` is the trade sample.
    ///
    /// # Panics
    /// If the value is not of that type.
    pub fn raw_value(&self, ty: &str, value: &serde_json::Value) -> Vec<u8> {
        let sample = || serde_json::from_str(TRADE_SAMPLE).expect("the sample is JSON");
        let value = if value == "$sample" { sample() } else { value.clone() };
        let request = Request {
            ty: ty.to_owned(),
            from: "json_plain".to_owned(),
            to: "raw".to_owned(),
            input: value.to_string().into_bytes(),
            schema: None,
            settings: vec![],
        };
        match interpreter(self).run(&[request]).remove(0) {
            Answer::Bytes(raw) => raw,
            Answer::Error(code) => panic!("{value} is not a {ty}: {code}"),
        }
    }

    /// Returns the image of the writer's schema of a case, if its format needs one at run time.
    pub fn raw_schema(&self, case: &Case) -> Option<Vec<u8>> {
        let module = self.module(&case.format);
        let schema = module.entries.iter().find_map(|entry| entry.schema)?;
        let ty = module.types.record(schema).name.dotted();
        case.schema.as_ref().map(|value| self.raw_value(&ty, value))
    }
}

/// The message of the published comparison of C++ serializers.
const TRADE_SAMPLE: &str = r#"{"id": 1, "name": "Test", "wallet": {"currency": "USD", "amount": 1000}, "orders": [
    {"id": 1, "symbol": "EURUSD", "side": 0, "type": 0, "price": 1.23456, "volume": 1000},
    {"id": 2, "symbol": "EURUSD", "side": 1, "type": 1, "price": 1.0, "volume": 100},
    {"id": 3, "symbol": "EURUSD", "side": 0, "type": 2, "price": 1.5, "volume": 10}]}"#;
