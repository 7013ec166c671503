//! Framings: where elements end in a stream that arrives in pieces.
//!
//! A framing is a function like any other, so that every engine has it. It looks at a piece of the stream, given the
//! [`FRAME`] that it made of the piece before (a new one at first), and makes a frame of it: up to where the piece was looked at,
//! whether an element is complete there, and the state for what follows. It stops behind each element, and
//! depends on what came before by that frame only.
//!
//! `json_elements` finds the elements of an array that is the whole text; `json_values` values one behind the other, with white space
//! between them where they need it; `delimited` messages behind their lengths as varints; `capnp`, `capnp_packed` and
//! `flatbuffers_size_prefixed` the messages of these formats, which tell their lengths themselves. What stands between elements
//! is checked here, what stands in one by its reader.
//!
//! Design: docs/decisions/0028-framings-are-decoders.md

mod capnp;
mod capnp_packed;
mod delimited;
mod json;
mod size_prefixed;

use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, Types};
use polywire_ir::{Expr, Module, Place, VarId};
use polywire_model::{Decl, DeclKind, Field, Model, Struct};
use polywire_source::Span;
use std::sync::Arc;

/// Name of the struct of a frame.
pub const FRAME: &str = "polywire.Frame";

/// A framing.
#[derive(Debug)]
pub struct FrameFormat {
    /// Name on the command line and in file names.
    pub name: &'static str,
    /// No bytes are allowed between elements: the next one follows at once.
    pub is_dense: bool,
    define: fn(&mut FunctionBuilder, &Frame),
}

/// The elements of an array that is the whole text.
pub const JSON_ELEMENTS: FrameFormat = FrameFormat { name: "json_elements", is_dense: false, define: json::elements };

/// Values one behind the other.
pub const JSON_VALUES: FrameFormat = FrameFormat { name: "json_values", is_dense: false, define: json::values };

/// Messages of `capnp` one behind the other.
pub const CAPNP: FrameFormat = FrameFormat { name: "capnp", is_dense: true, define: capnp::messages };

/// Messages of `capnp_packed` one behind the other.
pub const CAPNP_PACKED: FrameFormat =
    FrameFormat { name: "capnp_packed", is_dense: true, define: capnp_packed::messages };

/// Messages of `flatbuffers_size_prefixed` one behind the other.
pub const FLATBUFFERS_SIZE_PREFIXED: FrameFormat =
    FrameFormat { name: "flatbuffers_size_prefixed", is_dense: true, define: size_prefixed::messages };

/// All framings, by name.
pub const FRAMINGS: &[FrameFormat] = &[
    JSON_ELEMENTS,
    JSON_VALUES,
    FrameFormat { name: "delimited", is_dense: true, define: delimited::messages },
    CAPNP,
    CAPNP_PACKED,
    FLATBUFFERS_SIZE_PREFIXED,
];

/// The framing of this name.
pub fn framing(name: &str) -> Option<&'static FrameFormat> {
    FRAMINGS.iter().find(|framing| framing.name == name)
}

impl FrameFormat {
    /// The function, as the decoder of a frame, to which the frame before is given as its schema.
    pub fn lower(&self) -> Module {
        let types = Arc::new(Types::of_model(&model()));
        let mut module = ModuleBuilder::new(self.name, types);
        let mut b = FunctionBuilder::new("decode_Frame");
        let (next, before) = (b.build_param("next", FRAME_TYPE), b.read_param("before", FRAME_TYPE));
        b.reset(next);
        (self.define)(&mut b, &Frame { next, before });
        let decode = module.add(b.finish(vec![], vec![]));
        module.entry(StructId(0), None, decode, Some(StructId(0)));
        module.finish()
    }
}

const FRAME_TYPE: Type = Type::Struct(StructId(0));

/// The model of frames.
pub fn model() -> Model {
    let fields = FIELDS.iter().map(|(name, ty, doc)| Field { doc: (*doc).to_owned(), ..Field::new(name, ty.clone()) });
    let mut model = Model::default();
    model.add(Decl {
        module: vec!["polywire".into()],
        name: vec!["Frame".into()],
        file: String::new(),
        doc: "The position in a stream of elements after a chunk.".into(),
        deprecated: false,
        span: Span::default(),
        kind: DeclKind::Struct(Struct { fields: fields.collect(), ..Struct::default() }),
    });
    model
}

const NUMBER: polywire_model::Type = polywire_model::Type::Int { bits: 64, signed: false };
const FLAG: polywire_model::Type = polywire_model::Type::Bool;

const FIELDS: &[(&str, polywire_model::Type, &str)] = &[
    ("first", NUMBER, "The offset in the chunk at which the element begins or continues."),
    ("taken", NUMBER, "The number of bytes of the chunk that were read; the element ends there."),
    ("complete", FLAG, "The element is complete."),
    ("may_end", FLAG, "The stream may end here; an element that has begun is then complete."),
    ("phase", NUMBER, "State for the next chunk."),
    ("count", NUMBER, "State for the next chunk."),
    ("unit", NUMBER, "State for the next chunk."),
];

/// The frames of a function: that which it makes, and the one before.
struct Frame {
    next: VarId,
    before: VarId,
}

/// The state in a frame.
struct State<T> {
    phase: T,
    count: T,
    unit: T,
}

impl Frame {
    /// The state that the piece before left.
    fn state(&self) -> State<Expr> {
        let field = |index| Expr::Get(Place::from(self.before).field(index));
        State { phase: field(4), count: field(5), unit: field(6) }
    }

    /// Sets the frame; `first` is where the element begins, or the end of the piece if none has begun.
    fn set(&self, b: &mut FunctionBuilder, first: Expr, (complete, may_end): (Expr, Expr), state: State<Expr>) {
        let values = [first, Expr::Pos, complete, may_end, state.phase, state.count, state.unit];
        for (value, index) in values.into_iter().zip(0..) {
            b.set(Place::from(self.next).field(index), value);
        }
    }
}
