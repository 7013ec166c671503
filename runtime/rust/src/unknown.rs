use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// Fields that a decoder did not know and keeps, to be written back in the same format. It is one pointer, null if
/// there are none.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct UnknownFields(Option<Box<Kept>>);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Kept {
    format: &'static str,
    /// Never empty.
    contents: Vec<u8>,
}

impl UnknownFields {
    /// Returns true if there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the format of the bytes, if there are any.
    pub fn format(&self) -> Option<&'static str> {
        self.0.as_ref().map(|kept| kept.format)
    }

    /// Returns the bytes of a format; none if they are of another one.
    #[inline]
    pub fn of(&self, format: &str) -> &[u8] {
        match &self.0 {
            Some(kept) if kept.format == format => &kept.contents,
            _ => &[],
        }
    }

    /// Appends bytes of a format; those of another one are dropped.
    #[cold]
    pub fn keep(&mut self, format: &'static str, contents: &[u8]) {
        if contents.is_empty() {
            return;
        }
        let kept = self.0.get_or_insert_with(|| Box::new(Kept { format, contents: Vec::new() }));
        if kept.format != format {
            kept.format = format;
            kept.contents.clear();
        }
        kept.contents.extend_from_slice(contents);
    }

    /// Drops the bytes.
    #[inline(always)]
    pub fn clear(&mut self) {
        if self.0.is_some() {
            self.0 = None;
        }
    }
}

impl fmt::Debug for UnknownFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("UnknownFields"),
            Some(kept) => write!(f, "UnknownFields({}: {:02x?})", kept.format, kept.contents),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn bytes_are_those_of_one_format() {
        let mut fields = UnknownFields::default();
        fields.keep("one", b"");
        assert_eq!((fields.is_empty(), fields.format(), format!("{fields:?}")), (true, None, "UnknownFields".into()));
        fields.keep("one", b"\x01");
        fields.keep("one", b"\x02");
        assert_eq!((fields.of("one"), fields.of("other")), (&b"\x01\x02"[..], &b""[..]));
        assert_eq!(format!("{fields:?}"), "UnknownFields(one: [01, 02])");
        fields.keep("other", b"\x03");
        assert_eq!((fields.of("one"), fields.of("other"), fields.format()), (&b""[..], &b"\x03"[..], Some("other")));
        let copy = fields.clone();
        fields.clear();
        assert_eq!(fields, UnknownFields::default());
        assert_ne!(copy, fields);
        assert_eq!(size_of::<UnknownFields>(), size_of::<usize>());
    }
}
