//! The pages of the guide about techniques and variants have a section for each technique, with its example as found,
//! proved and drawn by the program.
//!
//! `DLX_GUIDE=record cargo test -p sudoku-cover --test it technique_guide::` writes the pictures, the lessons above them, and
//! the reasons below the steps, to be reviewed before they are committed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::certify::is_proved;
use sudoku_cover::{Explainer, Geometry, Grid, Needs, Picture, Reader, Rule, Solver, Step, Technique};

/// A technique with its example: the step in words, its reason and its picture.
struct Example {
    technique: Technique,
    step: String,
    reason: String,
    svg: String,
}

fn docs() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "docs"].iter().collect()
}

/// Returns the technique whose step this text describes.
fn technique_of(text: &str) -> Technique {
    let is_named = |technique: &&Technique| text.starts_with(technique.name());
    let named = Technique::ALL.iter().copied().filter(|technique| is_named(&technique));
    named
        .max_by_key(|technique| technique.name().len())
        .expect("the text begins with the name of a technique")
}

/// Finds the step in the state of this line of HoDoKu's library, has the solver prove it, and draws it.
fn example(geometry: &Geometry, state: &str, text: &str) -> Example {
    let record = Reader::new(state.as_bytes()).next().expect("a line").expect("it can be read");
    let mut solver = Solver::new(geometry);
    solver.load(&record.grid).expect("the givens do not contradict one another");
    let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else {
        panic!("{state}: one solution expected")
    };
    let mut explainer = Explainer::new(geometry);
    explainer.load_with_solution(&record.grid, &solution).expect("the sides agree");
    explainer.resume(record.placed(), record.marks());
    let technique = technique_of(text);
    let mut limits = Limits::none();
    let steps = explainer.steps(&[technique], &mut limits).map(|step| step.expect("there is no limit"));
    let mut texts = Vec::new();
    let step = steps.inspect(|step| texts.push(step.to_string())).find(|step| step.to_string() == text);
    let step = step.unwrap_or_else(|| panic!("{text} is not found, but {texts:#?}"));
    drawn(geometry, &record.grid, &explainer, &mut solver, &step)
}

/// Has the solver prove the step of a puzzle, and draws it in the current state of the explainer.
fn drawn(
    geometry: &Geometry,
    puzzle: &Grid,
    explainer: &Explainer,
    solver: &mut Solver,
    step: &Step,
) -> Example {
    let text = step.to_string();
    let is_true = is_proved(solver, puzzle, step, &mut Limits::none());
    assert_eq!(is_true, Ok(true), "{text}");
    let (digits, candidates) = (explainer.grid(), explainer.pencilmarks());
    let picture = Picture::new(geometry, puzzle).expect("the sides agree");
    let picture = picture.with_digits(&digits).expect("the sides agree");
    let picture = picture.with_candidates(&candidates).expect("the sides agree");
    let svg = picture.with_step(step).with_labels().to_svg();
    Example { technique: step.technique, step: text, reason: step.reason().to_string(), svg }
}

/// Finds the step in the explanation of a puzzle of a variant, has the solver prove it, and draws it.
fn variant_example(rules: &str, puzzle: &str, text: &str) -> Example {
    let rules: Vec<Rule> = rules.split(';').map(|rule| rule.parse().expect("a rule")).collect();
    let geometry = Geometry::classic().with_rules(&rules).expect("the board can have these rules");
    let puzzle: Grid = puzzle.parse().expect("81");
    let mut explainer = Explainer::new(&geometry);
    explainer.load(&puzzle).expect("the sides agree");
    loop {
        let step = explainer.find_step(&mut Limits::none()).expect("there is no limit").cloned();
        let step = step.unwrap_or_else(|| panic!("{text} is not among the steps"));
        if step.to_string() == text {
            return drawn(&geometry, &puzzle, &explainer, &mut Solver::new(&geometry), &step);
        }
        explainer.next_step(&mut Limits::none()).expect("there is no limit");
    }
}

/// Returns the lines of a list of examples.
fn lines(text: &'static str) -> Vec<&'static str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

/// Returns the examples of these states, in the order in which techniques are tried.
fn examples(text: &'static str) -> Vec<Example> {
    let geometry = Geometry::classic();
    let mut examples: Vec<Example> =
        lines(text).chunks_exact(2).map(|pair| example(&geometry, pair[0], pair[1])).collect();
    examples.sort_by_key(|example| example.technique);
    examples
}

/// Returns the examples of the techniques of variants, in the order in which they are tried.
fn variant_examples() -> Vec<Example> {
    let lines = lines(include_str!("../variant_techniques.txt"));
    let mut examples: Vec<Example> =
        lines.chunks_exact(3).map(|part| variant_example(part[0], part[1], part[2])).collect();
    examples.sort_by_key(|example| example.technique);
    examples
}

/// Returns the pages with their examples.
fn pages() -> [(&'static str, Vec<Example>); 3] {
    [
        ("techniques", examples(include_str!("../techniques.txt"))),
        ("rare-techniques", examples(include_str!("../rare_techniques.txt"))),
        ("variants", variant_examples()),
    ]
}

/// Returns the name of the page that has the technique.
fn page_of(technique: Technique) -> &'static str {
    match technique.needs() {
        Needs::Rules | Needs::Cages => "variants",
        _ if technique.is_default() => "techniques",
        _ => "rare-techniques",
    }
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
    for (name, examples) in pages() {
        let shown: Vec<Technique> = examples.iter().map(|example| example.technique).collect();
        let expected: Vec<Technique> =
            Technique::ALL.iter().copied().filter(|&technique| page_of(technique) == name).collect();
        assert_eq!(shown, expected);
        assert_sections(name, examples);
    }
}

fn assert_sections(name: &str, examples: Vec<Example>) {
    let page = fs::read_to_string(docs().join(format!("sudoku/{name}.md"))).expect("the page can be read");
    for Example { technique, step, .. } in examples {
        let section = section(&page, technique).unwrap_or_else(|| panic!("no section `### {technique}`"));
        let code = if technique.code().is_empty() { "no code" } else { technique.code() };
        let picture = format!("](../pictures/techniques/{}.svg)", file_name(technique));
        for expected in [format!("HoDoKu: {code}, {}.", technique.level().title()), picture, step] {
            assert!(section.contains(&expected), "### {technique}: expected {expected}");
        }
    }
}

/// Returns the lines of a text, each with up to this number of characters.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.len() + 1 + word.len() <= most) {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns the text as a quotation of lines with up to 120 characters. No line is taken for an entry of a list.
fn quoted(text: &str) -> String {
    let lines = wrapped(text, 118);
    let is_entry =
        |line: &str| line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    let escaped = |line: &String| if is_entry(line) { line.replacen('.', "\\.", 1) } else { line.clone() };
    lines.iter().map(|line| format!("> {}\n", escaped(line))).collect()
}

/// Returns the page with the reason for each example below its step, in place of the quotation there.
fn with_reasons(page: &str, examples: &[Example]) -> String {
    examples.iter().fold(page.to_owned(), |page, Example { technique, step, reason, .. }| {
        let heading = format!("\n### {technique}\n");
        let shown = format!("\n{step}\n```\n");
        let (before, section) = page.split_once(&heading).unwrap_or_else(|| panic!("no section {technique}"));
        let (text, after) = section.split_once(&shown).unwrap_or_else(|| panic!("no example {step}"));
        let is_quoted = |line: &&str| line.is_empty() || line.starts_with("> ");
        let rest: Vec<&str> = after.lines().skip_while(is_quoted).collect();
        [before, &heading, text, &shown, "\n", &quoted(reason), "\n", &rest.join("\n"), "\n"].concat()
    })
}

/// Returns the page with the lesson of each technique between its level and its picture, in place of the text there.
fn with_lessons(page: &str, examples: &[Example]) -> String {
    examples.iter().fold(page.to_owned(), |page, Example { technique, .. }| {
        let heading = format!("\n### {technique}\n");
        let (before, section) = page.split_once(&heading).unwrap_or_else(|| panic!("no section {technique}"));
        let (level, text) = section.split_once(".\n\n").expect("a line with the level");
        let (_, after) = text.split_once("\n![").expect("a picture");
        let lesson = wrapped(technique.lesson(), 120).join("\n");
        [before, &heading, level, ".\n\n", &lesson, "\n\n![", after].concat()
    })
}

#[test]
fn the_guide_has_the_lesson_and_the_reason_of_each_example() {
    for (name, examples) in pages() {
        let path = docs().join(format!("sudoku/{name}.md"));
        let page = fs::read_to_string(&path).expect("the page can be read");
        let expected = with_lessons(&with_reasons(&page, &examples), &examples);
        if env::var("DLX_GUIDE").is_ok_and(|word| word == "record") {
            fs::write(&path, expected).expect("the page can be written");
        } else {
            assert!(page == expected, "{} has other lessons or reasons", path.display());
        }
    }
}

#[test]
fn the_guide_lists_the_techniques_in_the_order_in_which_they_are_tried() {
    ["techniques", "rare-techniques", "variants"].into_iter().for_each(assert_rows);
}

fn assert_rows(name: &str) {
    let page = fs::read_to_string(docs().join(format!("sudoku/{name}.md"))).expect("the page can be read");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| [")).collect();
    let expected: Vec<String> = Technique::ALL
        .iter()
        .filter(|&&technique| page_of(technique) == name)
        .map(|technique| {
            let anchor: String = technique.name().to_lowercase().replace(' ', "-");
            let anchor: String =
                anchor.chars().filter(|sign| sign.is_alphanumeric() || *sign == '-').collect();
            format!(
                "| [{technique}](#{anchor}) | {} | {} | {} | {}.{} |",
                technique.code(),
                technique.level().title(),
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
    let examples: Vec<Example> = pages().into_iter().flat_map(|(_, examples)| examples).collect();
    let count = examples.len();
    for Example { technique, svg, .. } in examples {
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
    assert_eq!(names.len(), count, "no other pictures: {names:?}");
}
