//! Arguments of `polywire load`.

use super::ReportFormat;
use super::call::{Call, time};
use super::serve::at_least_one;
use clap::Args as ClapArgs;
use std::time::Duration;

/// Call a method many times, and report how long it takes.
#[derive(ClapArgs)]
#[command(about = ABOUT, after_help = HELP)]
#[command(mut_arg("to", |it| it.hide(true)), mut_arg("include", |it| it.hide(true)))]
pub struct Load {
    #[command(flatten)]
    pub call: Call,

    /// Calls at the same time.
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = at_least_one)]
    pub concurrency: usize,

    /// Calls that start in a second, however long those before take, as long as there are not too many at the same time. Without it, a call
    /// starts when one before has ended.
    #[arg(long, value_name = "NUMBER", value_parser = rate)]
    pub rate: Option<f64>,

    /// Number of calls.
    #[arg(long, value_name = "NUMBER", required_unless_present = "duration")]
    pub count: Option<u64>,

    /// Time in which calls start, as in `10s` or `1m`.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub duration: Option<Duration>,

    /// Form of the report.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub report: ReportFormat,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| (1e-3..=1e9).contains(rate));
    rate.ok_or_else(|| "write a number of calls a second, such as `100` or `0.5`".to_owned())
}

const ABOUT: &str = "Call a method many times, and report how long it takes";

const HELP: &str = "\
All calls get the same messages, which are read first. A call takes the time from its start until its status is there. With --rate, that is
from the moment at which it had to start, even if there were too many calls at the same time; otherwise a slow server would look better than
it is. The report has the times that 50, 90, 99 and 99.9 of 100 calls do not exceed, off by less than 2 %, and the longest.

Exit codes are those of `call`: 5 if a call failed.

Examples:
  polywire load http://localhost:50051 trade.Exchange/Place order.json --count 10000 --concurrency 20
  polywire load http://localhost:50051 trade.Exchange/Place order.json --rate 500 --duration 10s --report json";
