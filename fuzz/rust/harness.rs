//! A libFuzzer target for the generated codecs of a model in one format: two bytes select the type; the rest is the
//! message. It is a module of the program that the engine tests generate (`rust::driver`), which defines `types`.

use crate::{FORMAT, Request, Types, types};
use libfuzzer_sys::fuzz_target;
use polywire_runtime::{ErrorCode, Limits};
use std::cell::RefCell;

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
    let read = ask(&mut fresh, ty, (FORMAT, "raw"), message);
    let verdict = ask(&mut fresh, ty, (FORMAT, "validate"), message);
    KEPT.with_borrow_mut(|kept| assert_eq!(ask(kept, ty, (FORMAT, "raw"), message), read, "{ty}: a reused value"));
    assert_eq!(verdict.err(), read.as_ref().err().copied(), "{ty}: validation");
    // The format may be unable to hold the value.
    let Ok(image) = read else { return };
    let Ok(written) = ask(&mut fresh, ty, ("raw", FORMAT), &image) else { return };
    // The same value, as far as the format can represent it.
    assert_eq!(ask(&mut fresh, ty, (FORMAT, FORMAT), &written).as_ref(), Ok(&written), "{ty}: what was written");
}

fn ask(types: &mut Types, ty: &str, (from, to): (&str, &str), input: &[u8]) -> Result<Vec<u8>, ErrorCode> {
    let (from, to, input) = (from.to_owned(), to.to_owned(), input.to_vec());
    let request = Request { from, to, input, schema: Vec::new(), limits: Limits::default(), measures: false };
    types.get_mut(ty).ok_or(ErrorCode::UnknownType)?(&request)
}
