use clap::Args as ClapArgs;
use std::path::PathBuf;

/// The schemas with which messages were written, if it is not the one of `--schema`.
#[derive(ClapArgs)]
pub struct Writers {
    /// Schema with which messages were written, if it is not the one of `--schema`: `avro` and `avro_single` are then read by the
    /// rules of Avro's schema resolution. Avro files contain it.
    #[arg(long, value_name = "FILE", requires = "schema")]
    pub writer_schema: Option<PathBuf>,

    /// Type of the messages in that schema, if it has several and does not say.
    #[arg(long, value_name = "NAME", requires = "writer_schema")]
    pub writer_type: Option<String>,

    /// Folder of Avro schemas with which messages were written: the fingerprint in front of each message (`avro_single`) selects one.
    /// Messages are read as the type of `--schema`, or without it as the writer's.
    #[arg(long, value_name = "FOLDER", conflicts_with = "writer_schema")]
    pub writer_schemas: Option<PathBuf>,

    /// Messages (`avro`) are behind the header of a schema registry: a zero byte, and the id of the writer's schema in 4 bytes. This
    /// file has the schema of each id, as in `{"42": "order-v1.avsc"}`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["writer_schema", "writer_schemas"])]
    pub registry: Option<PathBuf>,
}

impl Writers {
    /// Returns true if each message tells its schema.
    pub fn are_several(&self) -> bool {
        self.writer_schemas.is_some() || self.registry.is_some()
    }
}
