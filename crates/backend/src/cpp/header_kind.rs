//! The kinds of headers that a format has for a schema file.

use super::ownership::Ownership;
use crate::File;
use polywire_ir::Module;

/// The kinds of headers of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderKind {
    /// Encoders and decoders.
    Codec,
    /// Validators, which may call functions of the codec.
    Validators,
    /// Functions for encoded sizes, which may call functions of the codec too.
    Sizes,
    /// Encoders and decoders that report where a value or a message is wrong.
    Explanations,
    /// Views that read validated messages in place.
    Views,
    /// Views that read messages in place and check each access.
    CheckedViews,
}

impl HeaderKind {
    /// Returns the headers of a module: not every module has validators, and some only decode. Validity does not depend
    /// on the variant of the types.
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

    /// Returns true if it contains encoders and decoders itself, and does not include another header with them.
    pub fn has_codecs(self) -> bool {
        matches!(self, Self::Codec | Self::Explanations)
    }

    /// Returns true for views.
    pub fn is_view(self) -> bool {
        matches!(self, Self::Views | Self::CheckedViews)
    }

    /// Returns a description of the contents.
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

    /// Returns the name of the header; `name` is that of the schema file.
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

    /// Returns the suffix of the namespace of its functions. If codecs are split, validators and sizes cannot include the
    /// functions of the codec, and have their own.
    pub fn namespace(self, split: bool) -> &'static str {
        match self {
            Self::Validators if split => "validate",
            Self::Sizes if split => "size",
            Self::Codec | Self::Validators | Self::Sizes => "codec",
            Self::Explanations => "explain",
            Self::Views => "view",
            Self::CheckedViews => "checked",
        }
    }

    /// Returns the header of a schema file whose types are in another file's output, its home.
    pub fn include(self, module: &Module, name: &str, home: &str) -> File {
        let contents = format!("#pragma once\n\n#include \"{}\"\n", self.file_name(module, home));
        File { name: self.file_name(module, name), contents }
    }
}
