//! Decimal numbers, exactly as they are written.

use std::fmt;

/// A number `digits / 10^scale` in lowest terms: the last digit is not 0 unless the scale is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decimal {
    pub(crate) digits: i64,
    pub(crate) scale: u32,
}

/// Greatest number of digits before and after the point that are read.
const MOST_DIGITS: i32 = 18;

impl Decimal {
    /// The number one.
    pub(crate) const ONE: Self = Self { digits: 1, scale: 0 };

    /// Returns the number that a text such as `-3`, `.5` or `1.25e2` says, or `None` if it is not one or has more than 18
    /// digits before or after the point.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (is_negative, text) = match text.strip_prefix(['+', '-']) {
            Some(rest) => (text.starts_with('-'), rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(fraction) || whole.len() + fraction.len() == 0 {
            return None;
        }
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if unsigned.is_empty() || !is_number(unsigned) {
            return None;
        }
        let exponent: i32 = exponent.parse().ok()?;
        let fraction = fraction.trim_end_matches('0');
        let digits = format!("{whole}{fraction}");
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() {
            return Some(Self::default());
        }
        let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        let length = i32::try_from(digits.len()).ok()?;
        if length.max(scale).max(length.checked_sub(scale)?) > MOST_DIGITS {
            return None;
        }
        let mut digits: i64 = digits.parse().ok()?;
        if is_negative {
            digits = -digits;
        }
        Some(match u32::try_from(scale) {
            Ok(scale) => Self { digits, scale }.reduced(),
            Err(_) => Self { digits: digits.checked_mul(10i64.checked_pow(scale.unsigned_abs())?)?, scale: 0 },
        })
    }

    fn reduced(mut self) -> Self {
        while self.scale > 0 && self.digits % 10 == 0 {
            self.digits /= 10;
            self.scale -= 1;
        }
        self
    }

    /// Returns the number times `10^scale`, if it is whole and fits.
    pub(crate) fn scaled(self, scale: u32) -> Option<i128> {
        i128::from(self.digits).checked_mul(10i128.checked_pow(scale.checked_sub(self.scale)?)?)
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        let digits = i64::try_from(self.scaled(scale)?.checked_add(other.scaled(scale)?)?).ok()?;
        Some(Self { digits, scale }.reduced())
    }

    pub(crate) fn negated(self) -> Self {
        Self { digits: -self.digits, ..self }
    }

    pub(crate) fn is_negative(self) -> bool {
        self.digits < 0
    }

    /// Returns true if the number is greater than 1.
    pub(crate) fn exceeds_one(self) -> bool {
        self.scaled(self.scale).is_none_or(|digits| digits > 10i128.pow(self.scale))
    }

    pub(crate) fn is_zero(self) -> bool {
        self.digits == 0
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let digits = self.digits.unsigned_abs().to_string();
        let scale = usize::try_from(self.scale).unwrap_or(usize::MAX);
        match (scale, digits.len()) {
            (0, _) => write!(f, "{sign}{digits}"),
            (scale, length) if length <= scale => write!(f, "{sign}0.{}{digits}", "0".repeat(scale - length)),
            (scale, length) => {
                let (whole, fraction) = digits.split_at(length - scale);
                write!(f, "{sign}{whole}.{fraction}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_as_they_are_written() {
        let read = |text: &str| Decimal::parse(text).map(|decimal| decimal.to_string());
        for (text, expected) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("+12", "12"),
            ("12.50", "12.5"),
            (".125", "0.125"),
            ("5.", "5"),
            ("-1.25e2", "-125"),
            ("1e-3", "0.001"),
            ("1.5E+1", "15"),
            ("100e-1", "10"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x1", "inf", "1e99", "--1", "1e-99"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn sums_are_exact() {
        let of = |text| Decimal::parse(text).expect("a decimal");
        assert_eq!(of("0.1").plus(of("0.2")), Some(of("0.3")));
        assert_eq!(of("0.5").plus(of("0.5").negated()), Some(Decimal::default()));
    }
}
