//! The headers that a format has for a schema file.

use super::ownership::Ownership;
use crate::File;
use polywire_ir::Module;

/// What a header of a format holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Encoders and decoders.
    Codec,
    /// Validators, which may call what the codec has.
    Validators,
    /// Sizes, which may as well.
    Sizes,
    /// Encoders and decoders that tell where a value or a message is wrong.
    Explanations,
    /// What reads messages in place that were validated.
    Views,
    /// What reads messages in place and checks each access.
    CheckedViews,
}

impl Part {
    /// What there is of a module: not every one has validators, and some only read. Whether a message is valid does not depend on
    /// the variant of the types.
    pub fn all(module: &Module, ownership: Ownership) -> Vec<Self> {
        if !module.views.is_empty() {
            let trusting = module.functions.iter().all(|function| function.trusting);
            let views = if trusting { Self::Views } else { Self::CheckedViews };
            return if ownership.is_borrowed() { Vec::new() } else { vec![views] };
        }
        let validators = module.entries.iter().any(|entry| entry.validate.is_some()) && !ownership.is_borrowed();
        let sizes = module.entries.iter().any(|entry| entry.encode.is_some());
        let others = [(Self::Validators, validators), (Self::Sizes, sizes)].into_iter().filter(|(_, wanted)| *wanted);
        std::iter::once(Self::Codec).chain(others.map(|(part, _)| part)).collect()
    }

    /// Whether encoders and decoders stand in it, and not in another one that it includes.
    pub fn has_codecs(self) -> bool {
        matches!(self, Self::Codec | Self::Explanations)
    }

    /// Whether it reads in place.
    pub fn is_view(self) -> bool {
        matches!(self, Self::Views | Self::CheckedViews)
    }

    /// What it holds, for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Codec => "Codec",
            Self::Validators => "Validators",
            Self::Sizes => "Sizes",
            Self::Explanations => "Explanations",
            Self::Views => "Views",
            Self::CheckedViews => "Checked views",
        }
    }

    /// The name of the header; `name` is that of the schema file.
    pub fn file_name(self, module: &Module, name: &str) -> String {
        match self {
            Self::Codec => format!("{name}.{}.hpp", module.format),
            Self::Validators => format!("{name}.{}.validate.hpp", module.format),
            Self::Sizes => format!("{name}.{}.size.hpp", module.format),
            Self::Explanations => format!("{name}.{}.explain.hpp", module.format),
            Self::Views => format!("{name}.{}.view.hpp", module.format),
            Self::CheckedViews => format!("{name}.{}.checked.hpp", module.format),
        }
    }

    /// The header of a schema file whose types stand in those of another one, its home.
    pub fn include(self, module: &Module, name: &str, home: &str) -> File {
        let contents = format!("#pragma once\n\n#include \"{}\"\n", self.file_name(module, home));
        File { name: self.file_name(module, name), contents }
    }
}
