//! `dlx sudoku play`: a game of one puzzle. [`game`] is what happens, without a terminal; [`action`] is what can be
//! done, [`keys`] says by which keys; [`screen`] shows it.

pub(crate) mod action;
pub(crate) mod game;
pub(crate) mod keys;
pub(crate) mod screen;
