//! All chains and almost locked sets of a state: each step is true, and chains are of the kind asked for.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dlx_core::{Limits, Stopped, Uniqueness};
use sudoku_cover::{Explainer, Generator, Geometry, Grid, Solver, Step, Technique, Wish};

const TECHNIQUES: [Technique; 18] = [
    Technique::RemotePair,
    Technique::XChain,
    Technique::XyChain,
    Technique::ContinuousNiceLoop,
    Technique::DiscontinuousNiceLoop,
    Technique::Aic,
    Technique::GroupedContinuousNiceLoop,
    Technique::GroupedDiscontinuousNiceLoop,
    Technique::GroupedAic,
    Technique::AlsXz,
    Technique::AlsXyWing,
    Technique::AlsChain,
    Technique::DeathBlossom,
    Technique::SueDeCoq,
    Technique::ForcingChainContradiction,
    Technique::ForcingChainVerity,
    Technique::ForcingNetContradiction,
    Technique::ForcingNetVerity,
];

/// Returns all steps of these techniques, after checking them against the only solution.
fn true_steps(explainer: &mut Explainer, solution: &Grid, techniques: &[Technique]) -> Vec<Step> {
    let mut limits = Limits::none();
    let steps = explainer.steps(techniques, &mut limits);
    let steps: Vec<Step> = steps.map(|step| step.expect("there is no limit")).collect();
    for step in &steps {
        assert!(techniques.contains(&step.technique), "{step} was not asked for");
        assert!(!step.placements.is_empty() || !step.eliminations.is_empty(), "{step} does nothing");
        let is_true = step.placements.iter().all(|placed| solution.get(placed.cell) == Some(placed.digit))
            && step.eliminations.iter().all(|lost| solution.get(lost.cell) != Some(lost.digit));
        assert!(is_true, "{step} is wrong for {}", solution.to_line());
    }
    steps
}

/// Lists the steps of some states of generated puzzles, and counts them by technique.
fn count_steps(geometry: &Geometry, puzzles: usize, techniques: &[Technique]) -> Vec<usize> {
    let mut generator = Generator::new(geometry, 7);
    let (mut solver, mut explainer) = (Solver::new(geometry), Explainer::new(geometry));
    let mut counts = vec![0; techniques.len()];
    for number in 0..puzzles {
        let number = u64::try_from(number).expect("there are few");
        let puzzle = generator.puzzle(number, Wish::Minimal, Limits::none).expect("there is no limit").puzzle;
        solver.load(&puzzle).expect("the givens do not contradict one another");
        let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else {
            panic!("one solution expected")
        };
        explainer.load_with_solution(&puzzle, &solution).expect("the sides agree");
        for applied in 0.. {
            if applied % 25 == 0 {
                for step in true_steps(&mut explainer, &solution, techniques) {
                    let place = techniques.iter().position(|&technique| technique == step.technique);
                    counts[place.expect("it was asked for")] += 1;
                }
            }
            if explainer.next_step(&mut Limits::none()).expect("there is no limit").is_none() {
                break;
            }
        }
    }
    counts
}

#[test]
fn every_listed_step_is_true() {
    let counts = count_steps(&Geometry::classic(), 20, &TECHNIQUES);
    for (technique, count) in TECHNIQUES.iter().zip(counts) {
        // A remote pair needs four equal cells.
        assert!(count > 0 || *technique == Technique::RemotePair, "{technique} was never found");
    }
}

#[test]
fn every_listed_step_is_true_on_boards_of_side_6() {
    let geometry = Geometry::of_side(6).expect("there are such boards");
    assert!(count_steps(&geometry, 20, &TECHNIQUES).iter().sum::<usize>() > 0);
}

#[test]
fn a_list_stops_soon_on_the_largest_board() {
    let geometry = Geometry::of_side(25).expect("there are such boards");
    let mut explainer = Explainer::new(&geometry);
    for technique in TECHNIQUES {
        let start = Instant::now();
        let wanted = Duration::from_millis(300);
        let mut limits = Limits::none().ask(1, |_| {
            if start.elapsed() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let steps: Result<Vec<Step>, Stopped> = explainer.steps(&[technique], &mut limits).collect();
        let took = start.elapsed();
        // Much more than the 0.1 seconds allowed, because the machine may be busy. `stopping.rs` measures the time of the
        // processor.
        assert!(took < wanted + Duration::from_secs(5), "{technique}: {took:?}");
        drop(steps);
    }
}
