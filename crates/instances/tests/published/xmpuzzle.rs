//! Tests of the packings in BurrTools' files. Counts up to rotations and reflections are those of the literature, or those
//! that BurrTools itself prints for the same file.

use std::io::Write;

use dlx_core::{Limits, Problem, Search};
use dlx_instances::geometry::Geometry;
use dlx_instances::packing::{self, Piece, Times};
use dlx_instances::region::Region;
use dlx_instances::shape::{Cell, Moves, Shape};
use dlx_instances::xmpuzzle::{Puzzle, Remark, UnsupportedPacking};
use dlx_instances::{dominoes, langford, polycubes, polyominoes, queens};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::{Outcome, count};

/// Returns a file with a grid, shapes, and one problem of these pieces, whose result is the last shape.
fn file(grid: u8, shapes: &[(&str, &str)], pieces: &str) -> String {
    let voxels: String = shapes
        .iter()
        .map(|(size, cells)| {
            let [x, y, z] = size.split('x').collect::<Vec<_>>()[..] else { panic!("three sizes in {size}") };
            format!(r#"<voxel x="{x}" y="{y}" z="{z}" type="0">{cells}</voxel>"#)
        })
        .collect();
    let result = shapes.len() - 1;
    format!(
        r#"<?xml version="1.0"?><puzzle version="2"><gridType type="{grid}"/><colors/><shapes>{voxels}</shapes>
<problems><problem state="0"><shapes>{pieces}</shapes><result id="{result}"/><bitmap/></problem></problems></puzzle>"#
    )
}

fn read(text: &str) -> Puzzle {
    Puzzle::read(text.as_bytes()).expect("a puzzle")
}

fn problem(text: &str) -> Problem {
    read(text).problem(0).expect("a packing").problem
}

fn covers(text: &str) -> u128 {
    count(&problem(text))
}

const ONE_EACH: &str = r#"<shape id="0" count="1"/><shape id="1" count="1"/>"#;

#[test]
fn cubes_are_turned_in_space_and_not_reflected() {
    // A tetracube and its mirror image fill the cube of side 2 together with neither of themselves.
    let twisted = "##_#___#";
    let mirrored = "###____#";
    let cube = ("2x2x2", "########");
    let of = |shapes: &[(&str, &str)], pieces: &str| covers(&file(0, shapes, pieces));
    let twice = r#"<shape id="0" count="2"/>"#;
    // Such a tetracube and its complement in the cube are turned into one another: 24 places, 12 pairs.
    assert_eq!(of(&[("2x2x2", twisted), cube], twice), 12);
    assert_eq!(of(&[("2x2x2", mirrored), cube], twice), 12);
    assert_eq!(of(&[("2x2x2", twisted), ("2x2x2", mirrored), cube], ONE_EACH), 0);
}
