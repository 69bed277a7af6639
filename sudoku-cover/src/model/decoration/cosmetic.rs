//! Drawings of a setter, whose meaning is in the words of the puzzle alone.

use serde::{Deserialize, Serialize};

use super::color::Color;
use crate::model::geometry::Cell;

/// A point: `x` to the right and `y` down, in sides of a cell from the upper left corner of the board.
pub type Place = [f64; 2];

/// The width of the outline of a shape that states none.
pub const OUTLINE: f64 = 1.0 / 32.0;

/// A drawing without a meaning for the solver. Lengths are in sides of a cell, angles in degrees, clockwise. Digits are above
/// all drawings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Cosmetic {
    /// A line through points, below the lines of the board.
    Line {
        /// Its points.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<[f64; 2]>))]
        points: Vec<Place>,
        /// Its color.
        color: Color,
        /// Its width.
        #[cfg_attr(feature = "schema", schema(minimum = 0))]
        width: f64,
        /// The length of the head of an arrow at the last point; 0 for none.
        #[serde(default, skip_serializing_if = "is_zero")]
        head: f64,
    },
    /// A rectangle or an ellipse, which may hold a text.
    Shape {
        /// Its form.
        shape: Outline,
        /// Its middle.
        #[cfg_attr(feature = "schema", schema(value_type = [f64; 2]))]
        at: Place,
        /// Its width and its height.
        #[cfg_attr(feature = "schema", schema(value_type = [f64; 2]))]
        size: Place,
        /// The color inside; none if it is left out.
        #[serde(default)]
        fill: Option<Color>,
        /// The color of the outline; none if it is left out.
        #[serde(default)]
        stroke: Option<Color>,
        /// The width of the outline.
        #[serde(default = "outline", skip_serializing_if = "is_outline")]
        border: f64,
        /// The text in its middle.
        #[serde(default)]
        text: String,
        /// The color of the text; the default is black.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<Color>,
        /// The height of letters; the default depends on the size.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        font: Option<f64>,
        /// True below the lines of the board, false above them.
        #[serde(default)]
        under: bool,
        /// The angle by which it is turned.
        #[serde(default)]
        angle: f64,
    },
    /// A text, above the lines of the board.
    Text {
        /// Its middle.
        #[cfg_attr(feature = "schema", schema(value_type = [f64; 2]))]
        at: Place,
        /// The words.
        text: String,
        /// The height of letters.
        size: f64,
        /// Its color.
        color: Color,
        /// The angle by which it is turned.
        #[serde(default, skip_serializing_if = "is_zero")]
        angle: f64,
    },
    /// A dashed outline around cells, with a text in the first one.
    Cage {
        /// Its cells.
        cells: Vec<Cell>,
        /// The text in the upper left corner.
        #[serde(default)]
        text: String,
        /// The color of the outline; the default is that of cages.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stroke: Option<Color>,
        /// The color of the text; the default is that of cages.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<Color>,
    },
}

/// The form of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Outline {
    /// With four corners.
    Rectangle,
    /// Without corners.
    Ellipse,
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

fn outline() -> f64 {
    OUTLINE
}

fn is_outline(width: &f64) -> bool {
    *width == OUTLINE
}

impl Cosmetic {
    /// Returns the cell that a square below the lines of the board fills with a color and nothing else, as other programs color
    /// cells.
    #[must_use]
    pub fn colored_cell(&self) -> Option<(Cell, Color)> {
        match self {
            Cosmetic::Shape {
                shape: Outline::Rectangle,
                at,
                size,
                fill: Some(fill),
                stroke,
                text,
                under: true,
                angle,
                ..
            } if *size == [1.0, 1.0] && *angle == 0.0 && text.is_empty() && stroke.is_none() => {
                let [column, row] = at.map(line_with_middle);
                Some((Cell::new(row?, column?), *fill))
            }
            _ => None,
        }
    }

    /// Returns the square that colors a cell.
    #[must_use]
    pub fn of_colored_cell(cell: Cell, color: Color) -> Cosmetic {
        Cosmetic::Shape {
            shape: Outline::Rectangle,
            at: middle_of(cell),
            size: [1.0, 1.0],
            fill: Some(color),
            stroke: None,
            border: OUTLINE,
            text: String::new(),
            color: None,
            font: None,
            under: true,
            angle: 0.0,
        }
    }
}

/// Returns the middle of a cell.
#[must_use]
pub fn middle_of(cell: Cell) -> Place {
    let [row, column] = [cell.row(), cell.column()].map(|number| u8::try_from(number).unwrap_or(u8::MAX));
    [f64::from(column) + 0.5, f64::from(row) + 0.5]
}

/// Returns the number of the row or the column with this middle.
fn line_with_middle(middle: f64) -> Option<u8> {
    (0..=u8::MAX).find(|&line| f64::from(line) + 0.5 == middle)
}
