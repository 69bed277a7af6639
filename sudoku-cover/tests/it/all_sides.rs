//! Boards of all sides with rules of all kinds, in all formats: what is written is read without any setting as the same
//! puzzle, or the writer's loss names what differs.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use sudoku_cover::{
    Candidate, Cell, Detail, Digit, Format, Geometry, Grid, Key, Loss, Marks, Pencilmarks, Reader, Record,
    Rule, Variant, WriteError, Writer,
};

/// Returns rules for boards of this side, at least one of each kind; those with cells or digits that the board has not
/// are among them.
fn rules_for(side: usize) -> Vec<String> {
    let (last, before) = (side, side.max(2) - 1);
    let (sum, most) = (side + 1, side);
    // A line in the corner where cells have the largest numbers, and one through several boxes.
    let corner = format!("r{last}c{last} r{last}c{before} r{before}c{before}");
    let row: String = (1..=side.min(5)).map(|column| format!(" r2c{column}")).collect();
    let mut texts: Vec<String> = [
        "x",
        "falling-diagonal",
        "rising-diagonal",
        "windoku",
        "disjoint",
        "no-boxes",
        "anti-knight",
        "anti-king",
        "non-consecutive",
        "strict-kropki",
        "strict-white",
        "strict-black",
        "strict-xv",
    ]
    .map(str::to_owned)
    .into();
    // The rows as regions, but for two cells of the first ones.
    let name = |place: usize| {
        let (row, column) = (place / side, place % side);
        let row = if column + 1 == side && row < 2 && side > 1 { 1 - row } else { row };
        char::from_digit(u32::try_from(row).unwrap(), 36).unwrap()
    };
    texts.push(format!("regions {}", (0..side * side).map(name).collect::<String>()));
    for kind in ["even", "odd", "different", "minimum", "maximum", "equality", "counting-circles"] {
        texts.push(format!("{kind} r1c1 r{last}c{last}"));
    }
    for kind in ["row-indexer", "column-indexer", "box-indexer"] {
        texts.push(format!("{kind} r{last}c{last}"));
    }
    for kind in [
        "thermo",
        "slow-thermo",
        "whisper 1",
        "whisper 5",
        "renban",
        "palindrome",
        "zipper",
        "between",
        "lockout 0",
        "lockout 2",
        "lockout 4",
        "entropic",
        "modular 2",
        "modular 3",
        "double-arrow",
        "different",
    ] {
        texts.push(format!("{kind} {corner}"));
    }
    for kind in ["region-sum", "palindrome", "equality", "counting-circles"] {
        texts.push(format!("{kind}{row}"));
    }
    for line in ["whisper 1", "palindrome", "thermo", "renban"] {
        texts.push(format!("{line} r1c1 r1c2 r1c1"));
    }
    for text in [
        format!("between {last}", last = "r1c1 r1c2"),
        format!("arrow r{last}c{last} = r{last}c{before} r{before}c{before}"),
        "arrow r1c1 r1c2 = r2c1 r2c2 r3c3".to_owned(),
        "arrow r1c2 r1c1 = r2c1 r2c2 r3c3".to_owned(),
        "arrow r1c1 r2c1 r3c1 = r2c2 r3c3 r4c4".to_owned(),
        format!("arrow r1c1 r{last}c{last} = r2c2 r3c3"),
        format!("killer {sum} r{last}c{last} r{last}c{before}"),
        format!("killer {most} r1c1"),
        format!("sum {sum} r{last}c{last} r1c1"),
        "sum 3 r1c1 r1c1 r2c2".to_owned(),
        format!("clone r1c1 r1c2 = r{last}c{before} r{last}c{last}"),
        format!("quad r{before}c{before} = 1 {most}"),
        "quad r1c1 = 1 1 2".to_owned(),
        format!("little-killer {sum} r1c1 down-right"),
        format!("little-killer {sum} r1c{before} down-right"),
        format!("little-killer {sum} r1c{before} down-left"),
        format!("little-killer {sum} r{last}c2 up-right"),
        format!("little-killer {sum} r{before}c{last} up-left"),
        format!("little-killer {sum} r{last}c{last} up-left"),
        format!("little-killer {sum} r{last}c1 up-right"),
        format!("little-killer {sum} r1c{last} down-left"),
        format!("sandwich row {last} = 0"),
        "sandwich column 1 = 3".to_owned(),
    ] {
        texts.push(text);
    }
    for kind in ["x-sum", "skyscraper", "numbered-room"] {
        for (house, end) in [("row", "left"), ("row", "right"), ("column", "top"), ("column", "bottom")] {
            texts.push(format!("{kind} {house} {last} {end} = 2"));
        }
        texts.push(format!("{kind} row 1 left = 0"));
    }
    for kind in ["white", "black", "difference 2", "ratio 3", "x", "v", "greater"] {
        texts.push(format!("{kind} r{last}c{before} r{last}c{last}"));
        texts.push(format!("{kind} r1c1 r{last}c{last}"));
    }
    texts
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

fn digit(value: usize) -> Digit {
    Digit::new(u8::try_from(value).unwrap()).unwrap()
}

/// Returns records of a board without rules: a blank one, and one with everything that a record can have.
fn records(side: usize, random: &mut Random) -> [Record; 2] {
    let board = Geometry::of_side(side).unwrap();
    let blank = Record::new(Grid::empty(side).unwrap());
    let mut full = blank.clone();
    for cell in board.cells() {
        let (band, row) = (cell.row() / board.box_height(), cell.row() % board.box_height());
        let digit = digit((band + row * board.box_width() + cell.column()) % side + 1);
        match random.below(8) {
            0..3 => full.grid.set(cell, Some(digit)).unwrap(),
            3 => full.more_mut().placed.push(Candidate { cell, digit }),
            _ => {}
        }
    }
    let filled = full.filled();
    let mut marks = Pencilmarks::full(side).unwrap();
    for cell in board.cells().filter(|&cell| filled.get(cell).is_none()) {
        // One digit that no peer has is left in any case.
        let (band, row) = (cell.row() / board.box_height(), cell.row() % board.box_height());
        let kept = digit((band + row * board.box_width() + cell.column()) % side + 1);
        let left: Marks = board.digits().filter(|&digit| digit == kept || random.below(8) > 0).collect();
        marks.set(cell, left).unwrap();
    }
    let more = full.more_mut();
    more.marks = Some(marks);
    more.details =
        [(Key::Title, "One"), (Key::Author, "Some One"), (Key::Comment, "hard"), (Key::Level, "5")]
            .map(|(key, text)| Detail { key, text: text.to_owned() })
            .into();
    [blank, full]
}

/// What a puzzle requires, in a form in which equal puzzles are equal, whatever their rules are called.
struct Meaning {
    board: Geometry,
    /// By cell the digits that it may hold regardless of other cells.
    digits: Vec<Marks>,
}

impl Meaning {
    fn of(record: &Record, board: Geometry) -> Meaning {
        let candidates = |cell| {
            let is_possible = |&digit: &Digit| {
                board.allows(Candidate { cell, digit })
                    && record.grid.get(cell).is_none_or(|given| given == digit)
                    && record.allowed().is_none_or(|allowed| allowed.get(cell).contains(digit))
            };
            board.digits().filter(is_possible).collect()
        };
        let digits = board.cells().map(candidates).collect();
        Meaning { board, digits }
    }

    /// Returns true if the relations of the rules allow these digits.
    fn allows(&self, digits: &[usize]) -> bool {
        let side = self.board.side();
        let at = |cell: Cell| digits[cell.row() * side + cell.column()];
        let board = &self.board;
        let has_consecutive =
            |cell: Cell| board.neighbors(cell).any(|other| at(cell).abs_diff(at(other)) == 1);
        if board.is_non_consecutive() && board.cells().any(has_consecutive) {
            return false;
        }
        let mut relations = board.relations().iter();
        relations.all(|relation| relation.supported(|cell| 1 << at(cell)).iter().all(|&one| one != 0))
    }

    /// Returns true if two cells always differ: as peers, or because of a relation.
    fn differ(&self, [one, other]: [Cell; 2]) -> bool {
        let all = (2_u32 << self.board.side()) - 2;
        let mut with_both = self.board.relations().iter();
        self.board.peers(one).contains(&other)
            || with_both.any(|relation| {
                (1..=self.board.side()).all(|digit| {
                    let digits = |cell: Cell| if cell == one || cell == other { 1 << digit } else { all };
                    relation.supported(digits).iter().all(|&one| one == 0)
                })
            })
    }

    /// Fills the cells of the relations with digits that satisfy each of them, as far as that is simple.
    fn fill(&self, digits: &mut [usize], random: &mut Random) {
        let side = self.board.side();
        let place = |cell: Cell| cell.row() * side + cell.column();
        let mut left = vec![(2_u32 << side) - 2; side * side];
        for relation in self.board.relations() {
            let mut order: Vec<usize> = (0..relation.cells().len()).collect();
            for last in (1..order.len()).rev() {
                order.swap(last, random.below(last + 1));
            }
            for number in order {
                let cell = relation.cells()[number];
                let found = relation.supported(|cell| left[place(cell)])[number];
                if found == 0 {
                    return;
                }
                let found: Vec<usize> = (1..=side).filter(|digit| found >> digit & 1 == 1).collect();
                digits[place(cell)] = found[random.below(found.len())];
                left[place(cell)] = 1 << digits[place(cell)];
            }
        }
    }

    /// Returns how another puzzle differs.
    fn difference(&self, other: &Meaning, random: &mut Random) -> Option<String> {
        let (one, two) = (&self.board, &other.board);
        for cell in one.cells().filter(|&cell| one.peers(cell) != two.peers(cell)) {
            let peers = one.peers(cell).iter().chain(two.peers(cell)).map(|&peer| [cell, peer]);
            if let Some([_, peer]) = peers.into_iter().find(|&pair| self.differ(pair) != other.differ(pair)) {
                return Some(format!("{cell} and {peer} may be equal in one of them"));
            }
        }
        if one.relations().is_empty() && two.relations().is_empty() {
            return None;
        }
        let side = one.side();
        for number in 0..8 {
            let range = [side, 2, 3, side][number % 4].min(side);
            let mut digits: Vec<usize> = (0..side * side).map(|_| 1 + random.below(range)).collect();
            match number {
                0..2 => self.fill(&mut digits, random),
                2..4 => other.fill(&mut digits, random),
                _ => {}
            }
            for _ in 0..3 {
                if self.allows(&digits) != other.allows(&digits) {
                    return Some(format!("other relations, {} here", self.allows(&digits)));
                }
                // One of the cells of a rule gets another digit.
                let relations = if one.relations().is_empty() { two.relations() } else { one.relations() };
                let relation = &relations[random.below(relations.len())];
                let cell = relation.cells()[random.below(relation.cells().len())];
                digits[cell.row() * side + cell.column()] = 1 + random.below(side);
            }
        }
        None
    }
}

fn write(format: Format, board: &Geometry, record: &Record) -> Result<(Vec<u8>, Loss), WriteError> {
    let mut writer = Writer::new(Vec::new(), format).with_geometry(board);
    let loss = writer.write(record)?;
    Ok((writer.finish()?, loss))
}

/// A puzzle to be written.
struct Original<'a> {
    /// The boxes of its board.
    plain: &'a Geometry,
    rules: &'a [Rule],
    /// The board with the rules.
    board: &'a Geometry,
    /// The record, whose rules may be those of the board alone.
    record: &'a Record,
    /// The text in the last format that is read as a record of its own, and that record.
    last: Option<(Loss, Record)>,
}

/// Returns what is wrong with the text of a puzzle in a format.
fn fault(format: Format, original: &mut Original<'_>, random: &mut Random) -> Option<String> {
    let Original { plain, rules, board: whole, record, .. } = *original;
    let has_rules = !record.rules().is_empty();
    let (text, loss) = match write(format, if has_rules { plain } else { whole }, record) {
        Ok(written) => written,
        Err(WriteError::Side { .. } | WriteError::Givens { .. } | WriteError::NoCandidate { .. }) => {
            return None;
        }
        Err(error) => return Some(format!("not written: {error}")),
    };
    let shown = || String::from_utf8_lossy(&text[..text.len().min(300)]).into_owned();
    let reader = Reader::new(&text[..]);
    // A digit alone in a cell may be given, placed or a candidate.
    let reader = if format == Format::Sdx { reader.with_format(format) } else { reader };
    let copies: Vec<_> = reader.collect();
    let copy = match &copies[..] {
        [Ok(copy)] => copy,
        [Err(error)] => return Some(format!("refused: {error}: {}", shown())),
        _ => return Some(format!("{} records: {}", copies.len(), shown())),
    };
    // Links of SudokuPad hold the text of f-puzzles.
    let is_known = |(known, last): &(Loss, Record)| {
        *known == loss && (&last.grid, &last.more) == (&copy.grid, &copy.more)
    };
    if original.last.as_ref().is_some_and(is_known) {
        return None;
    }
    let usual = Geometry::of_side(plain.side()).unwrap();
    let kept: Vec<Rule> = rules.iter().filter(|rule| !loss.rules.contains(rule)).cloned().collect();
    // Where every cell names no box, what replaced the boxes is lost with their shape.
    let is_replaced = |rule: &Rule| matches!(rule, Rule::Regions(_) | Rule::Variant(Variant::NoBoxes));
    let has_lost_boxes =
        loss.boxes.is_some() || loss.rules.iter().any(is_replaced) && format != Format::Killer;
    let shape = if has_lost_boxes { &usual } else { plain };
    let is_whole = kept == rules && shape == plain;
    let is_same = kept == copy.rules() && shape == &usual;
    let has_givens = !matches!(format, Format::Pencilmarks | Format::Candidates);
    let built = |shape: &Geometry, rules: &[Rule]| shape.clone().with_rules(rules);
    let expected = if is_whole { whole.clone() } else { built(shape, &kept).unwrap() };
    let board = if is_same { Ok(expected.clone()) } else { built(&usual, copy.rules()) };
    let board = match board {
        Ok(board) => board,
        Err(error) => return Some(format!("refused as a board: {error}: {}", shown())),
    };
    // The others have no givens: a given is the only candidate of its cell.
    if has_givens {
        let meant = Meaning::of(record, expected);
        let copied = Meaning::of(copy, board);
        let digits_differ = meant.digits != copied.digits;
        let differing = if digits_differ { Some("other digits in a cell".to_owned()) } else { None };
        let differing = differing.or_else(|| if is_same { None } else { meant.difference(&copied, random) });
        if let Some(difference) = differing {
            return Some(format!("{difference}; {:?} lost: {}", loss.rules, shown()));
        }
        if format != Format::Iss && copy.grid != record.grid {
            return Some(format!("other givens: {}", shown()));
        }
    }
    let details = |record: &Record| record.details().iter().cloned().collect::<BTreeSet<_>>();
    let candidates = |record: &Record| record.candidates(whole).unwrap();
    let is_placed = match format {
        Format::Pencilmarks | Format::Candidates => record.placed().is_empty(),
        // A digit that is the only candidate of its cell may be read as placed.
        Format::Sdx if loss.candidates => true,
        _ => record.placed() == copy.placed(),
    };
    let mut without_marks = record.clone();
    without_marks.more_mut().marks = None;
    let is_exact = !loss.placed && format != Format::Sdx && candidates(&without_marks) != candidates(record);
    for (what, is_lost, is_kept, is_exact) in [
        ("placed digits", loss.placed, is_placed, true),
        // Placed digits are candidates where they are not told apart.
        (
            "candidates",
            loss.candidates || loss.noted,
            loss.placed || candidates(record) == candidates(copy),
            is_exact,
        ),
        ("details", !loss.details.is_empty(), details(record) == details(copy), true),
    ] {
        if !is_lost && !is_kept {
            return Some(format!("{what} lost without a word: {}", shown()));
        }
        if is_lost && is_kept && is_exact {
            return Some(format!("{what} said to be lost: {}", shown()));
        }
    }
    original.last = Some((loss, copy.clone()));
    None
}

#[test]
fn every_format_and_rule_of_sides_up_to_19_is_read_back_or_named_as_lost() {
    check(1..=19);
}

#[test]
fn every_format_and_rule_of_larger_sides_is_read_back_or_named_as_lost() {
    check(20..=25);
}

fn check(sides: RangeInclusive<usize>) {
    let mut random = Random(1);
    let (mut faults, mut checked) = (Vec::new(), BTreeSet::new());
    for side in sides {
        let texts = rules_for(side);
        let records = records(side, &mut random);
        let usual = Geometry::of_side(side).unwrap();
        let shapes = (1..=side).filter(|height| side % height == 0);
        for plain in shapes.map(|height| Geometry::boxes(height, side / height).unwrap()) {
            let is_usual = usual.box_height() == plain.box_height();
            for (place, text) in std::iter::once("").chain(texts.iter().map(String::as_str)).enumerate() {
                let word = text.split(' ').next().unwrap();
                let depends_on_boxes =
                    ["", "disjoint", "windoku", "no-boxes", "box-indexer", "region-sum", "regions"];
                if !is_usual && !depends_on_boxes.contains(&word) {
                    continue;
                }
                let rules: Vec<Rule> = text.parse().into_iter().collect();
                assert_eq!(rules.is_empty(), text.is_empty(), "{text}");
                // Some rules need more cells, or other digits.
                let Ok(board) = plain.clone().with_rules(&rules) else { continue };
                checked.insert(word.to_owned());
                for (number, record) in records.iter().enumerate() {
                    // Boards of large sides take long to build: one of the records, the other one with the next rule.
                    if side > 9 && !text.is_empty() && place % 2 != number {
                        continue;
                    }
                    let mut record = record.clone();
                    if number == 0 && !rules.is_empty() {
                        record.more_mut().rules = rules.clone();
                    }
                    let (rules, record) = (&rules[..], &record);
                    let mut original = Original { plain: &plain, rules, board: &board, record, last: None };
                    for format in Format::ALL {
                        // A format without rules loses all alike.
                        if !format.has_rules() && !["", "thermo", "disjoint", "regions"].contains(&word) {
                            continue;
                        }
                        if let Some(fault) = fault(format, &mut original, &mut random) {
                            let shape = format!("{}x{}", plain.box_height(), plain.box_width());
                            faults.push(format!(
                                "{format}, side {side}, boxes {shape}, `{text}`, {number}: {fault}"
                            ));
                        }
                    }
                }
            }
        }
    }
    let kinds: BTreeSet<String> =
        rules_for(9).iter().filter_map(|text| text.split(' ').next().map(str::to_owned)).collect();
    assert_eq!(checked.into_iter().filter(|word| !word.is_empty()).collect::<BTreeSet<_>>(), kinds);
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
