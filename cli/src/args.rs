//! Groups of arguments that several commands share, and the arguments of the Sudoku commands.

pub(crate) mod converting;
pub(crate) mod explaining;
mod formats;
pub(crate) mod making;
pub(crate) mod picturing;
mod puzzles;
mod running;
mod searching;
pub(crate) mod serving;
pub(crate) mod sudoku;
mod variants;

pub(crate) use converting::SudokuConvert;
pub(crate) use explaining::{
    Grade, RateFormat, Scale, StepFormat, SudokuExplain, SudokuHint, SudokuRate, SudokuWhyNot, TechniqueOrder,
};
pub(crate) use formats::{Input, ReadFormat};
pub(crate) use making::{ReportFormat, SudokuCanon, SudokuMinimize, SudokuWhy};
pub(crate) use picturing::{
    BookletFormat, DiffFormat, PaperName, PictureFormat, Rated, SudokuBooklet, SudokuDiff, SudokuPlay,
    SudokuRender, ThemeName,
};
pub(crate) use puzzles::{Batching, BoxShape, Puzzles};
pub(crate) use running::{Common, Deadline, When, duration, threads, threads_or_cores};
pub(crate) use searching::{AnyEngine, Given, Reduce, Searching, rule};
pub(crate) use serving::SudokuServe;
pub(crate) use sudoku::{
    Kind, SudokuCheck, SudokuCount, SudokuFormat, SudokuGenerate, SudokuSample, SudokuSolve,
};
pub(crate) use variants::Rules;
