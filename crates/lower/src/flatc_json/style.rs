/// The form of encoded values. Decoders accept all forms.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Name of the format.
    pub format: &'static str,
    /// Names of members are in quotes.
    pub quotes_names: bool,
    /// Scalars that equal their defaults, or are absent, are written.
    pub writes_defaults: bool,
}

impl Style {
    /// As `flatc --json` writes it.
    pub const PLAIN: Self = Self { format: "json_flatc", quotes_names: false, writes_defaults: false };

    /// With `--strict-json`.
    pub const STRICT: Self = Self { format: "json_flatc_strict", quotes_names: true, ..Self::PLAIN };

    /// With `--defaults-json`.
    pub const DEFAULTS: Self = Self { format: "json_flatc_defaults", writes_defaults: true, ..Self::PLAIN };
}
