//! Decimal numbers, exactly as they are written: costs with a sign and with places after the point.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use thiserror::Error;

/// The greatest number of places after the point: with more of them, one place is no multiple of what 128 bits hold.
const MOST_PLACES: u32 = 38;

/// A decimal number such as 7, -3 or 0.125, exactly as it is written: parsed from a text, or converted from an integer.
///
/// ```
/// use dlx_core::Decimal;
///
/// let half: Decimal = "0.50".parse()?;
/// assert_eq!(half, "0.5".parse()?);
/// assert_eq!((-half).to_string(), "-0.5");
/// assert_eq!(Decimal::from(7).to_string(), "7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal {
    digits: i128,
    /// 0, or the digits are no multiple of 10.
    places: u32,
}

impl Decimal {
    /// Returns `digits / 10^places`.
    #[doc(hidden)]
    #[must_use]
    pub fn new(mut digits: i128, mut places: u32) -> Self {
        while places > 0 && digits % 10 == 0 {
            digits /= 10;
            // What has more digits than this is 0.
            places = if digits == 0 { 0 } else { places - 1 };
        }
        Self { digits, places }
    }

    /// Returns the digits, with the sign, as if there were no point.
    #[doc(hidden)]
    #[must_use]
    pub fn digits(self) -> i128 {
        self.digits
    }

    /// Returns the number of places after the point; the last one is not 0.
    #[doc(hidden)]
    #[must_use]
    pub fn places(self) -> u32 {
        self.places
    }

    /// Returns the greatest multiple of `1 / 10^places` that is not above the number, in this unit. What does not fit
    /// into 128 bits is the least or greatest number that does.
    #[doc(hidden)]
    #[must_use]
    pub fn floor_to(self, places: u32) -> i128 {
        match places.checked_sub(self.places) {
            Some(more) => {
                let end = if self.digits < 0 { i128::MIN } else { i128::MAX };
                power(more).and_then(|power| self.digits.checked_mul(power)).unwrap_or(end)
            }
            None => match power(self.places - places) {
                Some(power) => self.digits.div_euclid(power),
                None => -i128::from(self.digits < 0),
            },
        }
    }

    /// Returns the number in units of `1 / 10^places`, if it is a multiple of them that fits into 128 bits.
    pub(crate) fn in_units(self, places: u32) -> Option<i128> {
        self.digits.checked_mul(power(places.checked_sub(self.places)?)?)
    }

    /// Returns the nearest number in floating point, for ratios.
    #[doc(hidden)]
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.digits as f64 / 10_f64.powi(self.places.try_into().unwrap_or(i32::MAX))
    }
}

/// Returns the power of ten, if it fits into 128 bits.
pub(super) fn power(exponent: u32) -> Option<i128> {
    10_i128.checked_pow(exponent)
}

macro_rules! from_integers {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Decimal {
            fn from(number: $integer) -> Self {
                Self { digits: number.into(), places: 0 }
            }
        }
    )*};
}
from_integers!(i32, i64, i128, u32, u64);

impl Neg for Decimal {
    type Output = Self;

    fn neg(self) -> Self {
        Self { digits: self.digits.saturating_neg(), ..self }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places == 0 {
            return self.digits.fmt(f);
        }
        let places = self.places.try_into().unwrap_or(usize::MAX);
        let digits = format!("{:0>width$}", self.digits.unsigned_abs(), width = places.saturating_add(1));
        let (whole, after) = digits.split_at(digits.len() - places);
        let sign = if self.digits < 0 { "-" } else { "" };
        f.pad(&format!("{sign}{whole}.{after}"))
    }
}

/// A text that is not a [`Decimal`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a decimal number such as 7, -3 or 0.125, found `{}`", .0.escape_debug())]
pub struct UnknownDecimal(String);

impl FromStr for Decimal {
    type Err = UnknownDecimal;

    /// Reads digits with an optional sign, point and exponent, such as `-0.125` or `5e-3`: what JSON calls a number, and
    /// zeros before it.
    fn from_str(text: &str) -> Result<Self, UnknownDecimal> {
        read(text).ok_or_else(|| UnknownDecimal(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Decimal> {
    let (number, exponent) = match text.split_once(['e', 'E']) {
        None => (text, 0),
        // `parse` takes a sign.
        Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
    };
    let (is_negative, number) = match number.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, number),
    };
    let (whole, after) = match number.split_once('.') {
        None => (number, "0"),
        Some((whole, after)) => (whole, after),
    };
    if whole.is_empty() || after.is_empty() {
        return None;
    }
    let after = after.trim_end_matches('0');
    let mut digits: i128 = 0;
    for byte in whole.bytes().chain(after.bytes()) {
        if !byte.is_ascii_digit() {
            return None;
        }
        digits = digits.checked_mul(10)?.checked_add(i128::from(byte - b'0'))?;
    }
    if is_negative {
        digits = -digits;
    }
    let places = i64::try_from(after.len()).ok()? - i64::from(exponent);
    if digits == 0 {
        return Some(Decimal::default());
    }
    match u32::try_from(places) {
        Ok(places) => {
            let decimal = Decimal::new(digits, places.min(2 * MOST_PLACES));
            (places <= 2 * MOST_PLACES && decimal.places <= MOST_PLACES).then_some(decimal)
        }
        Err(_) => {
            let power = power(u32::try_from(-places).ok()?)?;
            Some(Decimal { digits: digits.checked_mul(power)?, places: 0 })
        }
    }
}

/// As a number of JSON with all its digits.
#[cfg(feature = "json")]
impl serde::Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.places == 0 {
            return self.digits.serialize(serializer);
        }
        let raw = serde_json::value::RawValue::from_string(self.to_string());
        raw.map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

/// From a number of JSON.
#[cfg(feature = "json")]
impl<'de> serde::Deserialize<'de> for Decimal {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<serde_json::value::RawValue>::deserialize(deserializer)?;
        raw.get().parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_written_in_lowest_form() {
        for (text, expected) in [
            ("0", "0"),
            ("-0", "0"),
            ("-0.00", "0"),
            ("007", "7"),
            ("2.50", "2.5"),
            ("-0.125", "-0.125"),
            ("120.0", "120"),
            ("1e3", "1000"),
            ("12.5e1", "125"),
            ("5e-3", "0.005"),
            ("-1E+2", "-100"),
            ("0e99999999", "0"),
            ("18446744073709551616.5", "18446744073709551616.5"),
        ] {
            assert_eq!(
                text.parse().map(|decimal: Decimal| decimal.to_string()).as_deref(),
                Ok(expected),
                "{text}"
            );
        }
        for text in
            ["", "-", "+1", "1.", ".5", "1.2.3", "1 ", "--1", "1e", "1e1.5", "x", "1e40", "1e-40", "0x1"]
        {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
        assert!("9".repeat(60).parse::<Decimal>().is_err());
    }

    #[test]
    fn decimals_are_rounded_down_to_units() {
        let floor = |text: &str, places| text.parse::<Decimal>().expect("a decimal").floor_to(places);
        assert_eq!((floor("2.55", 1), floor("-2.55", 1), floor("2.5", 2)), (25, -26, 250));
        assert_eq!((floor("-0.1", 0), floor("0.9", 0), floor("7", 40)), (-1, 0, i128::MAX));
    }
}
