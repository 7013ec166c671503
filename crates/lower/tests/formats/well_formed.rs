//! Every module made by a lowering is well-formed by the rules of the IR.

use polywire_model::trade;
use polywire_test_models::{TestModel, models};

#[test]
fn modules_are_well_formed() {
    let formats: Vec<&str> = polywire_lower::FORMATS.iter().map(|format| format.name).collect();
    let trade = TestModel { name: "trade", model: trade::model(), formats: &[] };
    for test_model in models().into_iter().chain([trade]) {
        for name in &formats {
            let format = polywire_lower::format(name).expect("a format of the list");
            match format.lower(&test_model.model) {
                Ok(module) => assert_eq!(polywire_ir::verify(&module), Ok(()), "{} in {name}", test_model.name),
                Err(problems) => {
                    assert!(!test_model.formats.contains(name), "{} in {name}: {problems:#?}", test_model.name)
                }
            }
        }
    }
}
