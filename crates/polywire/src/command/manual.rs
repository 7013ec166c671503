//! `polywire completions` and `polywire man`, made from the argument declarations.

use super::args::{Args, Completions, Man};
use super::failure::Failure;
use super::output;
use clap::{Command, CommandFactory};
use std::fs;
use std::path::Path;

pub fn completions(args: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "polywire", &mut script);
    output::write(Path::new("-"), &script)
}

pub fn man(args: &Man) -> Result<(), Failure> {
    fs::create_dir_all(&args.output).map_err(|error| Failure::writing(&args.output, &error))?;
    // No page for `help`.
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    write_pages(&command, &args.output)
}

/// Writes the page of a command, and those of its subcommands.
fn write_pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    let shown = command.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help");
    shown.into_iter().try_for_each(|it| write_pages(it, folder))?;
    let page = clap_mangen::Man::new(command.clone());
    let path = folder.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text).map_err(|error| Failure::writing(&path, &error))?;
    output::write(&path, &text)
}
