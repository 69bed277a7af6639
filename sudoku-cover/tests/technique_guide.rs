//! The page of the guide about techniques has a section for each technique, with its example as found and
//! drawn by the program.
//!
//! `DLX_GUIDE=record cargo test -p sudoku-cover --test technique_guide` writes the pictures, to be reviewed
//! before they are committed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{Explainer, Geometry, Grid, Level, Picture, Solver, Technique};

/// Examples of techniques that HoDoKu's order never reaches on the puzzles of `testdata/sudoku`, because
/// other techniques come before them. They are found with the techniques of the levels Easy and Medium and
/// this one.
const RARE: &str = "\
.7..24.....8...2.5..3....9.5............9...3.1.6.79..9.458...68......4...1.3.... Simple Colors Wrap: 2 (r4c69,r8c4) / (r7c6,r8c9) => r4c69,r8c4<>2
....9.3....4....2.........1.2.4.5.3.5..6.74.8.1......51..7...8.2.9.3.....7....9.. Multi Colors 2: 6 (r4c7,r6c3) / (r6c8), (r7c3) / (r7c7) => r4c7,r6c3<>6
7..1.........86..3.58.......9....2.6......4....3927.5.....9.5..6..81.3.....4.5... Forcing Chain Verity in c3 (r2c3=9 =4= r2c2; r9c3=9 =7= r8c2 =4= r2c2) => r2c2=4
";

/// A technique with its example: the step in words and its picture.
struct Example {
    technique: Technique,
    step: String,
    svg: String,
}

fn docs() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "docs"].iter().collect()
}

/// Draws the step of this line, in the state of its puzzle before the step.
fn example(geometry: &Geometry, explainer: &mut Explainer, line: &str) -> Example {
    let (puzzle, text) = line.split_once(' ').expect("a puzzle and a step");
    let puzzle: Grid = puzzle.parse().expect("a puzzle");
    let mut solver = Solver::new(geometry);
    solver.load(&puzzle).expect("the givens do not contradict one another");
    let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else {
        panic!("{line}: one solution expected")
    };
    explainer.load_with_solution(&puzzle, &solution).expect("the sides agree");
    loop {
        let step = explainer.find_step(&mut Limits::none()).expect("there is no limit");
        let step = step.unwrap_or_else(|| panic!("{text} is not found")).clone();
        if step.to_string() != text {
            explainer.next_step(&mut Limits::none()).expect("there is no limit");
            continue;
        }
        let (digits, candidates) = (explainer.grid(), explainer.pencilmarks());
        let picture = Picture::new(geometry, &puzzle).expect("the sides agree");
        let picture = picture.with_digits(&digits).expect("the sides agree");
        let picture = picture.with_candidates(&candidates).expect("the sides agree");
        let svg = picture.with_step(&step).with_labels().to_svg();
        return Example { technique: step.technique, step: text.to_owned(), svg };
    }
}

/// Returns one example of each technique, in the order in which techniques are tried.
fn examples() -> Vec<Example> {
    let geometry = Geometry::classic();
    let mut explainer = Explainer::new(&geometry);
    let lines = include_str!("techniques.txt").lines().filter(|line| !line.starts_with('#'));
    let mut examples: Vec<Example> = lines.map(|line| example(&geometry, &mut explainer, line)).collect();
    for line in RARE.lines() {
        let is_named = |technique: &Technique| line.contains(&format!(" {technique}"));
        let is_left_out = |technique: &Technique| technique.level() > Level::Medium && !is_named(technique);
        let left_out: Vec<Technique> = Technique::ALL.iter().copied().filter(is_left_out).collect();
        examples.push(example(&geometry, &mut Explainer::new(&geometry).without(&left_out), line));
    }
    examples.sort_by_key(|example| example.technique);
    examples
}

/// Returns the name of a technique as a file name: `x-wing`.
fn file_name(technique: Technique) -> String {
    let words = technique.name().to_lowercase();
    let words = words.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Returns the lines from the heading of this technique to the next heading.
fn section(page: &str, technique: Technique) -> Option<String> {
    let heading = format!("### {technique}");
    let lines = page.lines().skip_while(|line| *line != heading);
    let lines: Vec<&str> = lines
        .enumerate()
        .take_while(|(place, line)| *place == 0 || !line.starts_with('#'))
        .map(|(_, line)| line)
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[test]
fn the_guide_has_a_section_for_each_technique_with_its_example() {
    let page = fs::read_to_string(docs().join("sudoku/techniques.md")).expect("the page can be read");
    let examples = examples();
    let shown: Vec<Technique> = examples.iter().map(|example| example.technique).collect();
    assert_eq!(shown, Technique::ALL, "each technique has one example");
    for Example { technique, step, .. } in examples {
        let section = section(&page, technique).unwrap_or_else(|| panic!("no section `### {technique}`"));
        let code = if technique.code().is_empty() { "no code" } else { technique.code() };
        let picture = format!("](../pictures/techniques/{}.svg)", file_name(technique));
        for expected in [format!("HoDoKu: {code}, {}.", technique.level()), picture, step] {
            assert!(section.contains(&expected), "### {technique}: expected {expected}");
        }
    }
}

#[test]
fn the_guide_lists_the_techniques_in_the_order_in_which_they_are_tried() {
    let page = fs::read_to_string(docs().join("sudoku/techniques.md")).expect("the page can be read");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| [")).collect();
    let expected: Vec<String> = Technique::ALL
        .iter()
        .map(|technique| {
            let anchor: String = technique.name().to_lowercase().replace(' ', "-");
            let anchor: String =
                anchor.chars().filter(|sign| sign.is_alphanumeric() || *sign == '-').collect();
            format!(
                "| [{technique}](#{anchor}) | {} | {} | {} | {}.{} |",
                technique.code(),
                technique.level(),
                technique.score(),
                technique.tenths() / 10,
                technique.tenths() % 10
            )
        })
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn the_pictures_of_techniques_are_those_that_are_drawn() {
    let is_recording = env::var("DLX_GUIDE").is_ok_and(|word| word == "record");
    let folder = docs().join("pictures/techniques");
    for Example { technique, svg, .. } in examples() {
        let path = folder.join(format!("{}.svg", file_name(technique)));
        if is_recording {
            fs::create_dir_all(&folder).expect("a folder can be made");
            fs::write(&path, svg).expect("a picture can be written");
        } else {
            let is_same = fs::read_to_string(&path).is_ok_and(|shown| shown == svg);
            assert!(is_same, "{} is not what is drawn", path.display());
        }
    }
    let pictures = fs::read_dir(&folder).expect("the folder can be read");
    let names: Vec<String> = pictures
        .map(|entry| Path::new(&entry.expect("an entry").file_name()).display().to_string())
        .collect();
    assert_eq!(names.len(), Technique::ALL.len(), "no other pictures: {names:?}");
}
