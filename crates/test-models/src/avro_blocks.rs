use crate::TestModel;
use crate::make::{declare, record, text};
use polywire_model::{Field, Model, Type};

/// Avro arrays in blocks, some with their size after a negative count.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let pair = declare(
        &mut model,
        "Pair",
        record(vec![Field::new("key", text()), Field::new("empty", Type::list(Type::Bool))]),
    );
    let fields = vec![
        Field::new("numbers", Type::list(Type::int(64, true))),
        Field::new("pairs", Type::list(Type::Named(pair))),
    ];
    declare(&mut model, "Blocks", record(fields));
    TestModel { name: "avro_blocks", model, formats: &["avro", "avro_resolved"] }
}
