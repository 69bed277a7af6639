//! Rules in the formats of other programs: what is written is read as the same rules or named as lost, what others
//! write is read as its format says, and every error has its place.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use dlx_core::Limits;
use sudoku_cover::{
    Cell, Cosmetic, Detail, Digit, Format, Geometry, Grid, Key, Marks, ReadError, Reader, Record, Rule,
    Solver, Writer,
};

/// Rules of boards of side 4, at least one of each kind.
const RULES: [&str; 78] = [
    "thermo r1c1 r2c2 r3c1",
    "slow-thermo r1c1 r2c2 r3c3",
    "whisper 2 r1c1 r2c1 r3c1",
    "renban r1c2 r2c3 r3c3",
    "palindrome r1c1 r1c2 r2c3 r3c1",
    "zipper r1c1 r2c2 r3c3",
    "region-sum r1c1 r1c2 r1c3 r2c4",
    "between r1c1 r2c2 r3c3",
    "lockout 2 r1c1 r2c2 r4c3",
    "modular 2 r1c1 r2c1 r3c1",
    "modular 3 r1c1 r1c2 r2c4",
    "double-arrow r1c1 r2c2 r3c3 r4c1",
    "nabner r1c1 r2c3",
    "sequence r1c1 r2c2 r3c3",
    "same-difference r1c1 r2c2 r2c3",
    "sum-line 5 r1c1 r2c2 r3c3 r4c3",
    "same-values 2 r1c1 r2c2 r3c3 r4c3",
    "value-index r1c1 r2c2 r3c3 r4c3",
    "count-distinct r1c1 r2c2 r3c3 r4c3",
    "rellik 5 r1c1 r2c3 r3c2",
    "lunchbox 2 r1c1 r2c3 r3c2",
    "product-cage 8 r1c1 r2c3 r3c2",
    "difference-cage 1 r1c1 r2c1",
    "quotient-cage 2 r1c1 r2c1",
    "diagonal-non-consecutive",
    "knightmare",
    "arrow r1c1 = r2c2 r3c3",
    "arrow r1c1 r1c2 = r2c1 r2c2 r3c3 r4c3 r4c4 r4c2",
    "sum 9 r1c1 r2c2 r3c4",
    "sum 9 r1c1 r1c1 r2c4",
    "killer 7 r1c1 r1c2 r2c3",
    "different r1c1 r2c3 r3c2",
    "white r1c1 r2c1",
    "difference 2 r1c1 r2c1",
    "black r1c1 r2c1",
    "ratio 3 r1c1 r2c1",
    "x r1c1 r2c1",
    "v r1c1 r2c1",
    "greater r1c1 r2c1",
    "clone r1c1 r1c2 = r3c2 r3c3",
    "quad r2c2 = 1 1 3",
    "little-killer 8 r3c1 up-right",
    "little-killer 8 r1c3 down-left",
    "little-killer 8 r4c2 up-right",
    "little-killer 8 r4c3 up-left",
    "little-killer 8 r2c1 down-right",
    "little-killer 8 r3c4 up-left",
    "little-killer 10 r1c1 down-right",
    "sandwich row 2 = 3",
    "sandwich column 3 = 2",
    "x-sum row 1 right = 6",
    "x-sum column 2 top = 6",
    "skyscraper column 2 bottom = 2",
    "skyscraper row 3 left = 3",
    "hidden-skyscraper column 1 bottom = 3",
    "numbered-room column 1 top = 3",
    "numbered-room row 4 right = 2",
    "full-rank column 1 top = 3",
    "full-rank row 4 right = 12",
    "minimum r2c2 r2c3",
    "maximum r1c1",
    "equality r1c1 r2c2 r3c3 r4c4",
    "counting-circles r1c1 r1c2 r2c3 r3c1 r4c4 r4c1",
    "column-indexer r1c2 r3c2",
    "row-indexer r3c1",
    "box-indexer r1c4",
    "even r1c1 r2c3",
    "odd r1c2",
    "diagonal",
    "rising-diagonal",
    "falling-diagonal",
    "anti-knight",
    "anti-taxicab",
    "disjoint",
    "no-boxes",
    "strict-white",
    "strict-black",
    "strict-xv",
];
/// The first words of the rules that have no counterpart in a format.
const NOT_IN_ISS: [&str; 14] = [
    "nabner",
    "sequence",
    "same-difference",
    "slow-thermo",
    "difference",
    "ratio",
    "box-indexer",
    "strict-white",
    "strict-black",
    "product-cage",
    "difference-cage",
    "quotient-cage",
    "diagonal-non-consecutive",
    "knightmare",
];
const NOT_IN_FPUZZLES: [&str; 20] = [
    "nabner",
    "sequence",
    "same-difference",
    "sum-line",
    "hidden-skyscraper",
    "anti-taxicab",
    "sum",
    "equality",
    "counting-circles",
    "same-values",
    "value-index",
    "count-distinct",
    "rellik",
    "lunchbox",
    "product-cage",
    "difference-cage",
    "quotient-cage",
    "diagonal-non-consecutive",
    "knightmare",
    "full-rank",
];

fn rules(texts: &[&str]) -> Vec<Rule> {
    texts.iter().map(|text| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))).collect()
}

fn record(side: usize, rules: &[Rule]) -> Record {
    let mut record = Record::new(Grid::empty(side).unwrap());
    record.more_mut().rules = rules.to_vec();
    record
}

/// Returns a record as text, and the rules that are not in it.
fn write(format: Format, record: &Record) -> (String, Vec<Rule>) {
    let mut writer = Writer::new(Vec::new(), format);
    let loss = writer.write(record).unwrap_or_else(|error| panic!("{:?}: {error}", record.rules()));
    (String::from_utf8(writer.finish().unwrap()).unwrap(), loss.rules)
}

fn all(text: &str) -> Vec<Result<Record, String>> {
    Reader::new(text.as_bytes()).map(|item| item.map_err(|error| error.to_string())).collect()
}

#[track_caller]
fn one(text: &str) -> Record {
    let mut found = all(text);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    found.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn error(text: &str) -> String {
    let mut found = all(text);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    found.remove(0).expect_err("an error")
}

/// Returns the rules of a text as text.
#[track_caller]
fn read_rules(text: &str) -> Vec<String> {
    one(text).rules().iter().map(ToString::to_string).collect()
}

/// Returns the grids that rules and the allowed candidates of a record leave.
fn grids(record: &Record, rules: &[Rule]) -> BTreeSet<String> {
    let board = Geometry::of_side(record.grid.side()).unwrap().with_rules(rules).unwrap();
    let fits = |grid: &Grid| {
        board.cells().all(|cell| {
            let digit = grid.get(cell).unwrap();
            record.grid.get(cell).is_none_or(|given| given == digit)
                && record.allowed().is_none_or(|allowed| allowed.get(cell).contains(digit))
        })
    };
    let solutions: Vec<Grid> = Solver::new(&board).solutions().collect();
    solutions.iter().filter(|grid| fits(grid)).map(|grid| grid.to_line().to_string()).collect()
}

/// Asserts that the text of a record with these rules is read as those that are not lost, and returns the lost ones.
fn assert_read_back(format: Format, rules: &[Rule]) -> Vec<Rule> {
    let original = record(4, rules);
    let (text, lost) = write(format, &original);
    let kept: Vec<Rule> = rules.iter().filter(|rule| !lost.contains(rule)).cloned().collect();
    let copy = one(&text);
    assert!(grids(&copy, copy.rules()) == grids(&original, &kept), "{format}: {rules:?}\n{text}\n{copy:?}");
    lost
}

#[test]
fn each_rule_is_read_back_or_named() {
    for text in RULES {
        let rule = rules(&[text]);
        let word = text.split(' ').next().unwrap();
        let expected = [
            (Format::Iss, NOT_IN_ISS.contains(&word)),
            (Format::FPuzzles, NOT_IN_FPUZZLES.contains(&word)),
            (Format::SudokuPad, NOT_IN_FPUZZLES.contains(&word)),
        ];
        for (format, is_lost) in expected {
            let lost = assert_read_back(format, &rule);
            assert_eq!(lost, if is_lost { rule.clone() } else { Vec::new() }, "{format}: {text}");
        }
    }
}

#[test]
fn rules_together_are_read_back_or_named() {
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut tried = 0;
    while tried < 150 {
        let texts: Vec<&str> = (0..2 + random(4)).map(|_| RULES[random(RULES.len())]).collect();
        let rules = rules(&texts);
        if Geometry::of_side(4).unwrap().with_rules(&rules).is_err() {
            continue;
        }
        tried += 1;
        for format in [Format::Iss, Format::FPuzzles, Format::SudokuPad] {
            assert_read_back(format, &rules);
        }
    }
}

#[test]
fn rules_of_large_boards_are_read_back() {
    for text in ["windoku", "anti-king", "non-consecutive"] {
        let rule = rules(&[text]);
        for format in [Format::Iss, Format::FPuzzles, Format::SudokuPad] {
            let (written, lost) = write(format, &record(9, &rule));
            assert_eq!(lost, [], "{format}: {text}");
            let copy = one(&written);
            let board = |rules: &[Rule]| Geometry::classic().with_rules(rules).unwrap();
            let (board, copied) = (board(&rule), board(copy.rules()));
            assert!(
                board.cells().all(|cell| board.peers(cell) == copied.peers(cell))
                    && board.is_non_consecutive() == copied.is_non_consecutive(),
                "{format}: {text}"
            );
        }
    }
    // Two rows of a board of prime side, whose regions exchange a cell.
    let regions = rules(&["regions 2111111122222233333334444444555555566666667777777"]);
    for format in [Format::Iss, Format::FPuzzles, Format::SudokuPad] {
        let (text, lost) = write(format, &record(7, &regions));
        assert_eq!(lost, [], "{format}");
        let copy = one(&text);
        let board = |rules: &[Rule]| Geometry::of_side(7).unwrap().with_rules(rules).unwrap();
        let (board, copied) = (board(&regions), board(copy.rules()));
        assert!(board.cells().all(|cell| board.peers(cell) == copied.peers(cell)), "{format}: {text}");
    }
    let entropic = rules(&["entropic r2c1 r2c2 r3c3 r4c3 r5c4 r5c5"]);
    for (format, side) in [(Format::Iss, 9), (Format::FPuzzles, 6), (Format::SudokuPad, 6)] {
        let (text, lost) = write(format, &record(side, &entropic));
        assert_eq!((lost, one(&text).rules()), (Vec::new(), &entropic[..]), "{format}: {text}");
    }
    // The Interactive Sudoku Solver refuses entropic lines on other sides.
    assert_eq!(write(Format::Iss, &record(6, &entropic)).1, entropic);
}

#[test]
fn digits_that_some_cells_lack_are_read_back() {
    let rule = rules(&["count a = 3 : s = 0 r1c3 r2c2 r4c1"]);
    let (text, lost) = write(Format::Iss, &record(4, &rule));
    assert_eq!((lost, one(&text).rules()), (Vec::new(), &rule[..]), "{text}");
    // Words of that program have digits up to 9.
    let wide = rules(&["count a = 12 : s = 0 r1c3 r2c2 r4c1"]);
    assert_eq!(write(Format::Iss, &record(12, &wide)).1, wide);
}

#[test]
fn cages_are_read_back_from_a_number_for_each_cell() {
    let texts = ["killer 7 r1c1 r1c2 r2c1", "killer 4 r4c4", "diagonal", "thermo r1c3 r1c4"];
    let original = rules(&texts);
    let (text, lost) = write(Format::Killer, &record(4, &original));
    assert_eq!(lost, original[3..]);
    // A number for each cell: 256 times the sum and the number of the cage.
    assert!(text.starts_with("2x2:d:k:1793:1793:"), "{text}");
    let copy = one(&text);
    assert_eq!(grids(&copy, copy.rules()), grids(&record(4, &[]), &original[..3]));
    // With 256 cells, no number of a cell without a cage may look like one with a sum.
    let sixteen = record(16, &rules(&["killer 17 r1c1 r1c2"]));
    let (text, lost) = write(Format::Killer, &sixteen);
    assert_eq!((lost, read_rules(&text)), (Vec::new(), vec!["killer 17 r1c1 r1c2".to_owned()]));
}

// ---- Interactive Sudoku Solver

#[test]
fn constraints_mean_what_their_notation_says() {
    let cases: [(&str, &[&str]); 20] = [
        (".Thermo~R1C1~R2C1~R3C2", &["thermo r1c1 r2c1 r3c2"]),
        // A difference of 5 is that of the German whispers, and may be written out.
        (".Whisper~R1C1~R2C1", &["whisper 5 r1c1 r2c1"]),
        (".Whisper~4~R1C1~R2C1", &["whisper 4 r1c1 r2c1"]),
        (".Diagonal~1", &["rising-diagonal"]),
        (".Diagonal~-1", &["falling-diagonal"]),
        (".AntiKnight.AntiKing.AntiConsecutive", &["anti-knight", "anti-king", "non-consecutive"]),
        (".Cage~9~R1C1~R1C2", &["killer 9 r1c1 r1c2"]),
        (".Cage~0~R1C1~R1C2", &["different r1c1 r1c2"]),
        (".Sum~9~R1C1~R2C4", &["sum 9 r1c1 r2c4"]),
        (".Arrow~R1C1~R1C2~R1C3", &["arrow r1c1 = r1c2 r1c3"]),
        // The digits of a pill are read row by row, whatever their order in the text.
        (".PillArrow~2~R1C3~R1C2~R1C1~R2C1", &["arrow r1c2 r1c3 = r1c1 r2c1"]),
        (".WhiteDot~R1C1~R1C2~R1C3", &["white r1c1 r1c2", "white r1c2 r1c3"]),
        (".X~R3C1~R3C2~R5C1~R6C1", &["x r3c1 r3c2", "x r5c1 r6c1"]),
        (".GreaterThan~R1C1~R1C2~R2C1", &["greater r1c1 r1c2", "greater r1c1 r2c1"]),
        (".Quad~R1C1~2~4", &["quad r1c1 = 2 4"]),
        (".Sandwich~8~C2.Sandwich~5~R1", &["sandwich column 2 = 8", "sandwich row 1 = 5"]),
        // A clue after the row or column is at its left or top, the second one at the other end.
        (".XSum~C1~25~23", &["x-sum column 1 top = 25", "x-sum column 1 bottom = 23"]),
        (".Skyscraper~R4~~6", &["skyscraper row 4 right = 6"]),
        (".NoBoxes", &["no-boxes"]),
        ("..Thermo~r1c1~r2c2.", &["thermo r1c1 r2c2"]),
    ];
    for (text, expected) in cases {
        assert_eq!(read_rules(text), expected, "{text}");
        assert_eq!(one(text).format, Format::Iss);
    }
    // The first cell of a diagonal names it: to the right as seen from the edge.
    let diagonals = [
        ("R1C1", "down-right"),
        ("R2C1", "down-right"),
        ("R1C5", "down-left"),
        ("R4C9", "up-left"),
        ("R9C9", "up-left"),
        ("R9C4", "up-right"),
    ];
    for (cell, direction) in diagonals {
        let text = format!(".LittleKiller~22~{cell}");
        assert_eq!(read_rules(&text), [format!("little-killer 22 {} {direction}", cell.to_lowercase())]);
    }
}

#[test]
fn digits_of_a_cell_are_given_or_candidates() {
    let found = one(".~R1C2_3~R2C2_1_4.Shape~4x4");
    assert_eq!(found.grid.to_line().to_string(), ".3..............");
    let digits = |digits: &[u8]| -> Marks { digits.iter().filter_map(|&digit| Digit::new(digit)).collect() };
    let allowed = found.allowed().unwrap();
    assert_eq!(allowed.get("r2c2".parse().unwrap()), digits(&[1, 4]));
    assert_eq!(allowed.get("r4c4".parse().unwrap()), digits(&[1, 2, 3, 4]));
}

#[test]
fn puzzles_of_several_lines_end_where_the_next_begins() {
    let several = ".~R1C1_5\n# by somebody\n  .Thermo~R2C1~ R3C1 \n.Cage~9~R1C2~R1C3\n";
    let found = one(several);
    assert_eq!(found.details()[0].text.trim(), "by somebody");
    let found: Vec<String> = found.rules().iter().map(ToString::to_string).collect();
    assert_eq!(found, ["thermo r2c1 r3c1", "killer 9 r1c2 r1c3"]);
    let above = all(&format!("# above\n.AntiKing\n{}\n", "1".to_owned() + &".".repeat(80)));
    let said = |item: &Result<Record, String>| item.as_ref().unwrap().details().len();
    assert_eq!(above.iter().map(said).collect::<Vec<_>>(), [1, 0]);
    // A list of digits, a blank line or something else ends a puzzle.
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let text = format!(".~R1C1_5\n.~R1C1_6.AntiKing\n.AntiKnight\n\n.AntiKnight\n{line}\n.Windoku\n");
    let found: Vec<(Format, u64, usize)> = all(&text)
        .into_iter()
        .map(|item| item.unwrap())
        .map(|record| (record.format, record.line, record.rules().len()))
        .collect();
    let expected = [
        (Format::Iss, 1, 0),
        (Format::Iss, 2, 2),
        (Format::Iss, 5, 1),
        (Format::Line, 6, 0),
        (Format::Iss, 7, 1),
    ];
    assert_eq!(found, expected);
    // A file has a puzzle per line; indented lines continue the one above them.
    let file = ".Cage~9~R1C2~R1C3.AntiKing\n.AntiKing.Windoku\n.~R1C1_5.X~R2C1~R3C1\n  .AntiKing.Windoku\n.AntiKnight\n.Windoku.AntiKing\n";
    let found: Vec<(u64, usize)> = all(file)
        .into_iter()
        .map(|item| item.unwrap())
        .map(|record| (record.line, record.rules().len()))
        .collect();
    assert_eq!(found, [(1, 2), (2, 2), (3, 4), (6, 2)]);
    let classic: String =
        (1..=9).flat_map(|row| [format!("~R{row}C1_{row}"), format!("~R{row}C9_{}", 10 - row)]).collect();
    assert_eq!(all(&format!(".{classic}\n.AntiKing.Windoku\n")).len(), 2);
    let wrong = all(".AntiKing\n\n.~R1C1_5\n.AntiQueen\n").pop().unwrap().unwrap_err();
    assert!(wrong.starts_with("line 4, column 2: "), "{wrong}");
}

#[test]
fn a_puzzle_of_several_lines_ends_before_a_line_that_cannot_belong_to_it() {
    let counts = |text: &str| -> Vec<usize> {
        all(text).into_iter().map(|item| item.unwrap().rules().len()).collect()
    };
    // Line breaks between the constraints of one puzzle.
    let one =
        ".Shape~6x6.Thermo~R1C1~R2C1\n.Cage~7~R1C2~R1C3.Cage~5~R2C2~R2C3\n.AntiKnight.Thermo~R5C1~R6C1\n";
    assert_eq!(counts(one), [5]);
    assert_eq!(counts(&one.replace(".Shape~6x6", ".~R1C1_5.shape~6x6")), [5]);
    // Another puzzle has a size again, a cell that is not on the board, digits again, or a constraint again.
    let more =
        ".~R7C1_5.AntiKing\n.Windoku.AntiKnight\n.~R1C2_5.AntiConsecutive\n.AntiKing.AntiConsecutive\n";
    assert_eq!(counts(&format!("{one}{one}{more}")), [5, 5, 3, 1, 2]);
    // After a classic puzzle, there is a puzzle per line.
    let classic: String =
        (1..=9).flat_map(|row| [format!("~R{row}C1_{row}"), format!("~R{row}C2_1")]).collect();
    assert_eq!(counts(&format!(".{classic}\n.AntiKing.Windoku\n")), [0, 2]);
}

#[test]
fn a_killer_puzzle_without_digits_may_have_several_lines() {
    let counts = |text: &str| -> Vec<usize> {
        all(text).into_iter().map(|item| item.unwrap().rules().len()).collect()
    };
    let cages = |row: usize| -> Vec<String> {
        (0..4)
            .map(|pair| format!(".Cage~{}~R{row}C{}~R{row}C{}", 7 + row, 2 * pair + 1, 2 * pair + 2))
            .collect()
    };
    // The cages of one puzzle have no cell in common, and those of two have some.
    let three = [1, 2, 3].map(|row| cages(row).concat()).join("\n");
    assert_eq!(counts(&three), [12]);
    let changed = three.replace("Cage~1", "Cage~2");
    let three_each = format!("{three}\n{}", changed.replace("Cage~8", "Cage~9").replace("Cage~9", "Cage~11"));
    assert_eq!(counts(&three_each), [12, 12]);
    // The size may be in any line, and end one.
    for size in ["Shape~6x6", "Shape~9x9", "Shape~\n9x9", "Shape\n~9x9", "Shape~9\nx9"] {
        let corner: Vec<String> = [1, 2, 3].map(|row| cages(row)[..3].concat()).into();
        assert_eq!(counts(&format!("{}\n.{size}{}\n{}", corner[0], corner[1], corner[2])), [9], "{size}");
        assert_eq!(counts(&format!("{}.{size}\n{}\n{}", corner[0], corner[1], corner[2])), [9], "{size}");
    }
    // A file with a puzzle per line, of which the first ones have cells in common.
    let file = format!(
        "{}\n{}\n.Thermo~R5C5~R6C6.AntiKing\n",
        cages(1).concat(),
        cages(1).concat().replace("~8", "~9")
    );
    assert_eq!(counts(&file), [4, 4, 2]);
}

/// Texts that others write are joined as the program joins them, which removes all white space.
#[test]
fn line_breaks_anywhere_in_a_puzzle_do_not_end_it() {
    let facts = iss_facts();
    let killer =
        |row: usize| format!(".Cage~10~R{row}C1~R{row}C2.Cage~{}~R{row}C3~R{row}C4~R{row}C5", 15 + row);
    let killer: String = (1..=9).map(killer).collect();
    let other = ".Thermo~R1C1~R2C2~R3C1.X~R5C5~R5C6.V~R6C6~R7C6.PillArrow~2~R1C3~R1C4~R2C5~R3C5.XSum~C1~25~23\
        .Skyscraper~R4~~6.Sandwich~8~C2.Quad~R1C1~2~4.LittleKiller~22~R4C9.Diagonal~-1.Whisper~4~R9C1~R8C2.AntiKnight\
        .Indexing~R~R3C3.NumberedRoom~C3~4~.Zipper~R4C4~R5C4~R6C4.Lockout~4~R2C6~R2C7~R2C8.Modular~3~R7C7~R7C8\
        .Renban~R8C8~R8C9.Palindrome~R9C8~R9C9.RegionSumLine~R6C8~R6C9.Between~R5C1~R5C2~R5C3.DoubleArrow~R8C3~R8C4~R8C5\
        .Entropic~R7C1~R7C2~R7C3.WhiteDot~R1C8~R1C9.BlackDot~R9C3~R9C4.GreaterThan~R4C1~R4C2.EqualityCage~R9C5~R9C6\
        .CountingCircles~R2C9~R3C9.AllDifferent~R3C7~R3C8.Arrow~R6C1~R6C2~R6C3.Sum~9~R1C7~R2C1.AntiKing.Windoku\
        .DisjointSets.StrictXV.NoBoxes.AntiConsecutive.StrictKropki.~R5C7_5~R5C8_1_2_3";
    let texts = facts.iter().map(|fact| fact.text.as_str()).chain([killer.as_str(), other]);
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let (mut names, mut faults) = (BTreeSet::new(), Vec::new());
    // Where a size, digits or a constraint come twice, another puzzle may begin.
    let has_repetitions = |text: &str| {
        let constraints: Vec<&str> = text.split('.').filter(|constraint| !constraint.is_empty()).collect();
        let kind = |constraint: &&str| constraint.starts_with("Shape") || constraint.starts_with('~');
        let kinds: Vec<&str> = constraints
            .iter()
            .filter(|constraint| kind(constraint))
            .map(|constraint| &constraint[..1])
            .collect();
        let is_twice = |all: &[&str]| (1..all.len()).any(|place| all[..place].contains(&all[place]));
        is_twice(&constraints) || is_twice(&kinds)
    };
    for text in texts.filter(|text| !has_repetitions(text)) {
        let whole = one(text);
        names.extend(text.split('.').filter_map(|constraint| constraint.split('~').next()));
        for number in 0..12 {
            let width = 5 + random(60);
            let mut broken = String::new();
            for (place, character) in text.char_indices() {
                // At the separators in the first texts, anywhere in the others.
                let is_digit = |character: char| character.is_ascii_digit();
                let is_after_end = || {
                    let constraint = text[..place].rsplit('.').next().unwrap();
                    ["XSum", "Skyscraper", "HiddenSkyscraper", "NumberedRoom"]
                        .iter()
                        .any(|name| constraint.starts_with(name))
                };
                // The beginning of a number is a number.
                let is_inside = is_digit(character)
                    && (text[..place].ends_with(is_digit) || text[..place].ends_with('~') && is_after_end());
                let may_break = !is_inside
                    && (number >= 6 || ".~".contains(character) || text[..place].ends_with(['.', '~']));
                let line = broken.len() - broken.rfind('\n').map_or(0, |at| at + 1);
                if place > 1 && may_break && (line >= width || random(40) == 0) {
                    broken.push('\n');
                }
                broken.push(character);
            }
            let found = all(&broken);
            let is_same = |copy: &Record| {
                (&copy.grid, copy.rules(), copy.allowed()) == (&whole.grid, whole.rules(), whole.allowed())
            };
            if !matches!(&found[..], [Ok(copy)] if is_same(copy)) {
                faults.push(format!("{}: {broken}", found.len()));
            }
        }
    }
    assert!(names.len() > 40, "{names:?}");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n\n"));
}

#[test]
fn errors_in_constraints_have_their_places() {
    let cases = [
        (".~R1C1_5.Foo~R1C1", "line 1, column 10: expected a constraint", "`Foo`"),
        (".Thermo~R1C1~R1C10", "line 1, column 14: expected a cell of a board of side 9", "r1c10"),
        (".Thermo~R1C1\n.Cage~x~R1C1", "line 2, column 7: expected a number", "`x`"),
        (".Thermo", "line 1, column 8: expected a cell after Thermo", "none"),
        (".~R1C1_10", "line 1, column 8: expected a digit up to 9", "10"),
        (".~R1C1", "line 1, column 3: expected a digit after the cell", "`R1C1`"),
        (".Shape~9x26", "line 1, column 8: expected a size such as 9x9", "`9x26`"),
        (".LittleKiller~9~R2C2", "line 1, column 17: expected a cell at the edge", "`R2C2`"),
        (".Shape~6x8.Windoku", "line 1, column 12: expected a square board for the constraint", "`Windoku`"),
        (".PillArrow~2~R1C1~R1C2", "line 1, column 12: expected 2 or 3 cells", "`2`"),
        (".Skyscraper~R10~3", "line 1, column 13: expected a row or column of the board", "`R10`"),
        (".Cage~99999999999~R1C1", "line 1, column 7: expected a number", "99999999999"),
        (".Diagonal~2", "line 1, column 11: expected 1 or -1", "`2`"),
        (".Indexing~X~R1C1", "line 1, column 11: expected R or C", "`X`"),
    ];
    for (text, beginning, found) in cases {
        let error = error(text);
        assert!(error.starts_with(beginning) && error.contains(found), "{text}: {error}");
    }
}

// ---- f-puzzles

/// Returns a puzzle of f-puzzles of side 4 with the digit 1 given in r1c1, and these members.
fn object(members: &str) -> String {
    let row = "[{},{},{},{}]";
    let comma = if members.is_empty() { "" } else { "," };
    format!(
        r#"{{"size":4,"grid":[[{{"value":1,"given":true}},{{"value":2}},{{}},{{}}],{row},{row},{row}]{comma}{members}}}"#
    )
}

#[test]
fn members_mean_what_their_names_say() {
    let cases: [(&str, &[&str]); 22] = [
        (
            r#""thermometer":[{"lines":[["R1C1","R2C2"],["R1C1","R2C1"]]}]"#,
            &["thermo r1c1 r2c2", "thermo r1c1 r2c1"],
        ),
        (r#""slowthermometer":[{"lines":[["R1C1","R2C2"]]}]"#, &["slow-thermo r1c1 r2c2"]),
        (r#""killercage":[{"cells":["R1C1","R1C2"],"value":"3"}]"#, &["killer 3 r1c1 r1c2"]),
        (r#""killercage":[{"cells":["R1C1","R2C3"]}]"#, &["different r1c1 r2c3"]),
        (r#""extraregion":[{"cells":["R1C1","R2C3"]}]"#, &["different r1c1 r2c3"]),
        // The line of an arrow begins in its circle.
        (r#""arrow":[{"cells":["R1C1"],"lines":[["R1C1","R2C2","R3C3"]]}]"#, &["arrow r1c1 = r2c2 r3c3"]),
        (r#""difference":[{"cells":["R1C1","R1C2"]}]"#, &["white r1c1 r1c2"]),
        (r#""difference":[{"cells":["R1C1","R1C2"],"value":"2"}]"#, &["difference 2 r1c1 r1c2"]),
        (r#""ratio":[{"cells":["R1C1","R1C2"]}]"#, &["black r1c1 r1c2"]),
        (r#""xv":[{"cells":["R1C1","R1C2"],"value":"V"}]"#, &["v r1c1 r1c2"]),
        (r#""diagonal+":true,"diagonal-":false"#, &["rising-diagonal"]),
        (r#""nonconsecutive":true,"antiknight":true"#, &["anti-knight", "non-consecutive"]),
        (r#""negative":["xv"]"#, &["strict-xv"]),
        (r#""odd":[{"cell":"R1C1"},{"cell":"R2C3"}]"#, &["odd r1c1 r2c3"]),
        (r#""minimum":[{"cell":"R2C3"}]"#, &["minimum r2c3"]),
        (r#""clone":[{"cells":["R1C1"],"cloneCells":["R2C3"]}]"#, &["clone r1c1 = r2c3"]),
        (r#""quadruple":[{"cells":["R1C2","R1C1","R2C1","R2C2"],"values":[1,3]}]"#, &["quad r1c1 = 1 3"]),
        (
            r#""littlekillersum":[{"cell":"R0C4","cells":["R1C3","R2C2","R3C1"],"direction":"DL","value":"6"}]"#,
            &["little-killer 6 r1c3 down-left"],
        ),
        (
            r#""sandwichsum":[{"cell":"R2C0","value":"3"},{"cell":"R3C0","value":""}]"#,
            &["sandwich row 2 = 3"],
        ),
        (r#""skyscraper":[{"cell":"R5C2","value":"3"}]"#, &["skyscraper column 2 bottom = 3"]),
        (r#""xsum":[{"cell":"R1C5","value":"6"}]"#, &["x-sum row 1 right = 6"]),
        // Members that decorate or are empty say nothing.
        (
            r##""text":[{"cells":["R1C1"],"value":"a"}],"unknown":[],"other":false,"line":[{"lines":[["R1C1"]],"outlineC":"#000"}]"##,
            &[],
        ),
    ];
    for (members, expected) in cases {
        let text = object(members);
        assert_eq!(read_rules(&text), expected, "{text}");
        assert_eq!(one(&text).format, Format::FPuzzles);
    }
    let found = one(&object(r#""title":"A name","author":"Somebody","ruleset":"No rules.""#));
    assert_eq!(found.grid.to_line().to_string(), "1...............");
    assert_eq!(found.placed().iter().map(ToString::to_string).collect::<Vec<_>>(), ["r1c2=2"]);
    let details: Vec<(&Key, &str)> =
        found.details().iter().map(|detail| (&detail.key, detail.text.as_str())).collect();
    let expected = [(&Key::Author, "Somebody"), (&Key::Description, "No rules."), (&Key::Title, "A name")];
    assert!(expected.iter().all(|detail| details.contains(detail)), "{details:?}");
}

#[test]
fn missing_members_are_reported() {
    let cases = [
        (r#""unheardof":[{"cells":["R1C1"]}]"#, "expected only rules that can be read, found `unheardof`"),
        (r#""thermometer":{"lines":[]}"#, "a list as `thermometer`"),
        (r#""thermometer":[{"line":["R1C1","R1C2"]}]"#, "a list `lines` in `thermometer`"),
        (r#""thermometer":[{"lines":["R1C1"]}]"#, "a list as `thermometer`"),
        (r#""thermometer":[{"lines":[["R5C1"]]}]"#, "a cell of a board of side 4, found r5c1"),
        (r#""renban":[{"lines":[["A1"]]}]"#, "a cell such as R1C1 in `renban`, found `A1`"),
        (r#""killercage":[{"cells":["R1C1"],"value":"ten"}]"#, "a number as `value` in `killercage`"),
        (r#""killercage":[{"cells":"R1C1"}]"#, "a list `cells` in `killercage`"),
        (r#""difference":[{"cells":["R1C1"]}]"#, "two cells in `difference`, found 1"),
        (r#""difference":[{"cells":["R1C1","R1C2"],"value":"256"}]"#, "a number below 256 in `difference`"),
        (r#""xv":[{"cells":["R1C1","R1C2"],"value":"I"}]"#, "X or V"),
        (r#""quadruple":[{"cells":["R1C1"],"values":[5]}]"#, "5"),
        (r#""sandwichsum":[{"cell":"R1C1","value":"3"}]"#, "a cell beside the board in `sandwichsum`"),
        (r#""littlekillersum":[{"cells":["R1C1"],"direction":"X","value":"6"}]"#, "a direction such as DR"),
        (r#""negative":["sum"]"#, "`negative sum`"),
        (r#""odd":["R1C1"]"#, "a cell such as R1C1 in `odd`"),
    ];
    for (members, expected) in cases {
        let error = error(&object(members));
        assert!(error.contains(expected) && error.starts_with("line 1"), "{members}: {error}");
    }
    let sizes =
        [r#"{"size":0,"grid":[[{}]]}"#, r#"{"size":26,"grid":[[{}]]}"#, r#"{"size":"x","grid":[[{}]]}"#];
    for text in sizes {
        assert!(error(text).contains("a `size` of 1 to 25"), "{text}");
    }
    assert!(error(r#"{"size":4,"grid":[[{}]]}"#).contains("16 cells in `grid`, found 1"));
    let value = object("").replace(r#""value":1"#, r#""value":5"#);
    assert!(error(&value).contains("a digit up to 4, found 5"), "{}", error(&value));
}

#[test]
fn a_compressed_object_is_a_token_or_in_a_link() {
    let payload =
        lz_str::compress_to_base64(object(r#""thermometer":[{"lines":[["R1C1","R2C2"]]}]"#).as_str());
    assert!(payload.starts_with("N4I"), "{payload}");
    let escaped = payload.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    let forms = [
        payload.clone(),
        format!("fpuzzles{payload}"),
        format!("https://www.f-puzzles.com/?load={payload}"),
        format!("https://f-puzzles.com/?id=1&load={escaped}"),
        format!("https://sudokupad.app/fpuzzles{payload}"),
        format!("https://sudokupad.app/fpuzzles{escaped}"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{escaped}"),
    ];
    for text in &forms {
        assert_eq!(read_rules(text), ["thermo r1c1 r2c2"], "{text}");
    }
    let together = forms.join("\n");
    assert_eq!(all(&together).iter().filter(|item| item.is_ok()).count(), forms.len());
    let cut = &payload[..payload.len() / 2];
    assert!(error(cut).starts_with("line 1"), "{}", error(cut));
    assert!(error(&format!("https://sudokupad.app/fpuzzles{cut}")).starts_with("line 1"));
}

// ---- SudokuPad

#[test]
fn a_puzzle_of_sudokupad_has_givens_regions_and_cages() {
    let boxes = "[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]";
    let with = |regions: &str, more: &str| {
        let rows = "[{},{},{},{}],[{},{},{},{}],[{},{},{},{\"value\":\"4\"}]";
        let text = format!(
            "{{\"cellSize\":50,\"cells\":[[{{\"value\":3}},{{}},{{}},{{}}],{rows}],\"regions\":[{regions}]{more}}}"
        );
        format!("scl{}", lz_str::compress_to_base64(text.as_str()))
    };
    let cages = ",\"cages\":[{\"cells\":[[0,1],[1,1]],\"value\":\"5\",\"unique\":true},{\"value\":\"title: A name\"}]";
    let text = with(boxes, cages);
    let found = one(&text);
    assert_eq!(
        (found.format, found.grid.to_line().to_string().as_str()),
        (Format::SudokuPad, "3..............4")
    );
    assert_eq!(read_rules(&text), ["killer 5 r1c2 r2c2"]);
    assert!(
        found.details().iter().any(|detail| detail.key == Key::Title && detail.text == "A name"),
        "{found:?}"
    );
    for link in
        [format!("https://sudokupad.app/{text}"), format!("https://beta.sudokupad.app/{text}?setting=1")]
    {
        assert_eq!(read_rules(&link), ["killer 5 r1c2 r2c2"]);
    }
    // Columns as regions.
    let columns: Vec<String> =
        (0..4).map(|column| format!("[[0,{column}],[1,{column}],[2,{column}],[3,{column}]]")).collect();
    assert_eq!(one(&with(&columns.join(","), "")).rules().len(), 1);
    assert_eq!(read_rules(&with("", "")), ["no-boxes"]);
    let unknown = one(&with(boxes, ",\"cages\":[{\"cells\":[[0,1]],\"value\":\"<5\"}]"));
    assert!(left_out(&unknown).is_empty());
    let cosmetics = &unknown.decoration().unwrap().cosmetics;
    assert!(matches!(&cosmetics[..], [Cosmetic::Cage { text, .. }] if text == "<5"), "{cosmetics:?}");
    assert!(error(&with("[[0,4]]", "")).contains("a cell of a board of side 4"));
}

/// Returns what was left out of a record, in words.
fn left_out(record: &Record) -> Vec<String> {
    record.left_out().iter().map(ToString::to_string).collect()
}

/// Returns what a format holds and loses of a board without givens, together.
fn held_and_lost(
    format: Format,
    board: &Geometry,
    record: &Record,
) -> (Record, Vec<Rule>, Option<[usize; 2]>) {
    let mut writer = Writer::new(Vec::new(), format).with_geometry(board);
    let loss = writer.write(record).unwrap_or_else(|error| panic!("{format}: {error}"));
    let text = writer.finish().unwrap();
    let reader = Reader::new(&text[..]).with_side(board.side()).unwrap();
    let read = reader.with_format(format).next().unwrap().unwrap_or_else(|error| panic!("{format}: {error}"));
    (read, loss.rules, loss.boxes)
}

#[test]
fn rules_of_the_board_are_written_or_named_as_lost() {
    let wanted = rules(&["x", "thermo r1c1 r1c2"]);
    for format in Format::ALL {
        // The rules may be those of the board, of the record, or both.
        for (of_board, of_record) in [(2, 0), (0, 2), (1, 1)] {
            let board = Geometry::classic().with_rules(&wanted[..of_board]).unwrap();
            let own = if of_record == 2 { &wanted[..] } else { &wanted[2 - of_record..] };
            let (read, mut found, boxes) = held_and_lost(format, &board, &record(9, own));
            found.extend(read.rules().iter().cloned());
            for rule in &wanted {
                let is_diagonal = |found: &&Rule| found.to_string().ends_with("-diagonal");
                let has_both = rule.to_string() == "x" && found.iter().filter(is_diagonal).count() == 2;
                assert!(found.contains(rule) || has_both, "{format}, {of_board} rules of the board: {rule}");
            }
            assert_eq!(boxes, None, "{format}");
        }
    }
}

#[test]
fn unusual_boxes_are_written_or_named_as_lost() {
    for (height, width) in [(3, 2), (4, 2), (1, 8)] {
        for also in [&[][..], &["disjoint"][..]] {
            if height == 1 && !also.is_empty() {
                continue;
            }
            let board = Geometry::boxes(height, width).unwrap().with_rules(&rules(also)).unwrap();
            for format in Format::ALL {
                if Writer::new(Vec::new(), format).write(&record(height * width, &[])).is_err() {
                    continue;
                }
                if !also.is_empty() && format != Format::Json {
                    continue;
                }
                let (read, lost, boxes) = held_and_lost(format, &board, &record(height * width, &[]));
                if boxes.is_some() {
                    assert_eq!(boxes, Some([height, width]), "{format}");
                    continue;
                }
                let plain = Geometry::of_side(height * width).unwrap();
                let copy = plain.with_rules(read.rules()).unwrap();
                let is_same = board.cells().all(|cell| copy.peers(cell) == board.peers(cell));
                assert!(is_same && lost.is_empty(), "{format}, boxes of {height}x{width}");
            }
        }
    }
}

#[test]
fn a_misspelt_rule_refuses_its_puzzle_with_a_suggestion() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....";
    let bad = format!("{line}\nx\nthremo r1c3 r1c4\nkiller 9 r9c8 r9c9\n");
    let expected = "1:line 3, column 1: unknown rule `thremo`; did you mean `thermo`?";
    assert_eq!(with_rules_below(&bad), [expected]);
    assert_eq!(with_rules_below(&format!("{bad}{line}\nx\n")), [expected, "2:5:28  x"]);
    // A blank line between changes nothing, nor does a name that no rule is like.
    let apart = bad.replace("threm", "\n\nthrem");
    assert_eq!(with_rules_below(&apart), [expected.replace("line 3", "line 5")]);
    let unlike = bad.replace("thremo", "telephone");
    assert_eq!(with_rules_below(&unlike), ["1:line 3, column 1: unknown rule `telephone`"]);
    assert_eq!(
        with_rules_below(&format!("{line}\nantiknigt\n")),
        ["1:line 2, column 1: unknown rule `antiknigt`; did you mean `anti-knight`?"]
    );
    // Where rules are not read, it is nevertheless a misspelt rule.
    let plain: Vec<String> =
        Reader::new(format!("{line}\nthremo r1c3 r1c4\nkiller 9 r9c8 r9c9\n").as_bytes())
            .filter_map(|item| item.err().map(|error| error.to_string()))
            .collect();
    assert_eq!(
        plain,
        ["line 2, column 1: unknown rule `thremo`; did you mean `thermo`?; skipped with 1 line below"]
    );
}

/// An input that comes in pieces.
struct Pieces(std::vec::IntoIter<Vec<u8>>);

impl std::io::Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let piece = self.0.next().unwrap_or_default();
        buffer[..piece.len()].copy_from_slice(&piece);
        Ok(piece.len())
    }
}

#[test]
fn a_rule_after_its_puzzle_was_answered_is_one_error() {
    let grid = "1...\n....\n....\n....\n";
    let read = |pieces: &[&str], comes_more: bool| {
        let pieces: Vec<Vec<u8>> = pieces.iter().map(|piece| piece.as_bytes().to_vec()).collect();
        let input = std::io::BufReader::with_capacity(1 << 12, Pieces(pieces.into_iter()));
        let mut reader = Reader::new(input).with_rules_below();
        let shown = |item: Result<Record, ReadError>| match item {
            Ok(record) => record.rules().iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
            Err(error) => error.to_string(),
        };
        std::iter::from_fn(|| reader.next_available(|| comes_more)).map(shown).collect::<Vec<_>>()
    };
    let late = "line 5: expected a puzzle, found a rule after its puzzle was answered; write both at once, or to a file";
    let rules = ["x\nkiller 3 r1c1 r1c2\n", "odd r4c4\n"];
    assert_eq!(read(&[grid, rules[0], rules[1]], false), ["", late]);
    assert_eq!(read(&[grid, rules[0], rules[1]], true), ["x; killer 3 r1c1 r1c2; odd r4c4"]);
    // What is there at once belongs together.
    assert_eq!(read(&[&format!("{grid}{}", rules[0]), grid], false), ["x; killer 3 r1c1 r1c2", ""]);
    assert_eq!(read(&[grid, grid], false), ["", ""]);
}

#[test]
fn a_link_of_sudokuwiki_holds_digits_and_candidates() {
    // Published with the solution below, which a decoder of its own has found.
    let link = "https://www.sudokuwiki.org/sudoku.htm?bd=S9Bc38jb7bn0b04070c4j050db70307b60b064302030g5f0z5e83b7040791\
                8582038408041v8i900c040h01829g3m7n08049u069w830l03030l456r0r6q1m05094b074j5e09031m4302bf830602174i0c5v5v";
    let solved = "169824735548379261237156984751932846623481597984567123312748659875693412496215378";
    let record = one(link);
    assert_eq!((record.grid.side(), record.format), (9, Format::Link));
    assert!(!record.placed().is_empty() && record.marks().is_some());
    let solution = Grid::of_plain_line(solved).unwrap();
    let filled = record.filled();
    assert!(filled.clues().all(|clue| solution.get(clue.cell) == Some(clue.digit)));
    let mut solver = Solver::new(&Geometry::classic());
    solver.load(&record.grid).unwrap();
    assert_eq!(solver.solutions().collect::<Vec<_>>(), [solution]);
    let (text, _) = write(Format::Link, &record);
    let copy = one(text.trim_end());
    assert_eq!((&copy.grid, copy.placed()), (&record.grid, record.placed()));
    let candidates = |record: &Record| record.candidates(&Geometry::classic()).unwrap();
    assert_eq!(candidates(&copy), candidates(&record));
    let cut = error(&link[..link.len() - 2]);
    assert!(cut.contains("expected 81 numbers of two characters after S9B"), "{cut}");
}

// ---- Killer texts and links with cells

#[test]
fn a_number_for_each_cell_is_a_killer_puzzle() {
    // 1281 is 5 times 256, and 1: the first cage with the sum 5.
    let text = "2x2::k:1281:1281:1:2:3:4:5:6:7:8:9:10:11:12:1026:1026:";
    assert_eq!(read_rules(text), ["killer 5 r1c1 r1c2", "killer 4 r4c3 r4c4"]);
    let text = text.replace("::k", ":d:k");
    assert_eq!(read_rules(&text), ["x", "killer 5 r1c1 r1c2", "killer 4 r4c3 r4c4"]);
    assert_eq!(one(&text).format, Format::Killer);
    let missing = error("2x2::k:1281:1281:1:");
    assert!(missing.contains("expected 16 numbers, found 3"), "{missing}");
    let wrong = error("2x2::k:1281:x1:1:2:3:4:5:6:7:8:9:10:11:12:1026:1026:");
    assert!(wrong.starts_with("line 1, column 13: expected a number"), "{wrong}");
}

#[test]
fn arrows_point_to_the_sum_of_their_cage() {
    // A cage with `0` has no sum, and a `0` alone is none.
    assert_eq!(
        read_rules("3<0v0`,P^F<^0>`0"),
        [
            "killer 3 r1c1 r1c2 r2c2",
            "different r2c1 r3c1",
            "killer 25 r1c4 r2c4 r3c4",
            "killer 15 r2c3 r3c2 r3c3 r4c2 r4c3",
        ]
    );
    assert_eq!(one("  3<0v0`,P^F<^0>`0  # a comment").format, Format::Killer);
    for (text, column, words) in
        [("<0000000000000>A", 1, "one out of the grid"), ("A><0000000000000", 2, "arrows in a circle")]
    {
        let error = error(text);
        assert!(error.starts_with(&format!("line 1, column {column}: ")) && error.contains(words), "{error}");
    }
    // One arrow too many for a square.
    assert!(error("A<000000000000000").contains("a digit or a blank"));
}

#[test]
fn sumo_cue_has_sums_and_first_cells() {
    // A cage of two cells with the sum 5, one of two cells in the second row, and the others alone.
    let boxes = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
    let text = |cells: &[&str]| {
        let mut text = String::from("SumoCueV1");
        for (index, region) in boxes.iter().enumerate() {
            write!(text, "{}J{region}", cells.get(index).copied().unwrap_or("=0")).unwrap();
        }
        text
    };
    let killer = text(&["=5", "+0", "=0", "=0", "=0", "=4", "+5"]);
    assert_eq!(read_rules(&killer), ["killer 5 r1c1 r1c2", "killer 4 r2c2 r2c3"]);
    let plain = text(&["=3", "=0", "=0", "=4"]);
    assert_eq!(one(&plain).grid.to_line().to_string(), "3..4............");
    assert!(read_rules(&plain).is_empty());
    let wrong = error(&text(&["=5", "+99"]));
    assert!(wrong.contains("column 14") && wrong.contains("99"), "{wrong}");
    assert!(error("SumoCueV1=1J0x").contains("a cell such as =15J0"));
}

#[test]
fn cells_in_a_link_are_a_puzzle() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let zeros = line.replace('.', "0");
    let links = [
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"),
        format!("https://www.sudokuwiki.org/Jellyfish?bd={line}&x=1"),
        format!("https://sudoku.coach/en/play/{zeros}"),
        format!("https://sudoku.coach/en/play/{line}/more"),
    ];
    for link in &links {
        let found = one(link);
        assert_eq!((found.format, found.grid.to_line().to_string().as_str()), (Format::Link, line), "{link}");
    }
    let (text, _) = write(Format::Link, &one(line));
    assert_eq!(text.trim_end(), links[0]);
    let small = one("https://example.org/?puzzle=3-..-..._*.01234");
    assert_eq!(small.grid.to_line().to_string(), "3...........1234");
    assert!(error("https://example.org/?puzzle=3-..-..._*005234").contains("a digit up to 4, found 5"));
    let solver = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.~R1C1_5.Thermo~R2C1~R3C1&mode=step";
    assert_eq!(read_rules(solver), ["thermo r2c1 r3c1"]);
    let escaped = solver.replace('~', "%7E");
    assert_eq!(read_rules(&escaped), ["thermo r2c1 r3c1"]);
    let server = error("https://sudokupad.app/abcdefgh");
    assert!(server.contains("a puzzle on a server cannot be read"), "{server}");
}

// ---- Hostile input

#[test]
fn a_text_that_expands_or_nests_too_far_is_an_error() {
    let long = format!(r#"{{"size":9,"title":"{}"}}"#, "a".repeat(1_100_000));
    let payload = lz_str::compress_to_base64(long.as_str());
    assert!(payload.len() < 12_000, "{}", payload.len());
    for prefix in ["", "fpuzzles", "scl", "https://sudokupad.app/scl"] {
        let error = error(&format!("{prefix}{payload}"));
        assert!(error.contains("at most 1048576 decompressed characters"), "{error}");
    }
    let error_of_long = error(&format!("N4I{}", "A".repeat(20_000)));
    assert!(error_of_long.contains("at most 12000 compressed characters"), "{error_of_long}");
    for nested in ["[".repeat(100_000), "{\"a\":".repeat(50_000), "{a:[".repeat(50_000)] {
        let text = format!("{{\"size\":9,\"grid\":{nested}");
        let payload = lz_str::compress_to_base64(text.as_str());
        for prefix in ["fpuzzles", "scl"] {
            assert!(error(&format!("{prefix}{payload}")).starts_with("line 1"), "{prefix}");
        }
    }
}

#[test]
fn random_bytes_after_a_beginning_are_read_without_panic() {
    let beginnings = [
        ".~",
        ".Thermo~",
        ".Shape~",
        ".Jigsaw~",
        ".Cage~9~R1C1",
        "N4I",
        "fpuzzlesN4I",
        "sclN4I",
        "2x2::k:",
        "3x3:d:k:",
        "SumoCueV1=",
        "https://sudokupad.app/",
        "https://a/?bd=",
        "https://a/?q=.~",
        "{\"size\":4,\"grid\":[[{",
    ];
    let characters: Vec<char> = ".~_RC19:=+J,xdk#?&%/{}[]\"N4Iab \né\u{1F600}".chars().collect();
    let mut state = 7_u32;
    for round in 0..4000 {
        let mut text = beginnings[round % beginnings.len()].to_owned();
        for _ in 0..60 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push(characters[(state >> 16) as usize % characters.len()]);
        }
        let _ = all(&text).len();
    }
}

/// Returns the puzzles of a text with their rules, and the errors.
fn with_rules_below(input: &str) -> Vec<String> {
    let shown = |item: Result<Record, ReadError>| match item {
        Ok(record) => {
            let rules: Vec<String> = record.rules().iter().map(ToString::to_string).collect();
            let title =
                record.details().iter().map(|detail| detail.text.as_str()).collect::<Vec<_>>().join(", ");
            format!(
                "{}:{}:{} {title} {}",
                record.number,
                record.line,
                record.grid.clue_count(),
                rules.join("; ")
            )
        }
        Err(error) => format!("{}:{error}", error.number),
    };
    let reader = || Reader::new(input.as_bytes()).with_rules_below();
    let all: Vec<String> = reader().map(shown).collect();
    // With one byte at a time the buffer never contains a whole line.
    for bytes in [1, 90, 1 << 16] {
        let pieces = std::io::BufReader::with_capacity(bytes, input.as_bytes());
        let mut pieces = Reader::new(pieces).with_rules_below();
        let next = || pieces.next_ready().or_else(|| pieces.next());
        assert_eq!(std::iter::from_fn(next).map(shown).collect::<Vec<_>>(), all, "{bytes}");
    }
    all
}

#[test]
fn rules_below_a_puzzle_are_its_own() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let grid = line.as_bytes().chunks(9).map(String::from_utf8_lossy).collect::<Vec<_>>().join("\n");
    assert_eq!(
        with_rules_below(&format!("{line}\nkiller 15 r1c3 r1c4\nthermo r1c1 r2c1 # up\n")),
        ["1:1:30  killer 15 r1c3 r1c4; thermo r1c1 r2c1"]
    );
    assert_eq!(
        with_rules_below(&format!("{line}\n{line}\nX\n{line}\n\n{grid}\n# rules\n\nWindoku\n{line}")),
        ["1:1:30  ", "2:2:30  x", "3:4:30  ", "4:6:30  windoku", "5:18:30 rules "]
    );
    assert_eq!(
        with_rules_below(&format!("Monday\n{grid}\nanti-knight\n\nDiagonal for Tuesday\n{grid}\nx\n")),
        ["1:2:30 Monday anti-knight", "2:14:30 Diagonal for Tuesday x"]
    );
    let crossed = line.replace('.', "x");
    let crossed = crossed
        .as_bytes()
        .chunks(9)
        .rev()
        .map(|row| row.iter().map(|&at| char::from(at).to_string()).collect::<Vec<_>>().join(" "));
    let crossed = crossed.collect::<Vec<_>>().join("\n");
    assert!(crossed.starts_with("x x x x 8"));
    assert_eq!(with_rules_below(&format!("{grid}\nx\n\n{crossed}")), ["1:1:30  x", "2:12:30  "]);
    // Without one of its rules it would be another puzzle.
    assert_eq!(
        with_rules_below(&format!("{line}\nx\nkiller r1c1\nwindoku\n{line}\n")),
        ["1:line 3, column 8: expected a sum, found `r1c1`", "2:5:30  "]
    );
    assert_eq!(
        with_rules_below(&format!("{line}\n\nkiller r1c1\n")),
        ["1:line 3, column 8: expected a sum, found `r1c1`"]
    );
    assert_eq!(
        with_rules_below(&format!("{line}\n\nKiller number 2\n")),
        ["1:1:30  ", "2:line 3, column 8: expected a sum, found `number`"]
    );
    let short = &line[1..];
    assert_eq!(
        with_rules_below(&format!("{short}\nwindoku\n{line}\n")),
        ["1:line 1, column 81: expected 81 cells, found 80", "2:3:30  "]
    );
    assert_eq!(with_rules_below("windoku\n"), ["1:line 1: expected a puzzle, found a rule"]);
    // Elsewhere a puzzle does not wait for the next line.
    let plain: Vec<bool> =
        Reader::new(format!("{line}\nwindoku").as_bytes()).map(|item| item.is_ok()).collect();
    assert_eq!(plain, [true, false]);
}

#[test]
fn a_puzzle_whose_compressed_text_is_too_long_to_be_read_is_not_written() {
    let record = |letters: usize| {
        let mut record = Record::new(Grid::empty(9).unwrap());
        let mut state = 1_u32;
        let letter = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from_digit(10 + (state >> 8) % 26, 36).unwrap()
        };
        let text: String = (0..letters).map(letter).collect();
        record.more_mut().details = vec![Detail::new(Key::Description, &text)];
        record
    };
    for format in [Format::FPuzzles, Format::SudokuPad] {
        let (mut was_read, mut was_refused) = (false, false);
        for letters in (1000..=20_000).step_by(1000) {
            let mut writer = Writer::new(Vec::new(), format);
            match writer.write(&record(letters)) {
                Ok(_) => {
                    let text = writer.finish().unwrap();
                    let read = Reader::new(&text[..]).next().expect("a record");
                    assert!(read.is_ok(), "{format}, {letters}: {}", read.unwrap_err());
                    was_read = true;
                }
                Err(error) => {
                    let words = format!("expected at most 12000 compressed characters for {format}, found 1");
                    assert!(error.to_string().starts_with(&words), "{error}");
                    assert!(writer.finish().unwrap().is_empty());
                    was_refused = true;
                    break;
                }
            }
        }
        assert!(was_read && was_refused, "{format}");
    }
}

// ---- Meanings of the Interactive Sudoku Solver: the counts are its own

/// Returns the number of grids of a text of the Interactive Sudoku Solver as it is read here, 0 for a cell without a
/// digit.
#[track_caller]
fn count(text: &str) -> u64 {
    let record = one(text);
    let board = Geometry::of_side(record.grid.side()).unwrap().with_rules(record.rules()).unwrap();
    let mut solver = Solver::new(&board);
    match solver.load_record(&record) {
        Ok(()) => solver.count(&mut Limits::none()).at_least(),
        Err(_) => 0,
    }
}

#[track_caller]
fn assert_counts(cases: &[(&str, u64)]) {
    for &(text, expected) in cases {
        assert_eq!(count(text), expected, "{text}");
    }
}

#[test]
fn a_range_of_values_is_not_ignored() {
    let cases = [
        (
            ".Shape~4x4~0-2.Cage~3~R1C1~R1C2",
            "line 1, column 12: expected at least 4 values, such as 4 or 0-4",
            "`0-2`",
        ),
        (".Shape~4x4~2-5", "line 1, column 12: expected at least 4 values, such as 4 or 0-4", "`2-5`"),
        (".Shape~4x4~~raw", "line 1, column 13: expected a grid of the kind Sudoku or Raw", "`raw`"),
        (".Shape~4x4.Shape~4x4~~Raw", "line 1, column 18: expected one size", "`4x4`"),
        (".Shape~4x4.Shape~6x6", "line 1, column 18: expected one size", "`6x6`"),
    ];
    for (text, beginning, found) in cases {
        let error = error(text);
        assert!(error.starts_with(beginning) && error.contains(found), "{text}: {error}");
    }
    assert_counts(&[
        (".Shape~4x4~4", 288),
        (".Shape~4x4~1-4~Sudoku", 288),
        (".Shape~4x4~0-3.Cage~3~R1C1~R1C2", 96),
    ]);
}

/// The counts are those of the program.
#[test]
fn raw_grids_have_no_houses() {
    assert_counts(&[
        (".Shape~2x2~0-2~Raw", 81),
        (".Shape~3x3~2~Raw.AllDifferent~R1C1~R1C2", 256),
        (".Shape~3x3~~Raw.AllDifferent~R1C1~R1C2~R2C2.Sum~8~R3C1~R3C2~R3C3", 486),
        (".Shape~2x3~~Raw.AntiConsecutive", 65),
        (".Shape~3x2~0-3~Raw.StrictKropki.WhiteDot~R1C1~R1C2", 44),
        (".Shape~4x4~1~Raw", 1),
        (".Shape~3x3~0-1~Raw.ConnectedValues~~1", 218),
        (".Shape~4x4~2~Raw.RegionSumLine~R1C1~R1C2~R1C3", 65536),
        (".Shape~3x3~2~Raw.Quad~R1C1~1~2.Cage~3~R3C1~R3C2", 224),
        (".Shape~3x3~2~Raw.ValueIndexing~R1C1~R1C2~R1C3", 128),
        (".Shape~2x2~4~Raw.Or.~R1C1_1.~R1C2_2.End", 112),
        (".Shape~3x3~3~Raw.Var~A~~2.Sum~6~VA1~VA2~R1C1", 45_927),
        (".Shape~4x2~2~Raw.SameValues~2~R1C1~R1C2~R3C1~R3C2", 96),
        (".Shape~3x3~2~Raw.CountingCircles~R1C1~R1C2~R1C3", 192),
        (".Shape~4x4~3~Raw.Lunchbox~3~R1C1~R1C2~R1C3", 0),
    ]);
    for of_houses in ["Sandwich~3~R1", "NoBoxes", "Jigsaw~1122", "AntiKing", "Diagonal~1"] {
        let text = format!(".Shape~2x2~~Raw.{of_houses}");
        assert!(error(&text).contains("expected a constraint without rows and columns"), "{text}");
    }
}

#[test]
fn digits_that_houses_lack_have_names() {
    assert_counts(&[
        (".Shape~4x4~0-4.Doppelganger", 768),
        (".Shape~4x4~0-4.Doppelganger.Whisper~2~DGR1~DGR2~DGR3", 128),
        (".Shape~4x4~0-4.Doppelganger.GreaterThan~DGB4~DGB3", 384),
        (".Shape~4x4~0-4.Doppelganger.GreaterThan~DGB1~DGB3", 384),
        (".Shape~4x4~0-4.Doppelganger.Thermo~DGC1~DGC2~DGC3~DGC4", 32),
        (".Shape~4x4~0-4.Doppelganger.Sum~5~DGC1~R1C1~DGR1", 96),
        (".NoBoxes.Shape~4x4~0-4.Doppelganger.Sum~5~DGC1~R1C1~DGR1", 2160),
        (".Shape~4x4~0-4.Doppelganger.AllDifferent~DGR1~DGC1~DGB1", 192),
    ]);
    for text in [
        ".Shape~4x4~0-4.Doppelganger.Whisper~2~DGR5~R1C1",
        ".Shape~4x4~0-4.Whisper~2~DGR1~R1C1",
        ".NoBoxes.Shape~4x4~0-4.Doppelganger.Whisper~2~DGB1~DGR1",
    ] {
        assert!(error(text).contains("expected a cell such as R1C1"), "{text}");
    }
}

#[test]
fn variables_are_adjacent_within_their_group() {
    assert_counts(&[
        (".Shape~4x4.Var~A~~2x2.GreaterThan~VA1~VA2", 27_648),
        (".Shape~4x4.Var~A~~2x2.GreaterThan~VA1~VA3", 27_648),
        (".Shape~4x4.Var~A~~3.WhiteDot~VA1~VA2~VA3", 2880),
        (".Shape~4x4.Var~A~~6.GreaterThan~VA1~VA5", 442_368),
        (".Shape~4x4.Var~A~~1x6.GreaterThan~VA4~VA5", 442_368),
    ]);
    for text in [
        ".Shape~4x4.Var~A~~2x2.GreaterThan~VA1~VA4",
        ".Shape~4x4.Var~A~~6.GreaterThan~VA4~VA5",
        ".Shape~4x4.Var~A.Var~B.GreaterThan~VA~VB",
        ".Shape~4x4~0-4.Doppelganger.GreaterThan~DGB4~DGB1",
        ".Shape~4x4~0-4.Doppelganger.GreaterThan~DGC2~DGC4",
    ] {
        assert!(error(text).contains("expected two adjacent cells in the list"), "{text}");
    }
}

#[test]
fn greater_cells_of_a_list_exceed_all_later_adjacent_ones() {
    assert_counts(&[
        (".Shape~4x4.GreaterThan~R3C2~R3C3~R4C3", 24),
        (".Shape~4x4.NoBoxes.GreaterThan~R1C4~R1C3~R1C2~R2C2", 8),
        (".Shape~4x4.GreaterThan~R1C3~R2C2~R1C1~R1C2", 84),
    ]);
    assert!(error(".GreaterThan~R1C1~R2C2").contains("expected two adjacent cells in the list"));
}

#[test]
fn marks_of_a_list_are_between_all_adjacent_cells() {
    assert_counts(&[
        (".Shape~4x4.BlackDot~R1C1~R2C2~R1C2~R1C3", 12),
        (".Shape~4x4.V~R2C2~R2C1~R1C2~R2C3", 0),
        (".Shape~4x4.NoBoxes.V~R2C3~R1C4~R2C4~R1C3", 32),
    ]);
    assert!(error(".WhiteDot~R1C1~R1C3").contains("expected two adjacent cells in the list"));
}

#[test]
fn region_sums_use_regions_where_a_side_has_no_boxes() {
    // With regions and boxes, the boxes count; without both, nothing.
    let regions = ".Jigsaw~AAAABBBBABCCCCDDBDDCDEEEE";
    let line = ".RegionSumLine~R1C1~R1C5";
    assert_eq!(read_rules(&format!(".Shape~5x5.Jigsaw~AAAAABBBBBCCCCCDDDDDEEEEE{line}")).len(), 2);
    assert!(error(&format!(".Shape~5x5{regions}{line}")).contains("5 regions of 5 cells"));
    assert_counts(&[(".Shape~5x5.RegionSumLine~R1C1~R1C2", 161_280)]);
    // One region may have another size, but then the parts of a line are not known.
    let partial = ".Shape~4x4.NoBoxes.Jigsaw~aaaabbbbcccccccc";
    assert_counts(&[(partial, 576)]);
    let partial = format!("{partial}.RegionSumLine~R1C1~R2C1");
    assert!(error(&partial).contains("expected regions of all cells for the line"), "{}", error(&partial));
    let partial = ".Shape~5x5.Jigsaw~AAAAABBBBBCCCCCDDDDDEEEE-.RegionSumLine~R1C1~R2C1";
    assert!(error(partial).contains("5 regions of 5 cells"), "{}", error(partial));
}

#[test]
fn constraints_of_no_boxes_mean_what_they_mean_there() {
    assert_counts(&[
        (".Shape~4x4.NoBoxes.EqualityCage~R1C4~R3C2~R4C4~R1C1", 72),
        (".Shape~4x4.NoBoxes.RegionSumLine~R4C2~R3C3", 576),
        (".Shape~4x4.NoBoxes.DisjointSets", 288),
    ]);
}

#[test]
fn a_cell_given_twice_with_different_digits_has_no_digit() {
    assert_counts(&[
        (".Shape~4x4.~R1C1_1.~R1C1_2", 0),
        (".Shape~4x4.~R1C1_1~R1C1_2_3", 0),
        (".Shape~4x4.~R1C1_1_2~R1C1_2_3~R1C1_2", 72),
    ]);
    for format in [Format::Iss, Format::Json] {
        let (text, _) = write(format, &one(".Shape~4x4.~R1C1_1.~R1C1_2"));
        assert_eq!(count(&text), 0, "{format}: {text}");
    }
}

#[test]
fn cells_above_nine_are_digits_in_base_17() {
    let cells = |text: &str| read_rules(text).pop().unwrap();
    assert_eq!(cells(".Shape~16x16.Thermo~R1Ca~RcCc~rgcg"), "thermo r1c10 r12c12 r16c16");
    // Numbers, as they were written before, cannot be mistaken; rows and columns of clues are numbers there too.
    assert_eq!(cells(".Shape~16x16.Thermo~R10C1~R9C16"), "thermo r10c1 r9c16");
    assert_eq!(cells(".Shape~16x16.Skyscraper~C16~3"), "skyscraper column 16 top = 3");
    let (text, lost) = write(Format::Iss, &record(16, &rules(&["thermo r1c10 r12c12 r16c16"])));
    assert_eq!((text.as_str(), lost.len()), (".Shape~16x16.Thermo~R1Ca~RcCc~RgCg\n", 0));
}

#[test]
fn a_board_without_givens_is_written_without_an_empty_constraint() {
    let texts = ["killer 7 r1c1 r1c2 r2c1", "killer 4 r4c4"];
    let (text, _) = write(Format::Iss, &record(4, &rules(&texts)));
    assert_eq!(text, ".Shape~4x4.Cage~7~R1C1~R1C2~R2C1.Cage~4~R4C4\n");
    // Every line is a puzzle of its own, whatever it holds.
    let mut given = Record::new(Grid::empty(9).unwrap());
    given.grid.set("r1c1".parse().unwrap(), Digit::new(5)).unwrap();
    let records =
        [record(9, &[]), given.clone(), record(9, &rules(&["thermo r1c1 r2c1"])), given, record(4, &[])];
    let mut writer = Writer::new(Vec::new(), Format::Iss);
    for record in &records {
        assert!(writer.write(record).unwrap().is_none());
    }
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(!text.contains(".~.") && !text.contains(".~\n"), "{text}");
    let copies: Vec<Record> = all(&text).into_iter().map(Result::unwrap).collect();
    let parts = |record: &Record| (record.grid.clone(), record.rules().to_vec(), record.has_marks());
    assert_eq!(
        copies.iter().map(parts).collect::<Vec<_>>(),
        records.iter().map(parts).collect::<Vec<_>>(),
        "{text}"
    );
}

#[test]
fn a_given_that_is_not_allowed_stays_a_contradiction() {
    let given = |digit: u8, rule: Option<&str>, allowed: Option<&str>| {
        let mut record = record(4, &rules(rule.as_slice()));
        record.grid.set("r1c1".parse().unwrap(), Digit::new(digit)).unwrap();
        if let Some(text) = allowed {
            record.more_mut().allowed = one(text).allowed().cloned();
        }
        record
    };
    let cases = [
        given(2, Some("odd r1c1"), None),
        given(1, Some("even r1c1"), None),
        given(1, None, Some(".Shape~4x4.~R1C1_2_3")),
        given(1, Some("even r1c1"), Some(".Shape~4x4.~R1C1_2_3")),
        given(1, Some("even r1c1"), Some(".Shape~4x4.~R1C1_1_3")),
    ];
    for record in cases {
        let (text, lost) = write(Format::Iss, &record);
        assert_eq!((count(&text), lost.len()), (0, 0), "{text}");
        let (text, _) = write(Format::Json, &record);
        assert_eq!(count(&text), 0, "{text}");
        for format in [Format::FPuzzles, Format::SudokuPad, Format::Candidates, Format::Hodoku] {
            let mut writer = Writer::new(Vec::new(), format);
            match writer.write(&record) {
                Ok(loss) if loss.is_none() => {
                    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
                    assert_eq!(count(&text), 0, "{format}: {text}");
                }
                // The rule or the candidates are named, or the record is refused.
                Ok(_) => {}
                Err(error) => assert!(error.to_string().contains("found none in r1c1"), "{error}"),
            }
        }
    }
    // A blank cell whose candidates a rule excludes is no cell of any digit.
    let mut blank = one(".Shape~4x4.~R1C1_2_4");
    blank.more_mut().rules = rules(&["odd r1c1"]);
    let (text, _) = write(Format::Iss, &blank);
    assert_eq!(count(&text), 0, "{text}");
}

#[test]
fn the_last_constraint_about_a_place_counts() {
    let cases: [(&str, &[&str]); 4] = [
        (".Quad~R1C1~2.Quad~R1C1~3", &["quad r1c1 = 3"]),
        (".LittleKiller~9~R2C1.LittleKiller~10~R2C1", &["little-killer 10 r2c1 down-right"]),
        (".Sandwich~9~R2.Sandwich~10~R2", &["sandwich row 2 = 10"]),
        (".XSum~R2~9~8.XSum~R2~10", &["x-sum row 2 right = 8", "x-sum row 2 left = 10"]),
    ];
    for (text, expected) in cases {
        assert_eq!(read_rules(text), expected, "{text}");
    }
    let written = |texts: &[&str]| write(Format::Iss, &record(9, &rules(texts)));
    let (text, lost) = written(&["quad r1c1 = 2 2", "quad r1c1 = 3 2"]);
    assert_eq!((text.as_str(), lost.len()), (".Shape~9x9.Quad~R1C1~2~2~3\n", 0));
    let (text, lost) = written(&["x-sum row 2 left = 9", "x-sum row 2 left = 10"]);
    assert_eq!((text.as_str(), lost), (".Shape~9x9.XSum~R2~9~\n", rules(&["x-sum row 2 left = 10"])));
}

#[test]
fn marks_between_distant_cells_are_written_as_sums_and_lines() {
    let texts = ["x r1c1 r1c3", "v r1c1 r1c3", "white r1c1 r1c3", "greater r1c1 r1c3", "black r1c1 r1c3"];
    let (text, lost) = write(Format::Iss, &record(9, &rules(&texts)));
    assert_eq!(text, ".Shape~9x9.Sum~10~R1C1~R1C3.Sum~5~R1C1~R1C3.Renban~R1C1~R1C3.Thermo~R1C3~R1C1\n");
    assert_eq!(lost, rules(&texts[4..]));
}

// ---- Meanings of f-puzzles, as dclamage's solver reads them

#[test]
fn a_dot_of_either_color_exempts_its_pair_from_nonconsecutive() {
    let ratio = r#""nonconsecutive":true,"ratio":[{"cells":["R1C1","R1C2"]}]"#;
    assert_eq!(read_rules(&object(ratio)), ["strict-white", "black r1c1 r1c2"]);
    for texts in [["strict-white", "black r1c1 r1c2"], ["strict-kropki", "white r1c1 r1c2"]] {
        assert_eq!(assert_read_back(Format::FPuzzles, &rules(&texts)), []);
    }
    // Here, nothing is exempt: f-puzzles cannot say so where a dot may hold consecutive digits.
    for dot in ["white r1c1 r1c2", "black r1c1 r1c2"] {
        let both = rules(&["non-consecutive", dot]);
        assert_eq!(assert_read_back(Format::FPuzzles, &both), both[..1]);
    }
    assert_eq!(assert_read_back(Format::FPuzzles, &rules(&["non-consecutive", "ratio 3 r1c1 r1c2"])), []);
}

#[test]
fn marks_below_a_given_of_f_puzzles_do_not_contradict_it() {
    let text = object("").replacen(r#""given":true"#, r#""given":true,"givenPencilMarks":[2,3]"#, 1);
    assert_eq!(one(&text).allowed(), None, "{text}");
    let text = text.replacen(r#""given":true,"#, "", 1);
    assert!(one(&text).allowed().is_some(), "{text}");
}

#[test]
fn negative_ratios_are_those_in_use() {
    let text = object(r#""negative":["ratio"],"ratio":[{"cells":["R1C1","R1C2"],"value":"3"}]"#);
    assert_eq!(read_rules(&text), ["strict-black", "ratio 3 r1c1 r1c2"]);
    let board = Geometry::of_side(6).unwrap().with_rules(one(&text).rules()).unwrap();
    let solutions: Vec<Grid> = Solver::new(&board).solutions().take(100).collect();
    let unmarked = |grid: &Grid, number: u8| {
        let digit = |row, column| grid.get(Cell::new(row, column)).unwrap().value();
        let (one, other) = (digit(2, 0), digit(2, 1));
        one == number * other || other == number * one
    };
    assert_eq!(solutions.len(), 100);
    assert!(
        solutions.iter().any(|grid| unmarked(grid, 2)) && !solutions.iter().any(|grid| unmarked(grid, 3))
    );
}

#[test]
fn rows_are_regions_of_prime_sides_where_f_puzzles_says_so() {
    let text = |region: &str, rule: &str| {
        let row = format!("[{}]", [region; 5].join(","));
        let rule = format!(r#""{rule}":[{{"lines":[["R1C1","R2C1"]]}}]"#);
        format!(r#"{{"size":5,"grid":[{}],{rule}}}"#, [row.as_str(); 5].join(","))
    };
    assert_eq!(read_rules(&text("{}", "regionsumline")).len(), 2);
    assert_eq!(read_rules(&text("{}", "thermometer")).len(), 1);
    assert_eq!(
        read_rules(&text(r#"{"region":null}"#, "regionsumline")),
        ["no-boxes", "region-sum r1c1 r2c1"]
    );
}

/// A text of the program, the number of its grids, and rules that are written so.
struct Fact {
    count: String,
    text: String,
    rules: Option<String>,
}

/// `testdata/iss-counts.txt` says how it was made.
fn iss_facts() -> Vec<Fact> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/iss-counts.txt");
    let facts = std::fs::read_to_string(path).unwrap();
    let fact = |line: &str| {
        let (count, text) = line.split_once(' ').unwrap();
        let (text, rules) = text.split_once(" = ").map_or((text, None), |(text, rules)| (text, Some(rules)));
        Fact { count: count.to_owned(), text: text.to_owned(), rules: rules.map(str::to_owned) }
    };
    facts.lines().filter(|line| !line.starts_with('#')).map(fact).collect()
}

#[test]
fn counts_are_those_of_the_interactive_sudoku_solver() {
    let (mut read, mut written) = (0, 0);
    for Fact { count: expected, text, rules } in iss_facts() {
        assert_eq!(count(&text).to_string(), expected, "{text}");
        read += 1;
        if let Some(texts) = rules {
            let rules = self::rules(&texts.split("; ").collect::<Vec<_>>());
            assert_eq!(write(Format::Iss, &record(4, &rules)), (format!("{text}\n"), Vec::new()), "{texts}");
            written += 1;
        }
    }
    assert!(read > 1_500 && written > 100, "{read}, {written}");
}

#[test]
fn a_grid_is_followed_by_its_regions() {
    let regions = "AABBACBDCCDDACBD";
    let is_read = |text: &str, name: &str, grid: &str| {
        let record = one(text);
        assert_eq!((record.format, &*record.grid.to_line().to_string()), (Format::Killer, grid));
        assert_eq!(read_rules(text), [name], "{text}");
    };
    // Each region has a cell of each row or column, so it is four cells of any shape.
    is_read(&format!("1..0...2...._.3*{regions}"), "regions 0011021322330213", "1......2......3.");
    is_read(
        &format!("  {}{regions} # nothing is given", ".".repeat(16)),
        "regions 0011021322330213",
        "................",
    );
    is_read(&format!("1..0...2...._.3* {regions}"), "regions 0011021322330213", "1......2......3.");
    // Letters are digits: J is 10 where there are letters alone, and A where digits are beside it.
    let rows: String = ('A'..='J').map(|name| name.to_string().repeat(10)).collect();
    for (first, other) in [('J', 'A'), ('A', '1')] {
        let record = one(&format!("{first}{}{other} {rows}", ".".repeat(98)));
        let digits: Vec<u8> = record.grid.clues().map(|clue| clue.digit.value()).collect();
        assert_eq!(digits, [10, 1]);
    }
    // The usual boxes need no rule.
    let usual = one("1...............1122112233443344");
    assert!(usual.rules().is_empty() && usual.grid.clue_count() == 1);
    // A solution after a puzzle, and regions of other sizes, are none.
    for (text, words) in [
        ("1...............1234341221434321", "cells, found 32"),
        ("1...............AABBACBDCCDDACBB", "column 17: expected a digit or a blank, found `A`"),
    ] {
        assert!(error(text).contains(words), "{}", error(text));
    }
    assert!(error(&format!("1.............5.{regions}")).starts_with("line 1, column 15: "));
}
