//! The `polywire` command: reads arguments, opens files, and leaves the rest to the library.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}
