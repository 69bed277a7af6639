//! Examples of the commands that say nothing else below their help.

/// Those of the command with this path, such as `sudoku solve`.
pub(crate) fn of(path: &str) -> Option<&'static str> {
    let found = EXAMPLES.iter().find(|(command, _)| *command == path);
    found.map(|(_, lines)| *lines)
}

const EXAMPLES: [(&str, &str); 16] = [
    (
        "solve",
        "  dlx solve queens.dlx                          every cover, one a line
  dlx solve --limit 10 --format json queens.dlx  ten, as objects
  dlx gen queens 8 | dlx solve --limit 1 -
  dlx solve -j 4 --output covers.txt --checkpoint place.json big.dlx
  dlx solve -j 4 --output covers.txt --checkpoint place.json --resume big.dlx",
    ),
    (
        "estimate",
        "  dlx estimate big.dlx                      how many nodes and covers, with error bars
  dlx estimate --probes 100000 --seed 7 big.dlx",
    ),
    (
        "best",
        "  dlx best costs.dlx                          the cheapest cover
  dlx best -k 10 --format json costs.dlx      the ten cheapest
  dlx gen assignment 20 --seed 1 | dlx best -",
    ),
    (
        "check",
        "  dlx solve --format ids queens.dlx | dlx check queens.dlx -
  dlx check queens.dlx covers.txt",
    ),
    (
        "why",
        "  dlx why hopeless.dlx                      a minimal reason why there is no cover
  dlx why --force 3,17 queens.dlx           why these options do not go together",
    ),
    (
        "convert",
        "  dlx convert queens.dlx --to cnf > queens.cnf
  dlx convert --from dense matrix.txt --to knuth
  dlx convert costs.dlx --to lp",
    ),
    (
        "render",
        "  dlx gen pentominoes 6x10 > pent.dlx
  dlx solve --limit 1 pent.dlx | dlx render pent.dlx - > pent.svg
  dlx render --number 3 soma.dlx covers.txt > soma.svg      layers side by side",
    ),
    (
        "reduce",
        "  dlx reduce big.dlx > small.dlx
  dlx reduce --explain big.dlx              and why each option and item is gone",
    ),
    (
        "sudoku",
        "  dlx sudoku solve puzzles.txt
  dlx sudoku hint puzzle.txt
  dlx sudoku generate -n 20 --seed 7 | dlx sudoku rate
  dlx sudoku convert --to hodoku puzzles.ss
  dlx sudoku render --hint puzzle.txt > hint.svg",
    ),
    (
        "sudoku solve",
        "  dlx sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  dlx sudoku solve puzzles.txt                one line a puzzle: its solution
  dlx sudoku solve --format json -j 8 puzzles.txt
  dlx sudoku solve --limit 5 puzzle.txt       five solutions at most",
    ),
    (
        "sudoku count",
        "  dlx sudoku count puzzles.txt                one number a line
  dlx sudoku count --limit 2 < puzzles.txt    0, 1 or 2 for each puzzle",
    ),
    (
        "sudoku check",
        "  dlx sudoku check puzzles.txt                unique, several, none or invalid, one word a line
  xzcat huge.txt.xz | dlx sudoku check -j 8",
    ),
    (
        "sudoku generate",
        "  dlx sudoku generate -n 20 --seed 7
  dlx sudoku generate --clues 24 --minimal --format sdk
  dlx sudoku generate --box 2x3 -n 5
  dlx sudoku generate --size 16 --timeout 1min",
    ),
    (
        "sudoku bench",
        "  dlx sudoku bench puzzles.txt
  dlx sudoku bench --runs 20 -j 2 --format json puzzles.txt",
    ),
    ("completions", COMPLETIONS),
    ("man", MAN),
];

const COMPLETIONS: &str = "\
  dlx completions bash > ~/.local/share/bash-completion/completions/dlx
  dlx completions zsh > ~/.zfunc/_dlx
  dlx completions fish > ~/.config/fish/completions/dlx.fish
  dlx completions powershell >> $PROFILE";

const MAN: &str = "\
  dlx man > dlx.1                             one page
  dlx man sudoku solve | man -l -
  dlx man --output ~/.local/share/man/man1    all of them";
