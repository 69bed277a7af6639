//! The parts of a puzzle: boards with their houses and rules, grids, pencilmarks, and everything that can be
//! derived from them without a search.

pub mod compare;
pub mod decoration;
pub mod geometry;
pub mod grid;
pub mod pencilmarks;
pub mod symmetry;
pub(crate) mod unexpected;
