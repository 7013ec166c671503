//! Envelopes of sessions and of codecs. What they hold is moved.

use crate::envelope::{self, Body};
use crate::{Metadata, MetadataValue, Status};
use polywire_rpc::{Call, End, Envelope, Item, Start};

/// Returns an envelope for codecs.
pub(crate) fn to_codec(it: Envelope) -> envelope::Envelope {
    let body = match it {
        Envelope::Call(Call { service, method, timeout, format, compression, accepts, metadata, item }) => {
            let (metadata, item) = (all_to_codec(metadata), item.map(item_to_codec));
            Body::Call(envelope::Call { service, method, timeout, format, compression, accepts, metadata, item })
        }
        Envelope::Start(Start { format, compression, accepts, metadata }) => {
            let metadata = all_to_codec(metadata);
            Body::Start(envelope::Start { format, compression, accepts, metadata })
        }
        Envelope::Item(item) => Body::Item(item_to_codec(item)),
        Envelope::End(End { http_status, status, message, details, metadata, item }) => {
            let (status, metadata) = (envelope::Status(status.0), all_to_codec(metadata));
            let item = item.map(item_to_codec);
            Body::End(envelope::End { http_status, status, message, details, metadata, item })
        }
    };
    envelope::Envelope { body, number: None }
}

/// Returns an envelope for sessions, if there is one.
pub(crate) fn from_codec(it: envelope::Envelope) -> Option<Envelope> {
    Some(match it.body {
        Body::None => return None,
        Body::Call(envelope::Call { service, method, timeout, format, compression, accepts, metadata, item }) => {
            let (metadata, item) = (all_from_codec(metadata), item.map(item_from_codec));
            Envelope::Call(Call { service, method, timeout, format, compression, accepts, metadata, item })
        }
        Body::Start(envelope::Start { format, compression, accepts, metadata }) => {
            let metadata = all_from_codec(metadata);
            Envelope::Start(Start { format, compression, accepts, metadata })
        }
        Body::Item(item) => Envelope::Item(item_from_codec(item)),
        Body::End(envelope::End { http_status, status, message, details, metadata, item }) => {
            let (status, metadata) = (Status(status.0), all_from_codec(metadata));
            let item = item.map(item_from_codec);
            Envelope::End(End { http_status, status, message, details, metadata, item })
        }
    })
}

fn item_to_codec(Item { compressed, body }: Item) -> envelope::Item {
    envelope::Item { compressed, body }
}

fn item_from_codec(envelope::Item { compressed, body }: envelope::Item) -> Item {
    Item { compressed, body }
}

fn all_to_codec(all: Vec<Metadata>) -> Vec<envelope::Metadata> {
    let one = |Metadata { name, value }| {
        let value = match value {
            MetadataValue::Text(text) => envelope::MetadataValue::Text(text),
            MetadataValue::Binary(bytes) => envelope::MetadataValue::Binary(bytes),
        };
        envelope::Metadata { name, value }
    };
    all.into_iter().map(one).collect()
}

/// A value that is neither text nor bytes is an empty text.
fn all_from_codec(all: Vec<envelope::Metadata>) -> Vec<Metadata> {
    let one = |envelope::Metadata { name, value }| {
        let value = match value {
            envelope::MetadataValue::None => MetadataValue::Text(String::new()),
            envelope::MetadataValue::Text(text) => MetadataValue::Text(text),
            envelope::MetadataValue::Binary(bytes) => MetadataValue::Binary(bytes),
        };
        Metadata { name, value }
    };
    all.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn envelopes_are_the_same_in_both_types() {
        let metadata = vec![Metadata::text("A", "b"), Metadata::binary("c-bin", [0, 255])];
        let item = Some(Item { compressed: true, body: b"body".to_vec() });
        let format = "json".to_owned();
        let start = Start { format: format.clone(), metadata: metadata.clone(), ..Start::default() };
        let call = Call { timeout: Some(7), metadata: metadata.clone(), item: item.clone(), format, ..Call::default() };
        let end = End { http_status: Some(404), status: Status(5), metadata, item: item.clone(), ..End::default() };
        let items = item.map(Envelope::Item);
        for envelope in [Envelope::Call(call), Envelope::Start(start), Envelope::End(end)].into_iter().chain(items) {
            assert_eq!(from_codec(to_codec(envelope.clone())), Some(envelope));
        }
        assert_eq!(from_codec(envelope::Envelope::default()), None);
    }
}
