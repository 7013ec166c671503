//! The cases of gRPC's interoperability tests that need no authentication, and some more.

use crate::generated::formats::{Json, Protobuf};
use crate::generated::grpc::testing::{
    EchoStatus, Empty, ResponseParameters, SimpleRequest, StreamingInputCallRequest, StreamingOutputCallRequest,
    StreamingOutputCallResponse, TestServiceClient,
};
use crate::service::{ECHOED, ECHOED_BEHIND, size, zeros};
use polywire_calls::{
    Around, BodyFormat, Caller, Duplex, Error, Metadata, Method, Result, Shape, Status, binaries, call_one_to_one,
    texts,
};
use std::fmt::Debug;
use std::time::Duration;

pub async fn run(caller: &Caller, name: &str) -> Result<()> {
    let client = TestServiceClient::new(caller.clone());
    match name {
        "empty_unary" => client.empty_call(&Empty::default()).await.map(drop),
        "large_unary" => large_unary(&client).await,
        "cacheable_unary" => cacheable_unary(&client).await,
        "client_streaming" => client_streaming(&client).await,
        "server_streaming" => server_streaming(&client).await,
        "ping_pong" => ping_pong(&client).await,
        "empty_stream" => ends(client.full_duplex_call().await?).await,
        "status_code_and_message" => status_is(&client, 2, "test status message").await,
        "special_status_message" => {
            let message = "\t\ntest with whitespace\r\nand Unicode BMP \u{263a} and non-BMP \u{1f608}\t\n";
            status_is(&client, 2, message).await
        }
        "custom_metadata" => custom_metadata(&client).await,
        "cancel_after_begin" => cancel_after_begin(&client).await,
        "cancel_after_first_response" => cancel_after_first_response(&client).await,
        "timeout_on_sleeping_server" => timeout_on_sleeping_server(&client).await,
        "timeout_of_unary" => timeout_of_unary(&client).await,
        "unimplemented_method" => unimplemented(caller, &NO_METHOD).await,
        "unimplemented_service" => unimplemented(caller, &NO_SERVICE).await,
        "details" => details(&client).await,
        "stream_fails" => stream_fails(&client).await,
        "echo" => echoes(&client).await,
        "too_large" => too_large(&client).await,
        _ => Err(Error::new(Status::NOT_FOUND, "there is no such case")),
    }
}

pub fn expect<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Error::new(Status::INTERNAL, format!("{what}: {found:?}, not {expected:?}")))
}

pub fn fails<T>(result: Result<T>, status: Status) -> Result<Error> {
    match result {
        Ok(_) => Err(Error::new(Status::INTERNAL, format!("it succeeds, but {status} is expected"))),
        Err(error) if error.status == status => Ok(error),
        Err(error) => Err(Error::new(Status::INTERNAL, format!("expected {status}, not {error}"))),
    }
}

pub fn asking_for(size: i32) -> SimpleRequest {
    SimpleRequest { response_size: size, ..SimpleRequest::default() }
}

async fn large_unary(client: &TestServiceClient) -> Result<()> {
    let request = SimpleRequest { payload: Some(zeros(271_828)), ..asking_for(314_159) };
    let answer = client.unary_call(&request).await?;
    expect("size", size(answer.payload.as_ref()), 314_159)
}

async fn cacheable_unary(client: &TestServiceClient) -> Result<()> {
    let answer = client.cacheable_unary_call(&asking_for(3)).await?;
    expect("size", size(answer.payload.as_ref()), 3)
}

fn input(size: i32) -> StreamingInputCallRequest {
    StreamingInputCallRequest { payload: Some(zeros(size)), ..StreamingInputCallRequest::default() }
}

async fn client_streaming(client: &TestServiceClient) -> Result<()> {
    let mut requests = client.streaming_input_call().await?;
    for size in [27_182, 8, 1_828, 45_904] {
        requests.send(&input(size)).await?;
    }
    expect("size", requests.finish().await?.aggregated_payload_size, 74_922)
}

pub const SIZES: [i32; 4] = [31_415, 9, 2_653, 58_979];

pub fn wanting(sizes: &[i32]) -> StreamingOutputCallRequest {
    let one = |size: &i32| ResponseParameters { size: *size, ..ResponseParameters::default() };
    let response_parameters = sizes.iter().map(one).collect();
    StreamingOutputCallRequest { response_parameters, ..StreamingOutputCallRequest::default() }
}

async fn server_streaming(client: &TestServiceClient) -> Result<()> {
    let mut answers = client.streaming_output_call(&wanting(&SIZES)).await?;
    let mut found = Vec::new();
    while let Some(answer) = answers.next().await? {
        found.push(size(answer.payload.as_ref()));
    }
    expect("sizes", found, SIZES.to_vec())
}

type Pair = Duplex<StreamingOutputCallRequest, StreamingOutputCallResponse>;

async fn ping_pong(client: &TestServiceClient) -> Result<()> {
    let mut duplex = client.full_duplex_call().await?;
    for wanted in SIZES {
        let request = StreamingOutputCallRequest { payload: Some(zeros(wanted / 2)), ..wanting(&[wanted]) };
        duplex.send(&request).await?;
        let answer = duplex.next().await?.unwrap_or_default();
        expect("size", size(answer.payload.as_ref()), wanted)?;
    }
    ends(duplex).await
}

async fn ends(mut duplex: Pair) -> Result<()> {
    duplex.finish();
    expect("an answer behind the last", duplex.next().await?.is_some(), false)
}

async fn status_is(client: &TestServiceClient, code: i32, message: &str) -> Result<()> {
    let asked = Some(EchoStatus { code, message: message.to_owned(), ..EchoStatus::default() });
    let request = SimpleRequest { response_status: asked.clone(), ..SimpleRequest::default() };
    let failed = fails(client.unary_call(&request).await, Status(code as u32))?;
    expect("message", failed.message.as_str(), message)?;
    let mut duplex = client.full_duplex_call().await?;
    duplex.send(&StreamingOutputCallRequest { response_status: asked, ..wanting(&[]) }).await?;
    let failed = fails(duplex.next().await, Status(code as u32))?;
    expect("message", failed.message.as_str(), message)
}

const SENT: &str = "test_initial_metadata_value";
const BINARY: &[u8] = b"\xab\xab\xab";

async fn custom_metadata(client: &TestServiceClient) -> Result<()> {
    let sent = [Metadata::text(ECHOED, SENT), Metadata::binary(ECHOED_BEHIND, BINARY)];
    let around = Around::new();
    client.unary_call(&asking_for(3)).metadata(sent.clone()).around(&around).await?;
    is_echoed(&around)?;
    let around = Around::new();
    let mut duplex = client.full_duplex_call().metadata(sent).around(&around).await?;
    duplex.send(&wanting(&[314_159])).await?;
    duplex.next().await?;
    ends(duplex).await?;
    is_echoed(&around)
}

fn is_echoed(around: &Around) -> Result<()> {
    let (header, trailer) = (around.header(), around.trailer());
    expect("header", texts(&header, ECHOED).collect(), vec![SENT])?;
    expect("trailer", binaries(&trailer, ECHOED_BEHIND).collect(), vec![BINARY])
}

/// A call is cancelled by dropping it, and another one on the same connection goes on.
async fn cancel_after_begin(client: &TestServiceClient) -> Result<()> {
    drop(client.streaming_input_call().await?);
    client_streaming(client).await
}

async fn cancel_after_first_response(client: &TestServiceClient) -> Result<()> {
    let mut duplex = client.full_duplex_call().await?;
    duplex.send(&wanting(&[31_415])).await?;
    duplex.next().await?;
    let Duplex { mut sending, answers } = duplex;
    drop(answers);
    // Some messages may be on their way before it is known that the call is over.
    for _ in 0..1_000 {
        if let Err(error) = sending.send(&wanting(&[1])).await {
            return expect("status", error.status, Status::CANCELLED);
        }
    }
    Err(Error::new(Status::INTERNAL, "the call takes messages without end"))
}

/// The server waits for more messages.
async fn timeout_on_sleeping_server(client: &TestServiceClient) -> Result<()> {
    let time = Duration::from_millis(1);
    let mut duplex = match client.full_duplex_call().within(time).await {
        Ok(duplex) => duplex,
        Err(error) => return fails(Err::<(), _>(error), Status::DEADLINE_EXCEEDED).map(drop),
    };
    let request = StreamingOutputCallRequest { payload: Some(zeros(27_182)), ..wanting(&[]) };
    // If the call is over already, receiving tells why.
    let _ = duplex.send(&request).await;
    fails(duplex.next().await, Status::DEADLINE_EXCEEDED).map(drop)
}

async fn timeout_of_unary(client: &TestServiceClient) -> Result<()> {
    let call = client.unary_call(&asking_for(1)).metadata([Metadata::text("x-wait", "1")]);
    fails(call.within(Duration::from_millis(20)).await, Status::DEADLINE_EXCEEDED).map(drop)
}

static NO_METHOD: Method<Empty, Empty> = nowhere("grpc.testing.TestService");
static NO_SERVICE: Method<Empty, Empty> = nowhere("grpc.testing.UnimplementedService");

const fn nowhere(service: &'static str) -> Method<Empty, Empty> {
    const FORMATS: &[BodyFormat<Empty>] = &[BodyFormat::of::<Protobuf>(&[""]), BodyFormat::of::<Json>(&["json"])];
    let (name, shape) = ("UnimplementedCall", Shape::ONE_TO_ONE);
    Method { service, name, shape, changes_nothing: false, requests: FORMATS, answers: FORMATS }
}

async fn unimplemented(caller: &Caller, method: &'static Method<Empty, Empty>) -> Result<()> {
    fails(call_one_to_one(caller, method, &Empty::default()).await, Status::UNIMPLEMENTED).map(drop)
}

async fn details(client: &TestServiceClient) -> Result<()> {
    let asked = EchoStatus { code: 9, message: "no".to_owned(), ..EchoStatus::default() };
    let request = SimpleRequest { response_status: Some(asked), ..SimpleRequest::default() };
    let failed = fails(client.unary_call(&request).await, Status::FAILED_PRECONDITION)?;
    expect("message", failed.message.as_str(), "no")?;
    let details = String::from_utf8_lossy(&failed.details).into_owned();
    expect("a detail", details.contains("type.googleapis.com/"), true)
}

/// Messages that are there already are received in front of an error.
async fn stream_fails(client: &TestServiceClient) -> Result<()> {
    let asked = EchoStatus { code: 10, message: "é".to_owned(), ..EchoStatus::default() };
    let request = StreamingOutputCallRequest { response_status: Some(asked), ..wanting(&[5]) };
    let mut answers = client.streaming_output_call(&request).await?;
    expect("an answer", answers.next().await?.is_some(), true)?;
    let failed = fails(answers.next().await, Status::ABORTED)?;
    expect("message", failed.message.as_str(), "é")
}

/// What connect-go's server does with metadata.
async fn echoes(client: &TestServiceClient) -> Result<()> {
    let around = Around::new();
    client.unary_call(&asking_for(3)).metadata([Metadata::text("x-echo", "a")]).around(&around).await?;
    let (header, trailer) = (around.header(), around.trailer());
    expect("header", texts(&header, "x-head").collect(), vec!["a"])?;
    expect("trailer", texts(&trailer, "x-tail").collect(), vec!["a"])
}

/// The answer has more bytes than allowed.
async fn too_large(client: &TestServiceClient) -> Result<()> {
    fails(client.unary_call(&asking_for(5 << 20)).await, Status::RESOURCE_EXHAUSTED).map(drop)
}
