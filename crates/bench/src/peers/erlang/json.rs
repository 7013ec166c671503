//! JSON libraries whose values are maps.

use super::{Peer, Printer, Work};
use crate::erlang::Program;
use crate::peers::Missing;

pub(super) struct Json(Printer);

pub(super) const JSONE: Json = Json(Printer {
    name: "jsone",
    module: "jsone",
    codec: "jsone_codec",
    text: include_str!("../../../../../bench/peers/jsone_codec.erl"),
});

pub(super) const THOAS: Json = Json(Printer {
    name: "thoas",
    module: "thoas",
    codec: "thoas_codec",
    text: include_str!("../../../../../bench/peers/thoas_codec.erl"),
});

pub(super) const JIFFY: Json = Json(Printer {
    name: "jiffy",
    module: "jiffy",
    codec: "jiffy_codec",
    text: include_str!("../../../../../bench/peers/jiffy_codec.erl"),
});

impl Peer for Json {
    fn name(&self) -> &'static str {
        self.0.name
    }

    fn format(&self) -> &'static str {
        "json"
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        let path = self.0.path(work)?;
        self.0.print(work, &path, "", &[])
    }
}
