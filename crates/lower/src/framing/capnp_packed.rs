//! Concatenated Cap'n Proto messages, each packed separately: applies [`super::capnp`] to the unpacked words.

use super::{Frame, State};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, ValueType, VarId};

// The state: the next item to read. Initially, a tag.
const TAG: u64 = 0;
/// The nonzero bytes of a word, according to its tag.
const WORD: u64 = 1;
/// The number of further words of zeros.
const ZEROS: u64 = 2;
/// The number of further words that are copied verbatim.
const RUN_LENGTH: u64 = 3;
/// A verbatim word.
const RUN: u64 = 4;

const ALL_BYTES: u64 = 0xff;

/// The parts of the state that change from step to step, with the number of bits that each part takes in the frame's
/// `phase`; the words of segments and the current word have their own numbers.
const PARTS: [(&str, u8); 7] = [
    ("next", 3),
    // The tag of the word, rotated by one bit for each known byte, so that it is restored after the last.
    ("tag", 8),
    // Bytes of the word that are known.
    ("known", 4),
    // Words that are left of a run.
    ("run", 8),
    // True if the first word of the message is known.
    ("begun", 1),
    // True if four bytes of padding follow the sizes.
    ("padded", 1),
    // Words that are left of the head.
    ("head", 33),
];

/// Everything that changes, in the order of [`Now`].
fn changes() -> Vec<(&'static str, ValueType)> {
    let names = PARTS.iter().map(|(name, _)| *name).chain(["words", "word"]);
    names.map(|name| (name, ValueType::U64)).collect()
}

#[derive(Clone)]
struct Now {
    next: Expr,
    tag: Expr,
    known: Expr,
    run: Expr,
    begun: Expr,
    padded: Expr,
    head: Expr,
    /// Words left of the segments, as far as their sizes are known.
    words: Expr,
    /// The known bytes of the word, the last one highest.
    word: Expr,
}

impl Now {
    fn of(values: &[Expr]) -> Self {
        let value = |index: usize| values[index].clone();
        Self {
            next: value(0),
            tag: value(1),
            known: value(2),
            run: value(3),
            begun: value(4),
            padded: value(5),
            head: value(6),
            words: value(7),
            word: value(8),
        }
    }

    fn of_vars(vars: &[VarId]) -> Self {
        Self::of(&vars.iter().map(|var| Expr::from(*var)).collect::<Vec<_>>())
    }

    fn into_values(self) -> [Expr; 9] {
        let Self { next, tag, known, run, begun, padded, head, words, word } = self;
        [next, tag, known, run, begun, padded, head, words, word]
    }

    fn is_in_word(&self) -> Expr {
        self.next.clone().is(WORD) | self.next.clone().is(RUN)
    }

    /// Tests whether the next step consumes a byte: bytes of a word without a tag bit are zero.
    fn takes(&self) -> Expr {
        !self.is_in_word() | (self.tag.clone() & 1u64).is(1u64)
    }

    fn is_complete(&self) -> Expr {
        let is_all = self.head.clone().is(0u64) & self.words.clone().is(0u64);
        self.next.clone().is(TAG) & self.begun.clone().is(1u64) & is_all
    }

    /// Between messages.
    fn is_between(&self) -> Expr {
        self.next.clone().is(TAG) & self.begun.clone().is(0u64)
    }
}

pub(super) fn messages(b: &mut FunctionBuilder, frame: &Frame) {
    let State { phase, count, unit } = frame.state();
    let mut inits = unfolded(phase);
    inits.extend([count, unit]);
    let carried = changes().into_iter().zip(inits).map(|((name, ty), init)| (name, ty, init)).collect();
    let last = b.loop_while(
        carried,
        |vars| {
            let now = Now::of_vars(vars);
            !now.is_complete() & (Expr::Left.is_not(0u64) | !now.takes())
        },
        |b, vars| step(b, &Now::of_vars(vars)).into_values().to_vec(),
    );
    let now = Now::of_vars(&last);
    let complete = b.let_("complete", now.is_complete());
    let done = || Expr::from(complete);
    let may_end = done() | now.is_between();
    let phase = done().choose(0u64, folded(&now));
    let state = State { phase, count: done().choose(0u64, now.words), unit: done().choose(0u64, now.word) };
    frame.set(b, 0u64.into(), (done(), may_end), state);
}

fn unfolded(phase: Expr) -> Vec<Expr> {
    let mut from = 0;
    let part = |(_, bits): &(&str, u8)| {
        let value = (phase.clone() >> from) & ((1u64 << bits) - 1);
        from += u64::from(*bits);
        value
    };
    PARTS.iter().map(part).collect()
}

fn folded(now: &Now) -> Expr {
    let mut from = 0;
    let shifted = PARTS.iter().zip(now.clone().into_values()).map(|((_, bits), value)| {
        let shifted = value << from;
        from += u64::from(*bits);
        shifted
    });
    shifted.reduce(|left, right| left | right).unwrap_or_else(|| 0u64.into())
}

/// Consumes a byte, or adds a zero byte of a word.
fn step(b: &mut FunctionBuilder, now: &Now) -> Now {
    let byte = b.if_yields(
        now.takes(),
        &[("byte", ValueType::U64)],
        |b| vec![b.read_int("byte", 1, Order::Little).into()],
        |_| vec![0u64.into()],
    )[0];
    let stepped = b.if_yields(
        now.is_in_word(),
        &changes(),
        |b| byte_of_word(b, byte, now).into_values().to_vec(),
        |b| byte_between(b, byte, now).into_values().to_vec(),
    );
    Now::of_vars(&stepped)
}

/// Handles a tag or a count.
fn byte_between(b: &mut FunctionBuilder, byte: VarId, now: &Now) -> Now {
    let is = |next: u64| now.next.clone().is(next);
    let zeros = is(ZEROS).choose(byte, 0u64);
    let zeros = b.let_("zeros", zeros);
    let of_head = zeros.at_most(now.head.clone()).choose(zeros, now.head.clone());
    let of_head = b.let_("of_head", of_head);
    let of_segments = b.let_("of_segments", zeros - of_head);
    b.check(of_segments.at_most(now.words.clone()), ErrorCode::BadLength);
    let run = is(RUN_LENGTH).choose(byte, 0u64);
    let run = b.let_("run", run);
    let has_run = run.is_not(0u64);
    Now {
        next: is(TAG).choose(WORD, has_run.clone().choose(RUN, TAG)),
        tag: is(TAG).choose(byte, ALL_BYTES),
        known: 0u64.into(),
        run: run.into(),
        head: now.head.clone() - of_head,
        words: now.words.clone() - of_segments,
        word: 0u64.into(),
        ..now.clone()
    }
}

fn byte_of_word(b: &mut FunctionBuilder, byte: VarId, now: &Now) -> Now {
    let word = b.let_("word", (now.word.clone() >> 8u64) | (byte << 56u64));
    let turned = (now.tag.clone() >> 1u64) | ((now.tag.clone() & 1u64) << 7u64);
    let tag = b.let_("tag", turned);
    let known = b.let_("known", now.known.clone() + 1u64);
    let results: Vec<(&str, ValueType)> =
        ["begun", "padded", "head", "words"].map(|name| (name, ValueType::U64)).to_vec();
    let is_whole = || known.is(8u64);
    let message = b.if_yields(
        is_whole(),
        &results,
        |b| whole_word(b, word, now),
        |_| vec![now.begun.clone(), now.padded.clone(), now.head.clone(), now.words.clone()],
    );
    let run = b.let_("run", (is_whole() & now.next.clone().is(RUN)).choose(now.run.clone() - 1u64, now.run.clone()));
    let behind_tagged = tag.is(0u64).choose(ZEROS, tag.is(ALL_BYTES).choose(RUN_LENGTH, TAG));
    let behind_run = run.is(0u64).choose(TAG, RUN);
    let behind = now.next.clone().is(RUN).choose(behind_run, behind_tagged);
    Now {
        next: is_whole().choose(behind, now.next.clone()),
        tag: tag.into(),
        known: is_whole().choose(0u64, known),
        run: run.into(),
        begun: message[0].into(),
        padded: message[1].into(),
        head: message[2].into(),
        words: message[3].into(),
        word: is_whole().choose(0u64, word),
    }
}

/// Returns the state of the message after a word: whether it has begun, whether its head is padded, and the words left
/// of the head and of the segments.
fn whole_word(b: &mut FunctionBuilder, word: VarId, now: &Now) -> Vec<Expr> {
    let (low, high) = (Expr::from(word).low_bits(32), word >> 32u64);
    let is_first = now.begun.clone().is(0u64);
    let in_head = b.let_("in_head", now.head.clone().is_not(0u64));
    // Words after the segments are not part of the message, even if they are part of its last run.
    let fits = is_first.clone() | in_head | now.words.clone().is_not(0u64);
    b.check(fits, ErrorCode::BadLength);
    let ends_padded = now.head.clone().is(1u64) & now.padded.clone().is(1u64);
    let sizes = low.clone() + ends_padded.choose(0u64, high.clone());
    let of_head = Expr::from(in_head).as_int();
    let words = Expr::from(in_head).choose(now.words.clone() + sizes, now.words.clone() - 1u64);
    vec![
        1u64.into(),
        is_first.clone().choose(low.clone() & 1u64, now.padded.clone()),
        is_first.clone().choose((low + 1u64) >> 1u64, now.head.clone() - of_head),
        is_first.choose(high, words),
    ]
}
