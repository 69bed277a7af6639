//! The page of the guide about variants has a picture of each rule of cells, lines and marks: a small board with the
//! rule and one of its solutions.
//!
//! `DLX_GUIDE=record cargo test -p sudoku-cover --test it rule_guide::` writes the pictures, to be reviewed before they are
//! committed.

use std::env;
use std::fs;
use std::path::PathBuf;

#[path = "../examples/mod.rs"]
mod examples;

use examples::EXAMPLES;
use sudoku_cover::{Geometry, Picture, Rule, RuleKind, Solver};

fn docs() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "docs"].iter().collect()
}

/// Draws the rules on a board of side 6 with a solution.
fn drawn(rules: &[&str]) -> String {
    let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().expect("a rule")).collect();
    let geometry = Geometry::of_side(6).expect("a side").with_rules(&rules).expect("rules for this board");
    let mut solver = Solver::new(&geometry);
    let solution = solver.solutions().next().unwrap_or_else(|| panic!("{rules:?} have a solution"));
    let empty = sudoku_cover::Grid::empty(6).expect("a side");
    let picture = Picture::new(&geometry, &empty).expect("the sides agree");
    picture.with_digits(&solution).expect("the sides agree").to_svg()
}

#[test]
fn the_guide_has_a_picture_of_each_rule() {
    let is_recording = env::var("DLX_GUIDE").is_ok_and(|word| word == "record");
    let folder = docs().join("pictures/rules");
    let page = fs::read_to_string(docs().join("sudoku/variants.md")).expect("the page can be read");
    for (name, rules) in EXAMPLES {
        let (path, svg) = (folder.join(format!("{name}.svg")), drawn(rules));
        if is_recording {
            fs::create_dir_all(&folder).expect("a folder can be made");
            fs::write(&path, svg).expect("a picture can be written");
        } else {
            let is_same = fs::read_to_string(&path).is_ok_and(|shown| shown == svg);
            assert!(is_same, "{} is not what is drawn", path.display());
        }
        assert!(page.contains(&format!("](../pictures/rules/{name}.svg)")), "the page has no picture {name}");
    }
    let count = fs::read_dir(&folder).expect("the folder can be read").count();
    assert_eq!(count, EXAMPLES.len(), "no other pictures");
}

#[test]
fn the_guide_names_every_kind_of_rule() {
    let page = fs::read_to_string(docs().join("sudoku/variants.md")).expect("the page can be read");
    for word in RuleKind::all().flat_map(RuleKind::words_of_lines) {
        let is_named = ["`", " ", "("].iter().any(|after| page.contains(&format!("`{word}{after}")));
        assert!(is_named, "the page does not name {word}");
    }
}
