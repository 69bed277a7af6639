//! What programs do with decimal numbers: read them in the forms of their formats, and add them.

use dlx_core::Decimal;

/// The number one.
pub(crate) fn one() -> Decimal {
    Decimal::from(1)
}

/// Returns the number that a text such as `-3`, `+.5`, `2.` or `1.25e2` says, or `None` if it is not one or does not
/// fit.
pub(crate) fn parse(text: &str) -> Option<Decimal> {
    let (sign, number) = match text.strip_prefix(['+', '-']) {
        Some(number) => (&text[..1], number),
        None => ("", text),
    };
    let (mantissa, exponent) = number.split_at(number.find(['e', 'E']).unwrap_or(number.len()));
    let starts_right = mantissa.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.');
    let has_digit = mantissa.bytes().any(|byte| byte.is_ascii_digit());
    let zero = |is_missing: bool| if is_missing { "0" } else { "" };
    let (before, after) = (zero(mantissa.starts_with('.')), zero(mantissa.ends_with('.')));
    let minus = if sign == "-" { "-" } else { "" };
    (starts_right && has_digit).then(|| format!("{minus}{before}{mantissa}{after}{exponent}").parse().ok())?
}

/// Returns the number times `10^places`, if it is whole and fits.
pub(crate) fn scaled(number: Decimal, places: u32) -> Option<i128> {
    number.digits().checked_mul(10i128.checked_pow(places.checked_sub(number.places())?)?)
}

/// Returns the sum, if it fits.
pub(crate) fn sum(one: Decimal, other: Decimal) -> Option<Decimal> {
    let places = one.places().max(other.places());
    Some(Decimal::new(scaled(one, places)?.checked_add(scaled(other, places)?)?, places))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_as_they_are_written() {
        let read = |text: &str| parse(text).map(|decimal| decimal.to_string());
        for (text, expected) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("+12", "12"),
            ("12.50", "12.5"),
            (".125", "0.125"),
            ("-.5", "-0.5"),
            ("5.", "5"),
            ("-1.25e2", "-125"),
            ("1e-3", "0.001"),
            ("1.5E+1", "15"),
            ("5.e1", "50"),
            ("100e-1", "10"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x1", "inf", "1e99", "--1", "+-1", "1e-99"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn sums_are_exact() {
        let of = |text| parse(text).expect("a decimal");
        assert_eq!(sum(of("0.1"), of("0.2")), Some(of("0.3")));
        assert_eq!(sum(of("0.5"), -of("0.5")), Some(Decimal::default()));
    }
}
