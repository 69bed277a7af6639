//! Colors of drawings, in the forms of CSS that puzzles use.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::unexpected::Unexpected;

/// A color with its opacity. Displayed and serialized as `#rrggbb`, or as `#rrggbbaa` if it is not opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color {
    /// Red, green, blue, and the opacity.
    channels: [u8; 4],
}

/// The names of CSS that setters use, each with its color.
const NAMED: [(&str, u32); 28] = [
    ("aqua", 0x00ff_ffff),
    ("black", 0x0000_00ff),
    ("blue", 0x0000_ffff),
    ("brown", 0xa52a_2aff),
    ("cyan", 0x00ff_ffff),
    ("fuchsia", 0xff00_ffff),
    ("gray", 0x8080_80ff),
    ("green", 0x0080_00ff),
    ("grey", 0x8080_80ff),
    ("lightblue", 0xadd8_e6ff),
    ("lightgray", 0xd3d3_d3ff),
    ("lightgreen", 0x90ee_90ff),
    ("lightgrey", 0xd3d3_d3ff),
    ("lime", 0x00ff_00ff),
    ("magenta", 0xff00_ffff),
    ("maroon", 0x8000_00ff),
    ("navy", 0x0000_80ff),
    ("none", 0x0000_0000),
    ("olive", 0x8080_00ff),
    ("orange", 0xffa5_00ff),
    ("pink", 0xffc0_cbff),
    ("purple", 0x8000_80ff),
    ("red", 0xff00_00ff),
    ("silver", 0xc0c0_c0ff),
    ("teal", 0x0080_80ff),
    ("transparent", 0x0000_0000),
    ("white", 0xffff_ffff),
    ("yellow", 0xffff_00ff),
];

impl Color {
    /// Opaque black.
    pub const BLACK: Color = Color::of_number(0x0000_00ff);
    /// Opaque white.
    pub const WHITE: Color = Color::of_number(0xffff_ffff);
    /// The colors of cells that the page has for marking, which it numbers from 1.
    pub const PALETTE: [Color; 9] = [
        Color::of_number(0xd3d6_ddff),
        Color::of_number(0xbfe6_c2ff),
        Color::of_number(0xffd7_adff),
        Color::of_number(0xffc4_c0ff),
        Color::of_number(0xfbf0_a5ff),
        Color::of_number(0xc3da_ffff),
        Color::of_number(0xe2cd_fbff),
        Color::of_number(0xb8e8_e6ff),
        Color::of_number(0xe3d0_bcff),
    ];

    /// Returns the color of these four bytes: red, green, blue and the opacity.
    #[must_use]
    pub const fn of_number(number: u32) -> Color {
        Color { channels: number.to_be_bytes() }
    }

    /// Returns true if nothing is seen of it.
    #[must_use]
    pub const fn is_transparent(self) -> bool {
        self.channels[3] == 0
    }

    /// Returns the color without its opacity, as `#rrggbb`.
    #[must_use]
    pub fn opaque(self) -> String {
        let [red, green, blue, _] = self.channels;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Returns the opacity, 0 to 1.
    #[must_use]
    pub fn opacity(self) -> f64 {
        f64::from(self.channels[3]) / 255.0
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opaque())?;
        match self.channels[3] {
            u8::MAX => Ok(()),
            opacity => write!(f, "{opacity:02x}"),
        }
    }
}

/// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `rgba(…)` and common names.
impl FromStr for Color {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Color, Unexpected> {
        let word = text.trim().to_ascii_lowercase();
        let named =
            || NAMED.iter().find(|(name, _)| *name == word).map(|&(_, number)| Color::of_number(number));
        let found = match word.strip_prefix('#') {
            Some(digits) => of_digits(digits),
            None => named().or_else(|| of_function(&word)),
        };
        found.ok_or_else(|| Unexpected::text("a color such as #rrggbb", text))
    }
}

/// Returns the color of three, four, six or eight hexadecimal digits.
fn of_digits(digits: &str) -> Option<Color> {
    let digits: Vec<u8> = digits
        .chars()
        .map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    let pairs: Vec<u8> = match digits.len() {
        3 | 4 => digits.iter().map(|digit| digit * 17).collect(),
        6 | 8 => digits.chunks_exact(2).map(|pair| pair[0] * 16 + pair[1]).collect(),
        _ => return None,
    };
    let opacity = pairs.get(3).copied().unwrap_or(u8::MAX);
    Some(Color { channels: [pairs[0], pairs[1], pairs[2], opacity] })
}

/// Returns the color of `rgb(…)` or `rgba(…)`, with the opacity as a part of 1.
fn of_function(word: &str) -> Option<Color> {
    let inside = word.strip_prefix("rgba").or_else(|| word.strip_prefix("rgb"))?;
    let inside = inside.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    let numbers: Vec<f64> = inside
        .split([',', '/', ' '])
        .filter(|part| !part.is_empty())
        .map(str::parse)
        .collect::<Result<_, _>>()
        .ok()?;
    let (&[red, green, blue], rest) = numbers.split_first_chunk::<3>()?;
    let opacity = match rest {
        [] => 1.0,
        [opacity] => *opacity,
        _ => return None,
    };
    let byte =
        |value: f64| (0..=u8::MAX).rev().find(|&byte| f64::from(byte) <= value.clamp(0.0, 255.0).round());
    Some(Color { channels: [byte(red)?, byte(green)?, byte(blue)?, byte(opacity * 255.0)?] })
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Color {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
        let text = ObjectBuilder::new().schema_type(SchemaType::new(Type::String));
        text.description(Some("A color: `#rrggbb`, or `#rrggbbaa` with an opacity")).into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Color {
    fn name() -> std::borrow::Cow<'static, str> {
        "Color".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_in_the_forms_of_css_and_written_in_one() {
        let cases = [
            ("#F00", "#ff0000"),
            ("#0F08", "#00ff0088"),
            ("#a1B2c3", "#a1b2c3"),
            ("#a8a8a8a8", "#a8a8a8a8"),
            ("#112233ff", "#112233"),
            ("rgba(207, 207, 207, 0.5)", "#cfcfcf80"),
            ("rgb(0,255,300)", "#00ffff"),
            ("Transparent", "#00000000"),
            (" white ", "#ffffff"),
        ];
        for (text, expected) in cases {
            assert_eq!(
                text.parse::<Color>().map(|color| color.to_string()).as_deref(),
                Ok(expected),
                "{text}"
            );
        }
        for text in
            ["", "#", "#12345", "#ggg", "rgb(1,2)", "rgba(1,2,3,4,5)", "url(#a)", "\"/>", "rgb(nan,0,0"]
        {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
        assert!(
            "red; x".parse::<Color>().unwrap_err().to_string().contains("expected a color such as #rrggbb")
        );
    }

    #[test]
    fn no_two_colors_of_the_palette_are_the_same() {
        let mut colors = Color::PALETTE.to_vec();
        colors.sort_unstable();
        colors.dedup();
        assert_eq!(colors.len(), Color::PALETTE.len());
    }
}
