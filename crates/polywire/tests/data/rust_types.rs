//! Uses the generated types of `examples/trade`, at a path that is not the root of the crate.
#![forbid(unsafe_code)]

mod messages {
    pub mod generated;
}

use messages::generated::formats::{Json, Protobuf};
use messages::generated::trade::{self, Order, Side, borrowed};
use polywire_runtime::{Arena, Decode, DecodeBorrowed, Encode, ErrorCode, Limits};

fn main() {
    borrowed_values_point_into_the_message();
    #[cfg(feature = "serde")]
    serde_reads_and_writes();
}

fn borrowed_values_point_into_the_message() {
    let (limits, mut arena) = (Limits::default(), Arena::new());
    let order = Order { id: 7, symbol: "EURUSD".into(), side: Side::SELL, ..Order::default() };
    let account = trade::Account { name: "A".into(), orders: vec![order.clone(), order], ..Default::default() };
    let message = Encode::<Protobuf>::encode(&account, &limits).unwrap();
    let mut read = borrowed::Account::default();
    DecodeBorrowed::<Protobuf>::read(&mut read, &message, &arena, &limits).unwrap();
    let symbols = read.orders.iter().map(|order| order.symbol);
    assert!(symbols.clone().all(|symbol| message.as_ptr_range().contains(&symbol.as_ptr())));
    assert_eq!(symbols.collect::<Vec<&str>>(), ["EURUSD"; 2]);
    assert_eq!(Encode::<Protobuf>::encode(&read, &limits).unwrap(), message);
    assert_eq!(read.into_owned(), account);

    // A text with an escape is in the arena.
    for (line, is_part) in [(r#"{"symbol": "EURUSD"}"#, true), (r#"{"symbol": "\u0045URUSD"}"#, false)] {
        arena.clear();
        let read: borrowed::Order = DecodeBorrowed::<Json>::decode(line.as_bytes(), &arena, &limits).unwrap();
        assert_eq!((read.symbol, line.as_bytes().as_ptr_range().contains(&read.symbol.as_ptr())), ("EURUSD", is_part));
    }

    let cut: Result<borrowed::Account, _> = DecodeBorrowed::<Protobuf>::decode(&message[..9], &arena, &limits);
    let expected = <trade::Account as Decode<Protobuf>>::decode(&message[..9], &limits).unwrap_err();
    assert_eq!((expected.code, cut.unwrap_err()), (ErrorCode::Truncated, expected));
}

#[cfg(feature = "serde")]
fn serde_reads_and_writes() {
    let order = Order { id: 7, symbol: "EURUSD".into(), side: Side::SELL, ..Order::default() };
    let text = serde_json::to_string(&order).unwrap();
    assert_eq!(text, r#"{"id":7,"ticker":"EURUSD","side":1,"type":0,"price":0.0,"volume":0.0}"#);
    assert_eq!(serde_json::from_str::<Order>(&text).unwrap(), order);
    // Absent members have their default; the schema's attribute refuses others.
    assert_eq!(serde_json::from_str::<Order>(r#"{"id":1}"#).unwrap(), Order { id: 1, ..Order::default() });
    assert!(serde_json::from_str::<Order>(r#"{"symbol":""}"#).is_err());
    assert!(serde_json::from_str::<trade::Account>(r#"{"other":1}"#).is_ok());

    let limits = Limits::default();
    let message = Encode::<Protobuf>::encode(&order, &limits).unwrap();
    let arena = Arena::new();
    let read: borrowed::Order = DecodeBorrowed::<Protobuf>::decode(&message, &arena, &limits).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
}
