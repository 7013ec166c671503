//! Names of methods: what stands in front of the last dot is the service, if there is something.

use super::MsgpackRpc;
use super::call_of::field;
use crate::rpc::header::read_byte;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Function, Place, ValueType};

const DOT: &[u8] = b".";
const POSITION: [(&str, ValueType); 1] = [("position", ValueType::U64)];
const PARTS: [(&str, ValueType); 2] = [("service", ValueType::Bytes), ("method", ValueType::Bytes)];

/// `behind_dot(name) -> position`: that behind the last dot, or 0.
pub(super) fn behind_dot() -> Function {
    let mut b = FunctionBuilder::new("behind_dot");
    let name = b.value_param("name", ValueType::Bytes);
    let found = b.at(name, 0u64, &POSITION, |b| {
        let last = b.loop_while(
            vec![("position", ValueType::U64, 0u64.into())],
            |_| Expr::Left.is_not(0u64),
            |b, position| {
                let byte = read_byte(b);
                vec![byte.is(u64::from(DOT[0])).choose(Expr::Pos, position[0])]
            },
        );
        vec![last[0].into()]
    });
    b.finish(vec![found[0].into()], vec![ValueType::U64])
}

impl MsgpackRpc {
    /// A dot in the first place is a part of the method's name.
    pub(super) fn read_name(&self, b: &mut FunctionBuilder, call: &Place, name: Expr) {
        let behind = self.behind_dot(b, name.clone());
        let parts = b.at(name, 0u64, &PARTS, |b| {
            let has_service = Expr::from(1u64).below(behind.clone());
            let service = b.read_span("service", has_service.clone().choose(behind - 1u64, 0u64));
            b.skip(has_service.as_int());
            let method = b.read_span("method", Expr::Left);
            vec![service.into(), method.into()]
        });
        b.set(call.field(field::SERVICE), parts[0]);
        b.set(call.field(field::METHOD), parts[1]);
    }

    /// Refuses names that would be read as others.
    pub(super) fn write_name(&self, b: &mut FunctionBuilder, call: &Place) {
        let (service, method) = (Expr::Get(call.field(field::SERVICE)), Expr::Get(call.field(field::METHOD)));
        let behind = self.behind_dot(b, method.clone());
        let has_service = service.clone().bytes_len().is_not(0u64);
        let most = has_service.clone().choose(0u64, 1u64);
        b.check(behind.at_most(most), ErrorCode::InvalidKey);
        let size = service.clone().bytes_len() + has_service.clone().as_int() + method.clone().bytes_len();
        self.heads.text(b, size);
        b.when(has_service, |b| {
            b.write(Datum::Span(service));
            b.write_bytes(DOT);
        });
        b.write(Datum::Span(method));
    }

    fn behind_dot(&self, b: &mut FunctionBuilder, name: Expr) -> Expr {
        b.call(self.behind_dot, vec![Arg::Value(name)], &POSITION)[0].into()
    }
}
