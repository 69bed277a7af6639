//! `dlx sudoku play`: a game of one puzzle. [`game`] is what happens, without a terminal; [`keys`] says what keys mean;
//! [`screen`] shows it.

pub(crate) mod game;
pub(crate) mod keys;
pub(crate) mod screen;
