//! The files of BurrTools: read, written and drawn.

use std::fs;

use crate::support::{folder, run, run_on, testdata};

fn hexiamonds() -> String {
    testdata("burrtools/hexiamonds.xmpuzzle")
}

#[test]
fn hexiamonds_are_counted_by_problem() {
    let path = hexiamonds();
    let count = |arguments: &[&str]| run(&[&["count"], arguments, &[&path]].concat()).exits(0).out;
    assert_eq!(count(&[]), "624\n");
    assert_eq!(count(&["--up-to-symmetry"]), "156\n");
    for name in ["parallelogram", "2"] {
        assert_eq!(count(&["--problem", name]), "148\n");
        assert_eq!(count(&["--problem", name, "--up-to-symmetry"]), "74\n");
    }
    let text = fs::read_to_string(&path).expect("the file is read");
    assert_eq!(run_on(&text, &["count", "-"]).exits(0).out, "624\n", "recognized by its first bytes");
    assert_eq!(run_on(&text, &["count", "--from", "xmpuzzle", "--problem", "2"]).exits(0).out, "148\n");
}

#[test]
fn unknown_problems_are_refused() {
    let path = hexiamonds();
    let refused = run(&["count", "--problem", "square", &path]).exits(3).err;
    assert!(
        refused.contains("expected the name of a problem or a number from 1 to 2, found `square`"),
        "{refused}"
    );
    let refused = run_on("a\na\n", &["count", "--problem", "1", "-"]).exits(2).err;
    assert!(refused.contains("--problem requires a file of BurrTools"), "{refused}");
}

#[test]
fn covers_are_drawn_in_their_grid() {
    // A triangle, a circle and a square.
    for (name, shape) in [("triangles", "L36 55z"), ("spheres", "a21 21 0 1 1 "), ("cubes", "v44")] {
        let path = testdata(&format!("burrtools/{name}.xmpuzzle"));
        let covers = run(&["solve", "--limit", "1", &path]).out;
        let picture = run_on(&covers, &["render", &path, "-"]).exits(0).out;
        assert!(picture.contains(shape) && picture.contains("Row 1: "), "{name}: {picture}");
    }
}

#[test]
fn a_problem_goes_to_burrtools_and_back() {
    let folder = folder();
    let name = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (problem, puzzle, back) = (name("soma.dlx"), name("soma.xmpuzzle"), name("back.dlx"));
    run(&["generate", "soma", "-o", &problem]).exits(0);
    run(&["convert", &problem, "-o", &puzzle]).exits(0);
    run(&["convert", &puzzle, "-o", &back]).exits(0);
    for path in [&problem, &puzzle, &back] {
        assert_eq!(run(&["count", path]).exits(0).out, "11520\n", "{path}");
        assert_eq!(run(&["count", "--up-to-symmetry", path]).exits(0).out, "240\n", "{path}");
    }
    let first =
        |path: &str| fs::read_to_string(path).expect("it was written").lines().next().map(str::to_owned);
    assert_eq!(first(&back).as_deref(), Some("| geometry 1 packing 3x3x3 cell=<layer><row><column>"));
}

#[test]
fn problems_that_are_no_packings_are_not_written() {
    let queens = run(&["generate", "queens", "4"]).out;
    let refused = run_on(&queens, &["convert", "--to", "xmpuzzle"]).exits(3);
    assert!(
        refused.err.contains("expected the geometry of a packing, found another picture"),
        "{}",
        refused.err
    );
    let refused = run_on("a\na\n", &["convert", "--to", "xmpuzzle"]).exits(2);
    assert!(refused.err.contains("expected a geometry, found none"), "{}", refused.err);
    assert_eq!(refused.out, "");
    let refused = run_on("a\na\n", &["convert", "-o", "no.format"]).exits(2);
    assert!(refused.err.contains("expected --to FORMAT, or an output file whose ending"), "{}", refused.err);
}

#[test]
fn mistakes_in_a_puzzle_are_warned_of() {
    let puzzle = r##"<puzzle version="2"><shapes><voxel x="3" y="1" z="1" name="rod" type="0">###</voxel>
        <voxel x="2" y="2" z="1" type="0">####</voxel></shapes>
        <problems><problem><shapes><shape id="0"/></shapes><result id="1"/></problem></problems></puzzle>"##;
    let run = run_on(puzzle, &["count", "-"]).exits(1);
    assert_eq!(run.out, "0\n");
    for said in [
        "the pieces have 3 cells or fewer, and 4 cells must be filled",
        "piece `rod` has no place in the region",
    ] {
        assert!(run.err.contains(said), "{}", run.err);
    }
    let broken = run_on("<puzzle version=\"2\">\n<shapes>", &["count", "-"]).exits(3).err;
    assert!(broken.contains("line 2, column 9: expected `</shapes>`, found the end of the text"), "{broken}");
}

#[test]
fn packings_are_drawn_in_space() {
    let folder = folder();
    let name = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (problem, solid) = (name("soma.dlx"), name("soma.stl"));
    run(&["generate", "soma", "-o", &problem]).exits(0);
    let covers = run(&["solve", "--limit", "1", &problem]).out;
    let render = |arguments: &[&str]| run_on(&covers, &[&["render"], arguments, &[&problem, "-"]].concat());
    let picture = render(&["--view", "isometric"]).exits(0).out;
    // The seven pieces beside the cube have their names below them.
    assert_eq!(picture.matches(r#"class="heading""#).count(), 7);
    assert!(picture.contains("V: layer ") && picture.contains("P: layer "), "{picture}");
    render(&["-o", &solid]).exits(0);
    let text = fs::read_to_string(&solid).expect("it was written");
    assert_eq!(text, render(&["--format", "stl"]).exits(0).out);
    for piece in ["V", "L", "T", "Z", "A", "B", "P"] {
        assert_eq!(text.matches(&format!("solid {piece}\n")).count(), 2, "begin and end of {piece}");
    }
    // The surfaces of three cubes in an L and of six pieces of four cubes, whose cubes touch at two or three sides: 14
    // squares and 18 squares each, of two triangles.
    assert_eq!(text.matches("facet normal").count(), 2 * (14 + 6 * 18));
    for (arguments, said) in [
        (&["--format", "stl", "--view", "isometric"][..], "expected SVG for --sheet and --view, found STL"),
        (&["--format", "svg", "-o", &solid], "expected a name for --format, found .stl"),
    ] {
        let refused = render(arguments).exits(2).err;
        assert!(refused.contains(said), "{refused}");
    }
    let spheres = testdata("burrtools/spheres.xmpuzzle");
    let covers = run(&["solve", "--limit", "1", &spheres]).out;
    for (arguments, said) in [(["--format", "stl"], "cubes or triangles"), (["--view", "isometric"], "cubes")]
    {
        let refused = run_on(&covers, &[&["render"], &arguments[..], &[&spheres, "-"]].concat()).exits(2).err;
        assert!(
            refused.contains(&format!("expected a packing of {said}, found another picture")),
            "{refused}"
        );
    }
}
