//! The Sudoku commands, one file a command, and the code that several of them share.

mod booklet;
mod candidates;
mod canon;
mod check;
mod convert;
mod count;
mod diff;
mod explain;
mod generate;
mod hint;
mod minimize;
mod play;
mod rate;
mod render;
mod sample;
mod serve;
mod solve;
mod steps;
mod why;
mod why_not;

mod batch;
mod boards;
mod clues;
mod explained;
#[cfg(test)]
mod objects;
mod one_puzzle;
mod report;

use crate::shared::command::Entry;

/// The commands in the order of the help.
pub(crate) const COMMANDS: Entry = Entry::group(
    "sudoku",
    "Solve, explain, rate, generate, play and convert Sudoku",
    EXAMPLES,
    &[
        Entry::of::<solve::Solve>(),
        Entry::of::<count::CountSolutions>(),
        Entry::of::<check::Check>(),
        Entry::of::<sample::Sample>(),
        Entry::of::<candidates::ListCandidates>(),
        Entry::of::<explain::Explain>(),
        Entry::of::<hint::ShowHint>(),
        Entry::of::<steps::ListSteps>(),
        Entry::of::<rate::Rate>(),
        Entry::of::<why::WhyNotUnique>(),
        Entry::of::<why_not::WhyNotDigit>(),
        Entry::of::<generate::Generate>(),
        Entry::of::<minimize::Minimize>(),
        Entry::of::<canon::Canon>(),
        Entry::of::<convert::Convert>(),
        Entry::of::<render::Render>(),
        Entry::of::<booklet::MakeBooklet>(),
        Entry::of::<diff::Diff>(),
        Entry::of::<play::PlayPuzzle>(),
        Entry::of::<serve::Serve>(),
    ],
);

const EXAMPLES: &str = "\
dlx sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
dlx sudoku generate -n 20 --seed 7 -o puzzles.txt
dlx sudoku rate puzzles.txt
dlx sudoku hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
