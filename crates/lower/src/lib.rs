//! Lowerings: how each wire format writes and reads the types of a model, as functions of the codec IR.
//!
//! A new format is one file or folder here and one line in [`FORMATS`]; every engine has it at once.
//!
//! Invariant: nothing here names a programming language or knows an engine; what the IR cannot say becomes a general op there.

mod any;
pub mod avro;
mod breaks;
mod capnp;
mod cdr;
mod flatbuffers;
mod followed;
pub mod framing;
mod json;
mod loss;
mod msgpack;
mod plan;
mod protobuf;
mod protobuf_text;
mod raw;
pub mod sbe;
mod scalar;
mod term;
mod unsupported;
mod unwanted;

pub use breaks::Break;
use framing::{CAPNP, CAPNP_PACKED, FLATBUFFERS_SIZE_PREFIXED, Framing, JSON_VALUES};
pub use loss::Loss;
pub use msgpack::format_name as msgpack_format_name;
use polywire_ir::Module;
use polywire_model::attr::Fact;
use polywire_model::{Change, Model, Selection};
pub use term::{Term, Told};
pub use unsupported::Unsupported;

/// A wire format.
pub struct Format {
    /// Name on the command line, in file names and as the label of unknown bytes kept in values.
    pub name: &'static str,
    /// Messages are text without line feeds, so that a line can hold one.
    pub is_text: bool,
    /// Its decoders keep what they do not know in values, and its encoders write that back.
    pub keeps_unknown: bool,
    /// Its encoders show what values keep for another format where the caller wants it, for people: it is not read again.
    pub shows_unknown: bool,
    /// Adds to a model the types of the schema that its decoders take at run time, where they take one.
    pub schema_types: Option<fn(&Model) -> Model>,
    /// Who can tell where a message ends, so that messages can stand one behind the other.
    pub ends: Ends,
    /// Its values can be read in place, field by field.
    pub has_views: bool,
    /// Its decoders can tell where they pass over what the schema lacks ([`Options::omissions`]).
    pub tells_omissions: bool,
    /// Tells people what a key says that is a number.
    pub key_text: Option<fn(u64) -> String>,
    /// What its specification calls a key.
    pub key_name: &'static str,
    /// What its specification calls other things that its decoders read.
    pub terms: &'static [Term],
    /// What its lowering needs of every member; it derives it, from one schema alone, where a model lacks it.
    pub facts: &'static [Fact],
    /// What it cannot survive of the edits of a schema.
    breaks: fn(&Model, &Change) -> Option<Break>,
    /// What it does not hold as it is.
    losses: fn(&Model) -> Vec<Loss>,
    lower: Lower,
}

/// Who can tell where a message ends that others follow.
pub enum Ends {
    /// Nobody.
    Untold,
    /// Everyone, by a framing.
    Told(&'static Framing),
    /// Those who know its schema, by reading it.
    ToReaders,
}

/// What a caller chooses.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The fields that decoders give values to. Others are not looked at where the format can pass over them, are new in
    /// every value, and are not demanded where they are required. Encoders write all fields.
    pub selection: Selection,
    /// Decoders look at all that a message says of its layout, also where a glance shows that it is the usual one: for those
    /// who want to see it. They accept the same messages.
    pub thorough: bool,
    /// Decoders stop behind the message and leave what follows; of formats whose messages end themselves.
    pub followed: bool,
    /// Fields are read in place as well, in a format that has views.
    pub views: bool,
    /// Decoders tell where they pass over what the schema lacks ([`polywire_ir::Op::Omit`]); of formats that do.
    pub omissions: bool,
}

/// How a model is lowered.
enum Lower {
    /// Decoders read all that stands before a field to get at it.
    InSequence(fn(&Model) -> Result<Module, Vec<Unsupported>>),
    /// Decoders do what the caller chooses: they pass over fields that are not wanted, and tell what they leave out.
    Selecting(fn(&Model, &Options) -> Result<Module, Vec<Unsupported>>),
}

impl Format {
    const fn new(name: &'static str, lower: Lower) -> Self {
        Self {
            name,
            is_text: false,
            keeps_unknown: false,
            shows_unknown: false,
            schema_types: None,
            ends: Ends::Untold,
            has_views: false,
            tells_omissions: false,
            key_text: None,
            facts: &[],
            breaks: breaks::none,
            key_name: "key",
            terms: &[],
            losses: |_| Vec::new(),
            lower,
        }
    }

    const fn in_sequence(name: &'static str, lower: fn(&Model) -> Result<Module, Vec<Unsupported>>) -> Self {
        Self::new(name, Lower::InSequence(lower))
    }

    const fn selecting(name: &'static str, lower: fn(&Model, &Options) -> Result<Module, Vec<Unsupported>>) -> Self {
        Self::new(name, Lower::Selecting(lower))
    }

    /// Lowers every struct of a model, each as an entry; or lists all that the format cannot hold.
    pub fn lower(&self, model: &Model) -> Result<Module, Vec<Unsupported>> {
        self.lower_with(model, &Options::default())
    }

    /// The same, as the caller chooses.
    pub fn lower_with(&self, model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
        let mut module = match self.lower {
            Lower::InSequence(lower) => lower(model)?,
            Lower::Selecting(lower) => lower(model, options)?,
        };
        if !options.selection.is_all() {
            unwanted::drop_unwanted(&mut module, &options.selection);
        }
        if options.followed && matches!(self.ends, Ends::ToReaders) {
            followed::leave_what_follows(&mut module);
        }
        Ok(module)
    }

    /// Values that the format changes or refuses, though it holds others of their types. Unknown fields are not among them.
    pub fn losses(&self, model: &Model) -> Vec<Loss> {
        (self.losses)(model)
    }

    /// Whether messages that were written before an edit are misread or refused after it, and what to do. The model is that
    /// behind the edit.
    pub fn breaks(&self, model: &Model, change: &Change) -> Option<Break> {
        (self.breaks)(model, change)
    }

    const fn losing(self, losses: fn(&Model) -> Vec<Loss>) -> Self {
        Self { losses, ..self }
    }

    const fn of_text(self) -> Self {
        Self { is_text: true, ..self }
    }

    const fn keeping_unknown(self) -> Self {
        Self { keeps_unknown: true, ..self }
    }

    const fn showing_unknown(self) -> Self {
        Self { shows_unknown: true, ..self }
    }

    const fn ending(self, ends: Ends) -> Self {
        Self { ends, ..self }
    }

    const fn with_views(self) -> Self {
        Self { has_views: true, ..self }
    }

    const fn telling_omissions(self) -> Self {
        Self { tells_omissions: true, ..self }
    }

    const fn with_keys(self, name: &'static str, tell: fn(u64) -> String) -> Self {
        Self { key_name: name, key_text: Some(tell), ..self }
    }

    const fn with_terms(self, terms: &'static [Term]) -> Self {
        Self { terms, ..self }
    }

    /// What the specification says of something that a decoder keeps in a variable: a number that was read of so many bytes, or several
    /// of them one behind the other.
    pub fn told(&self, variable: &str, width: usize, number: Option<u64>) -> Option<Told> {
        let is_meant = |term: &&Term| term.variable == variable && term.width.is_none_or(|it| it == width);
        self.terms.iter().find(is_meant).map(|term| (term.tell)(number))
    }

    const fn needing(self, facts: &'static [Fact]) -> Self {
        Self { facts, ..self }
    }

    /// It tells members by their places, and does not survive all edits.
    const fn in_order(self, breaks: fn(&Model, &Change) -> Option<Break>) -> Self {
        Self { facts: &[Fact::Order], breaks, ..self }
    }

    const fn with_schema(self, add: fn(&Model) -> Model) -> Self {
        Self { schema_types: Some(add), ..self }
    }
}

/// All formats, by name.
pub const FORMATS: &[Format] = &[
    Format::in_sequence("raw", raw::lower).in_order(breaks::bare),
    Format::selecting("protobuf", protobuf::lower)
        .keeping_unknown()
        .telling_omissions()
        .with_keys("tag", protobuf::key_text)
        .with_terms(protobuf::TERMS)
        .needing(&[Fact::ProtobufNumber]),
    Format::selecting("protobuf_text", protobuf_text::lower)
        .showing_unknown()
        .losing(protobuf_text::losses)
        .needing(&[Fact::ProtobufNumber]),
    Format::selecting("protobuf_text_line", protobuf_text::lower_line)
        .of_text()
        .showing_unknown()
        .losing(protobuf_text::losses)
        .needing(&[Fact::ProtobufNumber]),
    Format::selecting("json", json::lower).of_text().losing(json::losses).ending(Ends::Told(&JSON_VALUES)),
    Format::selecting("json_pretty", json::lower_pretty).losing(json::losses).ending(Ends::Told(&JSON_VALUES)),
    Format::selecting("json_plain", json::lower_plain).of_text().losing(json::losses).ending(Ends::Told(&JSON_VALUES)),
    Format::selecting("msgpack", msgpack::lower).with_terms(msgpack::TERMS).telling_omissions().ending(Ends::ToReaders),
    Format::in_sequence("avro", avro::lower).with_terms(avro::TERMS).ending(Ends::ToReaders).in_order(breaks::avro),
    Format::in_sequence("avro_resolved", avro::lower_resolved)
        .with_schema(avro::schema::extend)
        .needing(&[Fact::Order]),
    Format::in_sequence("cdr", cdr::lower).with_terms(cdr::TERMS).ending(Ends::ToReaders).in_order(breaks::bare),
    Format::in_sequence("cdr_le", cdr::lower_le).with_terms(cdr::TERMS).ending(Ends::ToReaders).in_order(breaks::bare),
    Format::selecting("capnp", capnp::lower)
        .with_terms(capnp::TERMS)
        .losing(capnp::losses)
        .needing(&[Fact::CapnpOrdinal])
        .with_views()
        .telling_omissions()
        .ending(Ends::Told(&CAPNP)),
    Format::selecting("capnp_packed", capnp::lower_packed)
        .with_terms(capnp::PACKED_TERMS)
        .losing(capnp::losses)
        .needing(&[Fact::CapnpOrdinal])
        .telling_omissions()
        .ending(Ends::Told(&CAPNP_PACKED)),
    Format::selecting("capnp_canonical", capnp::lower_canonical)
        .with_terms(capnp::CANONICAL_TERMS)
        .losing(capnp::canonical_losses)
        .needing(&[Fact::CapnpOrdinal]),
    Format::selecting("flatbuffers", flatbuffers::lower)
        .with_terms(flatbuffers::TERMS)
        .telling_omissions()
        .in_order(flatbuffers::breaks),
    Format::selecting("flatbuffers_size_prefixed", flatbuffers::lower_size_prefixed)
        .with_terms(flatbuffers::TERMS)
        .telling_omissions()
        .ending(Ends::Told(&FLATBUFFERS_SIZE_PREFIXED))
        .in_order(flatbuffers::breaks),
    Format::selecting("sbe", sbe::lower)
        .with_terms(sbe::TERMS)
        .telling_omissions()
        .losing(sbe::losses)
        .ending(Ends::ToReaders)
        .in_order(sbe::breaks)
        .needing(&[Fact::Order, Fact::SbeTemplate]),
];

/// The format of this name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
