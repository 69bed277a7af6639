//! What a puzzle has for its player alone: notes, colors of cells, drawings and fog. No solver reads them, so they are not
//! checked against the rules.
//!
//! Readers and writers keep them, pictures show them, and the API passes them on in this form.

mod color;
mod cosmetic;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use color::Color;
pub use cosmetic::{Cosmetic, OUTLINE, Outline, Place, middle_of};

use crate::model::geometry::Cell;
use crate::model::pencilmarks::Pencilmarks;

/// The parts of a puzzle that only its player sees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoration {
    /// The digits noted in the corners of each cell; none in a cell without notes.
    pub corner: Option<Pencilmarks>,
    /// The digits noted in the centre of each cell; none in a cell without notes.
    pub centre: Option<Pencilmarks>,
    /// The colors of cells, of which a cell may have several.
    pub colors: BTreeMap<Cell, Vec<Color>>,
    /// Drawings, the lowest first.
    pub cosmetics: Vec<Cosmetic>,
    /// The fog that hides the puzzle until digits are placed, if it has any.
    pub fog: Option<Fog>,
}

impl Decoration {
    /// Returns true if there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Fog over a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Fog {
    /// The cells that are clear from the start.
    pub lit: Vec<Cell>,
}
