use super::{Enum, File, Message, NodeId, Service};

/// Returns the declaration at a path of `SourceCodeInfo`: alternating field numbers of `descriptor.proto` and indices.
pub(in crate::proto) fn node_at(file: &File, path: &[u32]) -> Option<NodeId> {
    match path {
        [4, at, rest @ ..] => in_message(get(&file.messages, *at)?, rest),
        [5, at, rest @ ..] => in_enum(get(&file.enums, *at)?, rest),
        [6, at, rest @ ..] => in_service(get(&file.services, *at)?, rest),
        [7, at] => Some(get(&file.extensions, *at)?.node),
        _ => None,
    }
}

fn in_message(message: &Message, path: &[u32]) -> Option<NodeId> {
    match path {
        [] => Some(message.node),
        [2, at] => Some(get(&message.fields, *at)?.node),
        [3, at, rest @ ..] => in_message(get(&message.messages, *at)?, rest),
        [4, at, rest @ ..] => in_enum(get(&message.enums, *at)?, rest),
        [6, at] => Some(get(&message.extensions, *at)?.node),
        [8, at] => Some(get(&message.oneofs, *at)?.node),
        _ => None,
    }
}

fn in_enum(it: &Enum, path: &[u32]) -> Option<NodeId> {
    match path {
        [] => Some(it.node),
        [2, at] => Some(get(&it.values, *at)?.node),
        _ => None,
    }
}

fn in_service(service: &Service, path: &[u32]) -> Option<NodeId> {
    match path {
        [] => Some(service.node),
        [2, at] => Some(get(&service.methods, *at)?.node),
        _ => None,
    }
}

fn get<T>(list: &[T], at: u32) -> Option<&T> {
    list.get(at as usize)
}
