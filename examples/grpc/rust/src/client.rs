//! The client.

use crate::generated::shop::orders_client::OrdersClient;
use crate::generated::shop::{Item, Order, Query};
use std::error::Error;

/// Calls each method, and prints the answers.
pub async fn call(address: &str) -> Result<(), Box<dyn Error>> {
    let mut client = OrdersClient::connect(format!("http://{address}")).await?;
    let receipt = client.place(order(7, 499)).await?.into_inner();
    println!("placed {}: {}", receipt.order, receipt.total);

    let receipt = client.import(tokio_stream::iter([order(8, 100), order(9, 250)])).await?.into_inner();
    println!("imported up to {}: {}", receipt.order, receipt.total);

    let mut listed = client.list(Query { first: 1, ..Query::default() }).await?.into_inner();
    while let Some(order) = listed.message().await? {
        println!("listed {}: {} {} {}", order.id, order.items[0].count, order.items[0].product, order.label.len());
    }

    let mut receipts = client.r#match(tokio_stream::iter([order(1, 5), order(2, 6)])).await?.into_inner();
    while let Some(receipt) = receipts.message().await? {
        println!("matched {}: {}", receipt.order, receipt.total);
    }

    match client.place(Order::default()).await {
        Ok(_) => println!("an order without items was taken"),
        Err(status) => println!("refused: {}", status.message()),
    }
    Ok(())
}

fn order(id: u64, price: i64) -> Order {
    let tea = Item { product: "tea".into(), count: 2, price, ..Item::default() };
    Order { id, items: vec![tea], label: vec![id as u8; 20_000], ..Order::default() }
}
