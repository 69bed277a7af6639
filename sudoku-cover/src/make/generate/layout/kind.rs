//! The kinds of layouts, their names, and the boards that can have them.

use std::fmt;
use std::str::FromStr;

use dlx_core::inner::nearest;

use super::regions::character;
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::{CellsKind, LineKind, OutsideKind, Regions, Rule, RuleError, Variant};
use crate::model::unexpected::{Unexpected, plain, suggestion};

/// The sides of the boards for which rules are drawn.
const SIDES: std::ops::RangeInclusive<usize> = 4..=16;

/// A kind of rules whose cells are drawn for each puzzle: a layout of lines, cages or other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Layout {
    /// Regions of any shape in place of the boxes.
    Jigsaw,
    /// Cages that cover nearly all cells.
    Killer,
    /// Connected cells with a sum.
    Sum,
    /// Connected cells with different digits.
    Different,
    /// Lines along which digits increase.
    Thermo,
    /// Lines along which digits do not decrease.
    SlowThermo,
    /// Circles with arrows.
    Arrow,
    /// Lines whose ends have the sum of the other cells.
    DoubleArrow,
    /// Lines whose neighbors differ by half of the side or more.
    Whisper,
    /// Lines of consecutive digits.
    Renban,
    /// Lines that read the same in both directions.
    Palindrome,
    /// Lines with equal sums at equal distances from the center.
    Zipper,
    /// Lines with equal sums in each box.
    RegionSum,
    /// Lines with digits between those of the ends.
    Between,
    /// Lines with digits outside of those of the ends.
    Lockout,
    /// Lines of low, middle and high digits.
    Entropic,
    /// Lines of digits with different remainders by 3.
    Modular,
    /// Dots between consecutive digits.
    White,
    /// Dots between a digit and its double.
    Black,
    /// Marks between digits with the sum 10 or 5.
    Xv,
    /// Signs between a greater and a smaller digit.
    Greater,
    /// Digits around corners.
    Quad,
    /// Groups of cells with equal digits.
    Clone,
    /// Sums of diagonals.
    LittleKiller,
    /// Sums between the least and the greatest digit.
    Sandwich,
    /// Sums of the first digits.
    XSum,
    /// Numbers of visible digits.
    Skyscraper,
    /// Digits at the place that the first digit names.
    NumberedRoom,
    /// Cells with even digits.
    Even,
    /// Cells with odd digits.
    Odd,
    /// Cells below their neighbors.
    Minimum,
    /// Cells above their neighbors.
    Maximum,
    /// Connected cells with as many even as odd, and low as high digits.
    Equality,
    /// Circles that count themselves.
    CountingCircles,
    /// Cells that tell the row of a digit.
    RowIndexer,
    /// Cells that tell the column of a digit.
    ColumnIndexer,
    /// Cells that tell the place of a digit in a box.
    BoxIndexer,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Layout; 37] = [
        Layout::Jigsaw,
        Layout::Killer,
        Layout::Sum,
        Layout::Different,
        Layout::Thermo,
        Layout::SlowThermo,
        Layout::Arrow,
        Layout::DoubleArrow,
        Layout::Whisper,
        Layout::Renban,
        Layout::Palindrome,
        Layout::Zipper,
        Layout::RegionSum,
        Layout::Between,
        Layout::Lockout,
        Layout::Entropic,
        Layout::Modular,
        Layout::White,
        Layout::Black,
        Layout::Xv,
        Layout::Greater,
        Layout::Quad,
        Layout::Clone,
        Layout::LittleKiller,
        Layout::Sandwich,
        Layout::XSum,
        Layout::Skyscraper,
        Layout::NumberedRoom,
        Layout::Even,
        Layout::Odd,
        Layout::Minimum,
        Layout::Maximum,
        Layout::Equality,
        Layout::CountingCircles,
        Layout::RowIndexer,
        Layout::ColumnIndexer,
        Layout::BoxIndexer,
    ];

    /// Returns the word for the layout, such as `thermo`: the first word of its rules, `jigsaw` for regions,
    /// and `xv` for the marks X and V.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Jigsaw => "jigsaw",
            Layout::Killer => "killer",
            Layout::Sum => "sum",
            Layout::Different => CellsKind::Different.name(),
            Layout::Thermo => LineKind::Thermo.name(),
            Layout::SlowThermo => LineKind::SlowThermo.name(),
            Layout::Arrow => "arrow",
            Layout::DoubleArrow => LineKind::DoubleArrow.name(),
            Layout::Whisper => "whisper",
            Layout::Renban => LineKind::Renban.name(),
            Layout::Palindrome => LineKind::Palindrome.name(),
            Layout::Zipper => LineKind::Zipper.name(),
            Layout::RegionSum => LineKind::RegionSum.name(),
            Layout::Between => LineKind::Between.name(),
            Layout::Lockout => "lockout",
            Layout::Entropic => LineKind::Entropic.name(),
            Layout::Modular => "modular",
            Layout::White => "white",
            Layout::Black => "black",
            Layout::Xv => "xv",
            Layout::Greater => "greater",
            Layout::Quad => "quad",
            Layout::Clone => "clone",
            Layout::LittleKiller => "little-killer",
            Layout::Sandwich => OutsideKind::Sandwich.name(),
            Layout::XSum => OutsideKind::XSum.name(),
            Layout::Skyscraper => OutsideKind::Skyscraper.name(),
            Layout::NumberedRoom => OutsideKind::NumberedRoom.name(),
            Layout::Even => CellsKind::Even.name(),
            Layout::Odd => CellsKind::Odd.name(),
            Layout::Minimum => CellsKind::Minimum.name(),
            Layout::Maximum => CellsKind::Maximum.name(),
            Layout::Equality => CellsKind::Equality.name(),
            Layout::CountingCircles => CellsKind::CountingCircles.name(),
            Layout::RowIndexer => CellsKind::RowIndexer.name(),
            Layout::ColumnIndexer => CellsKind::ColumnIndexer.name(),
            Layout::BoxIndexer => CellsKind::BoxIndexer.name(),
        }
    }

    /// Returns true if the variant requires that all marks of this layout are given.
    pub(in crate::make::generate) fn is_all_of(self, variant: Variant) -> bool {
        match variant {
            Variant::StrictKropki => matches!(self, Layout::White | Layout::Black),
            Variant::StrictWhite => self == Layout::White,
            Variant::StrictBlack => self == Layout::Black,
            Variant::StrictXv => self == Layout::Xv,
            _ => false,
        }
    }

    /// Returns an error if the board cannot have rules of this layout.
    pub(in crate::make::generate) fn check(self, geometry: &Geometry) -> Result<(), RuleError> {
        let refuse = |expected: String, found: &str| Err(Unexpected::new(expected, found).into());
        let side = geometry.side();
        if !SIDES.contains(&side) {
            let (least, most) = (SIDES.start(), SIDES.end());
            return refuse(format!("a side of {least} to {most} for {self}"), &side.to_string());
        }
        match self {
            Layout::Entropic if !side.is_multiple_of(3) => {
                refuse(format!("a side that 3 divides for {self}"), &side.to_string())
            }
            Layout::RegionSum | Layout::BoxIndexer if geometry.has_idle_boxes() => {
                refuse(format!("boxes of several rows and columns for {self}"), "none")
            }
            // Whether the board can have regions does not depend on their shapes.
            Layout::Jigsaw => {
                let rows = geometry.cells().map(|cell| character(cell.row())).collect::<String>();
                geometry.clone().with_rules(&[Rule::Regions(Regions::of_text(&rows))]).map(|_| ())
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no layout and no [`Variant`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant `{found}`{}", suggestion(*nearest))]
pub struct UnknownLayout {
    /// The word.
    pub found: String,
    /// The name of the variant or layout nearest to it, if one is near.
    pub nearest: Option<&'static str>,
}

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(word: &str) -> Result<Layout, UnknownLayout> {
        let wanted = plain(word.trim());
        let others = [("cage", Layout::Killer), ("thermometer", Layout::Thermo), ("regions", Layout::Jigsaw)];
        let named = Layout::ALL.map(|layout| (layout.name(), layout));
        if let Some((_, layout)) = named.into_iter().chain(others).find(|(name, _)| plain(name) == wanted) {
            return Ok(layout);
        }
        let names = Layout::ALL.map(Layout::name).into_iter().chain(Variant::ALL.map(Variant::name));
        let nearest = nearest(&word.trim().to_lowercase(), names);
        Err(UnknownLayout { found: word.trim().to_owned(), nearest })
    }
}
