//! CSV for spreadsheets: a line for each operation of each codec.

use super::Report;
use crate::measured::Measured;
use crate::rounds::Series;

const HEAD: &str = "format,implementation,language,mode,version,faithful,message_bytes,zstd_bytes,code_bytes,compile_s,operation,\
                    ns,lower_quartile_ns,upper_quartile_ns,of_copy,allocations,allocated_bytes\n";

pub(super) fn csv(report: &Report) -> String {
    let lines = report.measured.iter().flat_map(|it| it.series.iter().map(|series| line(it, series)));
    HEAD.to_owned() + &lines.collect::<String>()
}

fn line(it: &Measured, series: &Series) -> String {
    let time = it.time(series.operation).unwrap_or_default();
    let said = &it.introduction;
    let build = it.subject.build;
    let (messages, allocations) = (it.messages(), it.allocations(series.operation));
    let cells = [
        quoted(&it.subject.format),
        quoted(&it.subject.implementation),
        quoted(&said.language),
        quoted(&said.mode),
        quoted(&said.version),
        it.is_faithful.to_string(),
        it.size().to_string(),
        (it.compressed as f64 / messages).to_string(),
        build.map_or(String::new(), |it| it.code.to_string()),
        build.map_or(String::new(), |it| it.time.as_secs_f64().to_string()),
        series.operation.name().to_owned(),
        time.median.to_string(),
        time.lower.to_string(),
        time.upper.to_string(),
        it.of_copy(series.operation).map_or(String::new(), |it| it.to_string()),
        allocations.map_or(String::new(), |[number, _]| number.to_string()),
        allocations.map_or(String::new(), |[_, bytes]| bytes.to_string()),
    ];
    cells.join(",") + "\n"
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_are_quoted() {
        assert_eq!(["plain", "a,b", "say \"b\""].map(quoted), ["plain", "\"a,b\"", "\"say \"\"b\"\"\""]);
    }
}
