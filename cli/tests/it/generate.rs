//! `dlx generate`: its problems are read back and have the published numbers of covers.

use crate::support::{Run, file, folder, run, run_on};

/// Runs `dlx generate` with these arguments, separated by blanks.
fn made(arguments: &str) -> Run {
    let words: Vec<&str> = ["generate"].into_iter().chain(arguments.split_whitespace()).collect();
    run(&words)
}

/// Returns the number of covers that `dlx count` finds in a generated problem.
#[track_caller]
fn counted(arguments: &str) -> String {
    let problem = made(arguments).exits(0).out;
    run_on(&problem, &["count", "-"]).out.trim().to_owned()
}

/// Returns the number before the word `covers` in the first line.
fn published(problem: &str) -> Option<&str> {
    let words: Vec<&str> = problem.lines().next()?.split_whitespace().collect();
    let at = words.iter().position(|word| word.starts_with("cover"))?;
    words.get(at.checked_sub(1)?).copied()
}

#[test]
fn every_family_counts_as_its_first_line_says() {
    for arguments in [
        "queens 8",
        "queens --torus 7",
        "langford 8",
        "pentominoes 3x20",
        "pentominoes 8x8 --holes 3,3 3,4 4,3 4,4",
        "soma",
        "dominoes 6x6",
        "latin 4",
        "latin --reduced 5",
        "mols 3",
        "mols 4 --reduced",
        "matchings 10",
        "setpartitions 8",
        "debruijn 2 4",
        "coloring 3 petersen",
        "coloring 2 cycle:6",
        "assignment 5 --seed 1",
        "league 4",
        "league 5",
        "steiner 7",
        "kirkman 9",
        "design 6 3 2",
        "kenken 4 --seed 1",
        "pips 4x5 --seed 1",
        "pips 3x3 --holes 1,1",
    ] {
        let problem = made(arguments).exits(0).out;
        let first = problem.lines().next().expect("a line").to_owned();
        let expected = published(&problem).unwrap_or_else(|| panic!("`{first}` has no count"));
        assert!(first.starts_with("| "), "{first}");
        assert_eq!(run_on(&problem, &["count", "-"]).exits(0).out.trim(), expected, "{first}");
    }
}

#[test]
fn queens_and_langford_pairs_are_counted_through_a_pipe() {
    assert_eq!(counted("queens 8"), "92");
    assert_eq!(counted("langford 8"), "300");
}

#[test]
fn families_without_a_published_count_are_read_back() {
    // Counts found by other methods: see the tests of the library.
    assert_eq!(counted("macmahon 2x3 --colors 2"), "416");
    assert_eq!(counted("coloring 3 grid:3x3"), "246");
    assert_eq!(counted("polycubes --region 2x3x10 --pieces flat:pentominoes"), "96");
    assert_eq!(counted("polyominoes --region 3x6 --pieces trominoes=*"), "170");
    // The five tetrominoes have 20 cells, but T covers two colors of the board unevenly.
    assert_eq!(counted("polyominoes --region 4x5 --pieces tetrominoes"), "0");
}

#[test]
fn regions_and_pieces_come_from_drawings() {
    let region = file("##.\n#x#\n.##\n");
    let pieces = file("corner *\n#.\n##\n\nbar *\n###\n");
    let (region, pieces) = [&region, &pieces].map(|file| file.path().to_str().expect("UTF-8")).into();
    let of = |turns: &str| {
        counted(&format!("polyominoes --region {region} --piece-file {pieces} --turns {turns}"))
    };
    // Seven cells cannot be divided into pieces of three.
    assert_eq!(of("free"), "0");
    let without = |turns: &str| {
        counted(&format!("polyominoes --region {region} --holes 1,1 --piece-file {pieces} --turns {turns}"))
    };
    // Two corner pieces, neither in the drawn orientation.
    assert_eq!(without("free"), "1");
    assert_eq!(without("none"), "0");
    // Two bars, or two corners in two ways; a domino tiling of two rows is one of 3; and in space, A006253.
    let lines = file("###\n###\n");
    let lines = lines.path().to_str().expect("UTF-8");
    assert_eq!(counted(&format!("polyominoes --region {lines} --piece-file {pieces}")), "3");
    assert_eq!(counted(&format!("dominoes {lines}")), "3");
    let solid = file("##\n##\n---\n##\n##\n");
    let solid = solid.path().to_str().expect("UTF-8");
    assert_eq!(counted(&format!("polycubes --region {solid} --pieces flat:domino=*")), "9");
}

#[test]
fn pieces_are_used_as_often_as_they_should_be() {
    assert_eq!(counted("polyominoes --region 4x4 --pieces domino=8"), "36");
    assert_eq!(counted("polyominoes --region 4x4 --pieces domino=2..7"), "0");
    assert_eq!(counted("partridge 1"), "1");
    assert_eq!(counted("partridge 4"), "0");
}

#[test]
fn bounds_are_printed_as_the_format_has_them() {
    let out = made("polyominoes --region 1x6 --pieces I3=2,I2=0..3,I1=*,V3=0..1").exits(0).out;
    assert_eq!(
        out.lines().take(3).collect::<Vec<_>>(),
        [
            "| polyominoes --region 1x6 --pieces I3=2,I2=0..3,I1=*,V3=0..1: polyominoes that fill a region",
            "| geometry 1 packing 1x6 cell=<row><column>",
            "2|I3 0:3|I2 00 01 02 03 04 05 | V3",
        ]
    );
}

#[test]
fn words_come_from_one_list_or_two() {
    let words = file("an\nto\nat\nno\nnot\nado\nit's\n");
    let down = file("at\nno");
    let [words, down] = [&words, &down].map(|file| file.path().to_str().expect("UTF-8"));
    let run = made(&format!("wordrect 2x2 {words}")).exits(0);
    assert!(run.err.contains("first `it's`"), "{}", run.err);
    // an/to and at/no with four words each, an/no and at/to with the same words across and down.
    assert_eq!(counted(&format!("wordrect 2x2 {words}")), "4");
    assert_eq!(counted(&format!("wordrect 2x2 {words} --distinct")), "2");
    assert_eq!(counted(&format!("wordrect 2x2 {words} {down}")), "1");
    let grid = file("##\n#.\n");
    // One of an and at, twice; or of to, twice; or no, twice.
    assert_eq!(counted(&format!("wordrect {} {words}", grid.path().display())), "6");
    assert_eq!(counted(&format!("wordrect {} {words} --distinct", grid.path().display())), "2");
}

#[test]
fn graphs_and_costs_come_from_files() {
    let graph = file("c triangle\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n");
    assert_eq!(counted(&format!("coloring 3 {}", graph.path().display())), "6");
    let costs = file("3, ,5\n1,2,3\n\"7\",8,9\n");
    let run = made(&format!("assignment --costs {}", costs.path().display())).exits(0);
    assert!(run.out.contains("\nr0 c0 |3\nr0 c2 |5\nr1 c0 |1\n"), "{}", run.out);
    assert!(run.out.ends_with("r2 c2 |9\n"), "{}", run.out);
    assert_eq!(run_on(&run.out, &["count", "-"]).exits(0).out, "4\n");
}

#[test]
fn single_pieces_are_turned_as_asked() {
    // A corner in a square of side 2 can be turned in four ways.
    let of = |arguments: &str| counted(&format!("polyominoes --region 2x2 --pieces V3,I1 {arguments}"));
    assert_eq!(of(""), "4");
    assert_eq!(of("--turns none"), "1");
    assert_eq!(of("--piece-turns V3=none"), "1");
    assert_eq!(of("--turns none --piece-turns V3=rotations"), "4");
    assert_eq!(of("--piece-turns I1=none,V3=free"), "4");
    // Two L tetrominoes fill 2x4, and two of their mirror images, too.
    let both = |turns: &str| counted(&format!("polyominoes --region 2x4 --pieces L4=2 {turns}"));
    assert_eq!((both(""), both("--piece-turns L4=rotations")), ("2".to_owned(), "1".to_owned()));
    let cubes = |turns: &str| counted(&format!("polycubes --region 2x2x2 --pieces A=2 {turns}"));
    assert_ne!(cubes("--piece-turns A=free"), cubes("--piece-turns A=none"));
    let named = made("polyominoes --region 2x2 --pieces V3,I1 --piece-turns V3=none").exits(0).out;
    assert!(
        named.starts_with("| polyominoes --region 2x2 --pieces V3,I1 --piece-turns V3=none: "),
        "{named}"
    );
    for (arguments, said) in [
        ("--piece-turns V4=none", "expected the name of a piece, found `V4`; did you mean `V3`?"),
        ("--piece-turns V3=twice", "expected the name of a piece, = and one of free, rotations, none"),
        ("--piece-turns V3", "expected the name of a piece, = and one of free, rotations, none"),
    ] {
        let run = made(&format!("polyominoes --region 2x2 --pieces V3,I1 {arguments}")).exits(2);
        assert!(run.err.contains(said), "{}", run.err);
    }
}

#[test]
fn the_same_seed_prints_the_same() {
    let one = made("assignment 6 --seed 5 --max-cost 9").exits(0).out;
    assert_eq!(one, made("assignment 6 --seed 5 --max-cost 9").exits(0).out);
    assert_ne!(one, made("assignment 6 --seed 6 --max-cost 9").exits(0).out);
    for family in ["roster 6 7", "timetable 3 4 5", "kenken 5", "pips 3x4"] {
        let one = made(&format!("{family} --seed 1")).exits(0).out;
        assert_eq!(one, made(&format!("{family} --seed 1")).exits(0).out, "{family}");
        assert_ne!(one, made(&format!("{family} --seed 2")).exits(0).out, "{family}");
    }
    let zero = made("assignment 5 --seed 0").exits(0).out;
    assert_eq!(made("assignment 5").exits(0).out, zero);
}

#[test]
fn parameters_that_make_no_problem_are_refused_with_2() {
    for (arguments, said) in [
        ("queens 0", "expected 1 to 2000, found 0"),
        ("setpartitions 40", "expected 1 to 20, found 40"),
        ("mols 1000000", "expected 1 to 40, found 1000000"),
        ("debruijn 36 10", "expected 2 to 1024"),
        ("pentominoes 99999999999999999x5", "the number of rows"),
        ("pentominoes 3x20 --holes 3,0", "hole 3,0"),
        ("pentominoes 3x20 --holes 3", "a row and a column"),
        ("polyominoes --region 3x3", "expected pieces in --pieces or --piece-file, found none"),
        ("polyominoes --region 3x3 --pieces Q", "unknown pieces `Q`"),
        ("polyominoes --region 3x3 --pieces I3=x", "found `x`"),
        ("polycubes --region 3x3x3 --pieces X", "unknown pieces `X`"),
        ("polyominoes --region 30x30 --pieces free10", "expected at most"),
        ("macmahon 5x5", "expected 1 to 24, found 25"),
        ("coloring 3 ring:5", "expected `complete:5`"),
        ("coloring 0 petersen", "the number of colors"),
        ("assignment", "N"),
        ("roster 3 7", "the number of nurses: expected 4 to 500, found 3"),
        ("roster 10 0", "the number of days: expected 1 to 366, found 0"),
        ("timetable 8 7 20", "the number of subjects: expected 8 to 100, found 7"),
        ("league 1", "the number of teams: expected 2 to 100, found 1"),
        ("steiner 8", "the number of points: expected 7, 9, 13, 15, ..."),
        ("kirkman 10", "the number of girls: expected 9, 15, 21, ..."),
        ("design 8 3 1", "found V = 8, K = 3, LAMBDA = 1"),
        ("kenken 10", "the side of the square: expected 2 to 9, found 10"),
        ("pips 8x8", "the number of cells: expected 2 to 56, found 64"),
        ("pips 3x3", "expected a region that dominoes can fill"),
    ] {
        let run = made(arguments).exits(2);
        assert!(run.err.contains(said), "{arguments}: {}", run.err);
        assert_eq!(run.out, "", "{arguments}");
    }
}

#[test]
fn files_that_make_no_sense_are_refused_with_3() {
    let nonsense = file("a\tb\n");
    let path = nonsense.path().to_str().expect("UTF-8");
    for (arguments, said) in [
        (format!("pentominoes {path}"), "line 1: a tab"),
        (format!("polyominoes --region 3x3 --piece-file {path}"), "line 1"),
        (format!("coloring 3 {path}"), "line 1: expected `c` and a comment"),
        (format!("assignment --costs {path}"), "line: 1"),
        ("coloring 3 no-such-file".to_owned(), "cannot open no-such-file"),
    ] {
        let run = made(&arguments).exits(3);
        assert!(run.err.contains(said), "{arguments}: {}", run.err);
        assert_eq!(run.out, "", "{arguments}");
    }
}

/// Draws the first cover of a problem, and returns the run of `dlx render`.
fn drawn(problem: &str, arguments: &[&str]) -> Run {
    let problem = file(problem);
    let path = problem.path().to_str().expect("UTF-8");
    let covers = run(&["solve", "--limit", "1", path]).out;
    run_on(&covers, &[&["render", "--title", "T", path, "-"], arguments].concat())
}

#[test]
fn every_family_is_drawn_from_its_geometry() {
    let words = file("an to at no");
    let wordrect = format!("wordrect 2x2 {}", words.path().display());
    let grid = file("##\n#.\n");
    let crossword = format!("wordrect {} {}", grid.path().display(), words.path().display());
    for (arguments, description) in [
        ("queens 4", "row 1: column 3, row 2: column 1, row 3: column 4, row 4: column 2"),
        ("langford 3", "Row 1: 3 1 2 1 3 2."),
        ("pentominoes 3x20", "Row 1: U U X I"),
        ("polyominoes --region 1x4 --pieces I3,I1", "Row 1: I3 I3 I3 I1."),
        ("soma", "Layer 1. Row 1:"),
        ("polycubes --region 1x1x3 --pieces flat:trominoes=0..1", "Row 1: I3 I3 I3."),
        ("dominoes 2x1", "Row 1: 1. Row 2: 1."),
        ("latin --reduced 2", "Row 1: 0 1. Row 2: 1 0."),
        ("mols --reduced 3", "Row 1: 0 0 1 1 2 2."),
        ("matchings 4", "Row 1: 1 1 2 2."),
        ("setpartitions 2", "Row 1: 1 2."),
        (wordrect.as_str(), "Row 1: a n. Row 2: t o."),
        (crossword.as_str(), "Row 1: a n. Row 2: n empty."),
        ("debruijn 2 2", "Row 1: 0 0 1 1."),
        ("ice 1", "Row 1: u l d r."),
        ("partridge 1", "Row 1: 1x1."),
        ("macmahon 1x1 --colors 1", "Row 1: a a a a."),
        ("coloring 2 path:3", "Row 1: 0 1 0."),
        ("assignment 1 --seed 1", "r0: c0."),
        ("roster 4 1", "nurse1: "),
        ("timetable 1 1 2", "class1: slot1 1, slot2 1."),
        ("league 2", "team1: team2 1."),
        ("steiner 3", "Row 1: 0 1 2."),
        ("kirkman 3", "day1: girl1 1, girl2 1, girl3 1."),
        ("design 3 2 1", "Row 1: 0 1 empty. Row 2: 0 empty 2. Row 3: empty 1 2."),
        ("kenken 2", "Row 1: "),
        ("pips 2x3", "Row 1: "),
    ] {
        let problem = made(arguments).exits(0).out;
        let run = drawn(&problem, &[]).exits(0);
        assert!(run.out.contains(&format!(">{description}")), "{arguments}: {}", run.out);
    }
}

#[test]
fn a_sheet_shows_all_covers_of_a_list() {
    let problem = file(&made("queens 6").exits(0).out);
    let path = problem.path().to_str().expect("UTF-8");
    let covers = run(&["solve", path]).exits(0).out;
    let sheet = run_on(&covers, &["render", "--sheet", "2", "--title", "T", path]).exits(0).out;
    // Queens: OEIS A000170.
    assert_eq!(sheet.matches("<g transform=").count(), 4);
    assert!(sheet.contains(">Cover 1. row 1: column ") && sheet.contains("Cover 4. "), "{sheet}");
    let none = run_on("", &["render", "--sheet", "2", path]).exits(3);
    assert!(none.err.contains("expected covers to draw, found none"), "{}", none.err);
    let wrong = run_on(&format!("{covers}0 0\n"), &["render", "--sheet", "2", path]).exits(1);
    assert!(wrong.err.contains("cover 5: no cover: "), "{}", wrong.err);
    for flags in [["--number", "2"], ["--sheet", "0"]] {
        run_on(&covers, &[&["render", "--sheet", "2", path], &flags[..]].concat()).exits(2);
    }
}

#[test]
fn covers_are_drawn_as_text() {
    let board = drawn(&made("queens 4").exits(0).out, &["--format", "text"]).exits(0).out;
    assert_eq!(board, ". . Q .\nQ . . .\n. . . Q\n. Q . .\n");
    let folder = folder();
    let path = folder.path().join("soma.txt");
    let soma = made("soma").exits(0).out;
    drawn(&soma, &["-o", path.to_str().expect("UTF-8")]).exits(0);
    let text = std::fs::read_to_string(&path).expect("it was written");
    assert_eq!(text, drawn(&soma, &["--format", "text"]).exits(0).out);
    assert!(text.starts_with("layer 1 ") && text.contains('┌'), "{text}");
    let space = drawn(&soma, &["--format", "text", "--view", "isometric"]).exits(2).err;
    assert!(space.contains("expected SVG for --view, found text"), "{space}");
    let sheet = drawn(&soma, &["--format", "text", "--sheet", "2"]);
    assert_eq!(sheet.exits(0).out, text);
}

#[test]
fn polyhexes_and_polyiamonds_are_made_and_drawn() {
    let strip = file("#####\n");
    let region = strip.path().to_str().expect("UTF-8");
    let of = |grid: &str, pieces: &str| {
        made(&format!("polyominoes --grid {grid} --region {region} --pieces {pieces}")).exits(0).out
    };
    let hexagons = of("hexagons", "free2,free3=0..1");
    assert!(
        hexagons.contains(&format!(
            "| polyominoes --region {region} --pieces free2,free3=0..1 --grid hexagons: "
        ))
    );
    assert!(hexagons.contains("| geometry 1 hexagons 1x5 cell=<row><column>\n"), "{hexagons}");
    // The bars of two and three hexagons, in either order.
    assert_eq!(run_on(&hexagons, &["count", "-"]).exits(0).out, "2\n");
    let drawing = drawn(&hexagons, &["--format", "text"]).exits(0).out;
    assert!(drawing.starts_with(" / \\ / \\ / \\ / \\ / \\\n│"), "{drawing}");
    // One of the three triangles that point down is alone; the others are in pairs.
    let triangles = of("triangles", "free1,free2=2");
    assert_eq!(run_on(&triangles, &["count", "-"]).exits(0).out, "3\n");
    assert!(drawn(&triangles, &[]).exits(0).out.contains(">Row 1: "));
    let unknown = ["generate", "polyominoes", "--grid", "hexagons", "--region", "2x2", "--pieces", "I3"];
    let unknown = run(&unknown).exits(2).err;
    assert!(unknown.contains("unknown pieces `I3`; expected `tetrahexes` or one of them"), "{unknown}");
}

#[test]
fn items_with_any_names_are_drawn() {
    let problem = "\
| geometry 1 table cell=<row:Ann,Bob>-<column:Mon,Tue> symbol=<any>-<symbol>
Ann-Mon Ann-Tue Bob-Mon Bob-Tue need-early need-late
Ann-Mon need-early
Ann-Tue Bob-Mon Bob-Tue need-late
";
    let drawing = drawn(problem, &["--format", "text"]).exits(0).out;
    assert_eq!(drawing, "     Mon    Tue\nAnn  early  late\nBob  late   late\n");
    let list = ["--geometry", "1 packing cell=Ann-Mon,Bob-Tue/,Bob-Mon/Ann-Tue", "--format", "text"];
    let drawing = drawn(problem, &list).exits(0).out;
    assert!(drawing.starts_with("┌───┬───┐\n│ 1 │ 2 │\n"), "{drawing}");
    assert!(drawing.ends_with("1 need-early  2 need-late\n"), "{drawing}");
}

#[test]
fn a_geometry_outlives_conversions_and_reductions() {
    let problem = made("queens 6").exits(0).out;
    let picture = drawn(&problem, &[]).exits(0).out;
    let json = run_on(&problem, &["convert", "-", "--to", "json"]).exits(0).out;
    assert!(json.contains("\"comment\":\"geometry 1 queens 6x6 row=r<row> column=c<column>\""), "{json}");
    let problem_of_json = file(&json);
    let path = problem_of_json.path().to_str().expect("UTF-8");
    let back = run(&["convert", path, "--from", "json", "--to", "knuth"]).exits(0).out;
    assert_eq!(drawn(&back, &[]).exits(0).out, picture);
    let reduced = run_on(&made("pentominoes 3x20").exits(0).out, &["reduce", "-"]).exits(0).out;
    assert!(reduced.contains("| geometry 1 packing 3x20 cell=<row><column>\n"), "{reduced}");
}

#[test]
fn a_geometry_is_written_by_hand_or_given() {
    let problem = "a b c\na b\nc\n";
    let run = drawn(problem, &[]).exits(2);
    assert!(
        run.err.contains("expected a geometry, found none; add a line such as `| geometry 1 "),
        "{}",
        run.err
    );
    let run = drawn(problem, &["--geometry", "1 table cell=<column:10>"]).exits(0);
    assert!(run.out.contains(">Row 1: 1 1 2."), "{}", run.out);
    let run = drawn(&format!("| geometry 1 queens row=r<row> column=c<column>\n{problem}"), &[]).exits(2);
    assert!(run.err.contains("found none: names such as `a` fit no pattern"), "{}", run.err);
    for (line, said) in [
        ("| geometry 1 cells", "line 1: geometry: expected `packing`, `triangles`"),
        (
            "| geometry 1 packing cell=<row>\n|geometry",
            "line 2: geometry: expected one geometry, found a second",
        ),
    ] {
        let run = drawn(&format!("{line}\n{problem}"), &[]).exits(3);
        assert!(run.err.contains(said), "{}", run.err);
    }
    let run = drawn(problem, &["--geometry", "packing"]).exits(2);
    let said = "expected `1`, as in `1 packing cell=<row><column>`, found `packing`";
    assert!(run.err.contains(said), "{}", run.err);
}

#[test]
fn drawn_pieces_that_are_mistakes_are_named() {
    let drawn = |text: &str, region: &str| {
        let pieces = file(text);
        let path = pieces.path().to_str().expect("UTF-8").to_owned();
        run(&["generate", "polyominoes", "--region", region, "--piece-file", &path])
    };
    let unplaced = drawn("A\n##\n\nLong\n####\n", "2x3").exits(0);
    assert_eq!(unplaced.err, "warning: piece `Long` has no place in the region\n");
    let apart = drawn("A\n##\n\nB\n#.#\n", "2x3").exits(0);
    assert!(
        apart.err.contains(": piece `B` is not connected; blank lines separate pieces\n"),
        "{}",
        apart.err
    );
    let few = "the pieces have 4 cells or fewer, and 6 cells must be filled; if cells may stay empty, add pieces of one cell: 2";
    assert!(apart.err.contains(few), "{}", apart.err);
    let many = run(&["generate", "polyominoes", "--region", "2x2", "--pieces", "I2=3"]).exits(0);
    assert!(many.err.contains("the pieces have 6 cells or more, and the region has 4"), "{}", many.err);
    let joined = drawn("A\n##\nB\n#\n", "1x3").exits(3);
    assert!(joined.err.contains("line 3: expected a row drawn with `#`"), "{}", joined.err);
    let nameless = drawn("##\n##\n", "2x2").exits(3);
    assert!(nameless.err.contains("line 1: expected the name of a piece"), "{}", nameless.err);
    assert_eq!(drawn("A\n##\n", "1x2").exits(0).err, "");
}

#[test]
fn words_that_are_left_out_are_counted() {
    let words = file("12\n34\n13\n24\nit's\na-b\n");
    let path = words.path().to_str().expect("UTF-8").to_owned();
    let made = run(&["generate", "wordrect", "2x2", &path]).exits(0);
    assert!(
        made.err.ends_with(
            ": 2 words with other characters than letters and digits are left out, first `it's`\n"
        )
    );
    // 1 first, then 2 or 3 to the right and 2 or 3 below, then 4.
    assert_eq!(run_on(&made.out, &["count"]).exits(0).out, "4\n");
}
