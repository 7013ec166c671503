//! What the server answers.

use super::address::{Address, addresses};
use super::json_of;
use super::values::{fields, held, number, text};
use crate::codec::{Codec, Transcoder};
use polywire_vm::{Held, Value};
use std::fmt;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The results, as JSON.
    Results(Vec<u8>),
    /// An exception of the schema: its repository id and its members as JSON, if the operation declares it.
    User(String, Option<Vec<u8>>),
    /// An exception of the ORB.
    System(System),
    /// The object is elsewhere.
    Forward(Vec<Address>),
    /// The server wants the object named in another way than by its key.
    Addressing,
    /// The server ends the connection; the request was not delivered.
    Close,
    /// The server did not understand a message.
    NotUnderstood,
}

/// An exception of the ORB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// Its name, such as `BAD_PARAM`.
    pub name: String,
    /// Tells more, by numbers of each vendor.
    pub minor: u32,
    /// Whether the object has done what was asked.
    pub completed: &'static str,
}

/// Reads messages of the server.
pub(super) struct Reader {
    pub wire: Codec,
    pub text: Transcoder,
    pub results: Option<Codec>,
    pub exceptions: Vec<Codec>,
}

/// The cases of a message's body, in order.
const REPLY: u32 = 1;
const CLOSE_CONNECTION: u32 = 5;
const MESSAGE_ERROR: u32 = 6;

impl Reader {
    pub fn read(&mut self, id: u32, message: &[u8]) -> Result<Option<Reply>, String> {
        let value = self.wire.decode(message).map_err(|refusal| refusal.to_string())?;
        let [_, _, _, body] = fields(value)?;
        let Held { case, value } = held(body)?;
        match case {
            REPLY => {
                let [found, _, _, body] = fields(value)?;
                if number(&found) != id {
                    return Ok(None);
                }
                self.outcome(held(body)?, message).map(Some)
            }
            CLOSE_CONNECTION => Ok(Some(Reply::Close)),
            MESSAGE_ERROR => Ok(Some(Reply::NotUnderstood)),
            _ => Ok(None),
        }
    }

    /// Returns what a reply holds, whose cases are in the order of its status.
    fn outcome(&mut self, Held { case, value }: Held, message: &[u8]) -> Result<Reply, String> {
        Ok(match case {
            0 => return Err("the reply has another type than the schema says".to_owned()),
            1 => {
                let [id, members] = fields(value)?;
                Reply::User(text(id)?, self.members(members))
            }
            2 => {
                let [id, minor, completed] = fields(value)?;
                Reply::System(System::of(&text(id)?, &minor, &completed))
            }
            3 => {
                let document = json_of(&mut self.text, message)?;
                let reference = document.pointer("/body/reply/body/forward").cloned().unwrap_or_default();
                Reply::Forward(addresses(&reference, "the reference to which the server forwards")?)
            }
            4 => Reply::Addressing,
            _ => {
                let results = self.results.as_ref().ok_or("the operation has no results")?;
                Reply::Results(results.encode(&value).map_err(|refusal| refusal.to_string())?)
            }
        })
    }

    /// Returns the members of an exception, as JSON; those of exceptions that the operation does not declare are octets.
    fn members(&self, members: Value) -> Option<Vec<u8>> {
        let Held { case, value } = held(members).ok()?;
        // The first case is for all other exceptions.
        let exception = self.exceptions.get(usize::try_from(case).ok()?.checked_sub(1)?)?;
        exception.encode(&value).ok()
    }
}

impl System {
    fn of(id: &str, minor: &Value, completed: &Value) -> Self {
        let name = id.strip_prefix("IDL:omg.org/CORBA/").and_then(|it| it.strip_suffix(":1.0")).unwrap_or(id);
        let completed = match completed {
            Value::Enum(0) => "completed",
            Value::Enum(1) => "not completed",
            _ => "maybe completed",
        };
        Self { name: name.to_owned(), minor: number(minor), completed }
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name, self.completed)?;
        if self.minor == 0 { Ok(()) } else { write!(f, ", minor code {:#010x}", self.minor) }
    }
}
