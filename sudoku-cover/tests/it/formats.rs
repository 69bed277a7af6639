//! Every format that is read and written: the contents found, the format recognized, and each error.

use sudoku_cover::{
    Cell, Column, Detail, Digit, Format, Geometry, Key, Marks, ReadError, Reader, Record, WriteError, Writer,
};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn records(input: impl AsRef<[u8]>) -> Vec<Result<Record, ReadError>> {
    Reader::new(input.as_ref()).collect()
}

/// Returns the only record of an input.
#[track_caller]
fn one(input: impl AsRef<[u8]>) -> Record {
    let mut all = records(input);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0).unwrap()
}

/// Describes each record in a few words.
fn shown(records: impl IntoIterator<Item = Result<Record, ReadError>>) -> Vec<String> {
    let show = |record: Record| {
        let line = record.grid.to_line().to_string();
        format!("{} {}", record.format, if line == PUZZLE { "puzzle".to_owned() } else { line })
    };
    records.into_iter().map(|item| item.map_or_else(|error| error.to_string(), show)).collect()
}

fn read(input: impl AsRef<[u8]>) -> Vec<String> {
    shown(records(input))
}

fn read_as(format: Format, input: &str) -> Vec<String> {
    shown(Reader::new(input.as_bytes()).with_format(format))
}

fn write(format: Format, records: &[Record]) -> String {
    let mut writer = Writer::new(Vec::new(), format);
    for record in records {
        writer.write(record).unwrap();
    }
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

fn marks(digits: &[u8]) -> Marks {
    digits.iter().filter_map(|&digit| Digit::new(digit)).collect()
}

fn detail(key: Key, text: &str) -> Detail {
    Detail { key, text: text.to_owned() }
}

fn rows(puzzle: &str) -> String {
    puzzle.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect()
}

/// With 4 placed in r1c3 and the candidate 2 removed from r1c6.
const LIBRARY: &str =
    ":0000:x:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:216::";

#[test]
fn a_library_line_has_given_and_placed_digits_and_removed_candidates() {
    let record = one(LIBRARY);
    assert_eq!((record.format, record.grid.to_line().to_string().as_str()), (Format::Hodoku, PUZZLE));
    let placed: Vec<String> = record.placed().iter().map(ToString::to_string).collect();
    assert_eq!(placed, ["r1c3=4"]);
    let candidates = record.candidates(&Geometry::classic()).unwrap();
    assert_eq!(candidates.get(Cell::new(0, 5)), marks(&[6, 8]));
    assert_eq!(write(Format::Hodoku, &[record]), format!("{LIBRARY}\n"));
}

#[test]
fn the_step_of_a_library_line_survives() {
    // From the regression library of HoDoKu, where all examples of techniques are written in this form.
    let line = ":0200:16:7.+9...+3+4.+3.274.58+948+59..+7+2..3+1..8+49+7.47.9.86..9+84.+7+21.+8+2+3.+79.54+176+\
                2549+3+8+9+5+4....+72::114 115 116 614 615 616::";
    let record = one(line);
    assert_eq!(record.grid.clue_count() + record.placed().len(), 55);
    assert_eq!(record.details()[0], detail(Key::Other("hodoku technique".to_owned()), "0200"));
    assert_eq!(write(Format::Hodoku, &[record]), format!("{line}\n"));
}

#[test]
fn faults_of_library_lines_are_placed() {
    let wrong = |from: &str, to: &str| read(LIBRARY.replacen(from, to, 1));
    assert_eq!(wrong("79:", "7:"), ["line 1, column 90: expected 81 cells, found 80"]);
    assert_eq!(wrong("79:", "79.:"), ["line 1, column 92: expected 81 cells, found 82"]);
    assert_eq!(wrong("+4", "+x"), ["line 1, column 12: expected a digit from 1 to 9, found `x`"]);
    assert_eq!(wrong("+4", "+0"), ["line 1, column 12: expected a digit from 1 to 9, found `0`"]);
    assert_eq!(wrong("79:", "7.+:"), ["line 1, column 91: expected a digit from 1 to 9, found `+`"]);
    let message = "line 1, column 92: expected a candidate as digit, row and column, found `2160`";
    assert_eq!(wrong("216", "2160"), [message]);
    assert_eq!(
        read(":0000:x:12345...........::::"),
        ["line 1, column 13: expected a digit up to 4, found 5"]
    );
}

/// Returns the grid in a frame as Simple Sudoku writes it.
fn framed(puzzle: &str) -> String {
    let line = |row: &str| format!(" |{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
    let rows: Vec<String> = rows(puzzle).lines().map(line).collect();
    let bands: Vec<String> = rows.chunks(3).map(<[String]>::concat).collect();
    format!(" *-----------*\n{} *-----------*\n", bands.join(" |---+---+---|\n"))
}

#[test]
fn text_after_a_framed_grid_belongs_to_it() {
    let record = one(format!("{}\nI024\nE05002\n", framed(PUZZLE)));
    assert_eq!(record.format, Format::SimpleSudoku);
    assert_eq!(write(Format::Hodoku, std::slice::from_ref(&record)), format!("{LIBRARY}\n"));
    assert_eq!(write(Format::SimpleSudoku, &[record]), format!("{}\nI024\nE05002\n", framed(PUZZLE)));
    let two = format!("{}\nI024\n\n{}\nI028\n", framed(PUZZLE), framed(PUZZLE));
    let placed: Vec<usize> = records(two).iter().map(|item| item.as_ref().unwrap().placed().len()).collect();
    assert_eq!(placed, [1, 1]);
}

#[test]
fn the_clipboard_of_simple_sudoku_is_one_record() {
    let placed = PUZZLE.replacen("53.", "534", 1);
    let candidates = write(Format::Pencilmarks, &[one(&placed)]).replace(['.', ':', '\''], "*");
    let record = one(format!("{}\n{}\n{candidates}", framed(PUZZLE), framed(&placed)));
    assert_eq!((record.format, record.grid.to_line().to_string().as_str()), (Format::SimpleSudoku, PUZZLE));
    assert_eq!(record.placed().len(), 1);
    assert!(record.more.is_some_and(|more| more.marks.is_some()));
    // Two different puzzles are not merged.
    let other = SOLVED.replacen("53", "35", 1);
    assert_eq!(records(format!("{}\n{}", framed(PUZZLE), framed(&other))).len(), 2);
}

#[test]
fn faults_in_lines_about_cells_spoil_their_grid_only() {
    let after = |note: &str| read(format!("{}\n{note}\nI024\n\n{PUZZLE}\n", framed(PUZZLE)));
    let place = "line 15, column";
    assert_eq!(
        after("I814"),
        [format!("{place} 2: expected a cell from 00 to 80, found `81`"), "line puzzle".into()]
    );
    assert_eq!(after("I020")[0], format!("{place} 4: expected a digit from 1 to 9, found `0`"));
    assert_eq!(after("E0502")[0], format!("{place} 4: expected a digit from 001 to 009, found `02`"));
}

#[test]
fn tags_of_sdk_say_what_the_puzzle_is() {
    let text = format!("#ASome One\n#LEasy\n#B2005-11-15\n# a remark\n{}", rows(PUZZLE));
    let record = one(&text);
    assert_eq!(record.format, Format::Sdk);
    let expected = [
        detail(Key::Author, "Some One"),
        detail(Key::Level, "Easy"),
        detail(Key::Date, "2005-11-15"),
        detail(Key::Comment, "a remark"),
    ];
    assert_eq!(record.details(), expected);
    assert_eq!(one(write(Format::Sdk, &[record])).details(), expected);
    let sentence = one(format!("#Another one\n{}", rows(PUZZLE)));
    assert_eq!(sentence.details(), [detail(Key::Comment, "Another one")]);
    let asked = Reader::new(format!("#Leasy\n{}", rows(PUZZLE)).as_bytes()).with_format(Format::Sdk).next();
    assert_eq!(asked.unwrap().unwrap().details(), [detail(Key::Level, "easy")]);
}

#[test]
fn sections_other_than_the_puzzle_are_left_out() {
    let text = format!("[Puzzle]\n{}[State]\n{}\n[Puzzle]\n{}", rows(PUZZLE), rows(SOLVED), rows(SOLVED));
    assert_eq!(read(text), ["sdk puzzle", &format!("sdk {SOLVED}")]);
}

#[test]
fn sdx_tells_given_digits_placed_ones_and_candidates() {
    let text = "1 u3 2 4\n24 24 1 3\n34 124 34 12\n34 124 34 12\n";
    let record = one(text);
    assert_eq!(
        (record.format, record.grid.to_line().to_string().as_str()),
        (Format::Sdx, "1.24..13........")
    );
    assert_eq!(record.placed().iter().map(ToString::to_string).collect::<Vec<_>>(), ["r1c2=3"]);
    let geometry = Geometry::of_side(4).unwrap();
    assert_eq!(record.candidates(&geometry).unwrap().get(Cell::new(3, 1)), marks(&[1, 2, 4]));
    assert_eq!(write(Format::Sdx, &[record]), text);
    // Without a placed digit it is a pencilmark grid, unless another format is requested.
    let text = text.replace('u', "");
    assert_eq!(one(&text).format, Format::Pencilmarks);
    let asked = Reader::new(text.as_bytes()).with_format(Format::Sdx).next().unwrap().unwrap();
    assert_eq!(asked.grid.clue_count(), 6);
    assert_eq!(
        read("1 u5 2 4\n24 24 1 3\n34 124 34 12\n34 124 34 12\n")[0],
        "line 1, column 3: expected a digit or a blank, found `u`"
    );
}

#[test]
fn some_formats_hold_the_rules_of_a_variant() {
    let mut record = one(PUZZLE);
    record.more_mut().rules.push("x".parse().unwrap());
    for format in Format::ALL {
        let written = Writer::new(Vec::new(), format).write(&record);
        if format == Format::Killer {
            assert!(matches!(written, Err(WriteError::Givens { .. })));
            continue;
        }
        let loss = written.unwrap();
        let has_rules = matches!(format, Format::Json | Format::Iss | Format::FPuzzles | Format::SudokuPad);
        assert_eq!(loss.rules.is_empty(), has_rules, "{format}");
        assert!(loss.details.is_empty(), "{format}");
    }
}

#[test]
fn an_open_cell_with_one_candidate_is_placed_in_sdx_and_that_is_said() {
    let mut writer = Writer::new(Vec::new(), Format::Sdx);
    let loss = writer.write(&one(LIBRARY)).unwrap();
    assert_eq!(loss.to_string(), "some candidates");
    let record = one(writer.finish().unwrap());
    assert_eq!(record.grid.to_line().to_string(), PUZZLE);
    assert!(record.placed().iter().any(|placed| placed.to_string() == "r5c5=5"));
}

#[test]
fn pencilmarks_are_read_with_and_without_a_frame() {
    let drawn = write(Format::Pencilmarks, &[one(PUZZLE)]);
    assert!(
        drawn.starts_with('.') && drawn.contains("\n:") && drawn.contains("| 5   3    124    |"),
        "{drawn}"
    );
    let bare: String =
        drawn.lines().filter(|line| line.starts_with('|')).map(|line| format!("{line}\n")).collect();
    let geometry = Geometry::classic();
    let expected = one(PUZZLE).candidates(&geometry).unwrap();
    let in_one_line = bare.replace(['|', '\n'], " ");
    for text in [&drawn, &bare, &bare.replace('|', " "), &in_one_line] {
        let record = one(text);
        assert_eq!(record.format, Format::Pencilmarks);
        assert_eq!(record.candidates(&geometry).unwrap(), expected);
        assert_eq!(record.grid.to_line().to_string(), PUZZLE);
    }
}

#[test]
fn the_last_candidate_of_a_cell_is_not_given_while_a_peer_has_it() {
    let rows = ["1 23 23 4\n", "234 1234 123 123\n", "1234 1234 1234 1234\n", "1234 1234 1234 1234\n"];
    let record = one(rows.concat());
    // The 1 of r1c1 is still a candidate of r2c2, the 4 of r1c4 one of r3c4.
    assert_eq!((record.format, record.grid.clue_count()), (Format::Pencilmarks, 0));
    let allowed = record.allowed().unwrap();
    assert_eq!((allowed.get(Cell::new(0, 0)), allowed.get(Cell::new(0, 1))), (marks(&[1]), marks(&[2, 3])));
}

#[test]
fn signs_beside_candidates_are_forgiven_if_pencilmarks_are_asked_for() {
    let drawn = write(Format::Pencilmarks, &[one(PUZZLE)]);
    let marked = drawn.replacen(" 124 ", "*421#", 1).replacen(" 26 ", "-26 ", 1);
    assert_eq!(read_as(Format::Pencilmarks, &marked), ["pm puzzle"]);
    let repeated = drawn.replacen(" 124 ", " 122 ", 1);
    let message = "line 2, column 12: expected each candidate of a cell once, found 2 twice";
    assert_eq!(read_as(Format::Pencilmarks, &repeated), [message]);
    assert_eq!(read_as(Format::Pencilmarks, &drawn.replacen(" 124 ", " 104 ", 1)).len(), 1);
}

#[test]
fn two_digits_amid_blank_cells_are_a_slip() {
    let mut lines: Vec<String> =
        rows(PUZZLE).lines().map(|row| row.chars().map(|c| format!("{c} ")).collect()).collect();
    lines[4] = "4 12 3 8 5 3 7 9 1".to_owned();
    assert_eq!(read(lines.join("\n")), ["line 5, column 3: expected a digit up to 9, found 12"]);
}

#[test]
fn candidates_in_one_line_are_read_for_all_sizes() {
    let line = write(Format::Candidates, &[one(PUZZLE)]);
    assert!(line.starts_with("....5......3......12.4....."), "{line}");
    assert_eq!(line.trim_end().len(), 729);
    assert_eq!(read(&line), ["729 puzzle"]);
    assert_eq!(read(line.replace('.', "0")), ["729 puzzle"]);
    assert_eq!(
        one(line.replace('\n', " # from elsewhere")).details(),
        [detail(Key::Comment, "from elsewhere")]
    );
    let four = write(Format::Candidates, &[one("12..34..21..43..")]);
    assert_eq!(read(&four), ["729 12..34..21..43.."]);
    let sixteen = write(Format::Candidates, &[one(vec!["0"; 256].join(","))]);
    assert_eq!(sixteen.trim_end().len(), 2 * 4096);
    assert_eq!(one(&sixteen).grid.side(), 16);
    let wrong = line.replacen("12.4", "13.4", 1);
    assert_eq!(read(&wrong), ["line 1, column 20: expected 2 or a blank, found `3`"]);
    assert_eq!(
        read(wrong.replacen("13.4", "1x.4", 1)),
        ["line 1, column 20: expected 2 or a blank, found `x`"]
    );
    assert_eq!(read(&line[1..]), ["line 1, column 82: expected 81 cells, found 728"]);
}

#[test]
fn a_table_has_its_puzzles_under_a_header() {
    let text = format!("id,puzzle,solution,difficulty\n1,{PUZZLE},{SOLVED},0.5\n2,{SOLVED},\"a,\"\"b\",\n");
    let all = records(&text);
    assert_eq!(shown(records(&text)), ["csv puzzle", &format!("csv {SOLVED}")]);
    let first = all[0].as_ref().unwrap();
    assert_eq!(first.details()[2], detail(Key::Other("difficulty".to_owned()), "0.5"));
    assert_eq!((first.line, first.number), (2, 1));
    let second = all[1].as_ref().unwrap();
    assert_eq!(second.details()[1], detail(Key::Other("solution".to_owned()), "a,\"b"));
    for header in ["quizzes,solutions", "Puzzle;Solution", "puzzle\tsolution", "\u{feff}puzzle,solution"] {
        let between = header.chars().find(|c| ",;\t".contains(*c)).unwrap();
        assert_eq!(read(format!("{header}\r\n{PUZZLE}{between}{SOLVED}\r\n")), ["csv puzzle"], "{header}");
    }
    assert_eq!(read(format!("# from elsewhere\n\npuzzle\n{PUZZLE}")), ["csv puzzle"]);
}

#[test]
fn a_column_is_asked_for_by_name_or_number() {
    let read = |text: &str, column: &str| {
        let Ok(column) = column.parse::<Column>();
        shown(Reader::new(text.as_bytes()).with_column(column))
    };
    let text = format!("id,start,end\n1,{PUZZLE},{SOLVED}\n2,{PUZZLE}\n");
    assert_eq!(read(&text, "Start"), ["csv puzzle", "csv puzzle"]);
    let short = "line 3: expected 3 fields, found 2".to_owned();
    assert_eq!(read(&text, "3"), [format!("csv {SOLVED}"), short]);
    let bare = text.split_once('\n').unwrap().1;
    assert_eq!(read(bare, "2"), ["csv puzzle", "csv puzzle"]);
    assert_eq!(read(&text, "x"), ["line 1: expected a column `x`, found `id`, `start`, `end`"]);
    let asked = shown(Reader::new(text.as_bytes()).with_format(Format::Csv));
    assert_eq!(asked, ["line 1: expected a column `puzzle`, found `id`, `start`, `end`"]);
}

#[test]
fn faults_in_tables_are_placed() {
    let text =
        format!("id,puzzle\n1,{}\n2,\"{}\"\n3\n4,{PUZZLE}", &PUZZLE[1..], PUZZLE.replacen('.', "x", 1));
    let expected = [
        "line 2, column 83: expected 81 cells, found 80",
        "line 3, column 6: expected a digit or a blank, found `x`",
        "line 4: expected 2 fields, found 1",
        "csv puzzle",
    ];
    assert_eq!(read(text), expected);
    let long = format!("puzzle,x\n{PUZZLE},{}\n{PUZZLE},1\n", "x".repeat(1 << 20));
    assert_eq!(read(long), ["line 2: expected a record of at most 262144 bytes, found more", "csv puzzle"]);
}

#[test]
fn objects_hold_everything() {
    let placed = format!("..4{}", ".".repeat(78));
    let text = format!(
        r#"{{"givens":"{PUZZLE}","placed":"{placed}","title":"One","other":{{"x":"y"}},"comment":["a","b"]}}"#
    );
    let record = one(&text);
    assert_eq!((record.format, record.placed().len()), (Format::Json, 1));
    assert_eq!(record.details().len(), 4);
    assert_eq!(one(write(Format::Json, std::slice::from_ref(&record))), record);
    let marked = one(LIBRARY);
    let copy = one(write(Format::Json, std::slice::from_ref(&marked)));
    assert_eq!((copy.grid, copy.more), (marked.grid, marked.more));
}

#[test]
fn objects_stand_in_lists_in_lines_or_over_many_lines() {
    let object = format!(r#"{{"puzzle": "{PUZZLE}"}}"#);
    let cells: Vec<String> = PUZZLE
        .bytes()
        .map(|byte| if byte == b'.' { "0".into() } else { char::from(byte).to_string() })
        .collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    let grid = format!("{{\"grid\":\n[{}]}}", rows.join(",\n"));
    let flat = format!("{{\"board\":[{}]}}", cells.join(", ")).replace('0', "null");
    let two = ["json puzzle", "json puzzle"];
    assert_eq!(read(format!("{object}\n{object}\n")), two);
    assert_eq!(read(format!("[\n  {object},\n  {object}\n]\n")), two);
    assert_eq!(read(format!("[{object},\"{PUZZLE}\"]")), two);
    assert_eq!(read(format!("{grid}\n{flat}")), two);
    assert_eq!(read(format!("[{}]", rows.join(","))), ["json puzzle"], "nine lists of nine cells are rows");
    assert_eq!(read(format!("[{}]", rows[..8].join(","))).len(), 8, "a list is one of puzzles");
    // Lines may follow the document.
    assert_eq!(
        read(format!("{PUZZLE}\n{object}\n{PUZZLE}\n")),
        ["line puzzle", "json puzzle", "line puzzle"]
    );
    assert_eq!(read(format!("{object}\n").replace('\n', "\r\n")), ["json puzzle"]);
}

#[test]
fn faults_in_objects_are_placed() {
    assert_eq!(
        read("{\"a\": 1}"),
        ["line 1, column 1: expected a puzzle as `givens` of an object, found none"]
    );
    assert_eq!(read("\n {\"givens\": \"123\"}"), ["line 2, column 2: expected 81 cells, found 3"]);
    assert_eq!(read("{\"givens\": [[1,2],[3]]}"), ["line 1, column 1: expected 2 cells, found 1"]);
    assert_eq!(read("{\"givens\": [1,2,3,5]}"), ["line 1, column 1: expected a digit up to 2, found 3"]);
    assert_eq!(
        read("{\"givens\": 1}"),
        ["line 1, column 1: expected a puzzle as `givens` of an object, found none"]
    );
    assert_eq!(
        read("{\"givens\":\n x}")[0],
        "line 2, column 2: invalid json: expected a JSON value, found other text"
    );
    assert_eq!(
        read("[{\"givens\": \"123\"")[0],
        "line 1, column 18: expected the end of an object, found the end of the input"
    );
    assert_eq!(
        read(format!("{{}} x y\n{PUZZLE}"))[1..],
        ["line 1, column 4: expected an object, found `x`", "line puzzle"]
    );
    assert_eq!(
        read_as(Format::Json, &format!("\"{PUZZLE}\"\n\n\"{PUZZLE}\"\n")),
        ["json puzzle", "json puzzle"]
    );
    assert_eq!(
        read("[\n")[0],
        "line 2, column 1: expected the end of a list of objects, found the end of the input"
    );
    let short = format!("{{\"givens\":\"{PUZZLE}\",\"marks\":[[1]]}}");
    assert_eq!(read(short), ["line 1, column 1: expected 81 cells, found 1"]);
    let deep = format!("{}\n{PUZZLE}", "[".repeat(1 << 17) + &"]".repeat(1 << 17));
    assert_eq!(read(&deep).last().map(String::as_str), Some("line puzzle"));
    let long = format!("{{\"x\":\"{}\"}}\n{PUZZLE}", "x".repeat(1 << 21));
    let message = "line 1, column 1: expected an object of at most 1048576 bytes, found more";
    assert_eq!(read(long), [message, "line puzzle"]);
}

#[test]
fn games_of_opensudoku_stand_in_folders() {
    let digits = PUZZLE.replace('.', "0");
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\" ?>\n<opensudoku version=\"2\">\n\
         <!-- > --><folder name=\"A &amp; B\">\n<game data=\"{digits}\" note=\"hard\" time='12' />\n</folder>\n\
         <game data=\"{digits}\"></game></opensudoku>\n{PUZZLE}\n"
    );
    let all = records(&text);
    assert_eq!(shown(records(&text)), ["opensudoku puzzle", "opensudoku puzzle", "line puzzle"]);
    let first = all[0].as_ref().unwrap();
    let expected = [
        detail(Key::Title, "A & B"),
        detail(Key::Comment, "hard"),
        detail(Key::Other("time".to_owned()), "12"),
    ];
    assert_eq!((first.details(), first.line), (&expected[..], 4));
    let older = format!(
        "<opensudoku><name>Easy</name><author>Some &lt;One&gt;</author><game data=\"{digits}\"/></opensudoku>"
    );
    assert_eq!(one(older).details(), [detail(Key::Title, "Easy"), detail(Key::Author, "Some <One>")]);
    let record = one(LIBRARY);
    let copy = one(write(Format::OpenSudoku, std::slice::from_ref(&record)));
    assert_eq!((copy.grid, copy.more), (record.grid, record.more));
}

#[test]
fn faults_in_xml_are_placed() {
    let game = |data: &str| {
        format!("<opensudoku>\n <game data=\"{data}\"/>\n <game data=\"{PUZZLE}\"/>\n</opensudoku>")
    };
    assert_eq!(read(game("123")), ["line 2, column 2: expected 81 cells, found 3", "opensudoku puzzle"]);
    assert_eq!(read(game("5|0|0|")), ["line 2, column 2: expected 81 cells, found 1", "opensudoku puzzle"]);
    let bars = format!("{}x|0|0|", "0|0|1|".repeat(80));
    assert_eq!(read(game(&bars))[0], "line 2, column 2: expected a digit, found `x`");
    assert_eq!(
        read("<opensudoku>\n <game x=\"y\"/></opensudoku>")[0],
        "line 2, column 2: expected an attribute `data` of the game, found none"
    );
    assert_eq!(read("<html><body>")[0], "line 1, column 1: expected the element `opensudoku`, found `html`");
    assert_eq!(
        read("<opensudoku>\n"),
        ["line 2, column 1: expected the end of an element, found the end of the input"]
    );
    assert_eq!(
        read("<opensudoku>\n<game data=\"1"),
        ["line 2, column 14: expected the end of a tag, found the end of the input"]
    );
    let long = format!("<opensudoku><game data=\"{}", "1".repeat(1 << 21));
    assert_eq!(read(long), ["line 1, column 13: expected a tag of at most 1048576 bytes, found more"]);
}

#[test]
fn digits_amid_anything_are_cells() {
    let text: String = rows(PUZZLE).lines().map(|row| format!("row: {row}!\n")).collect();
    assert_eq!(read_as(Format::Digits, &format!("# Grid 1 of 2\n{text}{text}")), ["digits puzzle"; 2]);
    let short = text.trim_end().replacen("9!", "!", 1);
    assert_eq!(
        read_as(Format::Digits, &short),
        ["line 9, column 14: expected 81 cells, found the end of the input after 80"]
    );
    // All digits of an input may be a smaller grid.
    assert_eq!(read_as(Format::Digits, "(1, 0) (0, 2)"), ["digits 1..2"]);
    assert_eq!(
        read_as(Format::Digits, "(1, 0) (0, 3)"),
        ["line 1, column 13: expected 81 cells, found the end of the input after 4"]
    );
    assert_eq!(read_as(Format::Digits, &format!("{text}(1, 0) (0, 2)")).len(), 2);
    let small =
        Reader::new(&b"1 2 3 4\n3 4 1 5\n........"[..]).with_side(4).unwrap().with_format(Format::Digits);
    assert_eq!(shown(small), ["line 2, column 7: expected a digit up to 4, found 5"]);
}

#[test]
fn comments_survive_in_the_formats_that_have_them() {
    let record = one(format!("# above\n{PUZZLE} beside\n"));
    assert_eq!(record.details(), [detail(Key::Comment, "beside"), detail(Key::Comment, "above")]);
    for format in [Format::Line, Format::Grid, Format::Csv, Format::Sdk, Format::OpenSudoku, Format::Json] {
        let text = write(format, std::slice::from_ref(&record));
        let copy = one(&text);
        let said: Vec<&str> = copy.details().iter().map(|detail| detail.text.as_str()).collect();
        assert!(said.join(" ").contains("beside") && said.join(" ").contains("above"), "{format}: {text}");
    }
}

#[test]
fn comments_stay_with_the_puzzle_below_them() {
    let text = format!("# first\n{}# second\n{}\n# third\n{PUZZLE}\n{PUZZLE}\n", rows(PUZZLE), rows(PUZZLE));
    let said: Vec<Vec<String>> = records(text)
        .into_iter()
        .map(|item| item.unwrap().details().iter().map(|detail| detail.text.clone()).collect())
        .collect();
    assert_eq!(said, [vec!["first"], vec!["second"], vec!["third"], vec![]]);
}

#[test]
fn losses_of_a_format_are_reported() {
    let record = one(LIBRARY);
    let lost = |format| Writer::new(Vec::new(), format).write(&record).unwrap().to_string();
    assert_eq!(lost(Format::Line), "the distinction of givens and placed digits, some candidates");
    assert_eq!(lost(Format::Pencilmarks), "the distinction of givens and placed digits");
    assert_eq!(lost(Format::Csv), "some candidates");
    assert_eq!(lost(Format::Json), "");
    let named = one(format!("#ASome One\n{}", rows(PUZZLE)));
    assert_eq!(
        Writer::new(Vec::new(), Format::Grid).write(&named).unwrap().to_string(),
        "some of the metadata (author)"
    );
    assert!(Writer::new(Vec::new(), Format::Csv).write(&named).unwrap().is_none());
}

#[test]
fn a_grid_that_does_not_fit_the_format_is_refused() {
    let sixteen = one(vec!["0"; 256].join(","));
    for format in Format::ALL {
        let written = Writer::new(Vec::new(), format).write(&sixteen);
        let has_room = matches!(
            format,
            Format::Line
                | Format::Grid
                | Format::Csv
                | Format::Pencilmarks
                | Format::Candidates
                | Format::Json
                | Format::Iss
                | Format::FPuzzles
                | Format::SudokuPad
                | Format::Killer
        );
        assert_eq!(written.is_ok(), has_room, "{format}");
    }
    let error = Writer::new(Vec::new(), Format::Hodoku).write(&sixteen).unwrap_err();
    assert_eq!(error.to_string(), "expected a grid of side 2 to 9 for hodoku, found one of side 16");
    let error = Writer::new(Vec::new(), Format::Poj).write(&sixteen).unwrap_err();
    assert_eq!(error.to_string(), "expected a grid of side 9 for poj, found one of side 16");
    let empty = one(write(Format::Candidates, &[one(PUZZLE)]).replacen("12.4", "....", 1));
    let error = Writer::new(Vec::new(), Format::Pencilmarks).write(&empty).unwrap_err();
    assert!(matches!(error, WriteError::NoCandidate { .. }));
    assert_eq!(error.to_string(), "expected a candidate in every cell for pm, found none in r1c3");
    let geometry = Geometry::of_side(4).unwrap();
    let error =
        Writer::new(Vec::new(), Format::Grid).with_geometry(&geometry).write(&one(PUZZLE)).unwrap_err();
    assert_eq!(error.to_string(), "expected a board of side 9, found one of side 4");
}

#[test]
fn the_number_of_puzzles_stands_in_front_of_them() {
    let text = write(Format::Poj, &[one(PUZZLE), one(SOLVED)]);
    assert!(text.starts_with("2\n530070000\n600195000\n"), "{text}");
    assert_eq!(read(&text), ["poj puzzle", &format!("poj {SOLVED}")]);
    assert_eq!(read(text.replacen('2', "3", 1))[2], "line 1: expected 3 puzzles, found 2");
}

#[test]
fn a_grid_is_drawn_as_everyone_draws_it() {
    let text = write(Format::Grid, &[one(PUZZLE)]);
    let first: Vec<&str> = text.lines().take(2).collect();
    assert_eq!(first, ["+-------+-------+-------+", "| 5 3 . | . 7 . | . . . |"]);
    assert_eq!(read(&text), ["grid puzzle"]);
    assert_eq!(write(Format::Digits, &[one(PUZZLE)]), PUZZLE.replace('.', "0") + "\n");
}

#[test]
fn environments_of_latex_stand_in_a_document() {
    let rows = PUZZLE.as_bytes().chunks(9).map(|row| {
        let cells: String = row
            .iter()
            .map(|&cell| if cell == b'.' { " |".to_owned() } else { format!("{}|", cell as char) })
            .collect();
        format!("|{cells}. % a row\n")
    });
    let rows: Vec<String> = rows.collect();
    let text = format!("\\begin{{sudoku}}\n{}\\end{{sudoku}}\n{PUZZLE}\n", rows.concat());
    assert_eq!(shown(records(&text)), ["latex puzzle", "line puzzle"]);
    let document = format!(
        "\\documentclass{{article}}\n\\section{{One 1}}\n{text}\\begin{{sudoku-block}}\n{}\\end{{sudoku-block}}",
        rows.concat()
    );
    let read: Vec<_> =
        Reader::new(document.as_bytes()).with_format(Format::Latex).map(Result::unwrap).collect();
    assert_eq!(read.iter().map(|record| record.line).collect::<Vec<_>>(), [3, 15]);
    assert!(read.iter().all(|record| record.grid == PUZZLE.parse().unwrap()));
    for (from, to, error) in [
        ("|5|3|", "|5|x|", "line 2: expected a digit of 1 to 9, found `x`"),
        ("|5|3|", "|5|", "line 2: expected 9 cells, found 8"),
        (
            "|5|3|",
            "5|3|",
            "line 2: expected cells between bars, such as |2|5| |, found `5|3| | |7| | | | |.`",
        ),
        (&rows[8], "", "line 10, column 1: expected 81 cells, found 72"),
        ("\\end{sudoku}\n", "", "line 12, column 1: expected `\\end{sudoku}`, found the end of the input"),
    ] {
        let found = records(text.replacen(from, to, 1)).remove(0).unwrap_err().to_string();
        assert!(
            found.starts_with(error.split(", found the end").next().unwrap()) || found == error,
            "{found}"
        );
    }
}

#[test]
fn all_formats_may_stand_in_one_stream_that_says_which_it_was() {
    let record = one(PUZZLE);
    let formats = [
        (Format::Line, "line"),
        (Format::Json, "json"),
        (Format::Grid, "grid"),
        (Format::Hodoku, "hodoku"),
        (Format::OpenSudoku, "opensudoku"),
        (Format::Latex, "latex"),
        (Format::Pencilmarks, "pm"),
        (Format::Candidates, "729"),
        (Format::SimpleSudoku, "grid"),
        (Format::Json, "json"),
    ];
    let text: String =
        formats.iter().map(|&(format, _)| write(format, std::slice::from_ref(&record)) + "\n").collect();
    let expected: Vec<String> = formats.iter().map(|(_, name)| format!("{name} puzzle")).collect();
    assert_eq!(read(text), expected);
}

#[test]
fn a_stream_that_is_compressed_is_refused_at_once() {
    let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x33];
    assert_eq!(read(gzip), ["line 1: expected text, found compressed bytes; unpack them first"]);
}
