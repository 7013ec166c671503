//! Framings: find the ends of elements in a stream that arrives in pieces.
//!
//! A framing is an ordinary function, so that every engine has it. It scans a piece of the stream, given the [`FRAME`]
//! of the previous piece (initially a new one), and makes a frame for this one: the position up to which the piece was
//! scanned, a flag for a complete element there, and the state for what follows. It stops after each element, and
//! depends on earlier input only through that frame.
//!
//! `json_elements` finds the elements of an array that is the whole text; `json_values` concatenated values, separated
//! by white space if necessary; `delimited` messages prefixed by their lengths as varints; `capnp`, `capnp_packed` and
//! `flatbuffers_size_prefixed` the messages of these formats, which contain their lengths; `fbe` those of both models of
//! FastBinaryEncoding; `sofh` messages behind FIX's Simple Open Framing Header. Bytes between elements are checked here, bytes
//! in an element by its decoder.
//!
//! Design: docs/decisions/0028-framings-are-decoders.md

mod capnp;
mod capnp_packed;
mod delimited;
mod fbe;
mod json;
mod size_prefixed;
mod sofh;

use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, Types};
use polywire_ir::{Expr, Module, Order, Place, ValueType, VarId};
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
    /// No bytes are allowed between elements.
    pub is_dense: bool,
    define: fn(&mut FunctionBuilder, &Frame),
}

/// The elements of an array that is the whole text.
pub const JSON_ELEMENTS: FrameFormat = FrameFormat { name: "json_elements", is_dense: false, define: json::elements };

/// Concatenated values.
pub const JSON_VALUES: FrameFormat = FrameFormat { name: "json_values", is_dense: false, define: json::values };

/// Concatenated `capnp` messages.
pub const CAPNP: FrameFormat = FrameFormat { name: "capnp", is_dense: true, define: capnp::messages };

/// Concatenated `capnp_packed` messages.
pub const CAPNP_PACKED: FrameFormat =
    FrameFormat { name: "capnp_packed", is_dense: true, define: capnp_packed::messages };

/// Concatenated `flatbuffers_size_prefixed` messages.
pub const FLATBUFFERS_SIZE_PREFIXED: FrameFormat =
    FrameFormat { name: "flatbuffers_size_prefixed", is_dense: true, define: size_prefixed::messages };

/// Concatenated `fbe` or `fbe_final` messages.
pub const FBE: FrameFormat = FrameFormat { name: "fbe", is_dense: true, define: fbe::messages };

/// All framings, by name.
pub const FRAMINGS: &[FrameFormat] = &[
    JSON_ELEMENTS,
    JSON_VALUES,
    FrameFormat { name: "delimited", is_dense: true, define: delimited::messages },
    CAPNP,
    CAPNP_PACKED,
    FLATBUFFERS_SIZE_PREFIXED,
    FBE,
    FrameFormat { name: "sofh", is_dense: true, define: sofh::messages },
];

/// The framing of this name.
pub fn framing(name: &str) -> Option<&'static FrameFormat> {
    FRAMINGS.iter().find(|framing| framing.name == name)
}

impl FrameFormat {
    /// Lowers the function, as the decoder of a frame, whose schema parameter is the previous frame.
    pub fn lower(&self) -> Module {
        let types = Arc::new(Types::of_model(&model()));
        let mut module = ModuleBuilder::new(self.name, types.clone());
        let mut b = FunctionBuilder::with_types("decode_Frame", types);
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

const NUMBER: polywire_model::Type = polywire_model::Type::int(64, false);
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

/// The frames of a function: the new one, and the previous one.
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

impl State<Expr> {
    /// Reads the bytes of a head one by one while `goes_on` holds for the phase. `next` returns the state after a byte.
    fn each_byte(
        self,
        b: &mut FunctionBuilder,
        goes_on: impl FnOnce(VarId) -> Expr,
        next: impl FnOnce(&mut FunctionBuilder, VarId, State<VarId>) -> Self,
    ) -> State<VarId> {
        let Self { phase, count, unit } = self;
        let carried =
            vec![("phase", ValueType::U64, phase), ("count", ValueType::U64, count), ("unit", ValueType::U64, unit)];
        let last = b.loop_while(
            carried,
            |vars| goes_on(vars[0]) & Expr::Left.is_not(0u64),
            |b, vars| {
                let byte = b.read_int("byte", 1, Order::Little);
                let State { phase, count, unit } = next(b, byte, State::of(vars));
                vec![phase, count, unit]
            },
        );
        State::of(&last)
    }
}

impl State<VarId> {
    fn of(vars: &[VarId]) -> Self {
        Self { phase: vars[0], count: vars[1], unit: vars[2] }
    }

    fn exprs(self) -> State<Expr> {
        State { phase: self.phase.into(), count: self.count.into(), unit: self.unit.into() }
    }
}

/// Skips the part of a message's rest, of `count` bytes, that has arrived; nothing unless the stream is inside of a
/// message. Returns the length of the part.
fn skip_part(b: &mut FunctionBuilder, is_inside: &Expr, count: &Expr) -> VarId {
    let most = count.clone().at_most(Expr::Left).choose(count.clone(), Expr::Left);
    let part = b.let_("part", is_inside.clone().choose(most, 0u64));
    b.skip(part);
    part
}

impl Frame {
    /// Returns the state after the previous piece.
    fn state(&self) -> State<Expr> {
        let field = |index| Expr::Get(Place::from(self.before).field(index));
        State { phase: field(4), count: field(5), unit: field(6) }
    }

    /// Sets the frame; `first` is the start of the element, or the end of the piece if none has begun.
    fn set(&self, b: &mut FunctionBuilder, first: Expr, (complete, may_end): (Expr, Expr), state: State<Expr>) {
        let values = [first, Expr::Pos, complete, may_end, state.phase, state.count, state.unit];
        for (value, index) in values.into_iter().zip(0..) {
            b.set(Place::from(self.next).field(index), value);
        }
    }
}
