//! Boards that are no whole squares: with blocked cells, of overlapping grids, rectangles, and without rows and columns.
//! Their solutions are compared with those that plain loops find, which know the houses by their own description, and with
//! figures of others.

use std::collections::BTreeSet;

use dlx_core::{Count, Givens, Limits, Search};
use sudoku_cover::{
    Cell, Contradicting, Digit, Explainer, Format, Generator, Geometry, Grid, Reader, Rule, Solver, State,
    Wish, Writer, array,
};

use super::{board, digits};

/// A board in plain words: its side, the sign of each cell, its digits and the groups of cells that hold different ones.
/// In the sign of a cell, `#` is blocked.
struct Plain {
    side: usize,
    signs: Vec<u8>,
    most: u8,
    groups: Vec<Vec<usize>>,
    /// True for full groups of digits that the rules allow; asked for each of `checked`.
    fits: fn(&[u8]) -> bool,
    checked: Vec<Vec<usize>>,
}

impl Plain {
    fn new(side: usize, rows: &str, most: u8) -> Self {
        let signs: Vec<u8> = rows.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        assert_eq!(signs.len(), side * side);
        Plain { side, signs, most, groups: Vec::new(), fits: |_| true, checked: Vec::new() }
    }

    fn open(&self, cells: impl IntoIterator<Item = usize>) -> Vec<usize> {
        cells.into_iter().filter(|&cell| self.signs[cell] != b'#').collect()
    }

    fn lines(&self) -> Vec<Vec<usize>> {
        let side = self.side;
        let rows = (0..side).map(|row| (0..side).map(|column| row * side + column).collect());
        let columns = (0..side).map(|column| (0..side).map(|row| row * side + column).collect());
        rows.chain(columns).collect()
    }

    fn with_lines(mut self) -> Self {
        let lines: Vec<Vec<usize>> = self.lines().into_iter().map(|line| self.open(line)).collect();
        self.groups.extend(lines);
        self
    }

    fn with_boxes(mut self, height: usize, width: usize) -> Self {
        let side = self.side;
        for top in (0..side).step_by(height) {
            for left in (0..side).step_by(width) {
                let cells = (0..height * width).map(|at| (top + at / width) * side + left + at % width);
                let cells = self.open(cells);
                self.groups.push(cells);
            }
        }
        self
    }

    /// Adds the rows, columns and boxes of a grid at this corner.
    fn with_grid(mut self, (top, left): (usize, usize), height: usize, width: usize) -> Self {
        let (side, of_grid) = (self.side, height * width);
        let cell = |row: usize, column: usize| (top + row) * side + left + column;
        for line in 0..of_grid {
            self.groups.push((0..of_grid).map(|at| cell(line, at)).collect());
            self.groups.push((0..of_grid).map(|at| cell(at, line)).collect());
            let (row, column) = (line / height * height, line % height * width);
            self.groups.push((0..of_grid).map(|at| cell(row + at / width, column + at % width)).collect());
        }
        self
    }

    /// Returns all ways to fill the open cells, by cell the digit, or 0 in a blocked one.
    fn solutions(&self) -> BTreeSet<Vec<u8>> {
        let mut found = BTreeSet::new();
        self.fill(&mut vec![0; self.signs.len()], 0, &mut found);
        found
    }

    fn fill(&self, digits: &mut Vec<u8>, from: usize, found: &mut BTreeSet<Vec<u8>>) {
        let Some(cell) = (from..digits.len()).find(|&cell| self.signs[cell] != b'#') else {
            found.insert(digits.clone());
            return;
        };
        let given = self.signs[cell].checked_sub(b'0').filter(|digit| (1..=9).contains(digit));
        for digit in 1..=self.most {
            let is_new = |group: &&Vec<usize>| group.iter().all(|&other| digits[other] != digit);
            let fits = given.is_none_or(|given| given == digit)
                && self.groups.iter().filter(|group| group.contains(&cell)).all(|group| is_new(&group));
            if !fits {
                continue;
            }
            digits[cell] = digit;
            let of_group = |group: &Vec<usize>| group.iter().map(|&cell| digits[cell]).collect::<Vec<u8>>();
            let is_full = |group: &&Vec<usize>| group.contains(&cell) && !of_group(group).contains(&0);
            if self.checked.iter().filter(is_full).all(|group| (self.fits)(&of_group(group))) {
                self.fill(digits, cell + 1, found);
            }
            digits[cell] = 0;
        }
    }

    fn puzzle(&self, geometry: &Geometry) -> Grid {
        let mut grid = Grid::of_board(geometry);
        for (cell, sign) in geometry.cells().zip(&self.signs) {
            if let Some(digit) = sign.checked_sub(b'0').filter(|digit| (1..=9).contains(digit)) {
                grid.set(cell, Digit::new(digit)).unwrap();
            }
        }
        grid
    }

    /// Compares the solutions that loops find with those of every search of the library, and returns their number.
    fn agrees_with(&self, geometry: &Geometry) -> usize {
        let expected = self.solutions();
        let puzzle = self.puzzle(geometry);
        let names: Vec<String> = geometry.rules().iter().map(ToString::to_string).collect();
        let blocked: Vec<bool> = self.signs.iter().map(|&sign| sign == b'#').collect();
        let found: Vec<bool> = geometry.cells().map(|cell| geometry.is_blocked(cell)).collect();
        assert_eq!(found, blocked, "{names:?}");
        let mut solver = Solver::new(geometry);
        solver.load(&puzzle).unwrap();
        let listed: Vec<Grid> = solver.solutions().collect();
        for grid in &listed {
            assert!(grid.is_full() && grid.contradictions(geometry).unwrap().is_empty(), "{names:?}");
            assert_eq!(grid.blocked().contains(&true), blocked.contains(&true));
        }
        assert_eq!(listed.len(), expected.len(), "{names:?}");
        assert_eq!(listed.iter().map(digits).collect::<BTreeSet<_>>(), expected, "{names:?}");
        let number = expected.len() as u64;
        assert_eq!(solver.count(&mut Limits::none()), Count::Exact(number), "{names:?}");
        solver.prepare();
        assert_eq!(solver.count(&mut Limits::none()), Count::Exact(number), "{names:?}");
        let all = solver.count_all(1.try_into().unwrap(), &mut Limits::none()).unwrap();
        assert_eq!(all.count, Count::Exact(number.into()), "{names:?}");
        let givens: Vec<_> = puzzle.clues().map(|clue| solver.matrix().option(clue)).collect();
        let mut search = Search::new(solver.matrix().problem());
        let counted = match search.restart(Givens::none().force(&givens)) {
            Ok(()) => search.count(&mut Limits::none()),
            Err(_) => Count::Exact(0),
        };
        assert_eq!(counted, Count::Exact(number), "{names:?}");
        expected.len()
    }
}

fn blocked(rows: &str, side: usize) -> String {
    let signs: Vec<char> = rows.chars().filter(|sign| !sign.is_whitespace()).collect();
    let cells = (0..signs.len()).filter(|&cell| signs[cell] == '#');
    let names: Vec<String> = cells.map(|cell| format!("r{}c{}", cell / side + 1, cell % side + 1)).collect();
    format!("blocked {}", names.join(" "))
}

#[test]
fn houses_with_blocked_cells_hold_each_digit_at_most_once() {
    let mut counts = Vec::new();
    for rows in ["#... .... .... ...#", "12.. .#.. ..#. ....", "#### #... #... #...", "#.#. .#.# #.#. .#.#"] {
        let plain = || Plain::new(4, rows, 4).with_lines();
        let rule = blocked(rows, 4);
        counts.push(plain().with_boxes(2, 2).agrees_with(&board(2, 2, &[&rule])));
        counts.push(plain().agrees_with(&board(2, 2, &["no-boxes", &rule])));
        counts.push(Plain::new(4, rows, 4).with_boxes(2, 2).agrees_with(&board(
            2,
            2,
            &[&rule, "no-rows-columns"],
        )));
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    let rows = "#12. ##.. ...# .##.";
    let plain = Plain::new(4, rows, 5).with_lines();
    assert!(plain.agrees_with(&board(2, 2, &["values 1-5", "no-boxes", &blocked(rows, 4)])) > 0);
    // Fewer digits than the side, where no house is longer.
    let rows = "12.# .#.. #... ..#.";
    let plain = Plain::new(4, rows, 3).with_lines();
    assert!(plain.agrees_with(&board(2, 2, &["no-boxes", "values 1-3", &blocked(rows, 4)])) > 0);
}

#[test]
fn other_rules_hold_between_the_open_cells() {
    let rows = "1... .#.. ..#. ....";
    let rule = blocked(rows, 4);
    let geometry = board(2, 2, &["anti-king", "no-boxes", &rule]);
    let mut plain = Plain::new(4, rows, 4).with_lines();
    for cell in 0..12 {
        for other in [cell + 3, cell + 5] {
            if cell % 4 != (if other == cell + 3 { 0 } else { 3 }) {
                let pair = plain.open([cell, other]);
                plain.groups.push(pair);
            }
        }
    }
    plain.agrees_with(&geometry);
    let geometry = board(2, 2, &["non-consecutive", "no-boxes", &rule, "values 1-6"]);
    let mut plain = Plain::new(4, rows, 6).with_lines();
    for cell in 0..16 {
        plain
            .checked
            .extend((cell % 4 < 3).then(|| plain.open([cell, cell + 1])).filter(|pair| pair.len() == 2));
        plain
            .checked
            .extend((cell < 12).then(|| plain.open([cell, cell + 4])).filter(|pair| pair.len() == 2));
    }
    plain.fits = |pair| pair[0].abs_diff(pair[1]) != 1;
    assert!(plain.agrees_with(&geometry) > 0);
}

#[test]
fn overlapping_grids_have_the_grids_of_each() {
    let blank = "....## ....## ...... ...... ##.... ##....";
    let geometry = board(2, 3, &["grids 4 r3c3 r1c1"]);
    // 288 grids of side 4 (Felgenhauer and Jarvis, 2005), of which a 24th has each filling of the common box.
    let mut solver = Solver::new(&geometry);
    assert_eq!(solver.count(&mut Limits::none()), Count::Exact(24 * (288 / 24) * (288 / 24)));
    let named: Vec<String> = geometry.houses().iter().map(ToString::to_string).collect();
    assert!(named.contains(&"row 3 of grid 2".to_owned()) && named.contains(&"box 4 of grid 1".to_owned()));
    assert_eq!(named.len(), 2 * 12 - 1, "the common box is one house");
    for rows in [blank, "12..## ....## ...... ...4.. ##..2. ##...."] {
        let plain = Plain::new(6, rows, 4).with_grid((0, 0), 2, 2).with_grid((2, 2), 2, 2);
        assert!(plain.agrees_with(&geometry) > 0);
    }
    // Side by side, with two columns in common, and one row lower.
    let rows = "....## ...... ...... ...... ##.... ######";
    let plain = Plain::new(6, rows, 4).with_grid((0, 0), 2, 2).with_grid((1, 2), 2, 2);
    plain.agrees_with(&board(2, 3, &["grids 4 r1c1 r2c3"]));
    let plain = Plain::new(6, rows, 4).with_grid((0, 0), 1, 4).with_grid((1, 2), 1, 4);
    assert!(plain.agrees_with(&board(2, 3, &["grids 4 r1c1 r2c3", "no-boxes"])) > 0);
}

#[test]
fn a_grid_as_large_as_the_board_is_the_board() {
    let geometry = board(2, 3, &["grids 6 r1c1"]);
    let plain = board(2, 3, &[]);
    let cells = |geometry: &Geometry| -> BTreeSet<Vec<Cell>> {
        geometry.houses().iter().map(|house| house.cells().to_vec()).collect()
    };
    assert_eq!(cells(&geometry), cells(&plain));
}

#[test]
fn rectangles_have_whole_rows_or_columns() {
    // Those with 3 rows of 4 cells are the Latin rectangles, of which there are 576 (OEIS A001009 times 4!·2!·... = A1009).
    let rows = ".... .... .... ####";
    let geometry = board(2, 2, &[&blocked(rows, 4), "no-boxes"]);
    assert_eq!(geometry.rectangle(), Some([3, 4]));
    assert_eq!(Plain::new(4, rows, 4).with_lines().agrees_with(&geometry), 576);
    let rows = "..# ..# ..#";
    let geometry = board(1, 3, &[&blocked(rows, 3)]);
    assert_eq!(geometry.rectangle(), Some([3, 2]));
    assert_eq!(Plain::new(3, rows, 3).with_lines().agrees_with(&geometry), 12);
    // Four rows of six cells have four boxes of two rows of three.
    let rows = "123456 ...... 2.4... ...... ###### ######";
    let geometry = board(2, 3, &[&blocked(rows, 6)]);
    assert_eq!(geometry.rectangle(), Some([4, 6]));
    assert!(Plain::new(6, rows, 6).with_lines().with_boxes(2, 3).agrees_with(&geometry) > 0);
}

/// The numbers of solutions that the Interactive Sudoku Solver counts.
#[test]
fn rectangles_of_another_program_have_its_counts() {
    for (text, count) in [
        (".Shape~3x4", 576),
        (".Shape~4x6.~R1C1_1~R1C2_2~R1C3_3~R1C4_4~R1C5_5~R1C6_6~R2C1_4~R3C1_2", 960),
        (".Shape~6x4.~R1C1_1~R1C2_2~R2C1_3~R1C3_4~R3C1_5", 5760),
        (
            ".Shape~4x6.NoBoxes.~R1C1_1~R1C2_2~R1C3_3~R1C4_4~R1C5_5~R1C6_6~R2C1_2~R2C2_1~R2C3_4~R2C4_3~R2C5_6",
            1552,
        ),
    ] {
        let record = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let mut writer = Writer::new(Vec::new(), Format::Iss);
        assert!(writer.write(&record).unwrap().is_none(), "{text}");
        let written = String::from_utf8(writer.finish().unwrap()).unwrap();
        let again = Reader::new(written.as_bytes()).next().unwrap().unwrap();
        for record in [record, again] {
            let board = Geometry::of_side(record.grid.side()).unwrap().with_rules(record.rules()).unwrap();
            let mut solver = Solver::new(&board);
            solver.load_record(&record).unwrap();
            assert_eq!(solver.count(&mut Limits::none()), Count::Exact(count), "{text}, {written}");
        }
    }
}

/// Returns the runs of two or more cells between `#` and the ends, where the signs of `blacks` end them too.
fn runs(plain: &Plain, blacks: &[usize]) -> Vec<Vec<usize>> {
    let mut runs = Vec::new();
    for line in plain.lines() {
        let mut run = Vec::new();
        for cell in line.into_iter().map(Some).chain([None]) {
            match cell {
                Some(cell) if plain.signs[cell] != b'#' && !blacks.contains(&cell) => run.push(cell),
                _ => runs.extend(Some(std::mem::take(&mut run)).filter(|run: &Vec<usize>| run.len() > 1)),
            }
        }
    }
    runs
}

fn are_consecutive(digits: &[u8]) -> bool {
    let mut sorted = digits.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

#[test]
fn straights_are_consecutive_in_any_order() {
    for (rows, black) in [
        ("..#. .... #..# ....", None),
        ("1.#. .... #.2# ....", Some((10, "r3c3"))),
        (".... .#.. ..#. ....", None),
    ] {
        let mut plain = Plain::new(4, rows, 4).with_lines();
        let blacks: Vec<usize> = black.iter().map(|&(cell, _)| cell).collect();
        plain.checked = runs(&plain, &blacks);
        plain.fits = are_consecutive;
        let straights = black.map_or("straights".to_owned(), |(_, name)| format!("straights {name}"));
        let geometry = board(2, 2, &["no-boxes", &blocked(rows, 4), &straights]);
        assert!(plain.agrees_with(&geometry) > 0, "{rows}");
    }
}

#[test]
fn kakuro_is_cages_on_a_board_without_rows_and_columns() {
    let rows = "#.... ..#.. .#... ..#.. ...##";
    let mut plain = Plain::new(5, rows, 9);
    plain.groups = runs(&plain, &[]);
    // The sums of a grid that loops find first.
    let mut first = vec![0; 25];
    for cell in plain.open(0..25) {
        first[cell] = (1..=9)
            .find(|&digit| {
                let is_new = |group: &&Vec<usize>| group.iter().all(|&other| first[other] != digit);
                plain.groups.iter().filter(|group| group.contains(&cell)).all(|group| is_new(&group))
            })
            .unwrap();
    }
    let cell = |&cell: &usize| format!("r{}c{}", cell / 5 + 1, cell % 5 + 1);
    let mut rules =
        vec!["values 1-9".to_owned(), "no-boxes".to_owned(), "no-rows-columns".to_owned(), blocked(rows, 5)];
    for group in &plain.groups {
        let sum: u8 = group.iter().map(|&cell| first[cell]).sum();
        let cells: Vec<String> = group.iter().map(cell).collect();
        rules.push(format!("killer {sum} {}", cells.join(" ")));
    }
    let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
    let geometry = board(5, 1, &rules);
    let sums: Vec<(Vec<usize>, u8)> = plain
        .groups
        .iter()
        .map(|group| (group.clone(), group.iter().map(|&cell| first[cell]).sum()))
        .collect();
    let mut solver = Solver::new(&geometry);
    let found: Vec<Grid> = solver.solutions().collect();
    let is_solution = |grid: &Grid| {
        let digits = digits(grid);
        sums.iter().all(|(group, sum)| group.iter().map(|&cell| digits[cell]).sum::<u8>() == *sum)
            && plain.groups.iter().all(|group| {
                group.iter().map(|&cell| digits[cell]).collect::<BTreeSet<_>>().len() == group.len()
            })
    };
    assert!(!found.is_empty() && found.iter().all(is_solution));
    assert!(found.iter().any(|grid| digits(grid) == first));
    assert_eq!(solver.count(&mut Limits::none()), Count::Exact(found.len() as u64));
}

#[test]
fn digits_in_blocked_cells_and_rules_on_them_are_refused() {
    let geometry = board(2, 2, &["blocked r1c1 r2c2"]);
    let puzzle: Grid = "1...............".parse().unwrap();
    let mut solver = Solver::new(&geometry);
    let expected = "expected no digit in r1c1, which is blocked, found 1";
    assert_eq!(solver.load(&puzzle).unwrap_err().to_string(), expected);
    assert_eq!(solver.take(&puzzle).unwrap_err().to_string(), expected);
    assert!(matches!(solver.load(&puzzle), Err(Contradicting::Grid(_))));
    assert_eq!(puzzle.contradictions(&geometry).unwrap_err().to_string(), expected);
    let mut blank = Grid::of_board(&geometry);
    assert_eq!(
        blank.set(Cell::new(0, 0), Digit::new(2)).unwrap_err().to_string(),
        expected.replace('1', "2").replace("r2c2", "r1c1")
    );
    let numbers = [vec![0; 15], vec![4]].concat();
    let puzzles = [numbers.clone(), numbers.into_iter().rev().collect()].concat();
    let error = array::answer(&geometry, &puzzles, array::Wanted::First, 1, &mut Limits::none()).unwrap_err();
    assert_eq!(error.to_string(), "puzzle 1: expected no digit in r1c1, which is blocked, found 4");
    let answers =
        array::answer(&geometry, &puzzles[..16], array::Wanted::First, 1, &mut Limits::none()).unwrap();
    assert_eq!(answers.solutions.iter().map(|&number| number == 0).collect::<Vec<_>>(), geometry.blocked());
    let with_gaps: Grid = "#...............".parse().unwrap();
    let error = Solver::new(&board(2, 2, &[])).load(&with_gaps).unwrap_err();
    assert_eq!(error.to_string(), "expected a board on which r1c1 is blocked, as it is in the puzzle");
    let refusal = |rules: &[&str]| {
        let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        Geometry::of_side(6).unwrap().with_rules(&rules).unwrap_err().to_string()
    };
    for (rules, expected) in [
        (&["killer 3 r1c1 r1c2", "blocked r1c1"][..], "expected cells that are not blocked, found r1c1"),
        (&["blocked r1c1", "even r1c1"], "expected cells that are not blocked, found r1c1"),
        (&["blocked r3c2", "sandwich row 3 = 4"], "expected cells that are not blocked, found r3c2"),
        (&["blocked r7c1"], "expected cells of a board of side 6, found r7c1"),
        (&["grids 4 r1c1 r4c4"], "expected grids of side 4 within the board of side 6, found one at r4c4"),
        (&["grids 7 r1c1"], "expected grids of a side up to 6, found 7"),
        (
            &["grids 4 r1c1 r3c3", "grids 4 r1c1"],
            "expected the grids of the board once, found two lists of them",
        ),
        (&["grids 4 r1c1 r3c3", "x"], "expected at least 6 digits for diagonal 1, found 1-4"),
        (&["values 1-5"], "expected at least 6 digits for a board of side 6, found 1-5"),
        (&["values 1-5", "no-boxes", "blocked r1c1"], "expected at least 6 digits for row 2, found 1-5"),
        (
            &["blocked r1c1", "same-digits"],
            "expected a board of whole rows and columns for same-digits, found blocked cells, grids, or none",
        ),
    ] {
        assert_eq!(refusal(rules), expected, "{rules:?}");
    }
}

#[test]
fn puzzles_of_all_kinds_of_boards_are_made_and_explained() {
    let kinds: [(usize, usize, &[&str]); 7] = [
        (2, 3, &["grids 4 r1c1 r3c3"]),
        (2, 3, &["blocked r5c1 r5c2 r5c3 r5c4 r5c5 r5c6 r6c1 r6c2 r6c3 r6c4 r6c5 r6c6"]),
        (2, 3, &["blocked r1c1 r3c4 r4c3 r6c6", "no-boxes"]),
        (2, 3, &["blocked r1c4 r3c1 r4c6 r6c3", "straights", "no-boxes"]),
        (2, 3, &["blocked r1c1 r6c6", "killer 9 r2c2 r2c3 r3c3"]),
        (3, 3, &["no-boxes"]),
        (3, 5, &["grids 9 r1c1 r7c7"]),
    ];
    for (height, width, rules) in kinds {
        let geometry = board(height, width, rules);
        let mut generator = Generator::new(&geometry, 3);
        let mut solved = 0;
        for number in 0..if height * width > 6 { 2 } else { 6 } {
            let made = generator.puzzle(number, Wish::Minimal, Limits::none).unwrap();
            assert!(made.solution.is_full() && made.solution.contradictions(&geometry).unwrap().is_empty());
            let mut solver = Solver::new(&geometry);
            solver.load(&made.puzzle).unwrap();
            assert_eq!(solver.count(&mut Limits::none()), Count::Exact(1), "{rules:?}");
            let mut explainer = Explainer::new(&geometry);
            explainer.load_with_solution(&made.puzzle, &made.solution).unwrap();
            while let Some(step) = explainer.next_step(&mut Limits::none()).unwrap() {
                let is_true = |at: &sudoku_cover::Candidate| made.solution.get(at.cell) == Some(at.digit);
                assert!(
                    step.placements.iter().all(is_true) && !step.eliminations.iter().any(is_true),
                    "{step}"
                );
            }
            assert_eq!((explainer.state(), explainer.grid()), (State::Solved, made.solution), "{rules:?}");
            solved += 1;
        }
        assert!(solved > 0);
    }
}
