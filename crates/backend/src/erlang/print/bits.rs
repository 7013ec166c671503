use super::expr::Printer;
use super::literal::quoted_text;
use crate::erlang::ast::{Ex, Kind, Segment};

impl Printer<'_> {
    /// Returns the segments of a bit-syntax expression, with runs of printable literal bytes as text.
    pub(super) fn segments(&self, segments: &[Segment]) -> Vec<String> {
        let (mut printed, mut index) = (vec![], 0);
        while index < segments.len() {
            let run: Vec<u8> = segments[index..].iter().map_while(printable).collect();
            let zeros =
                segments[index..].iter().take_while(|segment| **segment == Segment::bits(Ex::Int(0), 8)).count();
            if zeros > 1 {
                printed.push(format!("0:{}", zeros * 8));
                index += zeros;
            } else if run.len() > 2 {
                printed.push(quoted_text(&run));
                index += run.len();
            } else {
                printed.push(self.segment(&segments[index]));
                index += 1;
            }
        }
        printed
    }

    fn segment(&self, segment: &Segment) -> String {
        let value = self.in_bits(&segment.value);
        let size = segment.size.as_ref().map(|size| self.in_bits(size));
        let is = |bits: i128| segment.size == Some(Ex::Int(bits));
        match (segment.kind, size) {
            (Kind::Int { little: false, signed: false }, _) if is(8) => value,
            (Kind::Int { little, signed }, Some(size)) => {
                let kind = match (little, signed) {
                    (false, false) => "",
                    (true, false) => "/little",
                    (false, true) => "/signed",
                    (true, true) => "/little-signed",
                };
                format!("{value}:{size}{kind}")
            }
            (Kind::Int { .. }, None) => value,
            (Kind::Float { little: true }, size) => format!("{value}:{}/little-float", size.unwrap_or_default()),
            (Kind::Float { little: false }, size) => format!("{value}:{}/float", size.unwrap_or_default()),
            (Kind::Binary, Some(size)) => format!("{value}:{size}/binary"),
            (Kind::Binary, None) => format!("{value}/binary"),
            (Kind::Bytes, size) => format!("{value}:{}/unit:8", size.unwrap_or_default()),
        }
    }

    fn in_bits(&self, ex: &Ex) -> String {
        match ex {
            Ex::Var(_) | Ex::Any => self.flat(ex),
            Ex::Int(value) if *value >= 0 => self.flat(ex),
            _ => format!("({})", self.flat(ex)),
        }
    }
}

fn printable(segment: &Segment) -> Option<u8> {
    match (&segment.value, &segment.size, segment.kind) {
        (Ex::Int(value @ 0x20..=0x7e), Some(Ex::Int(8)), Kind::Int { signed: false, .. }) => Some(*value as u8),
        _ => None,
    }
}
