use polywire_ir::Order;
use polywire_model::attr::ByteOrder;

/// Returns the IR's name of a byte order.
pub(crate) const fn byte_order(order: ByteOrder) -> Order {
    match order {
        ByteOrder::Little => Order::Little,
        ByteOrder::Big => Order::Big,
    }
}
