//! The target `sudoku`; see `dlx_fuzz::sudoku`.
#![cfg_attr(fuzzing, no_main)]
dlx_fuzz::target!(dlx_fuzz::sudoku);
