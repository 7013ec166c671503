use crate::TestModel;
use polywire_model::rpc;

/// The envelopes of calls.
pub(crate) fn test_model() -> TestModel {
    let mut model = rpc::model();
    for decl in &mut model.decls {
        decl.file.clear();
    }
    TestModel { name: "rpc", model, formats: &["grpc", "grpc_web", "connect", "connect_unary", "msgpack_rpc"] }
}
