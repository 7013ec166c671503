//! Limits of edition 2026 on the sizes of declarations.

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Enum, Message, NodeId};
use polywire_source::Diagnostic;

const MAX_FIELDS: usize = 1500;
const MAX_ONEOFS: usize = 1000;
const MAX_CASES: usize = 1200;
const MAX_VALUES: usize = 1700;

impl Checker<'_, '_> {
    pub(super) fn message_limits(&mut self, message: &Message) {
        self.limit(message.node, &message.name, message.fields.len(), MAX_FIELDS, "fields");
        let oneofs = message.fields.iter().filter(|field| !field.proto3_optional).filter_map(|field| field.oneof);
        let real = oneofs.clone().max().map_or(0, |last| last as usize + 1);
        self.limit(message.node, &message.name, real, MAX_ONEOFS, "oneofs");
        for (oneof, index) in message.oneofs.iter().zip(0..) {
            let cases = oneofs.clone().filter(|it| *it == index).count();
            self.limit(oneof.node, &oneof.name, cases, MAX_CASES, "fields");
        }
    }

    pub(super) fn enum_limits(&mut self, it: &Enum) {
        self.limit(it.node, &it.name, it.values.len(), MAX_VALUES, "values");
    }

    fn limit(&mut self, node: NodeId, name: &str, count: usize, most: usize, what: &str) {
        if count > most && !self.is_stripped && self.features_of(node).limited {
            let message = format!("`{name}` has {count} {what}; {most} are allowed");
            let large = Diagnostic::error(codes::TOO_LARGE, message).at(self.place(node).name, "");
            self.report(large.help("split it, or set `features.enforce_proto_limits = LEGACY_NO_EXPLICIT_LIMITS`"));
        }
    }
}
