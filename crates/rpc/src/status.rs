use std::fmt;

/// The outcome of a call, by the numbers of gRPC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Status(pub u32);

macro_rules! statuses {
    ($($(#[$doc:meta])* $name:ident = $number:literal;)*) => {
        impl Status {
            $($(#[$doc])* pub const $name: Self = Self($number);)*

            /// Returns its name, if it has one.
            pub const fn name(self) -> Option<&'static str> {
                match self.0 { $($number => Some(stringify!($name)),)* _ => None }
            }
        }
    };
}

statuses! {
    /// The call succeeded.
    OK = 0;
    /// The caller gave up.
    CANCELLED = 1;
    /// An error of no other kind.
    UNKNOWN = 2;
    /// What the method was given is wrong, whatever the state of the server is.
    INVALID_ARGUMENT = 3;
    /// The time was over before there was an answer.
    DEADLINE_EXCEEDED = 4;
    /// Something does not exist.
    NOT_FOUND = 5;
    /// Something exists that was to be created.
    ALREADY_EXISTS = 6;
    /// The caller may not do this.
    PERMISSION_DENIED = 7;
    /// A quota or memory is used up.
    RESOURCE_EXHAUSTED = 8;
    /// The state of the server does not allow this.
    FAILED_PRECONDITION = 9;
    /// Another call was in the way.
    ABORTED = 10;
    /// Something is behind the end of a range.
    OUT_OF_RANGE = 11;
    /// The server does not have the method.
    UNIMPLEMENTED = 12;
    /// Something is broken.
    INTERNAL = 13;
    /// The server cannot be reached; trying again may help.
    UNAVAILABLE = 14;
    /// Data is lost.
    DATA_LOSS = 15;
    /// It is not known who the caller is.
    UNAUTHENTICATED = 16;
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "status {}", self.0),
        }
    }
}
