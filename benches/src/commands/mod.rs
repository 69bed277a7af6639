//! One module for each command.

pub(crate) mod cheapest;
pub(crate) mod compare;
pub(crate) mod engines;
pub(crate) mod overshoot;
pub(crate) mod portfolio;
pub(crate) mod reduction;
pub(crate) mod small;
pub(crate) mod sudoku;
pub(crate) mod variants;
