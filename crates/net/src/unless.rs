//! Work that something else may end.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// Does some work; returns `None` if something happens first.
pub(crate) async fn unless<T>(event: impl Future<Output = ()>, work: impl Future<Output = T>) -> Option<T> {
    let (mut event, mut work) = (pin!(event), pin!(work));
    poll_fn(|context| match event.as_mut().poll(context) {
        Poll::Ready(()) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(context).map(Some),
    })
    .await
}
