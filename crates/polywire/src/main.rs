//! The `polywire` command: reads its arguments, opens files, and leaves the rest to the library.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}
