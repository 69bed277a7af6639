//! Puzzles as people type them or copy them from elsewhere: letters, tables of other programs, cut rows, comments.

use std::collections::BTreeSet;

use sudoku_cover::{Digit, Format, Geometry, Grid, Reader, Record, Symbols, Writer};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[track_caller]
fn one(text: &str) -> Record {
    of(Reader::new(text.as_bytes()).with_rules_below(), text)
}

#[track_caller]
fn of(reader: Reader<&[u8]>, text: &str) -> Record {
    let mut all: Vec<_> = reader.collect();
    assert_eq!(all.len(), 1, "{text}\n{all:?}");
    all.remove(0).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Returns a text with a row of cells in each line.
fn rows(cells: &[String], side: usize, gap: &str) -> String {
    cells.chunks(side).map(|row| row.join(gap) + "\n").collect()
}

/// Returns a grid of side 16 with some digits missing, of which the first row has a 16.
fn sixteen() -> Grid {
    let mut grid = Grid::empty(16).unwrap();
    let board = Geometry::of_side(16).unwrap();
    for (index, cell) in board.cells().enumerate() {
        let (row, column) = (index / 16, index % 16);
        let value = (row % 4 * 4 + row / 4 + column + 15) % 16 + 1;
        if (row * 7 + column * 5) % 3 == 0 {
            grid.set(cell, Digit::new(u8::try_from(value).unwrap())).unwrap();
        }
    }
    grid
}

fn lettered(grid: &Grid, symbols: &str, blank: &str) -> Vec<String> {
    let symbols: Vec<char> = symbols.chars().collect();
    let symbol = |digit: &Option<Digit>| {
        digit.map_or(blank.to_owned(), |digit| symbols[usize::from(digit.value()) - 1].to_string())
    };
    grid.digits().iter().map(symbol).collect()
}

#[test]
fn letters_of_large_grids_are_recognized() {
    let grid = sixteen();
    for symbols in ["ABCDEFGHIJKLMNOP", "123456789ABCDEFG", "0123456789ABCDEF", "abcdefghijklmnop"] {
        for gap in ["", " ", " | "] {
            let cells = lettered(&grid, symbols, ".");
            assert_eq!(one(&rows(&cells, 16, gap)).grid, grid, "{symbols} {gap:?}");
        }
        assert_eq!(one(&lettered(&grid, symbols, "_").concat()).grid, grid, "{symbols}");
    }
    // Without another sign, 0 is a blank cell.
    let cells = lettered(&grid, "123456789ABCDEFG", "0");
    assert_eq!(one(&rows(&cells, 16, "")).grid, grid);
    // Two grids, each with a frame of its own.
    let framed = |symbols| format!("+--+\n{}+--+\n", rows(&lettered(&grid, symbols, "."), 16, " "));
    let text = framed("ABCDEFGHIJKLMNOP") + &framed("123456789ABCDEFG");
    let read: Vec<Grid> = Reader::new(text.as_bytes()).map(|record| record.unwrap().grid).collect();
    assert_eq!(read, [grid.clone(), grid]);
}

#[test]
fn the_letters_of_a_word_are_in_the_order_of_the_alphabet_unless_they_are_named() {
    let word = "HOUSEPLAY";
    let puzzle: Grid = PUZZLE.parse().unwrap();
    let cells = lettered(&puzzle, word, ".");
    let symbols: Symbols = word.parse().unwrap();
    for text in [rows(&cells, 9, ""), rows(&cells, 9, " "), cells.concat()] {
        let reader = Reader::new(text.as_bytes()).with_symbols(&symbols);
        assert_eq!(of(reader, &text).grid, puzzle);
        // A, E, H, L, O, P, S, U, Y.
        let mut sorted: Vec<char> = word.chars().collect();
        sorted.sort_unstable();
        let place = |symbol: char| sorted.iter().position(|&other| other == symbol).unwrap() + 1;
        let expected: String = text
            .chars()
            .filter(|symbol| !symbol.is_whitespace())
            .map(|symbol| if symbol == '.' { ".".to_owned() } else { place(symbol).to_string() })
            .collect();
        assert_eq!(one(&text).grid.to_line().to_string(), expected);
    }
    let stranger = rows(&cells, 9, "").replacen('H', "Z", 1);
    let error = Reader::new(stranger.as_bytes()).with_symbols(&symbols).next().unwrap().unwrap_err();
    assert!(error.to_string().contains("expected one of HOUSEPLAY, found `Z`"), "{error}");
}

#[test]
fn symbols_are_read_back() {
    let grid = sixteen();
    let symbols: Symbols = "0123456789ABCDEF".parse().unwrap();
    for format in [Format::Line, Format::Grid, Format::Csv, Format::Json] {
        let mut writer = Writer::new(Vec::new(), format).with_symbols(&symbols);
        writer.write(&Record::new(grid.clone())).unwrap();
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert!(text.contains('F') && !text.contains("15"), "{text}");
        assert_eq!(of(Reader::new(text.as_bytes()).with_symbols(&symbols), &text).grid, grid);
    }
}

#[test]
fn fields_and_texts_of_objects_may_be_in_symbols() {
    let (grid, symbols) = (PUZZLE.parse::<Grid>().unwrap(), "ZYXWVUTSR".parse::<Symbols>().unwrap());
    let cells = lettered(&grid, "ZYXWVUTSR", ".").concat();
    let placed = format!("..Z{}", ".".repeat(78));
    for text in [
        format!("puzzle,title\n{cells},A\n"),
        format!("{{\"givens\":\"{cells}\",\"title\":\"A\"}}\n"),
        format!("[\"{cells}\"]\n"),
        format!("puzzle,placed\n{cells},{placed}\n"),
        // Numbers are read as before.
        format!("puzzle,title\n{PUZZLE},A\n"),
        format!("{{\"givens\":\"{PUZZLE}\"}}\n"),
    ] {
        let record = of(Reader::new(text.as_bytes()).with_symbols(&symbols), &text);
        assert_eq!(record.grid, grid, "{text}");
        let has_placed = text.contains("placed");
        assert_eq!(
            record.placed().iter().map(|one| one.digit.value()).collect::<Vec<_>>(),
            [1].repeat(has_placed.into())
        );
    }
}

#[test]
fn letters_may_begin_below_the_first_row() {
    // The first two rows of this grid are blank.
    let word = "HOUSEPLAY";
    let mut digits: Vec<String> = lettered(&PUZZLE.parse().unwrap(), word, ".");
    digits[..18].fill(".".to_owned());
    let symbols: Symbols = word.parse().unwrap();
    for gap in ["", " ", " | "] {
        let text = rows(&digits, 9, gap);
        let named = of(Reader::new(text.as_bytes()).with_symbols(&symbols), &text).grid;
        let letters: BTreeSet<&String> = digits.iter().filter(|cell| *cell != ".").collect();
        assert_eq!(letters.len(), 9);
        let found = one(&text).grid;
        assert_eq!(found.clue_count(), named.clue_count(), "{text}");
        // A, which is eighth in the word, is the first of the alphabet.
        assert!(
            named.clues().all(|clue| (clue.digit.value() == 8) == (found.get(clue.cell) == Digit::new(1)))
        );
    }
    // The digits of the first rows are those of letters counted on from them.
    let grid = sixteen();
    let mut cells = lettered(&grid, "123456789ABCDEFG", ".");
    for cell in cells[..16].iter_mut().filter(|cell| cell.chars().all(char::is_alphabetic)) {
        *cell = ".".to_owned();
    }
    let text = rows(&cells, 16, " ");
    let found = one(&text).grid;
    let is_kept = |place: usize| grid.digits()[place].is_some_and(|digit| place >= 16 || digit.value() < 10);
    assert!(
        (0..256).all(|place| found.digits()[place] == grid.digits()[place].filter(|_| is_kept(place))),
        "{text}"
    );
}

#[test]
fn words_are_no_rows_of_letters() {
    for title in ["Easy one", "Puzzle001", "My Sudoku no. 12", "HARDEST"] {
        let text = format!("{title}\n{}", rows(&PUZZLE.chars().map(String::from).collect::<Vec<_>>(), 9, ""));
        assert_eq!(one(&text).grid.to_line().to_string(), PUZZLE, "{title}");
    }
}

#[test]
fn spaces_at_the_end_of_a_row_may_be_cut() {
    let spaced: Vec<String> = PUZZLE.replace('.', " ").chars().map(String::from).collect();
    let text: String = rows(&spaced, 9, "").lines().map(|row| row.trim_end().to_owned() + "\n").collect();
    assert!(text.lines().any(|row| row.len() < 9));
    assert_eq!(one(&text).grid.to_line().to_string(), PUZZLE);
}

#[test]
fn a_heading_above_a_table_is_its_title() {
    let cells: Vec<String> =
        PUZZLE.chars().map(|cell| if cell == '.' { " ".into() } else { cell.into() }).collect();
    let rows: String = cells.chunks(9).map(|row| format!("| {} |\n", row.join(" | "))).collect();
    let text =
        format!("| a | b | c | d | e | f | g | h | i |\n|---|---|---|---|---|---|---|---|---|\n{rows}");
    assert_eq!(one(&text).grid.to_line().to_string(), PUZZLE);
}

#[test]
fn statistics_of_a_generator_are_comments() {
    let text = format!("Puzzle:\n{PUZZLE}\nNumber of Givens: 30\nNumber of Guesses: 0\nDifficulty: Simple\n");
    assert_eq!(one(&text).grid.to_line().to_string(), PUZZLE);
}

#[test]
fn a_percent_sign_begins_a_comment() {
    let cells: Vec<String> = PUZZLE.chars().map(String::from).collect();
    let text = format!("% from a paper\n{}", rows(&cells, 9, ""));
    let record = one(&text);
    assert_eq!(record.grid.to_line().to_string(), PUZZLE);
    assert_eq!(record.details()[0].text, "from a paper");
    assert_eq!(one(&format!("{PUZZLE} % hard")).details()[0].text, "hard");
}

#[test]
fn cells_of_rules_may_be_those_of_steps() {
    let text = format!("{PUZZLE}\nkiller 10 r12c3\nthermo r1c345\nwhite A3 A4\n");
    let rules: Vec<String> = one(&text).rules().iter().map(ToString::to_string).collect();
    assert_eq!(rules, ["killer 10 r1c3 r2c3", "thermo r1c3 r1c4 r1c5", "white r1c3 r1c4"]);
}
