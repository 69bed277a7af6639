//! What a puzzle is: boards with their houses and rules, grids, pencilmarks, and what can be seen of them without a
//! search.

pub mod compare;
pub mod geometry;
pub mod grid;
pub mod pencilmarks;
pub mod symmetry;
pub(crate) mod unexpected;
