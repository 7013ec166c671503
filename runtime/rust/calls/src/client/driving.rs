//! Calls with streams: a task has the call, and queues go between it and whoever sends and receives.

use super::calling::{Calling, sleep_until};
use polywire_net::Incoming;
use polywire_rpc::Event;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

/// What happens to a call.
enum Happened {
    Arrived(Incoming),
    /// A message to send; without one, there are no more.
    Message(Option<Vec<u8>>),
    /// There is room for what was received.
    Room,
    /// Nobody receives any more.
    Gone,
    Late,
}

/// Makes a call, until it is over or nobody receives its answer.
pub(super) async fn drive(
    mut calling: Calling,
    mut requests: Option<mpsc::Receiver<Vec<u8>>>,
    answers: mpsc::Sender<Event>,
) {
    let mut pending: Option<Event> = None;
    loop {
        if let Some(event) = pending.take().or_else(|| calling.next_event()) {
            let is_last = matches!(event, Event::End(..));
            match answers.try_send(event) {
                Ok(()) if is_last => return,
                Ok(()) => continue,
                Err(TrySendError::Full(event)) => pending = Some(event),
                Err(TrySendError::Closed(_)) => return,
            }
        }
        match wait(&mut calling, requests.as_mut(), &answers, pending.is_some()).await {
            Happened::Arrived(incoming) => calling.receive(incoming),
            Happened::Message(Some(body)) => calling.send(body),
            Happened::Message(None) => {
                requests = None;
                calling.finish();
            }
            Happened::Room => {}
            Happened::Late => calling.advance(),
            Happened::Gone => return,
        }
    }
}

async fn wait(
    calling: &mut Calling,
    mut requests: Option<&mut mpsc::Receiver<Vec<u8>>>,
    answers: &mpsc::Sender<Event>,
    is_waiting: bool,
) -> Happened {
    let (deadline, can_send) = (calling.deadline(), calling.can_send());
    let mailbox = calling.mailbox();
    let mut late = pin!(sleep_until(deadline));
    let mut room = pin!(async {
        match is_waiting {
            true if answers.reserve().await.is_ok() => Happened::Room,
            true => Happened::Gone,
            false => {
                answers.closed().await;
                Happened::Gone
            }
        }
    });
    poll_fn(|context| {
        if let Poll::Ready(Some(arrived)) = mailbox.poll_next(context) {
            return Poll::Ready(Happened::Arrived(arrived));
        }
        if let Poll::Ready(happened) = room.as_mut().poll(context) {
            return Poll::Ready(happened);
        }
        let message = requests.as_mut().filter(|_| can_send).map(|requests| requests.poll_recv(context));
        if let Some(Poll::Ready(message)) = message {
            return Poll::Ready(Happened::Message(message));
        }
        late.as_mut().poll(context).map(|()| Happened::Late)
    })
    .await
}
