use crate::TestModel;
use crate::make::of_sbe;

/// An SBE schema of its own: what its messages can have and the corpus of the reference implementation lacks.
pub(crate) fn test_model() -> TestModel {
    TestModel { name: "sbe_own", model: of_sbe(include_bytes!("sbe_own.xml")), formats: &["sbe"] }
}
