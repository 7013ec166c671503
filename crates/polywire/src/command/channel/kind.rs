//! What messages of a channel are.

use crate::command::args::{ChannelType, Global, Messages};
use crate::command::failure::Failure;
use crate::command::messages::{no_codec, no_schema};
use crate::command::model::Schema;
use polywire::codec::{Codec, Codecs};
use polywire::{Format, Limits, Options};
use polywire_channel::{Channel, Contract};
use polywire_model::crc64_avro;

/// The schema, the type and the format of messages.
pub struct Kind {
    schema: Schema,
    type_name: String,
    format: &'static Format,
    codecs: Codecs,
    contract: Contract,
}

impl Kind {
    /// Returns what the user names.
    pub fn named(args: &ChannelType, global: Global) -> Result<Self, Failure> {
        let wanted = args.type_name.as_deref();
        let schema = Schema::load(&args.schema, &args.imports, global)?.with_message(wanted);
        Self::new((schema, wanted), args.wire.format, global)
    }

    /// Returns what a channel carries, by the schema that the user names.
    pub fn of_channel(channel: &Channel, messages: &Messages, global: Global) -> Result<Self, Failure> {
        let Contract { format, type_name, .. } = channel.contract();
        let unknown = || Failure::Input(format!("this version of polywire does not know the format `{format}`"));
        let format = polywire::format(format).ok_or_else(unknown)?;
        let path = messages.schema.as_deref().ok_or_else(no_schema)?;
        let wanted = Some(messages.type_name.as_deref().unwrap_or(type_name));
        let schema = Schema::load(path, &messages.imports, global)?.with_message(wanted);
        Self::new((schema, wanted), format, global)
    }

    fn new((schema, wanted): (Schema, Option<&str>), format: &'static Format, global: Global) -> Result<Self, Failure> {
        let type_name = schema.type_name(wanted)?;
        let options = Options { report_unknown: true, ..Options::default() };
        let codecs = schema.codecs_of(&type_name, format, &options, global)?;
        let contract = Contract::new(format.name, &type_name, fingerprint(&codecs));
        Ok(Self { schema, type_name, format, codecs, contract })
    }

    /// What both sides of a channel agree on.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    /// The codec of messages in the channel.
    pub fn codec(&self, limits: &Limits) -> Result<Codec, Failure> {
        let codec = self.codecs.codec(&self.schema.model, &self.type_name);
        Ok(codec.ok_or_else(|| no_codec(self.format, &self.type_name))?.with_limits(*limits))
    }

    /// The codec of the same messages in a file.
    pub fn codec_of(&self, format: &'static Format, limits: &Limits, global: Global) -> Result<Codec, Failure> {
        let options = Options { report_unknown: true, ..Options::default() };
        let codecs = self.schema.codecs_of(&self.type_name, format, &options, global)?;
        let codec = codecs.codec(&self.schema.model, &self.type_name);
        Ok(codec.ok_or_else(|| no_codec(format, &self.type_name))?.with_limits(*limits))
    }
}

/// Two schemas have the same fingerprint if the same codec reads their messages: it is that of the codec's text.
fn fingerprint(codecs: &Codecs) -> u64 {
    // 0 stands for a schema that is not known.
    crc64_avro(&codecs.module().to_string()).max(1)
}
