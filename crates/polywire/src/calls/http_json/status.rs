//! Statuses of HTTP for those of calls (google/rpc/code.proto, "HTTP Mapping").

use polywire_rpc::Status;

const INTERNAL_SERVER_ERROR: u16 = 500;
const STATUSES: [(Status, u16); 14] = [
    (Status::CANCELLED, 499),
    (Status::INVALID_ARGUMENT, 400),
    (Status::DEADLINE_EXCEEDED, 504),
    (Status::NOT_FOUND, 404),
    (Status::ALREADY_EXISTS, 409),
    (Status::PERMISSION_DENIED, 403),
    (Status::UNAUTHENTICATED, 401),
    (Status::RESOURCE_EXHAUSTED, 429),
    (Status::FAILED_PRECONDITION, 400),
    (Status::ABORTED, 409),
    (Status::OUT_OF_RANGE, 400),
    (Status::UNIMPLEMENTED, 501),
    (Status::UNAVAILABLE, 503),
    (Status::OK, 200),
];

/// Returns the status of HTTP of an answer whose call ended with a status.
pub fn http_status(status: Status) -> u16 {
    STATUSES.iter().find(|(it, _)| *it == status).map_or(INTERNAL_SERVER_ERROR, |(_, http)| *http)
}
