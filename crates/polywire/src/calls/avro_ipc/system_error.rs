//! Errors that messages do not declare: texts, which may begin with the name of a status.

use polywire_rpc::Status;

const BETWEEN: &str = ": ";

/// Returns the text of a failed call.
pub fn write(status: u32, message: &str) -> String {
    let is_plain = Status(status) == Status::UNKNOWN && read(message).0 == Status::UNKNOWN;
    match Status(status).name() {
        Some(name) if !is_plain => format!("{name}{BETWEEN}{message}"),
        Some(_) | None => message.to_owned(),
    }
}

/// Returns the status and the message of a text.
pub fn read(text: &str) -> (Status, &str) {
    let named = text.split_once(BETWEEN).and_then(|(name, message)| {
        let status = (1..=16).map(Status).find(|status| status.name() == Some(name))?;
        Some((status, message))
    });
    named.unwrap_or((Status::UNKNOWN, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_begin_with_statuses() {
        for (status, message, text) in [
            (Status::NOT_FOUND, "no order", "NOT_FOUND: no order"),
            (Status::UNKNOWN, "a: b", "a: b"),
            (Status::UNKNOWN, "OK: b", "OK: b"),
        ] {
            assert_eq!(write(status.0, message), text);
            assert_eq!(read(text), (status, message));
        }
        assert_eq!(write(Status(99).0, "x"), "x");
    }
}
