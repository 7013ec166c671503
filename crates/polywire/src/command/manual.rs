//! `polywire completions` and `polywire man`: what the declaration of the arguments tells shells and readers.

use super::args::{Args, Completions, Man};
use super::failure::Failure;
use clap::CommandFactory;
use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

pub fn completions(args: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "polywire", &mut script);
    stdout().write_all(&script).map_err(|error| Failure::writing(Path::new("-"), &error))
}

pub fn man(args: &Man) -> Result<(), Failure> {
    let written = fs::create_dir_all(&args.output).and_then(|()| {
        // No page for `help`.
        let command = Args::command().disable_help_subcommand(true);
        clap_mangen::generate_to(command, &args.output)
    });
    written.map_err(|error| Failure::writing(&args.output, &error))
}
