//! Calls of each method.

use crate::generated::shop::{Item, Order, OrdersClient, Query};
use polywire_calls::{Around, Caller, Protocol, Result, texts};
use std::error::Error;
use std::time::Duration;

/// Calls each method, and prints the answers.
pub async fn call(url: &str, protocol: &'static Protocol) -> Result<(), Box<dyn Error>> {
    let client = OrdersClient::new(Caller::new(url, protocol)?);
    let around = Around::new();
    let receipt = client.place(&order(7, 499)).within(Duration::from_secs(60)).around(&around).await?;
    let trailer = around.trailer();
    let shop: Vec<&str> = texts(&trailer, "x-shop").collect();
    println!("placed {} {} {shop:?}", receipt.order, receipt.total);
    imported(&client).await?;
    listed(&client).await?;
    matched(&client).await?;
    if let Err(refused) = client.place(&Order::default()).await {
        println!("{} {}", refused.status, refused.message);
    }
    Ok(())
}

async fn imported(client: &OrdersClient) -> Result<()> {
    let mut requests = client.import().await?;
    for order in [order(8, 100), order(9, 250)] {
        requests.send(&order).await?;
    }
    let receipt = requests.finish().await?;
    println!("imported {} {}", receipt.order, receipt.total);
    Ok(())
}

async fn listed(client: &OrdersClient) -> Result<()> {
    let mut orders = client.list(&Query { first: 1, ..Query::default() }).await?;
    let mut items = 0;
    while let Some(order) = orders.next().await? {
        items += order.items.len();
    }
    println!("listed some items: {}", items > 0);
    Ok(())
}

async fn matched(client: &OrdersClient) -> Result<()> {
    let mut duplex = client.r#match().await?;
    for order in [order(1, 5), order(2, 6)] {
        duplex.send(&order).await?;
        if let Some(receipt) = duplex.next().await? {
            println!("matched {} {}", receipt.order, receipt.total);
        }
    }
    duplex.finish();
    while duplex.next().await?.is_some() {}
    Ok(())
}

fn order(id: u64, price: i64) -> Order {
    let item = Item { product: "tea".to_owned(), count: 2, price, ..Item::default() };
    Order { id, items: vec![item], ..Order::default() }
}
