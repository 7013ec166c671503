//! docs/ir-matrix.md: the use of the codec IR by each format, counted in the lowerings of the trade model and of every
//! test model. Anything used by a single format needs a reason.
//!
//! `POLYWIRE_BLESS=1` rewrites the page.

mod reasons;
mod uses;

use polywire_lower::Options;
use polywire_model::Model;
use reasons::REASONS;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use uses::{Use, uses};

/// The use of the IR by each format.
type Matrix = BTreeMap<Use, BTreeSet<&'static str>>;

#[test]
fn the_matrix_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ir-matrix.md");
    let expected = page(&matrix());
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        std::fs::write(&path, &expected).expect("docs/ir-matrix.md can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "docs/ir-matrix.md is not current; POLYWIRE_BLESS=1 rewrites it");
}

#[test]
fn items_used_by_one_format_have_a_reason() {
    let matrix = matrix();
    let single: BTreeSet<&Use> =
        matrix.iter().filter(|(_, formats)| families(formats).len() < 2).map(|it| it.0).collect();
    let without: Vec<_> = single.iter().filter(|it| reason(it).is_none()).collect();
    assert!(without.is_empty(), "no reason for {without:?}");
    let stale: Vec<_> =
        REASONS.iter().filter(|(it, _)| !single.iter().any(|single| single.to_string() == *it)).collect();
    assert!(stale.is_empty(), "no longer used by one format only: {stale:?}");
}

fn models() -> Vec<Model> {
    let test_models = polywire_test_models::models().into_iter().map(|test_model| test_model.model);
    [polywire_model::trade::model()].into_iter().chain(test_models).collect()
}

fn matrix() -> Matrix {
    let mut matrix = Matrix::new();
    uses::all().into_iter().for_each(|it| drop(matrix.insert(it, BTreeSet::new())));
    for model in models() {
        for format in polywire_lower::FORMATS {
            // Models that a format does not support add nothing here.
            let telling = Options { report_unknown: true, ..Options::default() };
            let telling = format.lower_with(&model, &telling);
            let told = telling.iter().flat_map(uses).filter(|it| *it == Use::Op("report_unknown"));
            for it in format.lower(&model).iter().flat_map(uses).chain(told) {
                matrix.entry(it).or_default().insert(format.name);
            }
        }
    }
    matrix
}

/// Variants of a format count as one; `raw`, with which engines are compared, does not count.
fn families(formats: &BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    formats.iter().filter(|name| **name != "raw").filter_map(|name| family(name)).collect()
}

fn family(format: &'static str) -> Option<&'static str> {
    let own = NO_VARIANTS.iter().copied().find(|name| format.starts_with(name));
    own.or_else(|| format.split('_').next())
}

/// Formats whose names contain another's although they are not its variants.
const NO_VARIANTS: &[&str] = &["protobuf_text"];

fn reason(it: &Use) -> Option<&'static str> {
    REASONS.iter().find(|(name, _)| *name == it.to_string()).map(|(_, reason)| *reason)
}

fn page(matrix: &Matrix) -> String {
    let formats: Vec<&str> = polywire_lower::FORMATS.iter().map(|format| format.name).collect();
    let mut page = String::from(
        "# Which format uses what of the codec IR\n\nMade by the test `ir_matrix` of `crates/lower` from the lowerings of the trade \
         model and of every corner case; `POLYWIRE_BLESS=1`\nrewrites it. `raw` is the image of a native value by which engines \
         are compared; it counts as no format, and variants of a format\n(`json` and `json_plain`) as one.\n",
    );
    let mut group = "";
    for (it, users) in matrix {
        if it.group() != group {
            group = it.group();
            let _ = writeln!(
                page,
                "\n## {group}\n\n| | {} |\n| --- |{}",
                formats.join(" | "),
                " :-: |".repeat(formats.len())
            );
        }
        let marks: Vec<&str> = formats.iter().map(|name| if users.contains(name) { "●" } else { "" }).collect();
        let _ = writeln!(page, "| `{it}` | {} |", marks.join(" | "));
    }
    page += "\n## Used by one format, or none\n\n| | used by | why it is in the IR |\n| --- | --- | --- |\n";
    for (it, users) in matrix.iter().filter(|(_, users)| families(users).len() < 2) {
        let users: Vec<&str> = families(users).into_iter().collect();
        let users = if users.is_empty() { "none" } else { users[0] };
        let _ = writeln!(page, "| `{it}` | {users} | {} |", reason(it).unwrap_or("?"));
    }
    page
}
