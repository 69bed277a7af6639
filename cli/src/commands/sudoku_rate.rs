//! `dlx sudoku rate`: how hard each puzzle is.

use std::io::Write;

use serde::Serialize;
use sudoku_cover::{LikeExplainer, Rating, State, Technique};

use super::explained::{Explainers, Inquiry};
use super::puzzles::Batch;
use super::report::PuzzleObject;
use crate::args::{RateFormat, Scale, SudokuRate, TechniqueOrder};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;

#[derive(Serialize)]
struct RatingObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<&'static str>,
    /// How many steps took a digit from the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    trials: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    like_se: Option<String>,
}

pub(crate) fn run(arguments: &SudokuRate, session: &Session) -> Result<Exit, Fault> {
    let SudokuRate { puzzles, scale, format, batching, common } = arguments;
    let explainers = Explainers::new(TechniqueOrder::Hodoku);
    let like_se = Explainers::new(TechniqueOrder::Se);
    let is_json = *format == RateFormat::Json;
    Batch::new(puzzles, *batching, *common, session)?.each(None, |puzzle, loaded, limits, answers| {
        let inquiry = Inquiry { session, puzzle, has_stats: common.stats, is_json };
        inquiry.with_solution(loaded, limits, answers, |asked, solver, _, answers| {
            let geometry = solver.matrix().geometry();
            let rating = (*scale != Scale::Se).then(|| explainers.lend(geometry, asked, Rating::of));
            let like_se = (*scale != Scale::Hodoku).then(|| like_se.lend(geometry, asked, LikeExplainer::of));
            let states = [rating.map(|(_, state)| state), like_se.map(|(_, state)| state)];
            let is_solved = states.into_iter().flatten().all(|state| state == State::Solved);
            let status = match (is_solved, asked.solution) {
                (true, _) => "solved",
                (false, None) => "several solutions",
                (false, Some(_)) => "not solved",
            };
            let rating = rating.map(|(rating, _)| rating).filter(|_| is_solved);
            let like_se = like_se.map(|(rating, _)| rating).filter(|_| is_solved);
            if is_json {
                let known = RatingObject {
                    level: rating.map(|rating| rating.level().to_string()),
                    score: rating.map(|rating| rating.score),
                    steps: rating.map(|rating| rating.steps),
                    hardest: rating.and_then(|rating| rating.hardest).map(Technique::name),
                    trials: rating.map(|rating| rating.trials),
                    like_se: like_se.map(|rating| rating.to_string()),
                };
                PuzzleObject::new(puzzle, status, known).print(answers)?;
                return Ok(Exit::Answered);
            }
            let out = answers.out();
            asked.grid.to_line().append_to(out);
            out.extend_from_slice(b" #");
            if let Some(rating) = rating {
                write!(out, " {}, {}, {} steps", rating.level(), rating.score, rating.steps)?;
                if rating.trials > 0 {
                    write!(out, " ({} taken from the solution)", rating.trials)?;
                }
            }
            if let Some(like_se) = like_se {
                write!(out, "{} like SE {like_se}", if rating.is_some() { "," } else { "" })?;
            }
            if !is_solved {
                write!(out, " {status}")?;
            }
            out.push(b'\n');
            Ok(Exit::Answered)
        })
    })
}
