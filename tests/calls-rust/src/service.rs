//! The service of gRPC's interoperability tests.

use crate::generated::grpc::testing::{
    EchoStatus, Empty, Payload, ResponseParameters, SimpleRequest, SimpleResponse, StreamingInputCallRequest,
    StreamingInputCallResponse, StreamingOutputCallRequest, StreamingOutputCallResponse, TestService,
};
use polywire_calls::{Error, Incoming, Metadata, Receiver, Result, Sender, Status, binaries, texts};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of bytes that a message may ask for.
const MOST: i32 = 8 << 20;

/// A `google.rpc.Status` with a detail.
const DETAILS: &[u8] = b"\x08\x09\x12\x02no\x1a\x1d\n\x17type.googleapis.com/x.Y\x12\x02\x08\x07";

/// The metadata that calls get back, in front of and behind the messages.
pub const ECHOED: &str = "x-grpc-test-echo-initial";
pub const ECHOED_BEHIND: &str = "x-grpc-test-echo-trailing-bin";

/// Messages of streams that were sent, and calls that waited and were dropped.
pub static SENT: AtomicUsize = AtomicUsize::new(0);
pub static WAITING: AtomicUsize = AtomicUsize::new(0);
pub static DROPPED: AtomicUsize = AtomicUsize::new(0);

/// A call that waits for ever.
struct Waiting;

impl Drop for Waiting {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::SeqCst);
    }
}

pub struct Service;

impl TestService for Service {
    async fn empty_call(&self, _: &Incoming, _: Empty) -> Result<Empty> {
        Ok(Empty::default())
    }

    async fn unary_call(&self, incoming: &Incoming, request: SimpleRequest) -> Result<SimpleResponse> {
        echo(incoming);
        fail(request.response_status.as_ref())?;
        assert!(texts(incoming.metadata(), "x-panic").next().is_none(), "the caller wants this");
        if texts(incoming.metadata(), "x-wait").next().is_some() {
            let _waiting = Waiting;
            WAITING.fetch_add(1, Ordering::SeqCst);
            std::future::pending::<()>().await;
        }
        Ok(SimpleResponse { payload: Some(zeros(request.response_size.min(MOST))), ..SimpleResponse::default() })
    }

    async fn cacheable_unary_call(&self, incoming: &Incoming, request: SimpleRequest) -> Result<SimpleResponse> {
        self.unary_call(incoming, request).await
    }

    async fn streaming_output_call(
        &self,
        incoming: &Incoming,
        request: StreamingOutputCallRequest,
        mut answers: Sender<StreamingOutputCallResponse>,
    ) -> Result<()> {
        echo(incoming);
        let wanted = if is_empty(&request) { vec![ResponseParameters::default(); 3] } else { Vec::new() };
        send(request.response_parameters.iter().chain(&wanted), &mut answers).await?;
        fail(request.response_status.as_ref())
    }

    async fn streaming_input_call(
        &self,
        incoming: &Incoming,
        mut requests: Receiver<StreamingInputCallRequest>,
    ) -> Result<StreamingInputCallResponse> {
        echo(incoming);
        let mut answer = StreamingInputCallResponse::default();
        while let Some(request) = requests.next().await? {
            answer.aggregated_payload_size += size(request.payload.as_ref());
        }
        Ok(answer)
    }

    async fn full_duplex_call(
        &self,
        incoming: &Incoming,
        mut requests: Receiver<StreamingOutputCallRequest>,
        mut answers: Sender<StreamingOutputCallResponse>,
    ) -> Result<()> {
        echo(incoming);
        while let Some(request) = requests.next().await? {
            let wanted = if is_empty(&request) { vec![ResponseParameters::default()] } else { Vec::new() };
            send(request.response_parameters.iter().chain(&wanted), &mut answers).await?;
            fail(request.response_status.as_ref())?;
        }
        Ok(())
    }
}

/// Returns true for what clients of connect-go send, which do not say what they want: three messages, or one for each.
fn is_empty(request: &StreamingOutputCallRequest) -> bool {
    request.response_parameters.is_empty() && request.payload.is_none() && request.response_status.is_none()
}

fn echo(incoming: &Incoming) {
    texts(incoming.metadata(), ECHOED).for_each(|text| incoming.add_header(Metadata::text(ECHOED, text)));
    for value in binaries(incoming.metadata(), ECHOED_BEHIND) {
        incoming.add_trailer(Metadata::binary(ECHOED_BEHIND, value));
    }
}

fn fail(asked: Option<&EchoStatus>) -> Result<()> {
    let Some(EchoStatus { code, message, .. }) = asked.filter(|it| it.code != 0) else { return Ok(()) };
    let failed = Error::new(Status(*code as u32), message);
    Err(match failed.status {
        Status::FAILED_PRECONDITION => {
            failed.with_details(DETAILS.to_vec()).with_metadata(Metadata::text("x-meta", "m"))
        }
        _ => failed,
    })
}

async fn send(
    wanted: impl Iterator<Item = &ResponseParameters> + Send,
    answers: &mut Sender<StreamingOutputCallResponse>,
) -> Result<()> {
    for wanted in wanted {
        let payload = Some(zeros(wanted.size.min(MOST)));
        answers.send(&StreamingOutputCallResponse { payload, ..StreamingOutputCallResponse::default() }).await?;
        SENT.fetch_add(1, Ordering::SeqCst);
    }
    Ok(())
}

pub fn zeros(size: i32) -> Payload {
    Payload { body: vec![0; usize::try_from(size).unwrap_or(0)], ..Payload::default() }
}

pub fn size(payload: Option<&Payload>) -> i32 {
    payload.map_or(0, |payload| payload.body.len() as i32)
}
