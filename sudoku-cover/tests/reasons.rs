//! The reasons for steps in sentences: they name what the step concludes and the pattern from which it does.

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{Explainer, Geometry, Reader, Solver, Step, Technique};

/// Returns the technique whose step this text describes.
fn technique_of(text: &str) -> Technique {
    let named = Technique::ALL.iter().copied().filter(|technique| text.starts_with(technique.name()));
    named.max_by_key(|technique| technique.name().len()).expect("the text begins with a technique")
}

/// Finds the step with this text in the state of a line.
fn step_of(state: &str, text: &str) -> Step {
    let geometry = Geometry::classic();
    let record = Reader::new(state.as_bytes()).next().expect("a line").expect("it can be read");
    let mut solver = Solver::new(&geometry);
    solver.load(&record.grid).expect("the givens do not contradict one another");
    let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else {
        panic!("{state}: one solution expected")
    };
    let mut explainer = Explainer::new(&geometry);
    explainer.load_with_solution(&record.grid, &solution).expect("the sides agree");
    explainer.resume(record.placed(), record.more.as_ref().and_then(|more| more.marks.as_ref()));
    let mut limits = Limits::none();
    let mut steps = explainer.steps(&[technique_of(text)], &mut limits).map(|step| step.expect("no limit"));
    steps.find(|step| step.to_string() == text).unwrap_or_else(|| panic!("{text} is not found"))
}

/// Returns one step of each technique.
fn examples() -> Vec<Step> {
    let lines = |text: &'static str| text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>();
    let default = lines(include_str!("techniques.txt"));
    let asked = lines(include_str!("asked_techniques.txt"));
    let default = default.chunks_exact(2).map(|pair| step_of(pair[0], pair[1]));
    let asked = asked.iter().map(|line| line.split_once(' ').expect("a puzzle and a step"));
    default.chain(asked.map(|(puzzle, text)| step_of(puzzle, text))).collect()
}

#[test]
fn every_technique_has_a_reason() {
    for step in examples() {
        println!("{step}\n    {}", step.reason());
    }
}
