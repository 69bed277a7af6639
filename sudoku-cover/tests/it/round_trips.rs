//! Every format is read back as written, however the input is divided into pieces, and nothing panics.

#![allow(clippy::needless_pass_by_value, reason = "properties are given their values")]

use std::io::BufReader;

use quickcheck::{Arbitrary, Gen, QuickCheck};
use sudoku_cover::{
    Candidate, Detail, Digit, Format, Geometry, Grid, Key, Marks, Pencilmarks, ReadError, Reader, Record,
    WriteError, Writer,
};

const SIDES: [usize; 4] = [4, 6, 9, 16];

/// A record with any parts that a record can have.
#[derive(Clone, Debug)]
struct Any(Record);

impl Arbitrary for Any {
    fn arbitrary(g: &mut Gen) -> Any {
        let side = *g.choose(&SIDES).unwrap();
        let geometry = Geometry::of_side(side).unwrap();
        let random = |g: &mut Gen| {
            let value = u8::try_from(1 + usize::from(u8::arbitrary(g)) % side).unwrap();
            Digit::new(value).unwrap()
        };
        let mut record = Record::new(Grid::empty(side).unwrap());
        let fill = *g.choose(&[0, 1, 2, 8]).unwrap();
        for cell in geometry.cells() {
            // Digits without contradictions: some formats distinguish givens from candidates by the peers.
            let digit = random(g);
            let filled = record.filled();
            let is_free = geometry.peers(cell).iter().all(|&peer| filled.get(peer) != Some(digit));
            match u8::arbitrary(g) % 10 {
                chance if chance < fill && is_free => record.grid.set(cell, Some(digit)).unwrap(),
                9 if is_free && fill == 2 => record.more_mut().placed.push(Candidate { cell, digit }),
                _ => {}
            }
        }
        let marks = |g: &mut Gen| {
            let mut all = Pencilmarks::full(side).unwrap();
            for cell in geometry.cells() {
                let kept: Marks = all.get(cell).digits().filter(|_| u8::arbitrary(g) % 8 > 0).collect();
                all.set(cell, kept).unwrap();
            }
            all
        };
        if bool::arbitrary(g) {
            record.more_mut().marks = Some(marks(g));
        }
        if u8::arbitrary(g) % 4 == 0 {
            record.more_mut().allowed = Some(marks(g));
        }
        let words = ["Some One", "hard", "a, \"b\"", "<&>", "é ü", "2005-11-15", "x:y"];
        for key in [Key::Title, Key::Author, Key::Comment, Key::Level, Key::Other("more".to_owned())] {
            if u8::arbitrary(g) % 3 == 0 {
                let text = (*g.choose(&words).unwrap()).to_owned();
                record.more_mut().details.push(Detail { key, text });
            }
        }
        Any(record)
    }
}

fn write(format: Format, records: &[Record]) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new(Vec::new(), format);
    for record in records {
        writer.write(record)?;
    }
    writer.finish()
}

/// Reads an input as a whole, byte by byte, and with `next_ready`; all must return the same records.
fn read(input: &[u8], side: usize, format: Option<Format>) -> Vec<Record> {
    let reader = |bytes| {
        let reader = Reader::new(BufReader::with_capacity(bytes, input)).with_side(side).unwrap();
        match format {
            Some(format) => reader.with_format(format),
            None => reader,
        }
    };
    let all: Vec<Record> = reader(1 << 16).map(|item| item.unwrap()).collect();
    for bytes in [1, 7, 100] {
        let pieces: Vec<Record> = reader(bytes).map(|item| item.unwrap()).collect();
        assert_eq!(pieces, all);
        let mut reader = reader(bytes);
        let mut ready = Vec::new();
        while let Some(item) = reader.next_ready().or_else(|| reader.next()) {
            ready.push(item.unwrap());
        }
        assert_eq!(ready, all);
    }
    all
}

/// Returns true if the copy has the parts of the record that the format preserves.
fn is_kept(format: Format, record: &Record, copy: &Record) -> bool {
    let geometry = Geometry::of_side(record.grid.side()).unwrap();
    let candidates = |record: &Record| record.candidates(&geometry).unwrap();
    let said = |record: &Record, key: Key| {
        let texts = record.details().iter().filter(|detail| detail.key == key);
        texts.map(|detail| detail.text.clone()).collect::<Vec<_>>()
    };
    let same_givens = record.grid == copy.grid;
    let same_progress =
        same_givens && record.placed() == copy.placed() && candidates(record) == candidates(copy);
    let same = |keys: &[Key]| keys.iter().all(|key| said(record, key.clone()) == said(copy, key.clone()));
    match format {
        Format::Line | Format::Grid => same_givens && same(&[Key::Comment]),
        Format::Digits | Format::Poj => same_givens,
        Format::Csv => same_givens && record.placed() == copy.placed() && record.details() == copy.details(),
        Format::Sdk => same_givens && same(&[Key::Author, Key::Comment, Key::Level]),
        // Placed digits and blank cells with one candidate are the same in this format.
        Format::Sdx => {
            let singles = candidates(record);
            let is_single = |placed: &Candidate| singles.get(placed.cell).single() == Some(placed.digit);
            same_givens && copy.placed().iter().all(is_single)
        }
        Format::SimpleSudoku | Format::Hodoku => same_progress,
        // These formats have no givens.
        Format::Pencilmarks | Format::Candidates => candidates(record) == candidates(copy),
        Format::OpenSudoku => same_progress && same(&[Key::Title, Key::Comment]),
        Format::Json => same_progress && same(&[Key::Title, Key::Author, Key::Comment, Key::Level]),
        // One candidate is the same as a given digit; marks of the player are lost.
        Format::Iss => is_puzzle_kept(record, copy),
        // Candidates that are left are notes there.
        Format::FPuzzles | Format::SudokuPad => {
            same_givens
                && record.placed() == copy.placed()
                && is_puzzle_kept(record, copy)
                && are_noted(record, copy)
                && same(&[Key::Title, Key::Author])
        }
        Format::Killer | Format::Link | Format::Latex => same_givens,
        _ => unreachable!("there are no others"),
    }
}

/// Returns true if the candidates that are left in blank cells are the notes of the copy, which has none where all are left.
fn are_noted(record: &Record, copy: &Record) -> bool {
    let filled = record.filled();
    let notes = copy.decoration().and_then(|decoration| decoration.centre.as_ref());
    let noted = |cell| notes.map_or(Marks::none(), |notes| notes.get(cell));
    let geometry = Geometry::of_side(record.grid.side()).unwrap();
    copy.marks().is_none()
        && geometry.cells().all(|cell| match record.marks().map(|marks| marks.get(cell)) {
            Some(left) if filled.get(cell).is_none() && (left.count() as usize) < geometry.side() => {
                noted(cell) == left
            }
            _ => noted(cell).is_empty(),
        })
}

/// Returns true if each cell has the same given digit or the same allowed ones.
fn is_puzzle_kept(record: &Record, copy: &Record) -> bool {
    let geometry = Geometry::of_side(record.grid.side()).unwrap();
    let all: Marks = geometry.digits().collect();
    let digits = |record: &Record, cell| match (record.grid.get(cell), record.allowed()) {
        (Some(given), _) => Marks::only(given),
        (None, Some(allowed)) => allowed.get(cell),
        (None, None) => all,
    };
    geometry.cells().all(|cell| digits(record, cell) == digits(copy, cell))
}

#[test]
fn every_side_is_read_back_from_every_format_without_being_told() {
    for side in 1..=25 {
        let geometry = Geometry::of_side(side).unwrap();
        // Blank, and filled but for some cells.
        let rows = geometry.cells().map(|cell| {
            let (band, row) = (cell.row() / geometry.box_height(), cell.row() % geometry.box_height());
            (cell, (band + row * geometry.box_width() + cell.column()) % side)
        });
        let rows: Vec<_> = rows.collect();
        for gaps in [1, 2, 3, 0] {
            let mut record = Record::new(Grid::empty(side).unwrap());
            for (place, &(cell, value)) in rows.iter().enumerate().filter(|_| gaps > 0) {
                if gaps == 1 || place % (gaps + 1) != 0 {
                    record.grid.set(cell, Digit::new(u8::try_from(value + 1).unwrap())).unwrap();
                }
            }
            assert!(record.grid.contradictions(&geometry).unwrap().is_empty());
            for format in Format::ALL {
                // Cages have no givens.
                if format == Format::Killer && gaps > 0 {
                    continue;
                }
                let Ok(text) = write(format, &[record.clone()]) else { continue };
                let shown = String::from_utf8_lossy(&text);
                let reader = Reader::new(&text[..]);
                // With single digits alone, rows are digits, and those of sdx are given. Digits are recognized as lines.
                let is_named = matches!(format, Format::Sdx | Format::Digits);
                let reader = if is_named { reader.with_format(format) } else { reader };
                let found: Vec<_> = reader.collect();
                assert_eq!(found.len(), 1, "{format} of side {side}: {shown}");
                let found = found[0]
                    .as_ref()
                    .unwrap_or_else(|error| panic!("{format} of side {side}: {error}: {shown}"));
                if matches!(format, Format::Pencilmarks | Format::Candidates) {
                    let candidates = |record: &Record| record.candidates(&geometry).unwrap();
                    assert_eq!(candidates(found), candidates(&record), "{format} of side {side}");
                } else {
                    assert_eq!(found.grid, record.grid, "{format} of side {side}: {shown}");
                }
            }
        }
    }
}

fn round_trip(format: Format) {
    let property = move |one: Any, two: Any| {
        let (one, mut two) = (one.0, two.0);
        if two.grid.side() != one.grid.side() {
            two = one.clone();
        }
        let records = [one, two];
        let side = records[0].grid.side();
        let Ok(text) = write(format, &records) else {
            // The format does not support this side, or a cell without candidates.
            return true;
        };
        let asked = matches!(format, Format::Digits | Format::Sdk | Format::Sdx | Format::SimpleSudoku);
        let copies = read(&text, side, asked.then_some(format));
        let kept = copies.len() == 2
            && records.iter().zip(&copies).all(|(record, copy)| is_kept(format, record, copy));
        assert!(kept, "{format}:\n{}\n{records:?}\n{copies:?}", String::from_utf8_lossy(&text));
        kept
    };
    // quickcheck accepts only functions without state, so the property is called in a loop.
    let mut g = Gen::new(20);
    for _ in 0..150 {
        assert!(property(Any::arbitrary(&mut g), Any::arbitrary(&mut g)));
    }
}

#[test]
fn lines_are_read_back() {
    round_trip(Format::Line);
}

#[test]
fn grids_are_read_back() {
    round_trip(Format::Grid);
}

#[test]
fn digits_are_read_back() {
    round_trip(Format::Digits);
}

#[test]
fn tables_are_read_back() {
    // The first record determines the columns.
    fn property(one: Any) -> bool {
        let text = write(Format::Csv, &[one.0.clone(), one.0.clone()]).unwrap();
        let copies = read(&text, one.0.grid.side(), None);
        copies.len() == 2 && copies.iter().all(|copy| is_kept(Format::Csv, &one.0, copy))
    }
    QuickCheck::new().quickcheck(property as fn(Any) -> bool);
}

#[test]
fn sdk_is_read_back() {
    round_trip(Format::Sdk);
}

#[test]
fn sdx_is_read_back() {
    round_trip(Format::Sdx);
}

#[test]
fn simple_sudoku_is_read_back() {
    round_trip(Format::SimpleSudoku);
}

#[test]
fn library_lines_are_read_back() {
    round_trip(Format::Hodoku);
}

#[test]
fn pencilmarks_are_read_back() {
    round_trip(Format::Pencilmarks);
}

#[test]
fn candidates_in_one_line_are_read_back() {
    round_trip(Format::Candidates);
}

#[test]
fn counted_puzzles_are_read_back() {
    round_trip(Format::Poj);
}

#[test]
fn opensudoku_is_read_back() {
    round_trip(Format::OpenSudoku);
}

#[test]
fn environments_of_latex_are_read_back() {
    round_trip(Format::Latex);
}

#[test]
fn objects_are_read_back() {
    round_trip(Format::Json);
}

#[test]
fn constraints_are_read_back() {
    round_trip(Format::Iss);
}

#[test]
fn compressed_objects_are_read_back() {
    round_trip(Format::FPuzzles);
    round_trip(Format::SudokuPad);
}

#[test]
fn links_and_numbers_of_cages_are_read_back() {
    round_trip(Format::Link);
    round_trip(Format::Killer);
}

/// Streams of pieces of all formats, which reach much more code than random bytes.
#[derive(Clone, Debug)]
struct Sloppy(Vec<u8>);

impl Arbitrary for Sloppy {
    fn arbitrary(g: &mut Gen) -> Sloppy {
        let mut stream = Vec::new();
        for _ in 0..u8::arbitrary(g) % 8 {
            let record = Any::arbitrary(g).0;
            let mut text = write(*g.choose(&Format::ALL).unwrap(), &[record]).unwrap_or_default();
            let from = usize::arbitrary(g) % (text.len() + 1);
            let pieces = [
                "",
                "",
                "",
                "\n",
                "[Puzzle]\n",
                "{",
                "}",
                "<",
                ">",
                "\"",
                "I024\n",
                "E05002\n",
                "u",
                "*--",
                ":",
            ];
            let piece = g.choose(&pieces).unwrap();
            text.splice(from..from, piece.bytes());
            if u8::arbitrary(g) % 4 == 0 {
                text.truncate(from);
            }
            stream.extend(text);
            stream.extend(g.choose(&["", "\n", "\n\n"]).unwrap().bytes());
        }
        Sloppy(stream)
    }
}

#[test]
fn no_stream_makes_the_reader_panic_or_depend_on_the_pieces_in_which_it_comes() {
    fn property(stream: Sloppy) -> bool {
        let formats = [
            None,
            Some(Format::Csv),
            Some(Format::Pencilmarks),
            Some(Format::Sdx),
            Some(Format::SimpleSudoku),
        ];
        formats.into_iter().chain(Format::ALL.map(Some)).all(|format| {
            let shown = |bytes| {
                let mut reader = Reader::new(BufReader::with_capacity(bytes, &stream.0[..]));
                if let Some(format) = format {
                    reader = reader.with_format(format);
                }
                let show = |item: Result<Record, ReadError>| item.map_err(|error| error.to_string());
                reader.map(show).collect::<Vec<_>>()
            };
            let all = shown(1 << 16);
            all == shown(1) && all == shown(50)
        })
    }
    QuickCheck::new().tests(300).quickcheck(property as fn(Sloppy) -> bool);
}
