//! Writes an order as Protocol Buffers, reads it again, and prints it as JSON.

mod generated;

use generated::common::Money;
use generated::formats::{Json, Protobuf};
use generated::shop::{Item, Order, OrderDelivery, State};
use polywire_runtime::{Decode, Encode, Error, ErrorCode, Limits};

fn main() -> Result<(), Error> {
    let mut order = Order { id: 7, state: State::STATE_PAID, ..Order::default() };
    order.delivery = OrderDelivery::Shelf(12);
    order.notes.insert("gift".into(), "yes".into());
    order.items.push(Item { product: "tea".into(), count: 2, ..Item::default() });
    order.items[0].price = Some(Money { currency: "EUR".into(), amount: 499, ..Money::default() });

    let limits = Limits::default();
    let message = Encode::<Protobuf>::encode(&order, &limits)?;
    let read: Order = Decode::<Protobuf>::decode(&message, &limits)?;
    let text = Encode::<Json>::encode(&read, &limits)?;
    println!("{} bytes: {}", message.len(), String::from_utf8_lossy(&text));

    let result: Result<Order, Error> = Decode::<Protobuf>::decode(&message[..message.len() - 1], &limits);
    assert_eq!(result.unwrap_err().code, ErrorCode::Truncated);
    Ok(())
}
