//! Every module that a lowering makes is well-formed by the rules of the IR.

use polywire_corner::{Corner, models};
use polywire_model::trade;

#[test]
fn modules_are_well_formed() {
    let formats: Vec<&str> = polywire_lower::FORMATS.iter().map(|format| format.name).collect();
    let trade = Corner { name: "trade", model: trade::model(), formats: &[] };
    for corner in models().into_iter().chain([trade]) {
        for name in &formats {
            let format = polywire_lower::format(name).expect("a format of the list");
            match format.lower(&corner.model) {
                Ok(module) => assert_eq!(polywire_ir::verify(&module), Ok(()), "{} in {name}", corner.name),
                Err(problems) => assert!(!corner.formats.contains(name), "{} in {name}: {problems:#?}", corner.name),
            }
        }
    }
}
