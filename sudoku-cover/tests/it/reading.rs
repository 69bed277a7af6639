//! The records of streams: every form, every error, and the records after an error.

#![allow(clippy::needless_pass_by_value, reason = "properties are given their values")]

use std::io::{self, BufReader, Read};

use quickcheck::{Gen, QuickCheck};
use sudoku_cover::{Digit, Geometry, Grid, Key, ReadError, ReadErrorKind, Reader, Record};

/// The example of the Wikipedia article on Sudoku.
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const OTHER: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

fn show(item: Result<Record, ReadError>) -> String {
    match item {
        Ok(record) => match record.grid.to_line().to_string() {
            line if line == PUZZLE => "puzzle".to_owned(),
            line if line == OTHER => "other".to_owned(),
            line => line,
        },
        Err(error) => error.to_string(),
    }
}

fn read(input: impl AsRef<[u8]>) -> Vec<String> {
    Reader::new(input.as_ref()).map(show).collect()
}

fn read_side(side: usize, input: &str) -> Vec<String> {
    Reader::new(input.as_bytes()).with_side(side).unwrap().map(show).collect()
}

fn rows(puzzle: &str) -> Vec<String> {
    puzzle.as_bytes().chunks(9).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect()
}

/// Returns the nine rows of the puzzle, one per line.
fn block() -> String {
    rows(PUZZLE).iter().map(|row| format!("{row}\n")).collect()
}

fn other_block() -> String {
    rows(OTHER).iter().map(|row| format!("{row}\n")).collect()
}

fn spread(text: &str, between: &str) -> String {
    text.chars().map(String::from).collect::<Vec<_>>().join(between)
}

#[test]
fn the_puzzle_is_read_in_every_form() {
    let zeros = PUZZLE.replace('.', "0");
    let bands = rows(PUZZLE).chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>();
    let boxed = |row: &String| {
        format!("| {} |", [&row[..3], &row[3..6], &row[6..]].map(|g| spread(g, " ")).join(" | "))
    };
    let drawn = |border: &str| {
        let bands: Vec<String> = rows(PUZZLE)
            .chunks(3)
            .map(|band| band.iter().map(boxed).collect::<Vec<_>>().join("\n"))
            .collect();
        format!("{border}\n{}\n{border}\n", bands.join(&format!("\n{border}\n")))
    };
    let grouped = |between: &str| {
        let group = |row: &String| [&row[..3], &row[3..6], &row[6..]].join(between);
        rows(PUZZLE).iter().map(group).collect::<Vec<_>>()
    };
    let empty_fields = rows(PUZZLE).iter().map(|row| spread(row, ",").replace('.', "")).collect::<Vec<_>>();
    let full_width: String =
        zeros.bytes().map(|b| char::from_u32(0xff10 + u32::from(b - b'0')).unwrap()).collect();
    let each_row =
        |between: &str| rows(PUZZLE).iter().map(|row| spread(row, between) + "\n").collect::<String>();
    let forms = [
        PUZZLE.to_owned(),
        zeros.clone(),
        PUZZLE.replace('.', "_"),
        PUZZLE.replace('.', "*"),
        format!("{PUZZLE}\r\n"),
        format!("{PUZZLE}\r"),
        format!("\u{feff}{PUZZLE}\n"),
        format!("   \t{PUZZLE} easy, 30 clues"),
        format!("{PUZZLE},534678912672195348198342567859761423426853791713924856961537284287419635345286179"),
        format!("{PUZZLE};easy"),
        format!("{PUZZLE}# easy"),
        format!("\n# first\n\n{PUZZLE}\n\n# last"),
        spread(PUZZLE, " "),
        spread(&zeros, ", "),
        spread(PUZZLE, ",").replace('.', ""),
        spread(PUZZLE, ",").replace('.', "") + ",",
        grouped(" ").join(" "),
        rows(PUZZLE).join("  "),
        block(),
        block().replace('\n', "\r\n"),
        block().replace('\n', "\r"),
        block().replace('\n', " # a row\n"),
        block().trim_end().to_owned(),
        each_row(" "),
        each_row("\t"),
        each_row("\u{a0}"),
        each_row("\u{3000}"),
        each_row(";"),
        each_row(", "),
        each_row(",").replace('\n', ",\n"),
        grouped(" ").join("\n"),
        grouped(",").join("\n"),
        grouped(" | ").join("\n"),
        grouped("|").join("\n"),
        grouped("│").join("\n"),
        empty_fields.join("\n"),
        empty_fields.join("\r\n"),
        bands.join("\n\n"),
        bands.join("\n \t\n\n"),
        bands.join("\n------+------\n"),
        bands.join("\n---+---+---\n"),
        bands.join("\n# next band\n"),
        rows(PUZZLE).join("\n\n"),
        rows(PUZZLE).join("\n+---+---+---+\n"),
        rows(PUZZLE).join("\n# next row\n"),
        drawn("+-------+-------+-------+"),
        drawn("*-----------------------*"),
        drawn(".-------.-------.-------."),
        drawn("+=======+=======+=======+"),
        drawn("├───────┼───────┼───────┤"),
        drawn("|:-----:|:-----:|:-----:|"),
        full_width.clone(),
        rows(&zeros).iter().map(|row| row.replace('5', "５") + "\n").collect(),
        format!("Grid 01\n{}", block()),
        format!("1\n{}", rows(&zeros).join("\n")),
    ];
    for form in forms {
        assert_eq!(read(&form), ["puzzle"], "{form}");
        assert_eq!(read_side(9, &form), ["puzzle"], "{form}");
    }
}

#[test]
fn lines_that_end_with_carriage_returns_are_lines() {
    assert_eq!(
        read(format!("{PUZZLE}\r{OTHER}\r{}", block().replace('\n', "\r"))),
        ["puzzle", "other", "puzzle"]
    );
}

#[test]
fn blank_cells_of_one_puzzle_may_be_written_in_several_ways() {
    assert_eq!(read(PUZZLE.replacen('.', "0", 3).replacen('.', "_", 3).replacen('.', "*", 3)), ["puzzle"]);
}

#[test]
fn forms_may_be_mixed_in_one_stream() {
    let commas = spread(OTHER, ",");
    let input = format!("{PUZZLE}\n{}{}\n{commas}\n1234341221434321\n{PUZZLE}\n", block(), other_block());
    let expected = ["puzzle", "puzzle", "other", "other", "1234341221434321", "puzzle"];
    assert_eq!(read(&input), expected);
    let places: Vec<(u64, u64)> =
        Reader::new(input.as_bytes()).map(|item| item.unwrap()).map(|r| (r.number, r.line)).collect();
    assert_eq!(places, [(1, 1), (2, 2), (3, 11), (4, 21), (5, 22), (6, 23)]);
}

#[test]
fn grids_follow_each_other_with_and_without_blank_lines() {
    assert_eq!(read(block() + &other_block()), ["puzzle", "other"]);
    assert_eq!(read(block() + "\n" + &other_block()), ["puzzle", "other"]);
    assert_eq!(read(block() + "# next\n" + &other_block()), ["puzzle", "other"]);
    assert_eq!(read(block() + "=====\n" + &other_block()), ["puzzle", "other"]);
    let bands = |puzzle| rows(puzzle).chunks(3).map(|band| band.join("\n") + "\n\n").collect::<String>();
    assert_eq!(read(bands(PUZZLE) + &bands(OTHER)), ["puzzle", "other"]);
    let singles = |puzzle| rows(puzzle).join("\n\n") + "\n\n\n";
    assert_eq!(read(singles(PUZZLE) + &singles(OTHER)), ["puzzle", "other"]);
    assert_eq!(read(format!("Grid 01\n{}Grid 02\n{}", block(), other_block())), ["puzzle", "other"]);
}

#[test]
fn small_sizes_are_told_from_compact_lines_and_rows() {
    let six = "123456456123231564564231312645645312";
    assert_eq!(read(format!("{six}\n1234341221434321 small\n")), [six, "1234341221434321"]);
    assert_eq!(read("12 34\n34 12\n21 43\n43 21"), ["1234341221434321"]);
    assert_eq!(read("12|34\n34|12\n--+--\n21|43\n43|21"), ["1234341221434321"]);
    assert_eq!(read("1,2,,\n3,,1,2\n\n2,1,4,3\n,,2,1,\n"), ["12..3.122143..21"]);
    assert_eq!(read("1234 3412 2143 4321"), ["1234341221434321"]);
    assert_eq!(
        read(six.as_bytes().chunks(6).map(|r| String::from_utf8_lossy(r) + "\n").collect::<String>()),
        [six]
    );
}

#[test]
fn sixteen_numbers_are_a_row_of_sixteen() {
    let row = |first: usize| (0..16).map(|place| ((first + place) % 16 + 1).to_string()).collect::<Vec<_>>();
    let lines: Vec<Vec<String>> = (0..16).map(row).collect();
    let expected = lines.concat().join(",");
    let spaced: Vec<String> = lines.iter().map(|line| line.join(" ")).collect();
    assert_eq!(read(spaced.join("\n")), [expected.as_str()]);
    assert_eq!(
        read(spaced.chunks(4).map(|band| band.join("\n") + "\n\n").collect::<String>()),
        [expected.as_str()]
    );
    assert_eq!(read(&expected), [expected.as_str()]);
    assert_eq!(read(expected.replace(',', "; ")), [expected.as_str()]);
    assert_eq!(read_side(16, &spaced.join(" | ")), [expected.as_str()]);
    let dots = expected.replace(",7,", ",.,").replace(",8,", ",,").replace(",9,", ",_,");
    assert_eq!(read(dots), [expected.replace(",7,", ",0,").replace(",8,", ",0,").replace(",9,", ",0,")]);
    let wrong = expected.replacen("15,16", "15,17", 1);
    assert_eq!(read(wrong), ["line 1, column 37: expected a digit up to 16, found 17"]);
}

#[test]
fn a_line_of_the_wrong_length_is_one_bad_record() {
    let short = &PUZZLE[1..];
    let long = format!("{PUZZLE}1");
    assert_eq!(
        read(format!("{PUZZLE}\n{OTHER}\n{short}\n{long}\n{short} 3\n {short}\n{OTHER}")),
        [
            "puzzle",
            "other",
            "line 3, column 81: expected 81 cells, found 80",
            "line 4, column 82: expected 81 cells, found 82",
            "line 5, column 81: expected 81 cells, found 80",
            "line 6, column 82: expected 81 cells, found 80",
            "other",
        ]
    );
    assert_eq!(read_side(6, PUZZLE), ["line 1, column 37: expected 36 cells, found 81"]);
    assert_eq!(read_side(16, PUZZLE), ["line 1, column 82: expected 256 cells, found 1"]);
    assert_eq!(read_side(9, "1234341221434321"), ["line 1, column 10: expected 9 cells, found 16"]);
    assert_eq!(read("17"), ["line 1, column 3: expected 81 cells, found 2"]);
}

#[test]
fn an_illegal_character_is_named_with_its_place() {
    let wrong = format!("{}x{}", &PUZZLE[..4], &PUZZLE[5..]);
    assert_eq!(
        read(format!("{OTHER}\n{wrong}\n{OTHER}")),
        ["other", "line 2, column 5: expected a digit or a blank, found `x`", "other"]
    );
    assert_eq!(read("hello, world\n"), ["line 1, column 1: expected a digit or a blank, found `h`"]);
    let mut bytes = PUZZLE.as_bytes().to_vec();
    bytes[2] = 0xff;
    assert_eq!(read(&bytes), ["line 1, column 3: expected a digit or a blank, found `\u{fffd}`"]);
    bytes[2] = b'"';
    assert_eq!(read(&bytes), ["line 1, column 3: expected a digit or a blank, found `\"`"]);
    bytes[2] = 0;
    assert_eq!(read(&bytes), ["line 1, column 3: expected a digit or a blank, found `\\0`"]);
    assert_eq!(
        read(format!("first,second\n{PUZZLE},{PUZZLE}")),
        ["line 1, column 1: expected a digit or a blank, found `f`", "puzzle"]
    );
}

#[test]
fn a_wrong_row_spoils_its_own_grid_only() {
    let faults = [
        ("4..8x3..1", "line 5, column 5: expected a digit or a blank, found `x`"),
        ("4..803..", "line 5, column 9: expected 9 cells, found 8"),
        ("4..803..11", "line 5, column 10: expected 9 cells, found 10"),
        ("4 10 0 8 0 3 0 0 1", "line 5, column 3: expected a digit up to 9, found 10"),
        ("4 10 0 8 0 3 0 0", "line 5, column 3: expected a digit up to 9, found 10"),
        ("4 0 0 8 0 3 0 0", "line 5, column 16: expected 9 cells, found 8"),
        ("4 0 0 8 0 3 0 0 1 0", "line 5, column 19: expected 9 cells, found 10"),
        ("4... 803 01", "line 5, column 6: expected groups of 4 cells, found 3"),
        ("4..8.3..17...2...", "line 5, column 10: expected 9 cells, found 17"),
        ("4..8.3..17...2..", "line 5, column 10: expected 9 cells, found 16"),
        ("see overleaf", "line 5, column 1: expected a digit or a blank, found `s`"),
    ];
    for (wrong, message) in faults {
        let mut spoilt = rows(PUZZLE);
        spoilt[4] = wrong.to_owned();
        for rest in [other_block(), format!("\n{}", other_block()), format!("{OTHER}\n")] {
            let expected = [message, "other"];
            assert_eq!(read(format!("{}\n{rest}", spoilt.join("\n"))), expected, "{wrong}");
        }
        let bands = spoilt.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
        let message = message.replace("line 5", "line 6");
        assert_eq!(read(format!("{bands}\n\n{}", other_block())), [&message, "other"], "{wrong}");
    }
}

#[test]
fn a_wrong_first_row_does_not_change_the_size() {
    for (wrong, message) in [
        ("53..7...", "line 1, column 9: expected 9 cells, found 8"),
        ("53..7.....", "line 1, column 10: expected 9 cells, found 10"),
        ("5 3 . . 7 . . . . .", "line 1, column 19: expected 9 cells, found 10"),
        ("5?..7....", "line 1, column 2: expected a digit or a blank, found `?`"),
    ] {
        let mut spoilt = rows(PUZZLE);
        spoilt[0] = wrong.to_owned();
        assert_eq!(read(format!("{}\n{}", spoilt.join("\n"), other_block())), [message, "other"]);
    }
}

#[test]
fn a_grid_with_too_few_rows_is_reported_and_the_next_one_read() {
    let first = |count: usize| rows(PUZZLE)[..count].join("\n");
    let next = other_block();
    let short =
        |line: usize, count| [format!("line {line}: expected 9 rows, found {count}"), "other".to_owned()];
    assert_eq!(read(format!("{}\n\n{next}", first(6))), short(6, 6));
    assert_eq!(read(format!("{}\n\n{next}", first(3))), short(3, 3));
    assert_eq!(read(format!("{}\n\n{next}", first(1))), short(1, 1));
    assert_eq!(read(format!("{}\n\n{next}", first(8))), short(8, 8));
    assert_eq!(read(format!("{}\n# next\n{next}", first(8))), short(8, 8));
    assert_eq!(read(format!("{}\n---\n{next}", first(8))), short(8, 8));
    assert_eq!(read(format!("{}\n---\n---\n{next}", first(3))), short(3, 3));
    assert_eq!(read(format!("{}\n{OTHER}\n", first(4))), short(4, 4));
    assert_eq!(read(format!("Grid 1\n{}\nGrid 2\n{next}", first(8))), short(9, 8));
    let bands = format!("{}\n\n{}\n\n", first(3), rows(PUZZLE)[3..6].join("\n"));
    assert_eq!(read(format!("{bands}{next}")), short(7, 6));
}

#[test]
fn bands_of_different_grids_are_not_put_together() {
    let row = rows(PUZZLE);
    let input = format!("{}\n\n{}\n", row[..5].join("\n"), row[5..].join("\n"));
    assert_eq!(
        read(input),
        ["line 5: expected 9 rows, found 5", "line 10: expected 9 rows, found the end of the input after 4"]
    );
    let bands = rows(OTHER).chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
    assert_eq!(
        read(format!("{}\n\n{bands}", row[..6].join("\n"))),
        ["line 6: expected 9 rows, found 6", "other"]
    );
}

#[test]
fn rows_after_a_gap_of_unknown_size_must_be_exactly_one_grid() {
    let row = rows(PUZZLE);
    let input = format!("{}\n# 4 missing\n{}{}", row[..5].join("\n"), block(), other_block());
    assert_eq!(read(input), ["line 5: expected 9 rows, found 5", "line 24: expected 9 rows, found 18"]);
    let stray = "a line of text that is much too long to be a row. ".repeat(3);
    let input = format!("{}\n{stray}\n{}\n{}", row[..4].join("\n"), row[5..].join("\n"), other_block());
    let expected = [
        "line 4: expected 9 rows, found 4",
        "line 5, column 1: expected a digit or a blank, found `a`",
        "line 18: expected 9 rows, found 13",
    ];
    assert_eq!(read(input), expected);
}

#[test]
fn the_end_of_the_input_inside_a_grid_is_reported() {
    let message = ["line 8: expected 9 rows, found the end of the input after 8"];
    assert_eq!(read(rows(PUZZLE)[..8].join("\n")), message);
    assert_eq!(read(rows(PUZZLE)[..8].join("\n") + "\n"), message);
    assert_eq!(
        read("1 2 3 4 5 6 7 8 9 10 11 12"),
        ["line 1: expected 12 rows, found the end of the input after 1"]
    );
    assert_eq!(
        read(rows(PUZZLE)[..3].join("\n") + "\n\n"),
        ["line 3: expected 9 rows, found the end of the input after 3"]
    );
    assert_eq!(read_side(1, "1\n.\n2"), ["1", ".", "line 3, column 1: expected a digit up to 1, found 2"]);
}

#[test]
fn a_stream_without_puzzles_has_no_records() {
    for input in ["", "\n\n", "# nothing\n", "\u{feff}", "+---+\n\n|   |\n", " \t\u{3000}\r\n"] {
        assert_eq!(read(input), [""; 0], "{input:?}");
    }
}

#[test]
fn a_count_at_the_start_is_a_promise() {
    let boards = |count: &str| format!("\n{count}\n{}{}", block(), other_block());
    assert_eq!(read(boards("2")), ["puzzle", "other"]);
    assert_eq!(read(boards("2\n")), ["puzzle", "other"]);
    assert_eq!(read(boards("2") + "\n# end\n"), ["puzzle", "other"]);
    assert_eq!(read(boards("3")), ["puzzle", "other", "line 2: expected 3 puzzles, found 2"]);
    assert_eq!(read(boards("1234")), ["puzzle", "other", "line 2: expected 1234 puzzles, found 2"]);
    assert_eq!(read(boards("1")), ["puzzle", "line 12: expected 1 puzzle, found more"]);
    assert_eq!(read(boards("0")), ["line 3: expected 0 puzzles, found more"]);
    assert_eq!(read(boards("2") + "x\n"), ["puzzle", "other", "line 21: expected 2 puzzles, found more"]);
    let partial = format!("3\n{}{}", block(), rows(OTHER)[..8].join("\n"));
    let expected = [
        "puzzle",
        "line 18: expected 9 rows, found the end of the input after 8",
        "line 1: expected 3 puzzles, found 2",
    ];
    assert_eq!(read(partial), expected);
}

#[test]
fn a_number_at_the_start_without_rows_of_nine_is_no_count() {
    assert_eq!(read("1234\n3412\n2143\n4321\n"), ["1234341221434321"]);
    assert_eq!(read("5"), ["line 1, column 2: expected 81 cells, found 1"]);
    assert_eq!(read(format!("5\n{PUZZLE}")), ["line 1, column 2: expected 81 cells, found 1", "puzzle"]);
}

#[test]
fn an_endless_line_is_cut_off_and_skipped() {
    let limit = "expected a line of at most 65536 bytes, found more";
    let input = format!("{PUZZLE}\n{}\n{OTHER}", "1".repeat(1 << 20));
    assert_eq!(read(input), ["puzzle", &format!("line 2: {limit}"), "other"]);
    let mut spoilt = rows(PUZZLE);
    spoilt[1] = "1".repeat(1 << 17);
    assert_eq!(
        read(format!("{}\n{}", spoilt.join("\n"), other_block())),
        [&format!("line 2: {limit}"), "other"]
    );
    let endless = BufReader::new(io::repeat(b'.').take(1 << 28));
    assert_eq!(Reader::new(endless).map(show).collect::<Vec<_>>(), [format!("line 1: {limit}")]);
}

#[test]
fn a_failing_input_ends_the_stream() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let input = format!("{PUZZLE}\n{PUZZLE}");
    let mut reader = Reader::new(BufReader::new(input.as_bytes().chain(Failing)));
    assert_eq!(reader.next().map(show).as_deref(), Some("puzzle"));
    let error = reader.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "line 2: cannot read: unplugged");
    assert!(matches!(error.kind, ReadErrorKind::Io(_)));
    assert!(reader.next().is_none());
}

#[test]
fn a_fixed_side_settles_what_a_line_is() {
    assert_eq!(read_side(5, "12345\n2345.\n345..\n45...\n5...."), ["123452345.345..45...5...."]);
    assert_eq!(read_side(3, "123312231 latin\n123\n312\n231"), ["123312231", "123312231"]);
    assert_eq!(read_side(4, "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1"), ["1234341221434321"]);
    assert_eq!(read_side(4, "12343412214343251"), ["line 1, column 17: expected 16 cells, found 17"]);
    assert_eq!(read_side(4, "1234341221434325"), ["line 1, column 16: expected a digit up to 4, found 5"]);
    assert_eq!(
        read_side(12, "1. 2 3 4 5 6 7 8 9 10 11 12\n")[0],
        "line 1, column 2: expected a digit, found `.`"
    );
    assert_eq!(
        read_side(12, "1 2 3 4 5 6 7 8 9 10 11 1234567890")[0],
        "line 1, column 25: expected a number of at most 9 digits, found 10"
    );
    let geometry = Geometry::boxes(1, 2).unwrap();
    assert_eq!(Reader::new(&b"1221"[..]).with_geometry(&geometry).map(show).collect::<Vec<_>>(), ["1221"]);
    assert!(Reader::new(&b""[..]).with_side(26).is_err());
}

#[test]
fn a_text_of_one_puzzle_is_a_grid() {
    assert_eq!(block().parse::<Grid>().unwrap().to_line().to_string(), PUZZLE);
    let error = "# none".parse::<Grid>().unwrap_err();
    assert_eq!(error.to_string(), "line 1: expected one puzzle, found none");
    let error = format!("{PUZZLE}\n{OTHER}").parse::<Grid>().unwrap_err();
    assert_eq!(error.to_string(), "line 2: expected one puzzle, found another");
    let error = PUZZLE[..80].parse::<Grid>().unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 81: expected 81 cells, found 80");
}

fn random_grid(side: usize, seeds: &[u8]) -> Grid {
    let mut grid = Grid::empty(side).unwrap();
    let cells = Geometry::of_side(side).unwrap().cells();
    for (cell, seed) in cells.zip(seeds.iter().cycle()) {
        let value = usize::from(*seed) % (side + 1);
        grid.set(cell, Digit::new(u8::try_from(value).unwrap())).unwrap();
    }
    grid
}

#[test]
fn a_grid_in_one_line_is_read_back() {
    fn round_trip(seeds: Vec<u8>) -> bool {
        (1..=25).all(|side| {
            let grid = random_grid(side, &seeds);
            let line = grid.to_line().to_string();
            let reader = Reader::new(line.as_bytes()).with_side(side).unwrap();
            let fixed: Vec<Grid> = reader.map(|item| item.unwrap().grid).collect();
            let is_plain = matches!(side, 4 | 6 | 9..);
            fixed == [grid.clone()] && (!is_plain || line.parse::<Grid>().unwrap() == grid)
        })
    }
    QuickCheck::new().quickcheck(round_trip as fn(Vec<u8>) -> bool);
}

/// Random streams over this alphabet reach much more code than random bytes.
#[derive(Clone, Debug)]
struct Sloppy(Vec<u8>);

impl quickcheck::Arbitrary for Sloppy {
    fn arbitrary(g: &mut Gen) -> Sloppy {
        let rows = rows(PUZZLE);
        let pieces = [
            "\n",
            "\n",
            "\n\n",
            "#",
            " ",
            ",",
            "|",
            "---",
            "12",
            "9",
            "x",
            "\u{ff11}",
            "Grid 1\n",
            PUZZLE,
            "- ",
            "?",
            "\t",
            "\t\t\t\t\t\t\t\t",
            "53  7    \n",
            "53xx7xxxx\n",
            "title\n",
        ];
        let count = usize::from(u8::arbitrary(g));
        let stream = (0..count).map(|_| match g.choose(&[0, 1, 1, 1]) {
            Some(0) => (*g.choose(&pieces).unwrap()).to_owned(),
            _ => format!("{}\n", g.choose(&rows).unwrap()),
        });
        Sloppy(stream.collect::<String>().into_bytes())
    }
}

/// Returns true if records are numbered one by one and their lines are lines of the input. Nothing may panic.
fn is_consistent(input: &[u8]) -> bool {
    let lines = 1 + input.iter().filter(|&&byte| byte == b'\n' || byte == b'\r').count() as u64;
    let numbered = |side: Option<usize>| {
        let mut reader = Reader::new(input);
        if let Some(side) = side {
            reader = reader.with_side(side).unwrap();
        }
        reader.zip(1..).all(|(item, count)| match item {
            Ok(record) => {
                let fits = side.is_none_or(|side| record.grid.side() == side);
                fits && record.number == count && (1..=lines).contains(&record.line)
            }
            Err(error) => {
                let placed = error.column != Some(0) && (1..=lines).contains(&error.line);
                placed && error.number == count && !error.to_string().is_empty()
            }
        })
    };
    [None, Some(1), Some(2), Some(4), Some(9), Some(12), Some(25)].into_iter().all(numbered)
}

#[test]
fn no_stream_makes_the_reader_panic() {
    fn random(input: Vec<u8>) -> bool {
        is_consistent(&input)
    }
    fn sloppy(input: Sloppy) -> bool {
        is_consistent(&input.0)
    }
    QuickCheck::new().tests(2000).quickcheck(random as fn(Vec<u8>) -> bool);
    QuickCheck::new().tests(2000).quickcheck(sloppy as fn(Sloppy) -> bool);
}

/// Returns all records; those that are ready are read with `next_ready`.
fn read_as_they_come(mut reader: Reader<BufReader<&[u8]>>) -> Vec<String> {
    let mut shown = Vec::new();
    while let Some(item) = reader.next_ready().or_else(|| reader.next()) {
        shown.push(show(item));
    }
    shown
}

#[test]
fn reading_does_not_depend_on_the_size_of_chunks() {
    fn agree(stream: Sloppy) -> bool {
        // With one byte at a time the buffer never contains a whole line.
        let reader = |bytes| Reader::new(BufReader::with_capacity(bytes, &stream.0[..]));
        let expected: Vec<String> = reader(1).map(show).collect();
        [1, 90, 1000, 1 << 16].into_iter().all(|bytes| {
            reader(bytes).map(show).eq(expected.iter().cloned())
                && read_as_they_come(reader(bytes)) == expected
        })
    }
    QuickCheck::new().tests(1000).quickcheck(agree as fn(Sloppy) -> bool);
}

#[test]
fn ready_results_are_returned_without_reading() {
    struct Pieces(Vec<String>);
    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let piece = self.0.pop().expect("the input is read once for each piece");
            buffer[..piece.len()].copy_from_slice(piece.as_bytes());
            Ok(piece.len())
        }
    }
    let grid = block();
    let pieces = vec![
        grid[40..].to_owned(),
        format!("{OTHER} and a comment\n# more\n{}", &grid[..40]),
        format!("{PUZZLE}\n{PUZZLE}\nshort\n"),
    ];
    let mut reader = Reader::new(BufReader::new(Pieces(pieces)));
    let mut counts = Vec::new();
    for _ in 0..3 {
        let first = reader.next().expect("a record");
        let mut shown = vec![show(first)];
        shown.extend(std::iter::from_fn(|| reader.next_ready()).map(show));
        counts.push(shown.len());
    }
    // More lines may belong to the bad one.
    assert_eq!(counts, [2, 2, 1]);
}

#[test]
fn blank_cells_in_one_line_are_a_blank_puzzle_of_every_side() {
    for side in 1..=25 {
        let blank = format!("{}", Grid::empty(side).unwrap().to_line());
        let cells = side * side;
        for sign in [".", "0", "_", "*", "\u{ff10}", "x", "X", "?", "._", "0*"] {
            let line = sign.repeat(cells).chars().take(cells).collect::<String>();
            for text in [line.clone(), format!("{line}\n"), format!("{line} # blank\n")] {
                let found: Vec<_> = Reader::new(text.as_bytes()).with_side(side).unwrap().collect();
                assert!(
                    matches!(&found[..], [Ok(record)] if record.grid.to_line().to_string() == blank),
                    "side {side}, {sign}: {found:?}"
                );
            }
            let more = format!("{line}{}", sign.chars().next().unwrap());
            let found: Vec<_> = Reader::new(more.as_bytes()).with_side(side).unwrap().collect();
            assert!(side == 1 || matches!(&found[..], [Err(_)]), "side {side}, {sign}: {found:?}");
        }
    }
}

/// Returns the rows with this sign for blank cells.
fn signed(puzzle: &str, sign: &str) -> Vec<String> {
    rows(puzzle).iter().map(|row| row.replace('.', sign)).collect()
}

#[test]
fn other_signs_for_blank_cells_are_read_where_a_line_is_nothing_but_cells() {
    for sign in ["-", "x", "X", "?"] {
        let row = |row: &String| spread(row, " ");
        let boxed =
            |row: &String| [&row[..3], &row[3..6], &row[6..]].map(|part| spread(part, " ")).join(" | ");
        let border = "\n------+-------+------\n";
        let lines = signed(PUZZLE, sign);
        let bands = |row: &dyn Fn(&String) -> String, between: &str| {
            let bands = lines.chunks(3).map(|band| band.iter().map(row).collect::<Vec<_>>().join("\n"));
            bands.collect::<Vec<_>>().join(between)
        };
        let forms = [
            PUZZLE.replace('.', sign),
            format!("{} easy, x-wing - or not?", PUZZLE.replace('.', sign)),
            spread(&PUZZLE.replace('.', sign), " "),
            lines.join("\n"),
            lines.join(" # a row\n"),
            bands(&row, "\n"),
            bands(&boxed, "\n"),
            bands(&boxed, border),
            bands(&boxed, "\n\n"),
            bands(&boxed, "\n---------\n"),
            lines.iter().map(|row| spread(row, ",")).collect::<Vec<_>>().join("\n"),
            lines.iter().map(|row| spread(row, "\t")).collect::<Vec<_>>().join("\n"),
        ];
        for form in forms {
            assert_eq!(read(&form), ["puzzle"], "{form}");
            assert_eq!(read_side(9, &form), ["puzzle"], "{form}");
        }
        let wide: Vec<String> =
            (0..16).map(|row| format!("{} {}", row + 1, spread(&sign.repeat(15), " "))).collect();
        assert_eq!(read(wide.join("\n")).len(), 1);
        assert!(!read(wide.join("\n"))[0].contains("expected"), "{:?}", read(wide.join("\n")));
    }
    // A blank row is no border.
    let blank = "- - - | - - - | - - -";
    let mut boxed: Vec<String> = signed(PUZZLE, "-")
        .iter()
        .map(|row| [&row[..3], &row[3..6], &row[6..]].map(|part| spread(part, " ")).join(" | "))
        .collect();
    for row in [0, 4, 8] {
        let kept = std::mem::replace(&mut boxed[row], blank.to_owned());
        let expected = PUZZLE[..9 * row].to_owned() + "........." + &PUZZLE[9 * row + 9..];
        assert_eq!(read(boxed.join("\n")), [expected], "{row}");
        boxed[row] = kept;
    }
    let dotted = rows(PUZZLE).iter().map(|row| spread(row, " ")).collect::<Vec<_>>();
    assert_eq!(read(dotted.join("\n- - - - - - - - -\n")), ["puzzle"]);
}

#[test]
fn other_signs_in_words_numbers_and_lines_of_the_wrong_length_are_errors() {
    let line = PUZZLE.replace('.', "-");
    for wrong in [&line[1..], &format!("{line}-"), &line.replacen('-', "x", 1), &line.replacen('-', ".", 1)] {
        assert!(read(wrong)[0].starts_with("line 1, column "), "{wrong}");
    }
    for wrong in ["4x4", "9x9", "-5 -3", "x-wing", "what?", "5 3 -1 2 7 6 4 8 9", "2024-11-25", "X"] {
        let shown = read(wrong);
        assert!(shown.len() == 1 && shown[0].starts_with("line 1"), "{wrong}: {shown:?}");
    }
    let mut spoilt = signed(PUZZLE, "-");
    spoilt[4] = "4--8-3--".to_owned();
    assert_eq!(read(spoilt.join("\n")), ["line 5, column 9: expected 9 cells, found 8"]);
    spoilt[4] = "4--8x3--1".to_owned();
    assert_eq!(read(spoilt.join("\n")), ["line 5, column 2: expected a digit or a blank, found `-`"]);
}

#[test]
fn cells_from_a_spreadsheet_have_nothing_between_tabs_where_they_are_blank() {
    let tabbed = |puzzle: &str| {
        rows(puzzle).iter().map(|row| spread(row, "\t").replace('.', "")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(read(tabbed(PUZZLE)), ["puzzle"]);
    assert_eq!(read(tabbed(OTHER) + "\n"), ["other"]);
    assert_eq!(read_side(9, &tabbed(PUZZLE)), ["puzzle"]);
    assert_eq!(read(format!("{}\r\n\r\n{}", tabbed(PUZZLE), tabbed(OTHER))), ["puzzle", "other"]);
    assert_eq!(
        read(format!("{}\n{}\n{}", tabbed(PUZZLE), "\t".repeat(8), tabbed(OTHER))),
        ["puzzle", "other"]
    );
    for row in [0, 4, 8] {
        let expected = PUZZLE[..9 * row].to_owned() + "........." + &PUZZLE[9 * row + 9..];
        assert_eq!(read(tabbed(&expected)), [expected], "{row}");
    }
    let wide = |row: usize| {
        (0..16).map(
            move |at| if (at + row).is_multiple_of(3_usize) { (row + 1).to_string() } else { String::new() },
        )
    };
    let wide: Vec<String> = (0..16).map(|row| wide(row).collect::<Vec<_>>().join("\t")).collect();
    let shown = read(wide.join("\n"));
    assert!(shown.len() == 1 && !shown[0].contains("expected"), "{shown:?}");
    // Two tabs between boxes are one separator.
    let boxed = |row: &String| [&row[..3], &row[3..6], &row[6..]].map(|part| spread(part, "\t")).join("\t\t");
    assert_eq!(read(rows(PUZZLE).iter().map(boxed).collect::<Vec<_>>().join("\n")), ["puzzle"]);
    let mut spoilt: Vec<String> = tabbed(PUZZLE).lines().map(str::to_owned).collect();
    spoilt[4] = "4\t\t\t8\t\t3\t\t1".to_owned();
    assert_eq!(read(spoilt.join("\n")), ["line 5, column 12: expected 9 cells, found 8"]);
    spoilt[4] = "4\t\t\t8\t\t3\t\tone\t1".to_owned();
    assert_eq!(read(spoilt.join("\n")), ["line 5, column 11: expected groups of 1 cells, found 3"]);
}

#[test]
fn spaces_are_blank_cells_in_rows_of_exact_width() {
    let spaced = |puzzle: &str| signed(puzzle, " ").join("\n");
    assert_eq!(read(spaced(PUZZLE)), ["puzzle"]);
    assert_eq!(read_side(9, &spaced(PUZZLE)), ["puzzle"]);
    assert_eq!(read(format!("{}\n\n{}", spaced(PUZZLE), block())), ["puzzle", "puzzle"]);
    for row in [4, 8] {
        let expected = PUZZLE[..9 * row].to_owned() + "........." + &PUZZLE[9 * row + 9..];
        assert_eq!(read(spaced(&expected)), [expected], "{row}");
    }
    assert_eq!(read_side(4, "1  4\n 4 1\n2 4 \n4 2 "), ["1..4.4.12.4.4.2."]);
    // These may be rows that lack cells.
    assert!(read("1 2 3 4 5")[0].contains("expected"), "{:?}", read("1 2 3 4 5"));
    assert!(read("123 456 7")[0].contains("expected groups of 3 cells, found 1"), "{:?}", read("123 456 7"));
    let mut mixed = rows(PUZZLE);
    mixed[4] = "42685379 ".to_owned();
    assert_eq!(read(mixed.join("\n")), ["line 5, column 9: expected 9 cells, found 8"]);
    let mut spoilt: Vec<String> = spaced(PUZZLE).lines().map(str::to_owned).collect();
    spoilt[4] = "4  8 3  ".to_owned();
    assert!(read(spoilt.join("\n"))[0].starts_with("line 5, column "), "{:?}", read(spoilt.join("\n")));
}

fn titles(input: &str) -> Vec<(String, Option<String>)> {
    let title = |record: &Record| {
        record.details().iter().find(|detail| detail.key == Key::Title).map(|detail| detail.text.clone())
    };
    let item = |item: Result<Record, ReadError>| {
        let title = item.as_ref().ok().and_then(title);
        (show(item), title)
    };
    Reader::new(input.as_bytes()).map(item).collect()
}

#[test]
fn a_line_of_text_directly_above_a_grid_is_its_title() {
    let with = |shown: &str, title: &str| (shown.to_owned(), Some(title.to_owned()));
    let without = |shown: &str| (shown.to_owned(), None);
    assert_eq!(titles(&format!("My first puzzle\n{}", block())), [with("puzzle", "My first puzzle")]);
    let framed = Geometry::classic();
    let grid: Grid = PUZZLE.parse().unwrap();
    let framed = grid.to_frame(&grid, &framed).unwrap();
    assert_eq!(titles(&format!("Monday\n{framed}")), [with("puzzle", "Monday")]);
    assert_eq!(
        titles(&format!("Monday\n{}\nTuesday, x-wing\n# by me\n{}", block(), other_block())),
        [with("puzzle", "Monday"), with("other", "Tuesday, x-wing")]
    );
    let fault = "line 1, column 1: expected a digit or a blank, found `h`";
    assert_eq!(titles("hello"), [without(fault)]);
    assert_eq!(titles(&format!("hello\n\n{}", block())), [without(fault), without("puzzle")]);
    assert_eq!(titles(&format!("hello\n{PUZZLE}")), [without(fault), without("puzzle")]);
    assert_eq!(titles(&format!("hello\nGrid 1\n{}", block())), [without(fault), without("puzzle")]);
    assert_eq!(titles("hello\nworld\n").len(), 2);
    let short = rows(PUZZLE)[..8].join("\n");
    assert_eq!(
        titles(&format!("hello\n{short}")),
        [without(fault), without("line 9: expected 9 rows, found the end of the input after 8")]
    );
    // Inside a block it may have replaced a row.
    assert_eq!(titles(&format!("{}hello\n{}", block(), other_block())).len(), 3);
}

#[test]
fn rows_with_a_bar_around_every_cell_have_blank_cells_between_bars() {
    let framed = |bar: char, corner: &str| -> String {
        let row = |row: &String| {
            let cells = row.chars().map(|cell| if cell == '.' { ' ' } else { cell });
            let cells: String = cells.map(|cell| format!(" {cell} {bar}")).collect();
            format!("   {bar}{cells}\n   {corner}\n")
        };
        rows(PUZZLE).iter().map(row).collect()
    };
    assert_eq!(read(framed('|', "|---|---|---|---|---|---|---|---|---|")), ["puzzle"]);
    assert_eq!(
        read(framed('\u{2502}', "\u{251c}\u{2500}\u{2500}\u{2500}\u{253c}\u{2500}\u{2500}\u{2500}\u{2524}")),
        ["puzzle"]
    );
    // A wrong character is reported in its place.
    let wrong = read(framed('|', "+---+").replacen(" 5 ", " w ", 1));
    assert!(wrong.len() == 1 && wrong[0].starts_with("line 1, column 6"), "{wrong:?}");
    // Three bars around two boxes are a frame as before.
    assert_eq!(read_side(4, "| 12 | 34 |\n| 34 | 12 |\n| 21 | 43 |\n| 43 | 21 |\n"), ["1234341221434321"]);
}

#[test]
fn lists_of_rows_are_grids_as_programs_write_them() {
    let list = |quote: &str, end: &str| -> String {
        let row = |row: &String| spread(&row.replace('.', "0"), ",");
        let row = |cells: &String| {
            let cells: Vec<String> =
                row(cells).split(',').map(|cell| format!("{quote}{cell}{quote}")).collect();
            format!("    [{}]", cells.join(", "))
        };
        format!("[\n{}{end}\n]\n", rows(PUZZLE).iter().map(row).collect::<Vec<_>>().join(",\n"))
    };
    for text in [
        list("", ""),
        list("\"", ""),
        format!("board = {}", list("", "")),
        format!("grid={}", list("'", ",")),
        list("'", "").replace('\n', " "),
        list("", "").replace(" 0", " None"),
        list("\"", "").replace("\"0\"", "\".\""),
    ] {
        assert_eq!(read(&text), ["puzzle"], "{text}");
    }
    // Puzzles in a list are still one each, and so are two lists.
    assert_eq!(read(format!("[\"{PUZZLE}\", \"{OTHER}\"]\n")), ["puzzle", "other"]);
    assert_eq!(read(format!("{}\n{}", list("", ""), list("\"", ""))), ["puzzle", "puzzle"]);
    assert_eq!(
        read_side(4, "[[1,2,3,4],[3,4,1,2],[2,1,4,3]]\n").len(),
        3,
        "a row is missing, so each list is a puzzle"
    );
}

#[test]
fn game_ids_of_solo_are_read_with_jigsaws_diagonals_and_cages() {
    let only = |text: &str| -> Record {
        let mut records: Vec<_> = Reader::new(text.as_bytes()).collect();
        assert_eq!(records.len(), 1, "{text}");
        records.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    let killer = "3x3k:zzzc,__aaa___a_a___aa_____a______a____a_a__a______b____aa_abaaaaaa___aa______a_a___aaaaa_a___a_a\
                  __aaaaaba,10_6_8a11a9a12b10_11a16_6b10_17a11c8_8b12_8_21a7b11_7e13_19b4a9_12c9_10a23a10_12_13e12c14_7a\
                  15b4c";
    let record = only(killer);
    let cages: Vec<String> = record.rules().iter().map(ToString::to_string).collect();
    assert_eq!((record.grid.clue_count(), cages.len()), (0, 37));
    assert_eq!(cages[0], "killer 10 r1c1 r2c1");
    assert_eq!(cages[17], "killer 21 r4c5 r4c6 r5c5 r5c6");
    assert_eq!(only("2x2:1a2_3b4i").grid.to_line().to_string(), "1.23..4.........");
    assert_eq!(only("2x2x:1o").rules().iter().map(ToString::to_string).collect::<Vec<_>>(), ["x"]);
    // The left columns of four rows, and so on: regions of a jigsaw that are columns.
    let jigsaw = only("4j:1o,____________cccc");
    assert_eq!(jigsaw.rules().len(), 1);
    for (text, words) in [
        ("2x2:1a2_3b4h\n", "expected 16 cells, found 15"),
        ("2x2:5o\n", "expected a digit"),
        ("2x2k:1o\n", "expected 3 parts, found 1"),
    ] {
        assert!(read(text)[0].contains(words), "{:?}", read(text));
    }
}
