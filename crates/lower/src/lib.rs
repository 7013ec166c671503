//! Lowerings: how each wire format writes and reads the types of a model, as functions of the codec IR.
//!
//! A new format is one file or folder here and one line in [`FORMATS`]; every engine has it at once.
//!
//! Invariant: nothing here names a programming language or knows an engine; a missing feature of the IR becomes a
//! general op there.
//!
//! Design: docs/decisions/0029-formats.md
//! Design: docs/decisions/0056-terms-of-formats.md

mod any;
pub mod avro;
mod breaks;
mod capnp;
mod cdr;
mod flatbuffers;
pub mod framing;
mod json;
mod loss;
mod memory;
mod msgpack;
mod plan;
mod projection;
mod protobuf;
mod protobuf_text;
mod raw;
pub mod sbe;
mod scalar;
mod term;
mod trailing_bytes;
mod unsupported;

pub use breaks::Break;
use framing::{CAPNP, CAPNP_PACKED, FLATBUFFERS_SIZE_PREFIXED, FrameFormat, JSON_VALUES};
pub use loss::Loss;
use memory::Payment;
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
    /// Its decoders keep unknown fields in values, and its encoders write them back.
    pub keeps_unknown: bool,
    /// Its encoders show what values keep for another format where the caller wants it, for people: it is not read again.
    pub shows_unknown: bool,
    /// Adds to a model the types of the schema that its decoders take at run time, where they take one.
    pub schema_types: Option<fn(&Model) -> Model>,
    /// How the end of a message is found, so that messages can follow each other.
    pub delimiting: Delimiting,
    /// Its values can be read in place, field by field.
    pub has_views: bool,
    /// Its decoders can report data that the schema lacks ([`Options::report_unknown`]).
    pub reports_unknown: bool,
    /// Describes a numeric key to people.
    pub key_text: Option<fn(u64) -> String>,
    /// The specification's term for a key.
    pub key_name: &'static str,
    /// The specification's terms for other values that its decoders read.
    pub terms: &'static [Term],
    /// The fact that its lowering needs of every member; where a model lacks it, the lowering derives it from that one
    /// schema.
    pub facts: &'static [Fact],
    /// The edits of the schema that break its messages.
    breaks: fn(&Model, &Change) -> Option<Break>,
    /// Values that it does not preserve.
    losses: fn(&Model) -> Vec<Loss>,
    /// The bytes that pay for the memory of a new value.
    payment: Payment,
    lower: Lower,
}

/// How the end of a message is found where others follow.
pub enum Delimiting {
    /// Nobody.
    None,
    /// Everyone, by a framing.
    Framed(&'static FrameFormat),
    /// Readers that know its schema find it by reading.
    SelfDelimiting,
}

/// Options chosen by the caller.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The fields that decoders give values to. Others are not looked at where the format can pass over them, are new in
    /// every value, and are not demanded where they are required. Encoders write all fields.
    pub selection: Selection,
    /// Decoders check the whole layout of a message, also where a glance shows that it is the usual one: for
    /// inspections. They accept the same messages.
    pub thorough: bool,
    /// Allows trailing bytes: decoders stop behind the message and leave the rest; for self-delimiting formats.
    pub trailing_bytes: bool,
    /// Fields are read in place as well, in a format that has views.
    pub views: bool,
    /// Decoders report data that the schema lacks ([`polywire_ir::Op::ReportUnknown`]); for formats that support it.
    pub report_unknown: bool,
}

/// How a model is lowered.
enum Lower {
    /// Decoders read all bytes before a field to get at it.
    InSequence(fn(&Model) -> Result<Module, Vec<Unsupported>>),
    /// Decoders follow the caller's options: they skip fields that are not selected, and report data that they leave
    /// out.
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
            delimiting: Delimiting::None,
            has_views: false,
            reports_unknown: false,
            key_text: None,
            facts: &[],
            breaks: breaks::none,
            key_name: "key",
            terms: &[],
            losses: |_| Vec::new(),
            payment: Payment::ONE_BYTE,
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
            projection::project(&mut module, &options.selection);
        }
        let credited = memory::charge(&mut module, self.payment);
        if options.trailing_bytes && matches!(self.delimiting, Delimiting::SelfDelimiting) {
            trailing_bytes::allow_trailing_bytes(&mut module);
        } else {
            memory::credit(&mut module, &credited);
        }
        Ok(module)
    }

    /// Values that the format changes or refuses, though it holds others of their types. Unknown fields are not among them.
    pub fn losses(&self, model: &Model) -> Vec<Loss> {
        (self.losses)(model)
    }

    /// Returns whether messages that were written before an edit are misread or refused after it, and what to do. The
    /// model is that behind the edit.
    pub fn breaks(&self, model: &Model, change: &Change) -> Option<Break> {
        (self.breaks)(model, change)
    }

    const fn losing(self, losses: fn(&Model) -> Vec<Loss>) -> Self {
        Self { losses, ..self }
    }

    const fn paying(self, payment: Payment) -> Self {
        Self { payment, ..self }
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

    const fn delimiting(self, delimiting: Delimiting) -> Self {
        Self { delimiting, ..self }
    }

    const fn with_views(self) -> Self {
        Self { has_views: true, ..self }
    }

    const fn reporting_unknown(self) -> Self {
        Self { reports_unknown: true, ..self }
    }

    const fn with_keys(self, name: &'static str, tell: fn(u64) -> String) -> Self {
        Self { key_name: name, key_text: Some(tell), ..self }
    }

    const fn with_terms(self, terms: &'static [Term]) -> Self {
        Self { terms, ..self }
    }

    /// The specification's term for a decoder's variable: a number of this many bytes, or several consecutive ones.
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
    Format::in_sequence("raw", raw::lower).paying(raw::PAYMENT).in_order(breaks::bare),
    Format::selecting("protobuf", protobuf::lower)
        .paying(Payment::TAGGED)
        .keeping_unknown()
        .reporting_unknown()
        .with_keys("tag", protobuf::key_text)
        .with_terms(protobuf::TERMS)
        .needing(&[Fact::ProtobufNumber]),
    Format::selecting("protobuf_text", protobuf_text::lower)
        .paying(Payment::SEPARATED)
        .showing_unknown()
        .losing(protobuf_text::losses)
        .needing(&[Fact::ProtobufNumber]),
    Format::selecting("protobuf_text_line", protobuf_text::lower_line)
        .paying(Payment::SEPARATED)
        .of_text()
        .showing_unknown()
        .losing(protobuf_text::losses)
        .needing(&[Fact::ProtobufNumber]),
    Format::selecting("json", json::lower)
        .paying(Payment::SEPARATED)
        .of_text()
        .losing(json::losses)
        .delimiting(Delimiting::Framed(&JSON_VALUES)),
    Format::selecting("json_pretty", json::lower_pretty)
        .paying(Payment::SEPARATED)
        .losing(json::losses)
        .delimiting(Delimiting::Framed(&JSON_VALUES)),
    Format::selecting("json_plain", json::lower_plain)
        .paying(Payment::SEPARATED)
        .of_text()
        .losing(json::losses)
        .delimiting(Delimiting::Framed(&JSON_VALUES)),
    Format::selecting("msgpack", msgpack::lower)
        .with_terms(msgpack::TERMS)
        .reporting_unknown()
        .delimiting(Delimiting::SelfDelimiting),
    Format::in_sequence("avro", avro::lower)
        .paying(avro::PAYMENT)
        .with_terms(avro::TERMS)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(breaks::avro),
    Format::in_sequence("avro_resolved", avro::lower_resolved)
        .with_schema(avro::schema::extend)
        .needing(&[Fact::Order]),
    Format::in_sequence("cdr", cdr::lower)
        .paying(cdr::PAYMENT)
        .with_terms(cdr::TERMS)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(breaks::bare),
    Format::in_sequence("cdr_le", cdr::lower_le)
        .paying(cdr::PAYMENT)
        .with_terms(cdr::TERMS)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(breaks::bare),
    Format::selecting("capnp", capnp::lower)
        .paying(Payment::Shared)
        .with_terms(capnp::TERMS)
        .losing(capnp::losses)
        .needing(&[Fact::CapnpOrdinal])
        .with_views()
        .reporting_unknown()
        .delimiting(Delimiting::Framed(&CAPNP)),
    Format::selecting("capnp_packed", capnp::lower_packed)
        .paying(Payment::Shared)
        .with_terms(capnp::PACKED_TERMS)
        .losing(capnp::losses)
        .needing(&[Fact::CapnpOrdinal])
        .reporting_unknown()
        .delimiting(Delimiting::Framed(&CAPNP_PACKED)),
    Format::selecting("capnp_canonical", capnp::lower_canonical)
        .paying(Payment::Shared)
        .with_terms(capnp::CANONICAL_TERMS)
        .losing(capnp::canonical_losses)
        .needing(&[Fact::CapnpOrdinal]),
    Format::selecting("flatbuffers", flatbuffers::lower)
        .paying(Payment::Shared)
        .with_terms(flatbuffers::TERMS)
        .reporting_unknown()
        .in_order(flatbuffers::breaks),
    Format::selecting("flatbuffers_size_prefixed", flatbuffers::lower_size_prefixed)
        .paying(Payment::Shared)
        .with_terms(flatbuffers::TERMS)
        .reporting_unknown()
        .delimiting(Delimiting::Framed(&FLATBUFFERS_SIZE_PREFIXED))
        .in_order(flatbuffers::breaks),
    Format::selecting("sbe", sbe::lower)
        .with_terms(sbe::TERMS)
        .reporting_unknown()
        .losing(sbe::losses)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(sbe::breaks)
        .needing(&[Fact::Order, Fact::SbeTemplate]),
];

/// The format of this name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
