//! Lowerings: the encoding of each wire format for the types of a model, as functions of the codec IR.
//!
//! A new format is one file or folder here and one line in [`FORMATS`]; every engine then supports it.
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
mod corbaloc;
mod fbe;
pub mod flatbuffers;
mod flatc_json;
pub mod framing;
mod headers;
pub mod json;
mod loss;
mod memory;
mod memory_image;
mod msgpack;
mod number_ranges;
mod place;
mod plan;
mod projection;
mod protobuf;
mod protobuf_text;
mod raw;
mod rpc;
pub mod sbe;
mod scalar;
mod sets;
mod term;
mod text;
mod too_large;
mod trailing_bytes;
mod unsupported;
mod views;
mod wraps;
mod xcdr;
mod xml;

pub use breaks::Break;
use framing::{CAPNP, CAPNP_PACKED, FBE, FLATBUFFERS_SIZE_PREFIXED, FrameFormat, JSON_VALUES};
pub use loss::Loss;
use memory::Payment;
pub use msgpack::format_name as msgpack_format_name;
use place::Places;
use polywire_ir::Module;
use polywire_ir::types::Types;
use polywire_model::attr::Fact;
use polywire_model::{Called, Change, DeclId, Model, Selection, giop, rpc as envelopes, xml as tree};
use polywire_source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;
pub use term::{Term, Told};
use too_large::too_large;
pub use unsupported::Unsupported;
use wraps::WrapRule;

/// A wire format.
pub struct Format {
    /// Name on the command line, in file names and as the label of unknown bytes in values.
    pub name: &'static str,
    /// Messages are text without line feeds, so that a line can hold one.
    pub is_text: bool,
    /// It holds only models of its own schema language.
    pub is_for_own_schemas: bool,
    /// What writers are known to do wrong.
    pub mistakes: &'static [Mistake],
    /// Messages are text of several lines.
    pub is_multiline_text: bool,
    /// Its decoders keep unknown fields in values, and its encoders write them back.
    pub keeps_unknown: bool,
    /// Its encoders can show unknown fields that values keep for another format, for people: its decoders do not read
    /// them.
    pub shows_unknown: bool,
    /// For formats whose decoders take a schema at run time: adds the types of that schema to a model.
    pub schema_types: Option<fn(&Model) -> Model>,
    /// True if the codec of a type with an `Any` contains the codecs of all messages of the schema.
    pub resolves_any: bool,
    /// Settles in the whole model what the codec of a type takes from the position of the type among all.
    pub settle: Option<fn(&mut Model)>,
    /// Lowers decoders of a writer's data.
    of_writer: Option<LowerOfWriter>,
    /// Returns true if readers of a model's messages know the schema of the writer.
    knows_writers: fn(&Model) -> bool,
    /// Where members are in its messages, for people.
    places: Option<Places>,
    /// Returns the type that the first bytes of a message name, in a model with all facts.
    type_of: Option<TypeOf>,
    /// The way in which the end of a message is found if others follow.
    pub delimiting: Delimiting,
    /// Set if its messages are those of another format behind their size, which is part of them.
    pub size_prefix: Option<SizePrefix>,
    /// The type that FIX's Simple Open Framing Header gives to messages of a model; `None` for formats without one.
    pub encoding_type: Option<fn(&Model) -> u16>,
    /// Its values can be read in place, field by field; [`Format::has_views_of`] tells whether those of a model can.
    pub has_views: bool,
    /// Returns true if values of a model have the layout that its views read.
    views_hold: fn(&Model) -> bool,
    /// Its decoders can report data that the schema lacks ([`Options::report_unknown`]).
    pub reports_unknown: bool,
    /// Describes a numeric key to people.
    pub key_text: Option<fn(u64) -> String>,
    /// The specification's term for a key.
    pub key_name: &'static str,
    /// The specification's terms for other values that its decoders read.
    pub terms: &'static [Term],
    /// The facts that its lowering needs of every member; facts missing in a model are derived from that one schema.
    pub facts: &'static [Fact],
    /// Returns true if a schema of the format's own language states all that it needs.
    pub states_all: fn(&Model) -> bool,
    /// The edits of the schema that break its messages.
    breaks: fn(&Model, &Change) -> Option<Break>,
    /// Values that it does not preserve.
    losses: fn(&Model) -> Vec<Loss>,
    /// Values that it wraps.
    wraps: &'static [WrapRule],
    /// The bytes that pay for the memory of a new value.
    payment: Payment,
    /// The minimum sizes of structs of a schema that states them, by the index of the native type.
    least_sizes: fn(&Model, &Types) -> Vec<u64>,
    /// Its messages are documents that state how their characters are encoded, as those of XML do. Decoders need UTF-8.
    pub states_encoding: bool,
    /// The types of its messages, if it has no others.
    pub built_in: Option<BuiltIn>,
    lower: Lower,
}

/// A schema that is part of a format.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Returns its declarations.
    pub model: fn() -> Model,
    /// The full name of the type of messages.
    pub message: &'static str,
    /// Returns a schema with its declarations, for code that is generated from both; or what the user can do about a schema for which
    /// this is not possible.
    pub beside: fn(&Model) -> Result<Model, String>,
    /// How messages call methods of a schema, if they can.
    pub calls: Option<Calls>,
}

/// The types of what protocols of calls write around messages.
const ENVELOPES: BuiltIn =
    BuiltIn { model: envelopes::model, message: envelopes::ENVELOPE, beside: envelopes::beside, calls: None };

/// Messages that call methods of a schema.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// Returns what names mean in a schema.
    pub named: fn(&Model) -> Vec<(String, Called)>,
    /// Returns the schema with the declarations of the format, in which messages have the types of these methods; or what the
    /// user can do about a schema for which this is not possible.
    pub typed: fn(&Model, &Called) -> Result<Model, String>,
    /// Returns the method, among these, that a message calls by this name, to know the type of the reply; `None` if there is none, or if there
    /// are several that return something else.
    pub replying: fn(&Model, &Called, &str) -> Option<Called>,
}

/// Returns the type that the first bytes of a message name.
type TypeOf = fn(&Model, &[u8]) -> Option<DeclId>;

/// The way in which the end of a message is found if others follow.
pub enum Delimiting {
    /// It cannot be found.
    None,
    /// By a framing, without the schema.
    Framed(&'static FrameFormat),
    /// By decoding it with its schema.
    SelfDelimiting,
}

/// The size in front of messages whose alignment counts from it, so that they are not the bytes of the other format.
#[derive(Clone, Copy, Debug)]
pub struct SizePrefix {
    /// Name of the format without it.
    pub of: &'static str,
    /// Bytes of the size.
    pub bytes: u8,
    /// True if its most significant byte comes first.
    pub is_big_endian: bool,
}

/// Options chosen by the caller.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The fields that decoders set. Others are skipped unread if the format allows it, are new in every value, and are
    /// not required. Encoders write all fields.
    pub selection: Selection,
    /// The only type that is needed: another one that the format does not support is no error.
    pub root: Option<DeclId>,
    /// Decoders check the whole layout of a message even if a quick test shows that it is the usual one, for
    /// inspections. They accept the same messages.
    pub thorough: bool,
    /// Allows trailing bytes: decoders stop after the message; for self-delimiting formats.
    pub trailing_bytes: bool,
    /// Adds views, in formats that support them.
    pub views: bool,
    /// Where outputs of schema files call each other: the declarations of the file that the module is for. What writes and reads
    /// a message of theirs in an `Any` is exported; that of others is only declared.
    pub exported: Option<BTreeSet<DeclId>>,
    /// Encoders leave out members that equal their default even where the format's encoders usually write them, as other
    /// writers do; for formats that have a choice.
    pub leaves_out_defaults: bool,
    /// Decoders report data that the schema lacks ([`polywire_ir::Op::ReportUnknown`]); for formats that support it.
    pub report_unknown: bool,
    /// Decoders of the root type read data of this writer, by the rules of the format; for formats that have some
    /// ([`Format::resolves_writers`]).
    pub writer: Option<Arc<Writer>>,
    /// Bytes in front of each message, which tell its schema; for formats whose messages do not depend on what is in front of them.
    pub header: Vec<u8>,
}

/// The schema with which data was written.
#[derive(Clone, Debug)]
pub struct Writer {
    /// All its types.
    pub model: Model,
    /// The type of messages.
    pub root: DeclId,
}

/// Lowers the codecs of a type, whose decoder reads data of a writer.
type LowerOfWriter = fn(&Model, DeclId, &Writer) -> Result<Module, Vec<Unsupported>>;

/// The signature of a lowering.
enum Lower {
    /// Decoders read all bytes before a field to get to it.
    InSequence(fn(&Model) -> Result<Module, Vec<Unsupported>>),
    /// Decoders follow the caller's options: they skip unselected fields, and report dropped data.
    Selecting(fn(&Model, &Options) -> Result<Module, Vec<Unsupported>>),
    /// There are no codecs for types: messages are read and written without a schema.
    WithoutSchema,
}

impl Format {
    const fn new(name: &'static str, lower: Lower) -> Self {
        Self {
            name,
            is_text: false,
            is_multiline_text: false,
            keeps_unknown: false,
            shows_unknown: false,
            schema_types: None,
            resolves_any: false,
            settle: None,
            of_writer: None,
            knows_writers: |_| false,
            places: None,
            type_of: None,
            delimiting: Delimiting::None,
            size_prefix: None,
            encoding_type: None,
            is_for_own_schemas: false,
            mistakes: &[],
            has_views: false,
            views_hold: |_| true,
            reports_unknown: false,
            key_text: None,
            facts: &[],
            states_all: |_| false,
            breaks: breaks::none,
            key_name: "key",
            terms: &[],
            losses: |_| Vec::new(),
            wraps: &[],
            payment: Payment::ONE_BYTE,
            least_sizes: |_, _| Vec::new(),
            states_encoding: false,
            built_in: None,
            lower,
        }
    }

    const fn in_sequence(name: &'static str, lower: fn(&Model) -> Result<Module, Vec<Unsupported>>) -> Self {
        Self::new(name, Lower::InSequence(lower))
    }

    const fn selecting(name: &'static str, lower: fn(&Model, &Options) -> Result<Module, Vec<Unsupported>>) -> Self {
        Self::new(name, Lower::Selecting(lower))
    }

    /// Lowers every struct of a model, each as an entry; or lists everything that the format does not support.
    pub fn lower(&self, model: &Model) -> Result<Module, Vec<Unsupported>> {
        self.lower_with(model, &Options::default())
    }

    /// Like [`Self::lower`], with options.
    pub fn lower_with(&self, model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
        unsupported::none_of(too_large(model))?;
        if let Some(writer) = &options.writer {
            // The place is in another schema.
            let without_place = |it| Unsupported { span: Span::default(), ..it };
            unsupported::none_of(too_large(&writer.model).into_iter().map(without_place).collect())?;
        }
        let mut module = match model.has_sets() {
            true => {
                // The lowering may have added types for run-time schemas.
                let all = self.schema_types.map_or_else(|| model.clone(), |extend| extend(model));
                sets::restore(self.lower_lists(&all.with_sets_as_lists(), options)?, &all)
            }
            false => self.lower_lists(model, options)?,
        };
        views::hide(&mut module);
        if !options.selection.is_all() {
            projection::project(&mut module, &options.selection);
        }
        number_ranges::check(&mut module, model);
        // What an element of a writer takes, its own format's rule does not tell.
        let payment = if options.writer.is_some() { Payment::ONE_BYTE } else { self.payment };
        let least_sizes = (self.least_sizes)(model, &module.types);
        let credited = memory::charge(&mut module, payment, &least_sizes);
        if options.trailing_bytes && matches!(self.delimiting, Delimiting::SelfDelimiting) {
            trailing_bytes::allow_trailing_bytes(&mut module);
        } else {
            memory::credit(&mut module, &credited);
        }
        Ok(module)
    }

    /// Lowers a model without sets.
    fn lower_lists(&self, model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
        let mut module = self.lower_bare(model, options)?;
        if !options.header.is_empty() {
            headers::put_in_front(&mut module, &options.header);
        }
        Ok(module)
    }

    fn lower_bare(&self, model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
        if let (Some(of_writer), Some(writer), Some(root)) = (self.of_writer, &options.writer, options.root) {
            return of_writer(model, root, writer);
        }
        match self.lower {
            Lower::InSequence(lower) => lower(model),
            Lower::Selecting(lower) => lower(model, options),
            Lower::WithoutSchema => Err(vec![unsupported::WITHOUT_SCHEMA.at(Span::default(), self.name.to_owned())]),
        }
    }

    /// Returns the values that the format changes or refuses although it supports their types. Unknown fields are not
    /// included.
    pub fn losses(&self, model: &Model) -> Vec<Loss> {
        (self.losses)(model)
    }

    /// Returns the values that the format cannot hold by themselves, and what contains them instead. Nothing of them is
    /// lost.
    pub fn wrapped(&self, model: &Model) -> Vec<Loss> {
        wraps::wrapped(model, self.wraps)
    }

    /// Returns the effect of an edit on older messages if they are misread or refused, and the remedy. The model is the
    /// edited one.
    pub fn breaks(&self, model: &Model, change: &Change) -> Option<Break> {
        (self.breaks)(model, change)
    }

    /// Returns for each member of a declaration, in declaration order, where its value is in a message, in the terms of the
    /// format; `None` for a member without a place. The model has the facts that the format needs.
    pub fn places(&self, model: &Model, id: DeclId) -> Option<Vec<Option<String>>> {
        self.places.map(|places| places(model, id))
    }

    /// Returns true if decoders can read data that was written with another schema, if it is known beforehand.
    pub fn resolves_writers(&self) -> bool {
        self.of_writer.is_some()
    }

    /// Returns true if readers of a model's messages know the schema of the writer, as it is usual for schemas in the format's
    /// own language.
    pub fn knows_writers(&self, model: &Model) -> bool {
        (self.knows_writers)(model)
    }

    /// Returns true if values of a model can be read in place.
    pub fn has_views_of(&self, model: &Model) -> bool {
        self.has_views && (self.views_hold)(model)
    }

    /// Returns true if it has no codecs for types: its messages are read and written without a schema.
    pub fn is_without_schema(&self) -> bool {
        matches!(self.lower, Lower::WithoutSchema)
    }

    /// Returns true if messages name their type.
    pub fn names_types(&self) -> bool {
        self.type_of.is_some()
    }

    /// Returns the type that a message names, if the model has it. Its beginning is enough: 64 bytes, in text formats up to the end of the first tag. The
    /// model has the facts that the format needs.
    pub fn type_of(&self, model: &Model, message: &[u8]) -> Option<DeclId> {
        self.type_of.and_then(|find| find(model, message))
    }

    const fn losing(self, losses: fn(&Model) -> Vec<Loss>) -> Self {
        Self { losses, ..self }
    }

    const fn wrapping(self, wraps: &'static [WrapRule]) -> Self {
        Self { wraps, ..self }
    }

    const fn resolving(self, of_writer: LowerOfWriter, knows_writers: fn(&Model) -> bool) -> Self {
        Self { of_writer: Some(of_writer), knows_writers, ..self }
    }

    const fn stating_encoding(self) -> Self {
        Self { states_encoding: true, ..self }
    }

    const fn of_built_in(self, built_in: BuiltIn) -> Self {
        Self { built_in: Some(built_in), ..self }
    }

    const fn paying(self, payment: Payment) -> Self {
        Self { payment, ..self }
    }

    const fn with_least_sizes(self, least_sizes: fn(&Model, &Types) -> Vec<u64>) -> Self {
        Self { least_sizes, ..self }
    }

    const fn of_text(self) -> Self {
        Self { is_text: true, ..self }
    }

    const fn of_multiline_text(self) -> Self {
        Self { is_multiline_text: true, ..self }
    }

    const fn keeping_unknown(self) -> Self {
        Self { keeps_unknown: true, ..self }
    }

    const fn showing_unknown(self) -> Self {
        Self { shows_unknown: true, ..self }
    }

    const fn resolving_any(self) -> Self {
        Self { resolves_any: true, ..self }
    }

    const fn settling(self, settle: fn(&mut Model)) -> Self {
        Self { settle: Some(settle), ..self }
    }

    const fn placing(self, places: Places) -> Self {
        Self { places: Some(places), ..self }
    }

    const fn naming_types(self, type_of: TypeOf) -> Self {
        Self { type_of: Some(type_of), ..self }
    }

    const fn delimiting(self, delimiting: Delimiting) -> Self {
        Self { delimiting, ..self }
    }

    const fn behind_its_size(self, size_prefix: SizePrefix) -> Self {
        Self { size_prefix: Some(size_prefix), ..self }
    }

    const fn for_own_schemas(self) -> Self {
        Self { is_for_own_schemas: true, ..self }
    }

    const fn with_mistakes(self, mistakes: &'static [Mistake]) -> Self {
        Self { mistakes, ..self }
    }

    const fn in_open_frames(self, encoding_type: fn(&Model) -> u16) -> Self {
        Self { encoding_type: Some(encoding_type), ..self }
    }

    const fn with_views(self) -> Self {
        Self { has_views: true, ..self }
    }

    const fn with_views_of(self, views_hold: fn(&Model) -> bool) -> Self {
        Self { has_views: true, views_hold, ..self }
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

    /// Returns the specification's term for a decoder's variable: a number of this many bytes, or several consecutive
    /// ones.
    pub fn told(&self, variable: &str, width: usize, number: Option<u64>) -> Option<Told> {
        let is_meant = |term: &&Term| term.variable == variable && term.width.is_none_or(|it| it == width);
        self.terms.iter().find(is_meant).map(|term| (term.tell)(number))
    }

    const fn needing_nothing_if(self, states_all: fn(&Model) -> bool) -> Self {
        Self { states_all, ..self }
    }

    const fn needing(self, facts: &'static [Fact]) -> Self {
        Self { facts, ..self }
    }

    /// Declares that it identifies members by their places, which does not survive all edits.
    const fn in_order(self, breaks: fn(&Model, &Change) -> Option<Break>) -> Self {
        Self { facts: &[Fact::Order], breaks, ..self }
    }

    const fn with_schema(self, add: fn(&Model) -> Model) -> Self {
        Self { schema_types: Some(add), ..self }
    }
}

/// All formats.
pub const FORMATS: &[Format] = &[
    Format::in_sequence("raw", raw::lower).paying(raw::PAYMENT).in_order(breaks::bare),
    Format::selecting("protobuf", protobuf::lower)
        .placing(protobuf::places)
        .wrapping(protobuf::WRAPS)
        .paying(Payment::TAGGED)
        .keeping_unknown()
        .reporting_unknown()
        .with_keys("tag", protobuf::key_text)
        .with_terms(protobuf::TERMS)
        .needing(&[Fact::ProtobufNumber]),
    Format::selecting("protobuf_text", protobuf_text::lower)
        .of_multiline_text()
        .resolving_any()
        .paying(Payment::SEPARATED)
        .showing_unknown()
        .losing(protobuf_text::losses)
        .wrapping(protobuf::WRAPS)
        .needing(&[Fact::ProtobufNumber]),
    Format::selecting("protobuf_text_line", protobuf_text::lower_line)
        .resolving_any()
        .paying(Payment::SEPARATED)
        .of_text()
        .showing_unknown()
        .losing(protobuf_text::losses)
        .wrapping(protobuf::WRAPS)
        .needing(&[Fact::ProtobufNumber]),
    Format::selecting("json", json::lower)
        .placing(json::places)
        .resolving_any()
        .paying(Payment::SEPARATED)
        .of_text()
        .losing(json::losses)
        .delimiting(Delimiting::Framed(&JSON_VALUES)),
    Format::selecting("json_pretty", json::lower_pretty)
        .of_multiline_text()
        .resolving_any()
        .paying(Payment::SEPARATED)
        .losing(json::losses)
        .delimiting(Delimiting::Framed(&JSON_VALUES)),
    Format::selecting("json_plain", json::lower_plain)
        .resolving_any()
        .paying(Payment::SEPARATED)
        .of_text()
        .losing(json::losses)
        .delimiting(Delimiting::Framed(&JSON_VALUES)),
    Format::selecting("json_fbe", json::lower_fbe)
        .resolving_any()
        .paying(Payment::SEPARATED)
        .of_text()
        .losing(json::losses)
        .delimiting(Delimiting::Framed(&JSON_VALUES)),
    Format::selecting("xml", xml::lower)
        .placing(xml::places)
        .of_multiline_text()
        .stating_encoding()
        .naming_types(xml::type_of)
        .paying(Payment::SEPARATED)
        .losing(xml::losses)
        .reporting_unknown(),
    Format::in_sequence("xml_tree", xml::tree::lower)
        .of_built_in(BuiltIn {
            model: tree::tree_model,
            message: tree::DOCUMENT,
            beside: tree::tree_beside,
            calls: None,
        })
        .of_multiline_text()
        .stating_encoding()
        .paying(Payment::SEPARATED)
        .losing(xml::losses),
    flatc_format("json_flatc", flatc_json::lower),
    flatc_format("json_flatc_strict", flatc_json::lower_strict),
    flatc_format("json_flatc_defaults", flatc_json::lower_defaults),
    Format::selecting("msgpack", msgpack::lower)
        .with_terms(msgpack::TERMS)
        .reporting_unknown()
        .delimiting(Delimiting::SelfDelimiting),
    Format::selecting("zebrapack", msgpack::lower_zebrapack)
        .placing(msgpack::zebrapack_places)
        .naming_types(msgpack::zebrapack_type_of)
        .with_keys("zid", msgpack::zid_text)
        .with_terms(msgpack::ZEBRAPACK_TERMS)
        .reporting_unknown()
        .delimiting(Delimiting::SelfDelimiting)
        .needing(&[Fact::Order]),
    Format::in_sequence("avro", avro::lower)
        .resolving(avro::resolution::lower, avro::is_own)
        .placing(place::by_position)
        .paying(avro::PAYMENT)
        .with_terms(avro::TERMS)
        .losing(avro::losses)
        .wrapping(avro::WRAPS)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(breaks::avro),
    Format::in_sequence("avro_single", avro::single::lower)
        .resolving(avro::single::lower_for_writer, |_| false)
        .naming_types(avro::single::type_of)
        .paying(avro::PAYMENT)
        .with_terms(avro::TERMS)
        .losing(avro::losses)
        .wrapping(avro::WRAPS)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(breaks::avro),
    Format::selecting("json_avro", avro::json::lower)
        .of_text()
        .paying(Payment::SEPARATED)
        .losing(avro::losses)
        .wrapping(avro::WRAPS)
        .needing(&[Fact::Order])
        .delimiting(Delimiting::Framed(&JSON_VALUES)),
    Format::in_sequence("avro_resolved", avro::lower_resolved)
        .with_schema(avro::schema::extend)
        .needing(&[Fact::Order]),
    Format::in_sequence("cdr", cdr::lower)
        .placing(place::by_position)
        .paying(cdr::PAYMENT)
        .with_terms(cdr::TERMS)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(breaks::bare),
    Format::in_sequence("cdr_le", cdr::lower_le)
        .paying(cdr::PAYMENT)
        .with_terms(cdr::TERMS)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(breaks::bare),
    Format::in_sequence("cdr_be", cdr::lower_be)
        .paying(cdr::PAYMENT)
        .with_terms(cdr::TERMS)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(breaks::bare),
    Format::in_sequence("xcdr1", xcdr::lower_v1)
        .paying(xcdr::PAYMENT)
        .with_terms(xcdr::TERMS_V1)
        .in_order(xcdr::breaks),
    Format::in_sequence("xcdr2", xcdr::lower_v2)
        .paying(xcdr::PAYMENT)
        .with_terms(xcdr::TERMS_V2)
        .in_order(xcdr::breaks),
    Format::in_sequence("giop", cdr::lower_giop)
        .of_built_in(BuiltIn {
            model: giop::model,
            message: giop::MESSAGE,
            beside: giop::beside,
            calls: Some(Calls { named: giop::named, typed: giop::typed, replying: giop::replying }),
        })
        .paying(cdr::PAYMENT)
        .with_terms(cdr::GIOP_TERMS)
        .delimiting(Delimiting::SelfDelimiting),
    Format::in_sequence("ior", cdr::lower_ior)
        .of_built_in(BuiltIn { model: giop::model, message: giop::REFERENCE, beside: giop::beside, calls: None })
        .of_text()
        .paying(cdr::PAYMENT)
        .with_terms(cdr::IOR_TERMS),
    Format::in_sequence("corbaloc", corbaloc::lower)
        .of_built_in(BuiltIn { model: giop::url_model, message: giop::URL, beside: giop::url_beside, calls: None })
        .of_text()
        .paying(Payment::SEPARATED),
    Format::in_sequence("grpc", rpc::lower_grpc).of_built_in(ENVELOPES),
    Format::in_sequence("grpc_web", rpc::lower_grpc_web).of_built_in(ENVELOPES),
    Format::in_sequence("connect", rpc::lower_connect).of_built_in(ENVELOPES).losing(rpc::connect::losses),
    Format::in_sequence("connect_unary", rpc::lower_connect_unary).of_built_in(ENVELOPES).losing(rpc::connect::losses),
    Format::in_sequence("msgpack_rpc", rpc::lower_msgpack_rpc)
        .of_built_in(ENVELOPES)
        .delimiting(Delimiting::SelfDelimiting),
    Format::selecting("capnp", capnp::lower)
        .placing(capnp::places)
        .paying(Payment::Shared)
        .with_terms(capnp::TERMS)
        .losing(capnp::losses)
        .wrapping(capnp::WRAPS)
        .needing(&[Fact::CapnpOrdinal])
        .with_views()
        .reporting_unknown()
        .delimiting(Delimiting::Framed(&CAPNP)),
    Format::selecting("capnp_packed", capnp::lower_packed)
        .paying(Payment::Shared)
        .with_terms(capnp::PACKED_TERMS)
        .losing(capnp::losses)
        .wrapping(capnp::WRAPS)
        .needing(&[Fact::CapnpOrdinal])
        .reporting_unknown()
        .delimiting(Delimiting::Framed(&CAPNP_PACKED)),
    Format::selecting("capnp_canonical", capnp::lower_canonical)
        .paying(Payment::Shared)
        .with_terms(capnp::CANONICAL_TERMS)
        .losing(capnp::canonical_losses)
        .wrapping(capnp::WRAPS)
        .needing(&[Fact::CapnpOrdinal]),
    Format::selecting("flatbuffers", flatbuffers::lower)
        .placing(flatbuffers::places)
        .naming_types(flatbuffers::type_of)
        .wrapping(flatbuffers::WRAPS)
        .paying(Payment::Shared)
        .with_terms(flatbuffers::TERMS)
        .with_views()
        .reporting_unknown()
        .in_order(flatbuffers::breaks),
    Format::selecting("flatbuffers_size_prefixed", flatbuffers::lower_size_prefixed)
        .wrapping(flatbuffers::WRAPS)
        .behind_its_size(SizePrefix { of: "flatbuffers", bytes: 4, is_big_endian: false })
        .naming_types(flatbuffers::type_of_size_prefixed)
        .paying(Payment::Shared)
        .with_terms(flatbuffers::TERMS)
        .with_views()
        .reporting_unknown()
        .delimiting(Delimiting::Framed(&FLATBUFFERS_SIZE_PREFIXED))
        .in_order(flatbuffers::breaks),
    Format::selecting("sbe", sbe::lower)
        .settling(sbe::settle)
        .with_least_sizes(sbe::least_sizes)
        .naming_types(sbe::type_of)
        .with_terms(sbe::TERMS)
        .with_views_of(sbe::is_own)
        .reporting_unknown()
        .losing(sbe::losses)
        .wrapping(sbe::WRAPS)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(sbe::breaks)
        .needing(&[Fact::Order, Fact::SbeTemplate])
        .needing_nothing_if(sbe::is_own)
        .in_open_frames(sbe::encoding_type)
        .with_mistakes(SBE_MISTAKES),
    Format::selecting("json_sbe", sbe::json::lower)
        .for_own_schemas()
        .of_multiline_text()
        .paying(Payment::SEPARATED)
        .losing(sbe::json::losses)
        .delimiting(Delimiting::Framed(&JSON_VALUES)),
    Format::in_sequence("fbe", fbe::lower)
        .settling(fbe::settle)
        .naming_types(fbe::type_of)
        .placing(place::by_position)
        .paying(Payment::Shared)
        .with_terms(fbe::TERMS)
        .delimiting(Delimiting::Framed(&FBE))
        .in_order(fbe::breaks)
        .needing(&[Fact::Order, Fact::SbeTemplate]),
    Format::in_sequence("fbe_final", fbe::lower_final)
        .settling(fbe::settle)
        .naming_types(fbe::type_of_final)
        .placing(place::by_position)
        .paying(fbe::FINAL_PAYMENT)
        .with_terms(fbe::FINAL_TERMS)
        .delimiting(Delimiting::Framed(&FBE))
        .in_order(fbe::breaks_final)
        .needing(&[Fact::Order, Fact::SbeTemplate]),
    Format::selecting("memory", memory_image::lower)
        .paying(memory_image::PAYMENT)
        .with_views()
        .with_terms(memory_image::TERMS)
        .losing(memory_image::losses)
        .delimiting(Delimiting::SelfDelimiting)
        .in_order(memory_image::breaks),
];

/// A mistake of writers. Their messages are refused, or have another meaning.
pub struct Mistake {
    /// How such messages can be read; its name is that of the format.
    pub format: Format,
    /// What the writer did, as the end of a sentence about a message.
    pub told: &'static str,
}

const SBE_MISTAKES: &[Mistake] = &[
    Mistake {
        format: Format::selecting("sbe", sbe::lower_data_first).with_least_sizes(sbe::least_sizes),
        told: "its data is in front of its groups: its writer put the data first, but has to put all of them in the order of the schema",
    },
    Mistake {
        format: Format::selecting("sbe", sbe::lower_data_first_in_messages).with_least_sizes(sbe::least_sizes),
        told: "its data is in front of its groups, but not in entries: its writer put the data first, but has to put all of them in the \
               order of the schema",
    },
];

/// Formats whose messages are read and written without a schema only.
pub const WITHOUT_SCHEMA: &[Format] = &[Format::new("flexbuffers", Lower::WithoutSchema)];

const fn flatc_format(name: &'static str, lower: fn(&Model, &Options) -> Result<Module, Vec<Unsupported>>) -> Format {
    Format::selecting(name, lower)
        .of_multiline_text()
        .paying(Payment::SEPARATED)
        .losing(flatc_json::losses)
        .wrapping(flatbuffers::WRAPS)
        .reporting_unknown()
        .in_order(breaks::none)
}

/// The format of messages of another format behind their size, if that is a format of its own.
pub fn size_prefixed(format: &Format) -> Option<(&'static Format, SizePrefix)> {
    FORMATS.iter().find_map(|it| Some((it, it.size_prefix.filter(|prefix| prefix.of == format.name)?)))
}

/// The format of this name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The format of this name among those whose messages are read and written without a schema only.
pub fn without_schema(name: &str) -> Option<&'static Format> {
    WITHOUT_SCHEMA.iter().find(|format| format.name == name)
}
