//! A libFuzzer target for the generated codecs of a model in one format: two bytes select the type; the rest is the
//! message. It is a module of the program that the engine tests generate (`rust::driver`), which defines `types`.

use crate::{FORMAT, Request, Types, types};
use libfuzzer_sys::fuzz_target;
use polywire_runtime::{ErrorCode, Limits};
use std::cell::RefCell;

/// So small that no input takes long.
const BUDGET: u64 = 1 << 20;

thread_local! {
    /// Their values contain the results of earlier messages.
    static KEPT: RefCell<Types> = RefCell::new(types());
}

fuzz_target!(|data: &[u8]| check(data));

fn check(data: &[u8]) {
    let [low, high, message @ ..] = data else { return };
    let mut fresh = types();
    let choice = usize::from(u16::from_le_bytes([*low, *high])) % fresh.len();
    let Some(ty) = fresh.keys().nth(choice).copied() else { return };
    let read = ask(&mut fresh, ty, (FORMAT, "raw"), message, BUDGET);
    let verdict = ask(&mut fresh, ty, (FORMAT, "validate"), message, BUDGET);
    KEPT.with_borrow_mut(|kept| {
        assert_eq!(ask(kept, ty, (FORMAT, "raw"), message, BUDGET), read, "{ty}: a reused value");
    });
    assert_eq!(verdict.err(), read.as_ref().err().copied(), "{ty}: validation");
    // The format may be unable to hold the value.
    let Ok(image) = read else { return };
    let Ok(written) = ask(&mut fresh, ty, ("raw", FORMAT), &image, Limits::BUDGET) else { return };
    // The same value, as far as the format can represent it.
    let again = ask(&mut fresh, ty, (FORMAT, FORMAT), &written, Limits::BUDGET);
    assert_eq!(again.as_ref(), Ok(&written), "{ty}: what was written");
}

fn ask(types: &mut Types, ty: &str, (from, to): (&str, &str), input: &[u8], budget: u64) -> Result<Vec<u8>, ErrorCode> {
    let (from, to, input) = (from.to_owned(), to.to_owned(), input.to_vec());
    let limits = Limits { budget, ..Limits::default() };
    let request = Request { from, to, input, schema: Vec::new(), limits, measures: false };
    types.get_mut(ty).ok_or(ErrorCode::UnknownType)?(&request)
}
