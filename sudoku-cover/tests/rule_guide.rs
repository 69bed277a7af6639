//! The page of the guide about variants has a picture of each rule of cells, lines and marks: a small board with the
//! rule and one of its solutions.
//!
//! `DLX_GUIDE=record cargo test -p sudoku-cover --test rule_guide` writes the pictures, to be reviewed before they are
//! committed.

use std::env;
use std::fs;
use std::path::PathBuf;

use sudoku_cover::{Geometry, Picture, Rule, Solver};

/// The names of the pictures and their rules, for boards of side 6.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("different", &["different r1c2 r2c2 r3c3 r4c3 r3c2"]),
    ("sum", &["sum 12 r2c2 r2c3 r3c3 r3c3", "sum 7 r5c4 r5c5"]),
    ("killer", &["killer 11 r1c1 r2c1 r2c2", "killer 9 r4c4 r4c5", "killer 12 r5c2 r6c1 r6c2"]),
    ("arrow", &["arrow r2c2 = r2c3 r3c4", "arrow r5c2 r5c3 = r4c4 r4c5 r3c5 r2c5"]),
    ("double-arrow", &["double-arrow r2c2 r3c3 r3c4 r4c5 r5c5"]),
    ("thermo", &["thermo r5c1 r4c1 r3c2 r2c3", "thermo r5c5 r4c5 r3c5"]),
    ("slow-thermo", &["slow-thermo r5c1 r4c2 r3c3 r3c4 r2c5"]),
    ("whisper", &["whisper 3 r2c1 r2c2 r3c3 r4c3 r5c4 r5c5"]),
    ("renban", &["renban r2c2 r3c2 r4c3 r4c4"]),
    ("palindrome", &["palindrome r2c1 r2c2 r3c3 r4c4 r4c5"]),
    ("zipper", &["zipper r5c1 r4c2 r3c3 r3c4 r2c5"]),
    ("region-sum", &["region-sum r1c2 r2c2 r3c3 r4c4 r4c5 r5c5"]),
    ("between", &["between r5c2 r4c2 r3c3 r3c4 r2c5"]),
    ("lockout", &["lockout 2 r5c2 r4c2 r3c3 r3c4 r2c5"]),
    ("entropic", &["entropic r2c1 r2c2 r3c3 r4c3 r5c4 r5c5"]),
    ("modular", &["modular 3 r2c1 r2c2 r3c3 r4c3 r5c4 r5c5"]),
    ("white", &["white r2c2 r2c3", "difference 3 r4c4 r5c4"]),
    ("black", &["black r2c2 r2c3", "ratio 3 r4c4 r5c4"]),
    ("xv", &["x r2c2 r2c3", "v r4c4 r5c4"]),
    ("greater", &["greater r2c2 r2c3", "greater r5c4 r4c4", "greater r3c5 r3c4", "greater r4c1 r5c1"]),
    ("quad", &["quad r2c2 = 2 3 4", "quad r4c4 = 1 5"]),
    ("clone", &["clone r1c1 r2c1 r2c2 = r4c3 r5c3 r5c4", "clone r2c5 r2c6 = r6c1 r6c2"]),
    ("little-killer", &["little-killer 11 r4c1 up-right", "little-killer 14 r1c5 down-left"]),
    ("sandwich", &["sandwich row 2 = 9", "sandwich column 5 = 12"]),
    ("x-sum", &["x-sum column 1 top = 10", "x-sum row 4 right = 13"]),
    ("skyscraper", &["skyscraper row 3 left = 4", "skyscraper column 5 bottom = 3"]),
    ("numbered-room", &["numbered-room row 3 right = 4", "numbered-room column 2 top = 2"]),
    ("equality", &["equality r2c2 r2c3 r3c2 r3c3"]),
    ("counting-circles", &["counting-circles r1c2 r2c5 r3c3 r4c1 r5c4 r6c6"]),
    ("minimum", &["minimum r2c2 r4c5"]),
    ("maximum", &["maximum r2c2 r4c5 r4c6"]),
    ("row-indexer", &["row-indexer r1c2 r3c2 r5c2"]),
    ("column-indexer", &["column-indexer r2c1 r2c3 r2c5"]),
    ("box-indexer", &["box-indexer r1c4 r1c5 r2c6"]),
    ("falling-diagonal", &["falling-diagonal"]),
    ("rising-diagonal", &["rising-diagonal"]),
    ("no-boxes", &["no-boxes"]),
];

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
