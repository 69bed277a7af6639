//! Tests of the packings in BurrTools' files. The counts are those of the literature, or those that BurrTools 0.7 prints
//! for the same file.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use dlx_core::Problem;
use dlx_instances::geometry::Geometry;
use dlx_instances::packing::Remark;
use dlx_instances::packing::{self, Piece, Times};
use dlx_instances::region::Region;
use dlx_instances::shape::Moves;
use dlx_instances::xmpuzzle::{Packing, Puzzle, PuzzleError, UnsupportedPacking};
use dlx_instances::{dominoes, langford, polycubes, polyominoes};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::{Outcome, count};

fn testdata(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../testdata/burrtools", name].iter().collect()
}

fn read_file(name: &str) -> Puzzle {
    let text = fs::read(testdata(&format!("{name}.xmpuzzle"))).expect("a file of the test data");
    Puzzle::read(&*text).expect("a puzzle")
}

/// Returns a file of a grid, with shapes that each have a size such as `3x2x1` and cells, and a problem of these pieces
/// whose result is the last shape.
fn text(grid: u8, shapes: &[(&str, &str)], pieces: &str) -> String {
    let voxel = |(size, cells): &(&str, &str)| {
        let [x, y, z] = size.split('x').collect::<Vec<_>>()[..] else { panic!("three sizes in {size}") };
        format!("<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\" type=\"0\">{cells}</voxel>\n")
    };
    let voxels: String = shapes.iter().map(voxel).collect();
    let result = shapes.len() - 1;
    format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"{grid}\"/><colors/><shapes>\n{voxels}</shapes>\n\
         <problems><problem state=\"0\"><shapes>{pieces}</shapes><result id=\"{result}\"/><bitmap/></problem></problems>\n\
         </puzzle>"
    )
}

fn packing(text: &str) -> Packing {
    Puzzle::read(text.as_bytes()).expect("a puzzle").problem(0).expect("a packing")
}

fn covers(text: &str) -> u128 {
    count(&packing(text).problem)
}

const ONE_EACH: &str = r#"<shape id="0" count="1"/><shape id="1" count="1"/>"#;

#[test]
fn assemblies_are_as_many_as_burrtools_prints() {
    let answers = fs::read_to_string(testdata("ANSWERS")).expect("a file of the test data");
    let mut names = Vec::new();
    for line in answers.lines() {
        let (name, expected) = line.split_once(' ').expect("a name and a number");
        let packing = read_file(name).problem(0).expect("a packing");
        assert_eq!(count(&packing.problem).to_string(), expected, "{name}");
        names.push(format!("{name}.xmpuzzle"));
    }
    let files = fs::read_dir(testdata("")).expect("a folder").map(|entry| entry.expect("a file").file_name());
    let mut files: Vec<String> = files.filter_map(|name| name.into_string().ok()).collect();
    files.retain(|name| name.ends_with(".xmpuzzle") && name != "hexiamonds.xmpuzzle");
    files.sort();
    names.sort();
    assert_eq!(files, names, "each file has a line");
}

#[test]
fn hexiamonds_fill_a_rhombus_and_a_parallelogram() -> Outcome {
    let puzzle = read_file("hexiamonds");
    assert_eq!(puzzle.problem_count(), 2);
    // 156 and 74, times the symmetries of a rhombus and of a parallelogram, as no packing is symmetric.
    for (name, expected) in [("rhombus", 4 * 156), ("parallelogram", 2 * 74)] {
        let packing = puzzle.problem(puzzle.index(Some(name))?)?;
        assert_eq!(packing.remarks, []);
        assert_eq!(count(&packing.problem), expected, "{name}");
    }
    Ok(())
}

#[test]
fn cubes_are_turned_in_space_and_not_reflected() {
    // A piece of three arms, one bent, and its mirror image; each fills the cube together with a copy of itself.
    let (twisted, mirrored) = ("###__#__", "###___#_");
    let of = |shapes: &[(&str, &str)], pieces: &str| covers(&text(0, shapes, pieces));
    let cube = ("2x2x2", "########");
    let twice = r#"<shape id="0" count="2"/>"#;
    assert_eq!(of(&[("2x2x2", twisted), cube], twice), of(&[("2x2x2", mirrored), cube], twice));
    assert!(of(&[("2x2x2", twisted), cube], twice) > 0);
    assert_eq!(of(&[("2x2x2", twisted), ("2x2x2", mirrored), cube], ONE_EACH), 0);
    // The result is the mirror image of the piece, and then the piece.
    let one = r#"<shape id="0" count="1"/>"#;
    assert_eq!(of(&[("2x2x2", twisted), ("2x2x2", mirrored)], one), 0);
    assert_eq!(of(&[("2x2x2", twisted), ("2x2x2", twisted)], one), 1);
    // A flat piece can be turned upside down.
    assert_eq!(of(&[("3x2x1", "####__"), ("3x2x1", "#__###")], one), 1);
}

#[test]
fn problems_come_back_with_as_many_covers() -> Outcome {
    let rectangle = Region::rectangle(3, 20)?;
    let any = |name: &str| -> Result<Vec<Piece>, dlx_instances::InstanceError> {
        let pieces = polyominoes::named(name, Moves::TurnsAndFlips)?;
        Ok(pieces.into_iter().map(|piece| Piece { times: Times::AnyNumber, ..piece }).collect())
    };
    let trominoes = packing::problem(&Region::rectangle(4, 6)?, &any("trominoes")?)?;
    let bars = Piece { times: Times::Between(0, 1), ..polyominoes::named("I3", Moves::Turns)?.remove(0) };
    let squares = Piece { times: Times::Between(1, 5), ..polyominoes::named("O4", Moves::Turns)?.remove(0) };
    let ranges = packing::problem(&Region::rectangle(3, 5)?, &[bars, squares, any("I2")?.remove(0)])?;
    let board = Region::rectangle(6, 6)?;
    for (problem, geometry, published) in [
        (polycubes::soma()?, polycubes::geometry_of_soma(), Some(48 * 240)),
        (polyominoes::pentominoes(&rectangle)?, rectangle.geometry(), Some(8)),
        (dominoes::problem(&board)?, dominoes::geometry(&board), Some(6728)),
        (trominoes, Region::rectangle(4, 6)?.geometry(), None),
        (ranges, Region::rectangle(3, 5)?.geometry(), None),
    ] {
        let expected = count(&problem);
        assert!(published.is_none_or(|published| published == expected) && expected > 0);
        assert_eq!(count(&written_and_read(&problem, &geometry)?.problem), expected);
    }
    Ok(())
}

#[test]
fn places_of_pieces_come_back_as_colors() -> Outcome {
    // As many assemblies as BurrTools prints.
    for (name, published) in [("rhombic-colors", 11), ("rhombic-colors-holes", 9), ("triangles-colors", 622)]
    {
        let Packing { problem, geometry, .. } = read_file(name).problem(0)?;
        assert_eq!(count(&written_and_read(&problem, &geometry)?.problem), published, "{name}");
    }
    // Tetrominoes whose cells have the colors of a chessboard: L may begin on white only.
    let board: String = (0..16).map(|cell| if (cell + cell / 4) % 2 == 0 { "#1" } else { "#2" }).collect();
    let voxels = [("3x2x1", "#1#2#1__#2"), ("2x2x1", "#1#2#2#1"), ("4x4x1", board.as_str())];
    let puzzle = text(0, &voxels, r#"<shape id="0" count="2"/><shape id="1" count="2"/>"#)
        .replace("<colors/>", &format!("<colors>{}</colors>", "<color red=\"0\"/>".repeat(2)))
        .replace("<bitmap/>", r#"<bitmap><pair piece="0" result="0"/><pair piece="1" result="1"/></bitmap>"#);
    let Packing { problem, geometry, .. } = packing(&puzzle);
    let (all, limited) = (problem.options(), written_and_read(&problem, &geometry)?.problem);
    assert_eq!(limited.option_count(), all.count());
    assert_eq!(count(&limited), count(&problem));
    // Two places of a piece that differ in its colors alone.
    let Packing { problem, geometry, .. } = read_file("cubes-colors").problem(0)?;
    let refused = Puzzle::of_packing(&problem, &geometry).expect_err("places twice").to_string();
    assert!(refused.starts_with("piece `S5`: expected the places of one shape"), "{refused}");
    Ok(())
}

/// Returns the packing that is read after the problem was written.
fn written_and_read(problem: &Problem, geometry: &Geometry) -> Result<Packing, Box<dyn std::error::Error>> {
    let puzzle = Puzzle::of_packing(problem, geometry)?;
    let mut text = Vec::new();
    puzzle.write(&mut text)?;
    let read = Puzzle::read(&*text)?;
    assert_eq!(read, puzzle, "{}", String::from_utf8_lossy(&text));
    Ok(read.problem(0)?)
}

#[test]
fn every_grid_and_the_limit_of_holes_come_back() -> Outcome {
    for name in ["cubes", "triangles", "spheres", "rhombic", "tetraocta"] {
        for name in [name.to_owned(), format!("{name}-holes")] {
            let packing = read_file(&name).problem(0)?;
            let back = written_and_read(&packing.problem, &packing.geometry)?;
            assert_eq!(back.geometry.picture(), packing.geometry.picture(), "{name}");
            assert_eq!(count(&back.problem), count(&packing.problem), "{name}");
        }
    }
    // The text itself keeps colors, too.
    for name in ["cubes-colors-holes", "hexiamonds"] {
        let (puzzle, mut text) = (read_file(name), Vec::new());
        puzzle.write(&mut text)?;
        assert_eq!(Puzzle::read(&*text)?, puzzle, "{name}");
    }
    Ok(())
}

#[test]
fn unsupported_packings_are_refused() -> Outcome {
    let refused = |problem: &Problem, geometry: &Geometry| {
        Puzzle::of_packing(problem, geometry).expect_err("another packing").to_string()
    };
    let region = Region::rectangle(2, 3)?;
    let fixed = packing::problem(&region, &polyominoes::named("domino", Moves::Shifts)?)?;
    assert_eq!(
        refused(&fixed, &region.geometry()),
        "piece `I2`: expected the places of one shape, turned in all ways in space, all or those that colors of cells allow, \
         found other options"
    );
    let free =
        packing::problem(&Region::cuboid(2, 2, 3)?, &polycubes::named("A", Moves::SpaceTurnsAndFlips)?)?;
    assert!(
        refused(&free, &Region::cuboid(2, 2, 3)?.geometry()).starts_with("piece `A`: expected the places")
    );
    let none = packing::problem(&region, &polyominoes::named("I5", Moves::Turns)?)?;
    assert_eq!(refused(&none, &region.geometry()), "piece `I`: expected a place, found none");
    let langford = langford::problem(3)?;
    assert_eq!(Puzzle::of_packing(&langford, &langford::geometry(3)), Err(UnsupportedPacking::Picture));
    let problem = |text: &str| dlx_core::text::knuth::read(text.as_bytes()).expect("a problem");
    let geometry: Geometry = "1 packing cell=<row><column>".parse()?;
    for (text, said) in [
        ("a 00 01\na 00 01 |3\n", "expected options without costs, colors and weights, found costs"),
        ("a 00 | x\na 00 x:1\n", "expected options without costs, colors and weights, found colors"),
        (
            "a 00 0:2|01\na 00 01\n",
            "expected one item of each cell, which is covered once, found another: `01`",
        ),
        ("a b 00\na b 00\n", "option 0: expected cells and at most one other item, found other items"),
        ("a 00\na 00\na 00\n", "piece `a`: expected the places of one shape"),
    ] {
        let found = refused(&problem(text), &geometry);
        assert!(found.starts_with(said), "{text}: {found}");
    }
    Ok(())
}

#[test]
fn compressed_files_are_read_within_a_limit() -> Outcome {
    let compressed = |part: &[u8], times: usize| -> Result<Vec<u8>, std::io::Error> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        (0..times).try_for_each(|_| encoder.write_all(part))?;
        encoder.finish()
    };
    let text = fs::read(testdata("hexiamonds.xmpuzzle"))?;
    let bytes = compressed(&text, 1)?;
    assert_eq!(Puzzle::read(&*bytes)?, read_file("hexiamonds"));
    let cut = Puzzle::read(&bytes[..bytes.len() / 2]).expect_err("half of a file");
    assert!(matches!(cut, PuzzleError::Io(_)), "{cut}");
    // Many times larger after decompression.
    let bomb = compressed(&vec![b' '; 1 << 20], 100)?;
    assert!(bomb.len() < 1 << 20);
    let error = Puzzle::read(&*bomb).expect_err("too much text").to_string();
    assert_eq!(error, "expected at most 64 MiB after decompression, found more");
    Ok(())
}

#[test]
fn faults_say_what_was_expected_and_where() {
    let good = text(0, &[("2x1x1", "##"), ("2x1x1", "##")], r#"<shape id="0" count="1"/>"#);
    assert_eq!(covers(&good), 1);
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        let text = good.replacen(from, to, 1);
        match Puzzle::read(text.as_bytes()) {
            Ok(puzzle) => puzzle.problem(0).map(|_| ()).expect_err(to).to_string(),
            Err(error) => error.to_string(),
        }
    };
    for (from, to, said) in [
        ("<puzzle", "<plan", "line 2, column 1: expected the element `puzzle`, found plan"),
        (
            "version=\"2\"",
            "",
            "line 2, column 1: expected 1 or 2 in the attribute `version` of `puzzle`, found none",
        ),
        (
            "version=\"2\"",
            "version=\"3\"",
            "expected 1 or 2 in the attribute `version` of `puzzle`, found `3`",
        ),
        ("type=\"0\"", "type=\"5\"", "expected 0 to 4 in the attribute `type` of `gridType`, found `5`"),
        (
            "x=\"2\"",
            "x=\"two\"",
            "line 3, column 1: expected a number in the attribute `x` of `voxel`, found `two`",
        ),
        ("x=\"2\"", "x=\"-2\"", "expected a number in the attribute `x` of `voxel`, found `-2`"),
        ("x=\"2\"", "", "expected a number in the attribute `x` of `voxel`, found none"),
        ("x=\"2\"", "x=\"4294967295\"", "expected a shape of at most 1048576 cells, found 4294967295x1x1"),
        ("##", "#", "line 3, column 36: expected 2 cells of a shape, found 1"),
        ("##", "###", "expected 2 cells of a shape, found more"),
        ("##", "#?", "expected a cell of a shape, which is `#`, `+` or `_`, or a number after it, found `?`"),
        ("##", "7##", "or a number after it, found `7`"),
        ("##", "#&amp;", "expected cells of a shape as plain text, found an entity or a section"),
        ("##", "#99#", "expected colors up to 63 in a shape, found `99`"),
        (
            "shape id=\"0\"",
            "shape id=\"2\"",
            "expected a number of a shape, less than 2 in the attribute `id` of `shape`",
        ),
        (
            "count=\"1\"",
            "min=\"2\" max=\"1\"",
            "expected at most 1 in the attribute `min` of `shape`, found `2`",
        ),
        ("count=\"1\"", "count=\"65537\"", "expected at most 65536 in the attribute `count` of `shape`"),
        ("<bitmap/>", "<bitmap><pair piece=\"63\" result=\"0\"/></bitmap>", "expected a color from 0 to 62"),
        ("</puzzle>", "", "expected `</puzzle>`, found the end of the text"),
        ("</shapes>", "</shape>", "expected XML, found an error"),
        ("result id=\"1\"", "result id=\"9\"", "problem 1: expected a result, found none"),
        ("count=\"1\"", "count=\"0\"", "no pieces; expected at least one"),
        (">##<", ">#+<", "piece S1: expected cells that are filled (`#`), found one that may be empty (`+`)"),
        (">##<", ">__<", "a piece without a cell; expected at least one"),
        ("type=\"0\"", "type=\"2\"", "shape S2: expected cells of the grid, found x=1, y=0, z=0"),
    ] {
        let found = changed(from, to);
        assert!(found.contains(said), "{to}: {found}");
    }
    let huge = "#".repeat(200_000);
    let huge = text(0, &[("200000x1x1", &huge), ("200000x1x1", &huge)], ONE_EACH);
    let error =
        Puzzle::read(huge.as_bytes()).expect("a puzzle").problem(0).expect_err("too large").to_string();
    assert_eq!(error, "the number of cells of the pieces: expected 1 to 174762, found 400000");
    let deep = format!("<puzzle version=\"2\">{}", "<a>".repeat(100_000));
    let error = Puzzle::read(deep.as_bytes()).expect_err("too deep").to_string();
    assert!(error.ends_with("expected at most 32 elements within one another, found more"), "{error}");
    for nothing in ["", "   ", "no XML", "<?xml version=\"1.0\"?>"] {
        let error = Puzzle::read(nothing.as_bytes()).expect_err("nothing").to_string();
        assert!(
            error.contains("expected the element `puzzle`, found the end of the text"),
            "{nothing}: {error}"
        );
    }
}

#[test]
fn problems_are_found_by_name_and_number() {
    let puzzle = read_file("hexiamonds");
    let index = |wanted: Option<&str>| puzzle.index(wanted).map_err(|error| error.to_string());
    assert_eq!(index(None), Ok(0));
    assert_eq!((index(Some("parallelogram")), index(Some("2"))), (Ok(1), Ok(1)));
    for wanted in ["0", "3", "square", ""] {
        let said = format!("expected the name of a problem or a number from 1 to 2, found `{wanted}`");
        assert_eq!(index(Some(wanted)), Err(said));
    }
    let empty = Puzzle::read(&b"<puzzle version=\"2\"/>"[..]).expect("a puzzle");
    assert_eq!(
        empty.index(None).map_err(|error| error.to_string()),
        Err("expected a problem in the file, found none".into())
    );
}

#[test]
fn areas_and_fits_are_remarked_on() {
    let remarks = |shapes: &[(&str, &str)], pieces: &str| packing(&text(0, shapes, pieces)).remarks;
    let (rod, square) = (("3x1x1", "###"), ("2x2x1", "####"));
    let one = r#"<shape id="0" count="1"/>"#;
    assert_eq!(
        remarks(&[rod, square], one),
        [Remark::TooFewCells { pieces: 3, region: 4 }, Remark::Unplaced { piece: "S1".to_owned() }]
    );
    assert_eq!(
        remarks(&[square, rod], one),
        [Remark::TooManyCells { pieces: 4, region: 3 }, Remark::Unplaced { piece: "S1".to_owned() }]
    );
    let maybe = r#"<shape id="0" min="0" max="1"/>"#;
    assert_eq!(remarks(&[rod, ("2x2x1", "++++")], maybe), []);
    let words: Vec<String> = remarks(&[rod, square], one).iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "the pieces have 3 cells or fewer, and 4 cells must be filled",
            "piece `S1` has no place in the region"
        ]
    );
}

#[test]
fn pieces_that_may_be_left_out_of_an_optional_result_are_counted() {
    // Every cell may stay empty: no domino, or one in one of two places, or both.
    let row = ("4x1x1", "++++");
    let of = |pieces: &str| covers(&text(0, &[("2x1x1", "##"), row], pieces));
    assert_eq!(of(r#"<shape id="0" min="0" max="2"/>"#), 1 + 3 + 1);
    assert_eq!(of(r#"<shape id="0" min="0" max="1"/>"#), 1 + 3);
    assert_eq!(of(r#"<shape id="0"/>"#), 3);
}

#[test]
fn items_have_the_names_of_shapes() {
    let named = |names: [&str; 3]| {
        let voxels: String = names
            .iter()
            .map(|name| format!("<voxel x=\"1\" y=\"1\" z=\"1\" name=\"{name}\" type=\"0\">#</voxel>"))
            .collect();
        let text = format!(
            "<puzzle version=\"1\"><shapes>{voxels}<voxel x=\"3\" y=\"1\" z=\"1\" type=\"0\">###</voxel></shapes><problems>\
             <problem><shapes><shape id=\"0\"/><shape id=\"1\"/><shape id=\"2\"/></shapes><result id=\"3\"/></problem>\
             </problems></puzzle>"
        );
        let problem = packing(&text).problem;
        assert_eq!(count(&problem), 6);
        let names: Vec<String> = problem.items().take(3).map(|item| problem.name(item).to_owned()).collect();
        names
    };
    assert_eq!(named(["rod", "long rod", "a&amp;b|c:d"]), ["rod", "long_rod", "a&b_c_d"]);
    // No name, a repeated one, that of a cell, and that of another piece.
    assert_eq!(named(["", "x", "x"]), ["S1", "x", "S3"]);
    assert_eq!(named(["S3", "01", ""]), ["S3", "S2", "S3_"]);
    assert_eq!(named(["holes", "", ""]), ["S1", "S2", "S3"]);
}
