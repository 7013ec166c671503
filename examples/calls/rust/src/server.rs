//! The shop, for every protocol.

use crate::generated::shop::{Order, Orders, Query, Receipt};
use polywire_calls::{Error, Incoming, Metadata, Receiver, Result, Sender, Status};
use std::sync::Mutex;

#[derive(Default)]
pub struct Shop {
    taken: Mutex<Vec<Order>>,
}

impl Orders for Shop {
    async fn place(&self, incoming: &Incoming, order: Order) -> Result<Receipt> {
        if order.items.is_empty() {
            return Err(Error::new(Status::INVALID_ARGUMENT, "the order has no items"));
        }
        incoming.add_trailer(Metadata::text("x-shop", "open"));
        Ok(self.take(order))
    }

    async fn list(&self, _: &Incoming, query: Query, mut answers: Sender<Order>) -> Result<()> {
        let taken = self.taken.lock().expect("no panic").clone();
        for order in taken.iter().skip(query.first as usize) {
            answers.send(order).await?;
        }
        Ok(())
    }

    async fn import(&self, _: &Incoming, mut requests: Receiver<Order>) -> Result<Receipt> {
        let mut all = Receipt::default();
        while let Some(order) = requests.next().await? {
            let receipt = self.take(order);
            all = Receipt { total: all.total + receipt.total, ..receipt };
        }
        Ok(all)
    }

    async fn r#match(&self, _: &Incoming, mut requests: Receiver<Order>, mut answers: Sender<Receipt>) -> Result<()> {
        while let Some(order) = requests.next().await? {
            answers.send(&receipt(&order)).await?;
        }
        Ok(())
    }
}

impl Shop {
    fn take(&self, order: Order) -> Receipt {
        let receipt = receipt(&order);
        self.taken.lock().expect("no panic").push(order);
        receipt
    }
}

fn receipt(order: &Order) -> Receipt {
    let total = order.items.iter().map(|item| i64::from(item.count) * item.price).sum();
    Receipt { order: order.id, total, ..Receipt::default() }
}
