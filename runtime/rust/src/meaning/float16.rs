use core::fmt;

/// An IEEE 754 binary16 float, as its bits. Equal if the bits are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Float16(u16);

impl Float16 {
    /// Returns the float with these bits.
    pub const fn from_number(bits: u16) -> Self {
        Self(bits)
    }

    /// Returns the bits.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Returns the nearest binary16 float; of two, the even one.
    pub fn nearest(value: f32) -> Self {
        let (sign, magnitude) = ((value.to_bits() >> 16) & 0x8000, value.to_bits() & 0x7fff_ffff);
        let bits = match magnitude {
            0x7f80_0001.. => 0x7e00 | ((magnitude >> 13) & 1023),
            // 65520 and more are nearer to infinity.
            0x477f_f000.. => 0x7c00,
            // In 2^23 the last place counts 1, as in the scaled sum.
            ..0x3880_0000 => (f32::from_bits(magnitude) * 16_777_216.0 + 8_388_608.0).to_bits() & 0x7ff,
            _ => (magnitude + 0xfff + ((magnitude >> 13) & 1) - 0x3800_0000) >> 13,
        };
        Self((sign | bits) as u16)
    }
}

impl From<Float16> for f32 {
    fn from(value: Float16) -> Self {
        let bits = u32::from(value.0);
        let (sign, exponent, fraction) = ((bits >> 15) << 31, (bits >> 10) & 31, bits & 1023);
        Self::from_bits(match exponent {
            31 => sign | 0x7f80_0000 | (fraction << 13),
            0 => sign | (fraction as f32 / 16_777_216.0).to_bits(),
            _ => sign | ((exponent + 112) << 23) | (fraction << 13),
        })
    }
}

impl fmt::Display for Float16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f32::from(*self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn every_float_survives_32_bits() {
        for bits in 0..=u16::MAX {
            let it = Float16::from_number(bits);
            assert!(Float16::nearest(it.into()) == it || f32::from(it).is_nan(), "{bits:#x}");
        }
        assert!(f32::from(Float16::nearest(f32::NAN)).is_nan());
    }

    #[test]
    fn values_between_floats_are_rounded_to_even() {
        for (value, bits) in [
            (65519.996, 0x7bff),
            (65520.0, 0x7c00),
            (1.0 + 1.0 / 2048.0, 0x3c00),
            (1.0 + 3.0 / 2048.0, 0x3c02),
            (1e-9, 0),
        ] {
            assert_eq!(Float16::nearest(value), Float16::from_number(bits), "{value}");
        }
        assert_eq!(Float16::from_number(0x3e00).to_string(), "1.5");
    }
}
