//! Tests of the pictures of covers, by their descriptions in words.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use dlx_core::{OptionId, Problem, Search};
use dlx_instances::draw::{self, DrawError, Sheet};
use dlx_instances::geometry::Geometry;
use dlx_instances::kenken::{self, Puzzle};
use dlx_instances::{design, steiner};

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
