//! The readers of Sudoku puzzles and of the rules of variants, and the writers.

use sudoku_cover::{Cell, Format, Geometry, Pencilmarks, Reader, Record, Rule, Writer};

use crate::bytes::Bytes;
use crate::{assert_shown, text_of};

/// The sides of the boards that are tested.
const SIDES: [usize; 8] = [9, 4, 6, 9, 1, 8, 12, 16];

/// The largest number of puzzles that are checked.
const MOST: usize = 20;

/// The ways to read a text: each format, then without one, a column of a table, and rules.
const KINDS: u8 = 24;
const COLUMN: u8 = KINDS - 2;
const RULES: u8 = KINDS - 1;

/// Reads a text as puzzles, in the detected format or a given one, or as rules of a variant, and writes the
/// result in a format.
///
/// # Panics
/// If the written text is read as another puzzle, or a message has a control character.
pub fn sudoku(data: &[u8]) {
    let (head, input) = data.split_at(data.len().min(3));
    let mut head = Bytes::new(head);
    let (kind, side, output) = (head.byte() % KINDS, head.byte(), head.pick(&Format::ALL));
    if kind == RULES {
        rules(input, SIDES[usize::from(side) % SIDES.len()]);
        return;
    }
    let mut reader = Reader::new(input);
    if side < 8 {
        reader = reader.with_side(SIDES[usize::from(side)]).expect("the side is one of 1 to 25");
    }
    if let Some(&format) = Format::ALL.get(usize::from(kind)) {
        reader = reader.with_format(format);
    }
    if kind == COLUMN {
        reader = reader.with_column("puzzle".parse().expect("it is the name of a column"));
    }
    for record in reader.take(MOST) {
        match record {
            Ok(record) => written_and_read(&record, output),
            Err(error) => assert_shown(&error.to_string()),
        }
    }
}

fn written_and_read(record: &Record, format: Format) {
    let side = record.grid.side();
    let geometry = Geometry::of_side(side).expect("a grid has a side of 1 to 25");
    let candidates = |record: &Record| record.candidates(&geometry).expect("the sides are the same");
    let mut writer = Writer::new(Vec::new(), format);
    if let Err(error) = writer.write(record) {
        assert_shown(&error.to_string());
        return;
    }
    let text = writer.finish().expect("memory takes it");
    // If digits contradict one another, formats that express givens by the candidates of other cells cannot
    // represent the puzzle.
    let filled = record.filled();
    if !filled.contradictions(&geometry).expect("the sides are the same").is_empty() {
        return;
    }
    let mut reader =
        Reader::new(&text[..]).with_side(side).expect("the side is one of 1 to 25").with_format(format);
    let again = match reader.next() {
        Some(Ok(again)) => again,
        other => panic!("written as {format}, read as {other:?}:\n{}", text_of(&text)),
    };
    let is_shown_by_candidates = matches!(format, Format::Pencilmarks | Format::Candidates);
    if is_shown_by_candidates {
        assert!(candidates(&again) == candidates(record), "{format}:\n{}", text_of(&text));
    } else if format == Format::Iss {
        // A cell with one candidate is given there.
        let is_kept = |cell| record.grid.get(cell).is_none_or(|digit| again.grid.get(cell) == Some(digit));
        assert!(geometry.cells().all(is_kept), "{format}:\n{}", text_of(&text));
    } else {
        assert!(again.grid == record.grid, "{format}:\n{}", text_of(&text));
    }
    if matches!(
        format,
        Format::Csv
            | Format::Json
            | Format::Hodoku
            | Format::SimpleSudoku
            | Format::OpenSudoku
            | Format::FPuzzles
            | Format::SudokuPad
    ) {
        assert!(again.placed() == record.placed(), "{format}:\n{}", text_of(&text));
    }
    assert!(reader.next().is_none(), "more than one puzzle in {format}:\n{}", text_of(&text));
}

/// Parses a text as rules, and each line of it as a cell.
fn rules(input: &[u8], side: usize) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    for word in text.split_whitespace() {
        match word.parse::<Cell>() {
            Ok(cell) => assert_eq!(cell.to_string().parse(), Ok(cell)),
            Err(error) => assert_shown(&error.to_string()),
        }
    }
    let rules = match Rule::read_lines(text) {
        Ok(rules) => rules.into_iter().map(|(_, rule)| rule).collect::<Vec<_>>(),
        Err(error) => return assert_shown(&error.to_string()),
    };
    for rule in &rules {
        let shown = rule.to_string();
        assert_eq!(shown.parse().as_ref(), Ok(rule), "{shown}");
    }
    match Geometry::of_side(side).expect("the side is one of 1 to 25").with_rules(&rules) {
        Ok(geometry) => assert!(Pencilmarks::full(geometry.side()).is_ok()),
        Err(error) => assert_shown(&error.to_string()),
    }
}
