//! Exceptions as ends of calls: those of the ORB have a status, those of a schema are told by the message.

use super::System;
use polywire_rpc::{End, Status};

/// Exceptions of the ORB with their statuses; the first one of a status stands for it.
const EXCEPTIONS: [(&str, Status); 22] = [
    ("BAD_PARAM", Status::INVALID_ARGUMENT),
    ("MARSHAL", Status::INVALID_ARGUMENT),
    ("DATA_CONVERSION", Status::INVALID_ARGUMENT),
    ("BAD_CONTEXT", Status::INVALID_ARGUMENT),
    ("BAD_OPERATION", Status::UNIMPLEMENTED),
    ("NO_IMPLEMENT", Status::UNIMPLEMENTED),
    ("OBJECT_NOT_EXIST", Status::NOT_FOUND),
    ("INV_OBJREF", Status::NOT_FOUND),
    ("OBJ_ADAPTER", Status::NOT_FOUND),
    ("NO_PERMISSION", Status::PERMISSION_DENIED),
    ("NO_RESOURCES", Status::RESOURCE_EXHAUSTED),
    ("NO_MEMORY", Status::RESOURCE_EXHAUSTED),
    ("IMP_LIMIT", Status::RESOURCE_EXHAUSTED),
    ("TRANSIENT", Status::UNAVAILABLE),
    ("COMM_FAILURE", Status::UNAVAILABLE),
    ("REBIND", Status::UNAVAILABLE),
    ("TIMEOUT", Status::DEADLINE_EXCEEDED),
    ("BAD_INV_ORDER", Status::FAILED_PRECONDITION),
    ("TRANSACTION_REQUIRED", Status::FAILED_PRECONDITION),
    ("INVALID_TRANSACTION", Status::FAILED_PRECONDITION),
    ("TRANSACTION_ROLLEDBACK", Status::ABORTED),
    ("INTERNAL", Status::INTERNAL),
];

/// In front of an exception of a schema, in the message of an end: its repository id and its members follow.
const EXCEPTION: &str = "exception ";

/// Returns the end that an exception of the ORB stands for.
pub fn system_end(system: &System) -> End {
    let found =
        EXCEPTIONS.iter().find(|(name, _)| *name == system.name || system.name == "INTF_REPOS" && *name == "INTERNAL");
    End::failed(found.map_or(Status::UNKNOWN, |(_, status)| *status), system.to_string())
}

/// Returns the name of the exception of the ORB that stands for a status.
pub fn system_name(status: Status) -> &'static str {
    match status {
        Status::UNAUTHENTICATED => "NO_PERMISSION",
        _ => EXCEPTIONS.iter().find(|(_, it)| *it == status).map_or("UNKNOWN", |(name, _)| name),
    }
}

/// Returns the end that an exception of a schema stands for, with its members as JSON if they are known.
pub fn exception_end(id: &str, members: Option<&[u8]>) -> End {
    let members = members.map(|it| format!(" {}", String::from_utf8_lossy(it)));
    End::failed(Status::UNKNOWN, format!("{EXCEPTION}{id}{}", members.unwrap_or_default()))
}

/// Returns the repository id and the members of the exception that an end stands for, if it is one.
pub fn exception_of(end: &End) -> Option<(&str, &str)> {
    let told = end.message.strip_prefix(EXCEPTION).filter(|_| end.status == Status::UNKNOWN)?.trim_end();
    let (id, members) = told.split_once(' ').unwrap_or((told, "{}"));
    id.starts_with("IDL:").then_some((id, members))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_of_a_schema_come_back() {
        let end = exception_end("IDL:Bank/Insufficient:1.0", Some(b"{\"missing\":\"5\"}"));
        assert_eq!(exception_of(&end), Some(("IDL:Bank/Insufficient:1.0", "{\"missing\":\"5\"}")));
        assert_eq!(exception_of(&exception_end("IDL:Bank/Closed:1.0", None)), Some(("IDL:Bank/Closed:1.0", "{}")));
        assert_eq!(exception_of(&End::failed(Status::UNKNOWN, "exception of the rule")), None);
        assert_eq!(exception_of(&End::failed(Status::INTERNAL, "exception IDL:a:1.0")), None);
    }

    #[test]
    fn statuses_come_back() {
        for (_, status) in EXCEPTIONS {
            let system = System { name: system_name(status).to_owned(), minor: 0, completed: "completed" };
            assert_eq!(system_end(&system).status, status);
        }
    }
}
