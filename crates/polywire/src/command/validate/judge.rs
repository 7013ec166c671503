//! What decides whether a message is valid.

use crate::command::by_request::ByRequest;
use crate::command::failure::Failure;
use crate::command::hints;
use crate::command::model::Schema;
use crate::command::writers::{Unusable, Writers};
use polywire::Format;
use polywire::codec::{Codec, Refusal};
use polywire::constraints::{Constraints, Problem};
use polywire::convert::{Mixed, UNNAMED};
use polywire::untyped::{Converter, Found};
use polywire_vm::Path;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

pub(super) enum Judge<'a> {
    /// The codec of its type.
    Typed(Box<Typed>),
    /// The codecs of the types that messages name, and the constraints by the names of types.
    Mixed(Mixed, BTreeMap<String, Constraints>),
    /// The reader of a self-describing format.
    Untyped(&'static Format, Converter),
    /// The schemas in the input.
    Described(&'static Format),
    /// The schemas of their writers.
    ByWriter(Box<RefCell<Writers<'a, Checked>>>),
    /// The codecs of operations, for replies by the requests before them.
    ByRequest(&'static Format, Box<RefCell<ByRequest<'a, Checked>>>),
}

/// A type and its codec.
pub(super) struct Typed {
    codec: Checked,
    schema: Schema,
    name: String,
    /// Made for the first refused message.
    mistakes: OnceCell<hints::Mistakes>,
}

/// A codec, and what else holds in the values of its messages.
pub(super) struct Checked {
    pub codec: Codec,
    pub constraints: Option<Constraints>,
}

/// A broken constraint, and where the part begins, if it is known.
pub(super) struct Broken {
    pub problem: Problem,
    pub offset: Option<usize>,
}

/// What is wrong with a message.
pub(super) enum Wrong {
    Refused(Refusal),
    /// Its type is not known: why, and what to do.
    Unknown {
        text: String,
        help: &'static str,
    },
    /// Its keys are.
    Broken(Vec<Broken>),
    /// Its schema cannot be used.
    Failed(Failure),
}

impl Judge<'_> {
    pub fn typed(codec: Checked, schema: Schema, name: String) -> Self {
        Self::Typed(Box::new(Typed { codec, schema, name, mistakes: OnceCell::new() }))
    }

    pub fn format(&self) -> &'static Format {
        match self {
            Self::Typed(typed) => typed.codec.codec.format(),
            Self::Mixed(mixed, _) => mixed.format(),
            Self::Untyped(format, _) | Self::Described(format) | Self::ByRequest(format, _) => format,
            Self::ByWriter(writers) => writers.borrow().format(),
        }
    }

    /// Checks a message; returns at most so many problems with its keys.
    pub fn validate(&self, message: &[u8], most: usize) -> Result<Found, Wrong> {
        let found = |()| Found::default();
        match self {
            Self::Typed(typed) => typed.codec.validate(message, most).map(found),
            Self::Mixed(mixed, constraints) => {
                let Some((_, name, codec)) = mixed.of_any_message(message) else { return Err(Wrong::unnamed()) };
                validate((codec, constraints.get(name)), message, most).map(found)
            }
            Self::Untyped(_, converter) => Ok(converter.validate(message)?),
            // Each message has a codec of its own.
            Self::Described(_) => Ok(Found::default()),
            Self::ByWriter(writers) => writers.borrow_mut().choose(message)?.validate(message, most).map(found),
            Self::ByRequest(_, calls) => {
                let mut calls = calls.borrow_mut();
                calls.choose(message).map_err(Wrong::Failed)?.validate(message, most).map(found)
            }
        }
    }

    /// Tells a mistake of the writer of a refused message.
    pub fn mistake(&self, message: &[u8]) -> String {
        match self {
            Self::Typed(it) => {
                let mistakes = || hints::Mistakes::of(it.codec.codec.format(), (&it.schema, &it.name));
                it.mistakes.get_or_init(mistakes).help(message)
            }
            Self::Mixed(..) | Self::Untyped(..) | Self::Described(_) | Self::ByWriter(_) | Self::ByRequest(..) => {
                String::new()
            }
        }
    }
}

impl Checked {
    pub fn validate(&self, message: &[u8], most: usize) -> Result<(), Wrong> {
        validate((&self.codec, self.constraints.as_ref()), message, most)
    }
}

/// Checks a message. A value is made only if there are constraints.
fn validate((codec, constraints): (&Codec, Option<&Constraints>), message: &[u8], most: usize) -> Result<(), Wrong> {
    let Some(constraints) = constraints else { return Ok(codec.validate(message)?) };
    let problems = constraints.problems(&codec.decode(message)?, most);
    if problems.is_empty() {
        return Ok(());
    }
    let begins = begins(codec, message);
    let with_offset = |problem: Problem| Broken { offset: begins(&problem.path), problem };
    Err(Wrong::Broken(problems.into_iter().map(with_offset).collect()))
}

/// Returns what tells where parts of a message begin.
fn begins(codec: &Codec, message: &[u8]) -> impl Fn(&Path) -> Option<usize> {
    let trace = codec.trace(message).ok();
    move |path: &Path| {
        let reads = trace.iter().flat_map(|trace| &trace.reads).filter(|read| read.buffer == 0);
        let inside = reads.filter(|read| read.path.steps.starts_with(&path.steps));
        inside.map(|read| read.range.start).min()
    }
}

impl Wrong {
    fn unnamed() -> Self {
        Self::Unknown { text: UNNAMED.to_owned(), help: "; name the type with --type" }
    }
}

impl From<Unusable> for Wrong {
    fn from(unusable: Unusable) -> Self {
        match unusable {
            Unusable::Unknown(text) => Self::Unknown { text, help: "" },
            Unusable::Failed(failure) => Self::Failed(failure),
        }
    }
}

impl From<Refusal> for Wrong {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
