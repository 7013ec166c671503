//! Passes: rewrites of a format's functions that make every engine's codecs faster. Each file is one pass. The crate
//! also derives
//! validators, sizes and views from these functions.
//!
//! Invariant: a pass changes neither which messages are accepted, nor the value, nor the output, nor the code of the
//! first
//! error. The byte offset of an error may change; engines report that of the unoptimised function if they can.
//!
//! Invariant: after every pass the module satisfies the verifier's rules (checked in debug builds and tests).
//!
//! Invariant: no pass knows a wire format or a programming language.

mod alignment;
mod coalesce_reads;
mod dead_code;
mod fold;
mod merge_constants;
mod ordered_words;
mod predict_keys;
mod pure;
mod ranges;
mod sizes;
mod tidy;
mod validators;
mod views;

use polywire_ir::Module;
pub use sizes::add_sizes;
pub use validators::add_validators;
pub use views::{checked_views, trusting_views};

/// A rewrite of a module.
pub struct Pass {
    /// The name on the command line and in tests.
    pub name: &'static str,
    /// A short description.
    pub doc: &'static str,
    /// Rewrites the module.
    pub run: fn(&mut Module, &Options),
}

/// All passes, in execution order.
pub const PASSES: &[Pass] = &[
    fold::PASS,
    ranges::PASS,
    dead_code::PASS,
    alignment::PASS,
    merge_constants::PASS,
    coalesce_reads::PASS,
    predict_keys::PASS,
    ordered_words::PASS,
];

/// Options of the passes.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Names of passes to skip.
    pub skip: Vec<String>,
    /// The engine cannot change bytes that it has written: sections are built once, in order.
    pub immutable: bool,
}

/// Runs all passes that are not skipped.
///
/// # Panics
/// In debug builds, if a pass breaks a rule of the IR.
pub fn optimize(module: &mut Module, options: &Options) {
    for pass in PASSES.iter().filter(|pass| !options.skip.iter().any(|name| name == pass.name)) {
        (pass.run)(module, options);
        debug_assert_verified(module, pass.name);
    }
    tidy::number_vars(module);
}

/// Removes functions that no entry reaches, after entries were removed.
pub fn drop_unreached(module: &mut Module) {
    dead_code::drop_functions(module);
}

/// Returns the pass with this name.
pub fn pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

fn debug_assert_verified(module: &Module, pass: &str) {
    if cfg!(debug_assertions)
        && let Err(violations) = polywire_ir::verify(module)
    {
        let list: Vec<String> = violations.iter().map(ToString::to_string).collect();
        panic!("{} after pass `{pass}`:\n{}", module.format, list.join("\n"));
    }
}
