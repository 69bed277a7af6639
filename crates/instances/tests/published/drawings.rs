//! Tests of the pictures of covers, by their descriptions in words.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use dlx_core::{OptionId, Problem, Search};
use dlx_instances::draw::{self, DrawError, Sheet, Strokes};
use dlx_instances::geometry::Geometry;
use dlx_instances::grids::Grid;
use dlx_instances::kenken::{self, Puzzle};
use dlx_instances::queens::{self, Board};
use dlx_instances::region::Region;
use dlx_instances::shape::Moves;
use dlx_instances::{assignment, design, latin, league, macmahon, polycubes, polyominoes, roster, steiner};

use super::Outcome;

/// Returns the description of the picture of a cover.
fn description(problem: &Problem, geometry: &Geometry, cover: &[OptionId]) -> Result<String, DrawError> {
    let picture = draw::svg(problem, geometry, cover, "T")?;
    let (_, rest) = picture.split_once(r#"<desc id="description">"#).expect("a description");
    Ok(rest.split_once("</desc>").expect("an end").0.to_owned())
}

#[test]
fn blocks_are_rows_with_their_points() -> Outcome {
    let (problem, geometry) = (steiner::problem(7)?, steiner::geometry(7));
    for cover in Search::new(&problem) {
        let words = description(&problem, &geometry, &cover)?;
        let points = |row: &str| {
            let (_, entries) = row.split_once(": ").expect("a row");
            let entry = |(at, entry): (usize, &str)| (entry != "empty").then(|| (at, entry.to_owned()));
            entries.split(' ').enumerate().filter_map(entry).collect::<Vec<_>>()
        };
        let blocks: Vec<_> = words.split_terminator('.').map(points).collect();
        assert!(blocks.iter().flatten().all(|(at, point)| *point == at.to_string()), "{words}");
        let blocks: Vec<BTreeSet<usize>> =
            blocks.iter().map(|block| block.iter().map(|(at, _)| *at).collect()).collect();
        assert_eq!(blocks.len(), 7);
        assert!(blocks.is_sorted(), "{words}");
        for (at, block) in blocks.iter().enumerate() {
            assert_eq!(block.len(), 3);
            // Two lines of the Fano plane have one common point.
            assert!(blocks[..at].iter().all(|other| other.intersection(block).count() == 1));
        }
    }
    Ok(())
}

#[test]
fn a_sheet_of_blocks_is_limited_by_the_rows_that_it_has() -> Outcome {
    // All 84 blocks of 9 points.
    let (problem, geometry) = (design::problem(9, 3, 7)?, design::geometry(9, 3, 7));
    let cover: Vec<OptionId> = problem.options().collect();
    let mut sheet = Sheet::new(&problem, &geometry, NonZeroUsize::MIN)?;
    let error = loop {
        if let Err(error) = sheet.add(&cover) {
            break error;
        }
    };
    assert_eq!(error, DrawError::TooLarge { found: (sheet.count() + 1) * 84 * 9 });
    assert_eq!(sheet.count(), (1 << 18) / (84 * 9));
    Ok(())
}

#[test]
fn a_picture_of_too_many_blocks_is_refused() -> Outcome {
    let problem = design::problem(40, 3, 38)?;
    let cover: Vec<OptionId> = problem.options().collect();
    let error = description(&problem, &design::geometry(40, 3, 38), &cover).err();
    assert_eq!(error, Some(DrawError::TooLarge { found: 9880 * 40 }));
    Ok(())
}

#[test]
fn the_numbers_of_a_kenken_are_written_in_its_cages() -> Outcome {
    let puzzle = Puzzle::random(5, 2)?;
    let (problem, geometry) = (kenken::problem(&puzzle)?, kenken::geometry(&puzzle));
    let cover = Search::new(&problem).into_iter().next().expect("a solution");
    let words = description(&problem, &geometry, &cover)?;
    let rows: Vec<Vec<usize>> = words
        .split_terminator('.')
        .map(|row| {
            let (_, numbers) = row.split_once(": ").expect("a row");
            numbers.split(' ').map(|number| number.parse().expect("a number")).collect()
        })
        .collect();
    let all: BTreeSet<usize> = (1..=5).collect();
    for line in 0..5 {
        assert_eq!(rows[line].iter().copied().collect::<BTreeSet<_>>(), all, "{words}");
        assert_eq!(rows.iter().map(|row| row[line]).collect::<BTreeSet<_>>(), all, "{words}");
    }
    Ok(())
}

#[test]
fn colors_of_symbols_are_written_in_the_cells_of_a_packing() -> Outcome {
    let mut builder = Problem::builder();
    builder.primary(["domino", "00", "01", "10"]).secondary(["v00", "v01"]);
    builder.option(["domino", "00", "01", "v00:5", "v01:3"]).option(["10"]).option(["v00:5"]);
    let problem = builder.build()?;
    let geometry: Geometry = "1 packing cell=<row><column> symbol=v<row><column>".parse()?;
    let cover: Vec<OptionId> = problem.options().collect();
    // The third option fills no cell.
    assert_eq!(description(&problem, &geometry, &cover)?, "Row 1: 5 3. Row 2: 2 empty.");
    Ok(())
}

/// Returns the first cover of a problem as text.
fn text(problem: &Problem, geometry: &Geometry, strokes: Strokes) -> Result<String, DrawError> {
    let cover = Search::new(problem).into_iter().next().expect("a cover");
    draw::text(problem, geometry, &cover, strokes)
}

/// Returns a problem with an option for each line of names, and all its options.
fn all_options(options: &[&[&str]]) -> (Problem, Vec<OptionId>) {
    let mut builder = Problem::builder();
    let names: BTreeSet<&str> = options.iter().copied().flatten().copied().collect();
    builder.primary(names);
    for option in options {
        builder.option(option.iter().copied());
    }
    let problem = builder.build().expect("the items are known");
    let cover = problem.options().collect();
    (problem, cover)
}

#[test]
fn pieces_in_text_have_borders_around_them() -> Outcome {
    let (problem, cover) =
        all_options(&[&["a1", "b1", "c1", "bar"], &["a2", "a3", "b3", "L"], &["b2", "c2", "c3", "S"]]);
    let geometry: Geometry = "1 packing cell=a1,b1,c1/a2,b2,c2/a3,b3,c3".parse()?;
    let part = "\
┌───────────┐
│ .   .   . │
├───┬───────┤
│ L │ S   S │
│   └───┐   │
│ L   L │ S │
└───────┴───┘
";
    assert_eq!(draw::text(&problem, &geometry, &cover[1..], Strokes::Box)?, part);
    let whole = "\
+-----------------+
| bar   bar   bar |
+-----+-----------+
|  L  |  S     S  |
|     +-----+     |
|  L     L  |  S  |
+-----------+-----+
";
    assert_eq!(draw::text(&problem, &geometry, &cover, Strokes::Ascii)?, whole);
    // With a longer name, all pieces have numbers.
    let (problem, cover) = all_options(&[&["a1", "b1", "short"], &["a2", "b2", "x"]]);
    let picture = draw::text(&problem, &"1 packing cell=a1,b1/a2,b2".parse()?, &cover, Strokes::Ascii)?;
    assert_eq!(picture, "+-------+\n| 1   1 |\n+-------+\n| 2   2 |\n+-------+\n1 short  2 x\n");
    Ok(())
}

#[test]
fn every_border_in_text_separates_two_owners() -> Outcome {
    let region = Region::rectangle(6, 10)?;
    let problem = polyominoes::pentominoes(&region)?;
    let picture = text(&problem, &region.geometry(), Strokes::Box)?;
    let lines: Vec<Vec<char>> = picture.lines().map(|line| line.chars().collect()).collect();
    let at = |y: usize, x: usize| lines.get(y).and_then(|line| line.get(x)).copied().unwrap_or(' ');
    for (row, column) in (0..6).flat_map(|row| (0..10).map(move |column| (row, column))) {
        let (y, x) = (2 * row + 1, 4 * column + 2);
        assert!(at(y, x).is_ascii_uppercase(), "{picture}");
        if column < 9 {
            assert_eq!(at(y, x) != at(y, x + 4), at(y, x + 2) == '│', "{row} {column}: {picture}");
        }
        if row < 5 {
            assert_eq!(at(y, x) != at(y + 2, x), at(y + 1, x) == '─', "{row} {column}: {picture}");
        }
    }
    Ok(())
}

#[test]
fn layers_in_text_are_side_by_side_while_they_fit() -> Outcome {
    let (problem, geometry) = (polycubes::soma()?, polycubes::geometry_of_soma());
    let picture = text(&problem, &geometry, Strokes::Box)?;
    let first = picture.lines().next().expect("a heading");
    assert_eq!(first.split_whitespace().collect::<Vec<_>>().join(" "), "layer 1 layer 2 layer 3");
    let letters: BTreeSet<char> = picture.chars().filter(char::is_ascii_uppercase).collect();
    assert_eq!(letters, "VLTZABP".chars().collect());
    let (problem, cover) = all_options(&[&["0,0,0", "0,0,30", "1,0,0"]]);
    let geometry: Geometry = "1 packing cell=<layer>,<row>,<column>".parse()?;
    let picture = draw::text(&problem, &geometry, &cover, Strokes::Box)?;
    assert!(picture.starts_with("layer 1\n") && picture.contains("\n\nlayer 2\n"), "{picture}");
    Ok(())
}

#[test]
fn boards_and_tables_in_text_are_aligned() -> Outcome {
    let board = text(&queens::problem(4, Board::Plain)?, &queens::geometry(4, Board::Plain), Strokes::Box)?;
    assert!(
        [". Q . .\n. . . Q\nQ . . .\n. . Q .\n", ". . Q .\nQ . . .\n. . . Q\n. Q . .\n"]
            .contains(&board.as_str()),
        "{board}"
    );
    let square = text(
        &latin::problem(3, latin::Form::Reduced)?,
        &latin::geometry(3, latin::Form::Reduced),
        Strokes::Box,
    )?;
    assert_eq!(square, "0 1 2\n1 2 0\n2 0 1\n");
    let costs = vec![vec![None, Some(1)], vec![Some(1), None]];
    let marks = text(&assignment::problem(&costs)?, &assignment::geometry(&costs), Strokes::Box)?;
    assert_eq!(marks, "    c0  c1\nr0  .   \u{25cf}\nr1  \u{25cf}   .\n");
    let (problem, geometry) = (
        macmahon::problem(1, 1, 1, macmahon::Border::Free)?,
        macmahon::geometry(1, 1, 1, macmahon::Border::Free),
    );
    assert_eq!(text(&problem, &geometry, Strokes::Box)?, "┌─────┐\n│  a  │\n│a   a│\n│  a  │\n└─────┘\n");
    Ok(())
}

#[test]
fn tables_name_their_rows_and_columns() -> Outcome {
    let (nurses, days) = (4, 3);
    let (problem, geometry) =
        (roster::problem(nurses, days, 1, 9.try_into()?)?, roster::geometry(nurses, days));
    let picture = text(&problem, &geometry, Strokes::Box)?;
    let words: Vec<Vec<&str>> = picture.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(words[0], ["day1", "day2", "day3"]);
    let rows: Vec<&str> = words[1..].iter().map(|row| row[0]).collect();
    assert_eq!(rows, ["nurse1", "nurse2", "nurse3", "nurse4"]);
    assert!(
        words[1..]
            .iter()
            .flat_map(|row| &row[1..])
            .all(|shift| ["early", "late", "night", "."].contains(shift))
    );
    let cover = Search::new(&problem).into_iter().next().expect("a roster");
    let said = description(&problem, &geometry, &cover)?;
    for row in &words[1..] {
        for (day, shift) in words[0].iter().zip(&row[1..]).filter(|(_, shift)| **shift != ".") {
            let (_, of_nurse) = said.split_once(&format!("{}: ", row[0])).expect("the nurse is named");
            let of_nurse = of_nurse.split('.').next().expect("a sentence");
            assert!(of_nurse.contains(&format!("{day} {shift}")), "{said}");
        }
    }
    // All columns have a name, also those without an item of a cell.
    let (problem, geometry) = (league::problem(4)?, league::geometry(4));
    let picture = text(&problem, &geometry, Strokes::Box)?;
    assert!(picture.starts_with("       team1  team2  team3  team4\nteam1  .      "), "{picture}");
    Ok(())
}

#[test]
fn a_sheet_of_text_has_covers_side_by_side() -> Outcome {
    let (problem, geometry) = (queens::problem(6, Board::Plain)?, queens::geometry(6, Board::Plain));
    let mut sheet = Sheet::new(&problem, &geometry, NonZeroUsize::new(3).expect("not 0"))?;
    for cover in Search::new(&problem) {
        sheet.add(&cover)?;
    }
    let picture = sheet.text(Strokes::Box);
    assert_eq!(picture.matches('Q').count(), 4 * 6);
    let lines: Vec<&str> = picture.lines().collect();
    assert_eq!((lines.len(), lines[6], lines[0].len()), (13, "", 3 * 11 + 2 * 4));
    Ok(())
}

#[test]
fn hexagons_and_triangles_in_text_touch() -> Outcome {
    let (problem, cover) = all_options(&[&["00", "01", "A"], &["10", "B"], &["11", "12", "C"]]);
    let picture = |word: &str| {
        let geometry: Geometry = format!("1 {word} cell=<row><column>").parse()?;
        Ok::<_, Box<dyn std::error::Error>>(draw::text(&problem, &geometry, &cover, Strokes::Ascii)?)
    };
    let hexagons = "
 / \\ / \\
| A   A |
 \\ / \\ / \\ / \\
  | B | C   C |
   \\ / \\ / \\ /
";
    assert_eq!(picture("hexagons")?, hexagons[1..]);
    let triangles = "
----
\\A  \\
 \\ A \\
  ----
 /\\C  \\
/B \\ C \\
--------
";
    assert_eq!(picture("triangles")?, triangles[1..]);
    Ok(())
}

#[test]
fn every_cell_of_a_hexagonal_picture_is_inside_one_outline() -> Outcome {
    for grid in [Grid::Hexagons, Grid::Triangles] {
        let region = Region::rectangle(3, 4)?.on(grid);
        let pieces = polyominoes::named_on(grid, "free1", Moves::TurnsAndFlips)?;
        let pieces: Vec<_> = pieces
            .into_iter()
            .map(|piece| dlx_instances::packing::Piece { times: "*".parse().expect("any"), ..piece })
            .collect();
        let problem = dlx_instances::packing::problem(&region, &pieces)?;
        let cover = Search::new(&problem).into_iter().next().expect("single cells fill everything");
        let picture = draw::svg(&problem, &region.geometry(), &cover, "T")?;
        // The outline of each of the 12 cells has as many corners as the cell.
        let corners = if grid == Grid::Hexagons { 6 } else { 3 };
        let outlines: Vec<&str> = picture.split("<path fill=\"#").skip(1).collect();
        assert_eq!(outlines.len(), 12, "{grid:?}");
        for outline in outlines {
            let path = outline.split("d=\"").nth(1).and_then(|path| path.split('"').next()).expect("a path");
            assert_eq!(path.matches('L').count() + 1, corners, "{path}");
            assert_eq!((path.matches('M').count(), path.matches('z').count()), (1, 1), "{path}");
        }
    }
    Ok(())
}
