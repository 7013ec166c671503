//! The server.

use crate::generated::shop::orders_server::{Orders, OrdersServer};
use crate::generated::shop::{Order, Query, Receipt};
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use tokio_stream::{Stream, StreamExt};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status, Streaming};

/// Serves until an error occurs.
pub async fn serve(incoming: TcpIncoming) -> Result<(), tonic::transport::Error> {
    Server::builder().add_service(OrdersServer::new(Shop::default())).serve_with_incoming(incoming).await
}

#[derive(Default)]
struct Shop {
    taken: Mutex<Vec<Order>>,
}

impl Shop {
    fn take(&self, order: Order) -> Result<Receipt, Status> {
        let receipt = receipt(&order)?;
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).push(order);
        Ok(receipt)
    }
}

type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

#[tonic::async_trait]
impl Orders for Shop {
    type ListStream = Answers<Order>;
    type MatchStream = Answers<Receipt>;

    async fn place(&self, order: Request<Order>) -> Result<Response<Receipt>, Status> {
        self.take(order.into_inner()).map(Response::new)
    }

    async fn list(&self, query: Request<Query>) -> Result<Response<Answers<Order>>, Status> {
        let first = query.into_inner().first as usize;
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let listed: Vec<_> = taken.iter().skip(first).cloned().map(Ok).collect();
        Ok(Response::new(Box::pin(tokio_stream::iter(listed))))
    }

    async fn import(&self, orders: Request<Streaming<Order>>) -> Result<Response<Receipt>, Status> {
        let mut orders = orders.into_inner();
        let mut all = Receipt::default();
        while let Some(order) = orders.message().await? {
            let receipt = self.take(order)?;
            all.order = receipt.order;
            all.total += receipt.total;
        }
        Ok(Response::new(all))
    }

    async fn r#match(&self, orders: Request<Streaming<Order>>) -> Result<Response<Answers<Receipt>>, Status> {
        Ok(Response::new(Box::pin(orders.into_inner().map(|order| receipt(&order?)))))
    }
}

fn receipt(order: &Order) -> Result<Receipt, Status> {
    if order.items.is_empty() {
        return Err(Status::invalid_argument("the order has no items"));
    }
    let total = order.items.iter().map(|item| i64::from(item.count) * item.price).sum();
    Ok(Receipt { order: order.id, total, ..Receipt::default() })
}
