//! `dlx sudoku rate`: rates the difficulty of each puzzle.

use std::convert::Infallible;
use std::io::Write;

use clap::{Args, ValueEnum};
use dlx_core::{Limits, Stopped};
use serde::Serialize;
use sudoku_cover::{
    Backdoor, BackdoorError, Backdoors, Explainer, Rating, SeRating, Solver, State, Technique, Verdict,
};

use super::batch::{Answers, Batch, PuzzleList};
use super::explained::{Explainable, Explainers, Lent, Techniques, each_with_solution};
use crate::shared::cause::Cause;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    list: PuzzleList,
    /// Scale of difficulty
    #[arg(long, value_enum, value_name = "SCALE", default_value_t = Scale::All, help_heading = "Output")]
    scale: Scale,
    /// Format of a rating
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = RateFormat::Text, help_heading = "Output")]
    format: RateFormat,
}

/// A scale of difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scale {
    /// HoDoKu's level and score
    Hodoku,
    /// Sudoku Explainer's hardest step, first placement and first step
    Se,
    /// Search nodes, and the size of the smallest backdoor
    Engine,
    /// hodoku and se
    Both,
    /// Everything
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RateFormat {
    /// The puzzle, and its rating as a comment
    Text,
    /// One JSON object a line, for programs
    Json,
    /// A table with a header
    Csv,
}

impl Command for Rate {
    const NAME: &'static str = "rate";
    const ABOUT: &'static str = "Rate the difficulty of each puzzle";
    const EXAMPLES: &'static str = "\
dlx sudoku generate -n 20 --seed 7 -o puzzles.txt
dlx sudoku rate puzzles.txt
dlx sudoku rate --scale hodoku --format csv puzzles.txt
dlx sudoku rate --scale engine --format json puzzles.txt";
    const NOTES: &'static str = "\
A backdoor is a set of solution digits which, once placed, leave a puzzle that singles solve; its size is 0 if singles
solve the puzzle as it is. Nodes are the options that Knuth's Algorithm X tries to find the solution and prove it unique.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, scale, format } = self;
        let explainers = Explainers::new(Techniques::default());
        let finders = Lent::default();
        let has_hodoku = matches!(scale, Scale::Hodoku | Scale::Both | Scale::All);
        let has_se = matches!(scale, Scale::Se | Scale::Both | Scale::All);
        let has_engine = matches!(scale, Scale::Engine | Scale::All);
        if format == RateFormat::Csv {
            writeln!(session.output(), "{COLUMNS}")?;
        }
        let batch = Batch::of(&list, session)?.in_json(format == RateFormat::Json);
        each_with_solution(batch, |asked, solver, limits, answers| {
            let geometry = solver.matrix().geometry();
            let mut stopped = None;
            let mut known = |why| stopped = Some(session.cause_of(why));
            let rate = |explainer: &mut Explainer| Rating::of(explainer, limits);
            let rating = has_hodoku.then(|| explainers.lend(geometry, asked, rate)).transpose();
            let rating = rating.map_err(&mut known).unwrap_or_default();
            // The rules assume one solution, and search for minutes if there is another one.
            let has_se = has_se && asked.solution.is_some();
            let rate = |explainer: &mut Explainer| SeRating::of(explainer, limits);
            let se = has_se.then(|| explainers.lend(geometry, asked, rate)).transpose();
            let is_se_known = matches!(se, Ok(Some(Some(_))) | Err(_));
            let se = se.map_err(&mut known).unwrap_or_default().flatten().map(|(se, _)| se);
            let engine = if has_engine { rate_by_engine(&finders, asked, solver, limits) } else { Ok(None) };
            let engine = engine.map_err(&mut known).unwrap_or_default();
            let is_solved = match rating {
                Some((_, state)) => state == State::Solved,
                None => asked.solution.is_some(),
            };
            let status = match (stopped, is_solved, asked.solution) {
                (Some(cause), ..) => cause.words(),
                (None, true, _) => "solved",
                (None, false, None) => Verdict::Several.phrase(),
                (None, false, Some(_)) => "not solved",
            };
            let rated = RatedPuzzle {
                status,
                rating: rating.map(|(rating, _)| rating).filter(|_| is_solved),
                se,
                lacks_se: scale == Scale::Se && has_se && !is_se_known,
                engine,
            };
            match format {
                RateFormat::Text => rated.write_text(asked, answers)?,
                RateFormat::Json => match stopped {
                    Some(cause) => answers.part(cause, rated.object())?,
                    None => answers.object(status, rated.object())?,
                },
                RateFormat::Csv => rated.write_csv(asked, answers)?,
            }
            Ok(stopped.map_or(Exit::Answered, Cause::exit))
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of_puzzles::<RatingObject>("Rating", &["solved", "not solved", Verdict::Several.phrase()])
            .of_parts::<RatingObject>("Part of a rating")
            .of_failures()
    }
}

/// The largest size of backdoor searched for.
const LARGEST_BACKDOOR: usize = 3;

/// The columns of `--format csv`.
const COLUMNS: &str = "puzzle,status,level,score,steps,hardest,trials,se,nodes,backdoor";

#[derive(Default, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct RatingObject {
    /// HoDoKu's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    /// HoDoKu's score.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    /// Number of steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    /// Technique of the hardest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<&'static str>,
    /// Number of steps that took a digit from the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    trials: Option<usize>,
    /// Rating of Sudoku Explainer: hardest step, hardest step up to the first placement, first step. Only on classic boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    se: Option<String>,
    /// Nodes of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// Size of the smallest backdoor.
    #[serde(skip_serializing_if = "Option::is_none")]
    backdoor: Option<usize>,
    /// Largest size for which it is proved that no backdoor exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    backdoor_above: Option<usize>,
    /// Candidates of the backdoor.
    #[serde(skip_serializing_if = "Option::is_none")]
    backdoor_cells: Option<Vec<String>>,
}

/// The rating by the search engine.
struct EngineRating {
    nodes: u64,
    backdoor: Backdoor,
}

/// Rates a puzzle with one solution by search.
fn rate_by_engine(
    finders: &Lent<Backdoors>,
    asked: &Explainable<'_>,
    solver: &mut Solver,
    limits: &mut Limits<'_>,
) -> Result<Option<EngineRating>, Stopped> {
    let Some(solution) = asked.solution else { return Ok(None) };
    let nodes = solver.nodes(limits)?;
    let geometry = solver.matrix().geometry();
    let find = |finder: &mut Backdoors| finder.smallest(asked.grid, solution, LARGEST_BACKDOOR, limits);
    let Ok(backdoor) = finders.lend(geometry, || Ok::<_, Infallible>(Backdoors::new(geometry)), find);
    match backdoor {
        Ok(backdoor) => Ok(Some(EngineRating { nodes, backdoor })),
        Err(BackdoorError::Stopped(why)) => Err(why),
        Err(error) => unreachable!("the puzzle and its solution are of the board: {error}"),
    }
}

/// All ratings of a puzzle.
struct RatedPuzzle {
    status: &'static str,
    rating: Option<Rating>,
    se: Option<SeRating>,
    /// Whether the rating of Sudoku Explainer is asked for on a board that it is not defined for.
    lacks_se: bool,
    engine: Option<EngineRating>,
}

impl RatedPuzzle {
    fn object(&self) -> RatingObject {
        let mut object = RatingObject {
            level: self.rating.map(|rating| rating.level().to_string()),
            score: self.rating.map(|rating| rating.score),
            steps: self.rating.map(|rating| rating.steps),
            hardest: self.rating.and_then(|rating| rating.hardest).map(Technique::name),
            trials: self.rating.map(|rating| rating.trials),
            se: self.se.map(|rating| rating.to_string()),
            nodes: self.engine.as_ref().map(|engine| engine.nodes),
            ..RatingObject::default()
        };
        match self.engine.as_ref().map(|engine| &engine.backdoor) {
            Some(Backdoor::Smallest(cells)) => {
                object.backdoor = Some(cells.len());
                object.backdoor_cells = Some(cells.iter().map(ToString::to_string).collect());
            }
            Some(Backdoor::LargerThan(size)) => object.backdoor_above = Some(*size),
            _ => {}
        }
        object
    }

    fn write_csv(&self, asked: &Explainable<'_>, answers: &mut Answers<'_>) -> Result<(), Fault> {
        fn field<T: ToString>(value: Option<T>) -> String {
            value.map_or_else(String::new, |value| value.to_string())
        }
        let known = self.object();
        let backdoor = known
            .backdoor
            .map(|size| size.to_string())
            .or(known.backdoor_above.map(|size| format!(">{size}")));
        // Above side 9 a line contains commas.
        let line = asked.grid.to_line().to_string();
        let quote = if line.contains(',') { "\"" } else { "" };
        let fields = [
            format!("{quote}{line}{quote}"),
            self.status.to_owned(),
            field(known.level),
            field(known.score),
            field(known.steps),
            field(known.hardest),
            field(known.trials),
            field(known.se),
            field(known.nodes),
            field(backdoor),
        ];
        answers.line(fields.join(",").as_bytes());
        Ok(())
    }

    fn write_text(&self, asked: &Explainable<'_>, answers: &mut Answers<'_>) -> Result<(), Fault> {
        let out = answers.out();
        asked.grid.to_line().append_to(out);
        out.extend_from_slice(b" #");
        let mut comma = "";
        if let Some(rating) = self.rating {
            write!(out, " {}, {}, {} steps", rating.level(), rating.score, rating.steps)?;
            if rating.trials > 0 {
                write!(out, " ({} taken from the solution)", rating.trials)?;
            }
            comma = ",";
        }
        if let Some(se) = self.se {
            write!(out, "{comma} SE {se}")?;
            comma = ",";
        }
        if self.lacks_se {
            write!(out, " no SE rating (not a classic board)")?;
        }
        if let Some(engine) = &self.engine {
            write!(out, "{comma} {} nodes, backdoor ", engine.nodes)?;
            match &engine.backdoor {
                Backdoor::Smallest(cells) => write!(out, "{}", cells.len())?,
                Backdoor::LargerThan(size) => write!(out, "above {size}")?,
                _ => write!(out, "unknown")?,
            }
        }
        if self.status != "solved" {
            write!(out, " {}", self.status)?;
        }
        out.push(b'\n');
        Ok(())
    }
}
