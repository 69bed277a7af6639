//! The colors of pictures, light and dark, as a style sheet and for terminals.
//!
//! Digits have a contrast of at least 4.5 to 1 with their background in both themes, which a test computes.
//! Sets have the hues of Okabe and Ito, which people with any color vision can distinguish.

use crate::model::geometry::rules::{CellsKind, LineKind, SetLook};

/// The theme of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Follow the viewer's theme.
    #[default]
    Auto,
    /// Dark digits on white.
    Light,
    /// Light digits on black.
    Dark,
}

/// The characters and colors of pictures in text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Characters only.
    #[default]
    Plain,
    /// Characters and the colors of a terminal.
    Ansi,
}

/// The number of sets that have a color of their own.
pub(super) const SETS: usize = 4;

/// A style rule for one class: its properties, and its color in the light and in the dark theme.
type ClassRule = (&'static str, &'static str, [&'static str; 2]);

/// Backgrounds; if several apply, the last one is used.
const PAPER: [&str; 2] = ["#ffffff", "#16181c"];

const RULES: &[ClassRule] = &[
    ("paper", "fill", PAPER),
    ("window", "fill", ["#e8e8ef", "#262a33"]),
    ("parity", "fill", ["#dcdcdc", "#353a42"]),
    ("diagonal", "stroke", ["#8a8a8a", "#7a808a"]),
    ("cage", "stroke", ["#4a4a4a", "#b4bac4"]),
    ("house", "fill", ["#f6efd9", "#2c2a1f"]),
    ("cover", "fill", ["#dfeaf6", "#1f2c3a"]),
    ("cell", "fill", ["#ffe59a", "#54450f"]),
    ("fin", "fill", ["#f7cfe4", "#5a2745"]),
    ("conflict", "fill", ["#ffd3cc", "#5e1a14"]),
    ("set0", "fill", ["#bfe3f7", "#0f4560"]),
    ("set1", "fill", ["#ffdca3", "#5c3d00"]),
    ("set2", "fill", ["#b5e8d5", "#0a4d39"]),
    ("set3", "fill", ["#efcfe2", "#5a2a48"]),
    ("thin", "stroke", ["#9a9a9a", "#5a606a"]),
    ("thick", "stroke", ["#1a1a1a", "#d6d9de"]),
    ("given", "fill", ["#111111", "#f4f4f4"]),
    ("found", "fill", ["#00529b", "#8cc2ff"]),
    ("placed", "fill", ["#004d33", "#8ff0c8"]),
    ("ring", "stroke", ["#00704a", "#5fdcaa"]),
    ("candidate", "fill", ["#4a4a4a", "#c2c7cf"]),
    ("label", "fill", ["#5a5a5a", "#aab0ba"]),
    ("caption", "fill", ["#111111", "#f4f4f4"]),
    ("shown", "fill", ["#a9e3c5", "#0f5a3c"]),
    ("trail", "fill", ["#dcdcdc", "#3c414a"]),
    ("gone", "fill", ["#ffcfc6", "#64190f"]),
    ("cross", "stroke", ["#a3160c", "#ff9a8a"]),
    ("link", "stroke", ["#6a35a8", "#cdb0ff"]),
    ("edge", "stroke", ["#5a5a5a", "#b4bac4"]),
];

/// Styles of rules that few boards have.
const MARKED: &[ClassRule] = &[
    ("arrow", "stroke", ["#7a7a7a", "#9aa0aa"]),
    ("pill", "stroke", PAPER),
    ("counting", "stroke", ["#7a7a7a", "#9aa0aa"]),
    ("clone", "fill", ["#dcdcdc", "#353a42"]),
    ("extreme", "fill", ["#e4e4e4", "#30343b"]),
];
const MARKS: &[ClassRule] = &[
    ("sign", "stroke", ["#5a5a5a", "#aab0ba"]),
    ("inequality", "stroke", ["#1a1a1a", "#d6d9de"]),
    ("sum-cage", "stroke", ["#4a4a4a", "#b4bac4"]),
    ("mark", "fill", ["#111111", "#f4f4f4"]),
    ("clue", "fill", ["#111111", "#f4f4f4"]),
    ("quad", "fill", PAPER),
    ("quad", "stroke", ["#4a4a4a", "#b4bac4"]),
    ("white", "fill", ["#ffffff", "#ffffff"]),
    ("white", "stroke", ["#111111", "#111111"]),
    ("black", "fill", ["#111111", "#000000"]),
    ("black", "stroke", ["#111111", "#f4f4f4"]),
    ("on-white", "fill", ["#111111", "#111111"]),
    ("on-black", "fill", ["#ffffff", "#ffffff"]),
];

/// Returns the styles of rules that few boards have: besides these, those of lines and of cells with a sign.
fn of_variants() -> Vec<ClassRule> {
    let mut styles = vec![("rim", "stroke", ["#8c8c8c", "#8a9099"])];
    styles.extend(LineKind::ALL.map(|kind| (kind.name(), "stroke", kind.row().look.colors)));
    styles.extend(MARKED);
    styles.extend(CellsKind::ALL.into_iter().filter_map(|kind| match kind.row().look {
        SetLook::Sign { colors, .. } => Some((kind.name(), "fill", colors)),
        _ => None,
    }));
    styles.extend(MARKS);
    styles
}

const SHAPES_OF_VARIANTS: &str = ".line{fill:none;stroke-linecap:round;stroke-linejoin:round}\
.rim{fill:none;stroke-linejoin:round}.counting{fill:none;stroke-width:2}.sign{fill:none;stroke-width:1.6}\
.inequality{fill:none;stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}\
.sum-cage{fill:none;stroke-width:1.4}.mark,.on-white,.on-black{font-weight:700}\
.quad,.white,.black{stroke-width:1.6}";

/// The boards that a style sheet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Styles {
    /// Boards without rules, and the most common rules.
    Plain,
    /// All boards.
    Rules,
}

/// The part that both themes share. Lengths are those of [`svg`](super::svg).
const SHAPES: &str = "text{font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif;text-anchor:middle}\
.given,.placed{font-weight:700}.found{font-weight:400}\
.thin{stroke-width:1;fill:none}.thick{stroke-width:3.5;fill:none;stroke-linecap:square}\
.ring{stroke-width:3;fill:none}.cross{stroke-width:2.2;stroke-linecap:round}\
.link{stroke-width:2.2;fill:none}.weak{stroke-dasharray:6 5}.group{stroke-opacity:.35;stroke-linecap:round}\
.edge{stroke-width:2;fill:none}.dash1{stroke-dasharray:8 5}.dash2{stroke-dasharray:2 4}.dash3{stroke-dasharray:9 4 2 4}\
.diagonal{stroke-width:1.4}.cage{stroke-width:1.4;stroke-dasharray:4 3}.caption,.sum{text-anchor:start}";

/// Returns the style sheet of a picture.
pub(super) fn sheet(theme: Theme, styles: Styles) -> String {
    let (shapes, more) = match styles {
        Styles::Plain => (SHAPES.to_owned(), Vec::new()),
        Styles::Rules => (format!("{SHAPES}{SHAPES_OF_VARIANTS}"), of_variants()),
    };
    shapes + &themed(theme, &[RULES, &more].concat())
}

/// The styles of what setters and players add.
const DECORATION: &[ClassRule] = &[
    ("ink", "fill", ["#111111", "#f4f4f4"]),
    ("pen", "stroke", ["#111111", "#f4f4f4"]),
    ("fog", "fill", ["#afafaf", "#4d4d4d"]),
];

/// Returns the style sheet of notes, drawings and fog, which is added to that of the picture.
pub(super) fn of_decoration(theme: Theme) -> String {
    themed(theme, DECORATION)
}

/// Returns these styles in the colors of a theme.
fn themed(theme: Theme, styles: &[ClassRule]) -> String {
    let in_theme = |theme: usize| -> String {
        let rule =
            |(class, property, colors): &ClassRule| format!(".{class}{{{property}:{}}}", colors[theme]);
        styles.iter().map(rule).collect()
    };
    match theme {
        Theme::Light => in_theme(0),
        Theme::Dark => in_theme(1),
        Theme::Auto => format!("{}@media (prefers-color-scheme:dark){{{}}}", in_theme(0), in_theme(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of WCAG 2.
    fn luminance(color: &str) -> f64 {
        let part = |from: usize| {
            let value = f64::from(u8::from_str_radix(&color[from..from + 2], 16).unwrap()) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn digits_stand_out_from_whatever_is_behind_them() {
        let more = of_variants();
        let of = |class: &str| RULES.iter().chain(&more).find(|(known, ..)| *known == class).unwrap().2;
        let tints = [
            "paper", "window", "parity", "house", "cover", "cell", "fin", "conflict", "set0", "set1", "set2",
            "set3", "clone", "extreme",
        ];
        // Lines as thin as those of arrows leave digits free.
        let lines = LineKind::ALL.into_iter().filter(|kind| kind.row().look.width > 3.0).map(LineKind::name);
        let has_sign = |kind: &CellsKind| matches!(kind.row().look, SetLook::Sign { .. });
        let signs = CellsKind::ALL.into_iter().filter(has_sign).map(CellsKind::name);
        for tint in tints.into_iter().chain(lines).chain(signs) {
            for digit in ["given", "found", "placed", "candidate"] {
                for (back, front) in of(tint).into_iter().zip(of(digit)) {
                    assert!(contrast(back, front) >= 4.5, "{digit} on {tint}: {}", contrast(back, front));
                }
            }
        }
        for spot in ["shown", "trail", "gone", "fin", "set0", "set1", "set2", "set3"] {
            for (back, front) in of(spot).into_iter().zip(of("given")) {
                assert!(contrast(back, front) >= 4.5, "a candidate on {spot}");
            }
        }
        for (back, front) in [
            ("paper", "label"),
            ("paper", "caption"),
            ("quad", "mark"),
            ("paper", "clue"),
            ("white", "on-white"),
            ("black", "on-black"),
        ] {
            for (back, front) in of(back).into_iter().zip(of(front)) {
                assert!(contrast(back, front) >= 4.5);
            }
        }
    }
}
