//! Prints the cost of small random problems: building each and counting or listing its covers.

use std::hint::black_box;
use std::time::{Duration, Instant};

use benches::draw::Draw;
use benches::measure::{aligned, median, table};
use dlx_core::{BuildError, CheckError, ItemId, Limits, Mention, Problem, ProblemBuilder, Search, check};
use thiserror::Error;

/// Measure small random problems, each built and answered from nothing.
///
/// A problem has 6 to 12 primary items and 10 to 40 options with 1 to 4 of them. Half of the problems have 1
/// to 4 secondary items too, and half of those have colors. Before anything is measured, the answers are
/// compared with those of a naive enumeration. The table shows the median and the mean over all problems of
/// the shortest time of each.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Number of problems.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    problems: u32,

    /// Number of runs over all problems.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Seed of the random problems.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error("problem {number}: a different problem when built by ids")]
    OtherProblem { number: usize },
    #[error("problem {number}: invalid cover: {source}")]
    WrongCover { number: usize, source: CheckError },
    #[error("problem {number}, {task}: expected {expected} covers, found {found:?}")]
    WrongCount { number: usize, task: &'static str, expected: u64, found: Option<u64> },
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let mut draw = Draw(args.seed);
    let sketches: Vec<Sketch> = (0..args.problems).map(|_| Sketch::draw(&mut draw)).collect();
    for (number, sketch) in sketches.iter().enumerate() {
        verify(number, sketch)?;
    }
    // One task after the other, so that none profits from what the processor has learned of the same problem.
    let mut least = vec![vec![Duration::MAX; sketches.len()]; TASKS.len()];
    for _ in 0..args.runs {
        for (task, least) in TASKS.iter().zip(&mut least) {
            for (sketch, least) in sketches.iter().zip(least) {
                let start = Instant::now();
                black_box((task.run)(black_box(sketch)));
                *least = start.elapsed().min(*least);
            }
        }
    }
    let mut table = table(["", "median, us", "mean, us"]);
    for (task, times) in TASKS.iter().zip(least) {
        let mean = times.iter().sum::<Duration>() / args.problems;
        let shown = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1e6);
        table.add_row([task.name.to_owned(), shown(median(&times).unwrap_or_default()), shown(mean)]);
    }
    println!("{}", aligned(table, 1));
    Ok(())
}

/// Compares the answers of all tasks with those of the naive enumeration, and checks every cover.
fn verify(number: usize, sketch: &Sketch) -> Result<(), Fault> {
    let problem = sketch.by_names()?;
    if problem != sketch.by_ids()? {
        return Err(Fault::OtherProblem { number });
    }
    for cover in Search::new(&problem) {
        check(&problem, &cover).map_err(|source| Fault::WrongCover { number, source })?;
    }
    let expected = sketch.covers();
    for task in TASKS.iter().filter(|task| task.counts) {
        let found = (task.run)(sketch);
        if found != Some(expected) {
            return Err(Fault::WrongCount { number, task: task.name, expected, found });
        }
    }
    Ok(())
}

/// A problem as a user of the library states it.
struct Sketch {
    primary: Vec<String>,
    secondary: Vec<String>,
    /// By option: its items with their colors, 0 for none. Secondary items follow the primary ones.
    options: Vec<Vec<(usize, u8)>>,
    /// By option: the same in words.
    mentions: Vec<Vec<String>>,
}

const COLORS: [&str; 4] = ["", "red", "green", "blue"];

impl Sketch {
    fn draw(draw: &mut Draw) -> Self {
        let mut from = |low: u64, high: u64| usize::try_from(low + draw.below(high - low + 1)).unwrap_or(0);
        let primaries = from(6, 12);
        let secondaries = if from(0, 1) == 0 { 0 } else { from(1, 4) };
        let is_colored = from(0, 1) == 1;
        let primary: Vec<String> = (0..primaries).map(|item| format!("p{item}")).collect();
        let secondary: Vec<String> = (0..secondaries).map(|item| format!("s{item}")).collect();
        let options: Vec<Vec<(usize, u8)>> = (0..from(10, 40))
            .map(|_| {
                let mut option = Vec::new();
                for _ in 0..from(1, 4) {
                    let item = from(0, primaries as u64 - 1);
                    if !option.contains(&(item, 0)) {
                        option.push((item, 0));
                    }
                }
                for item in 0..secondaries {
                    if from(0, 3) == 0 {
                        let color = if is_colored { [0, 1, 1, 2, 2, 3][from(0, 5)] } else { 0 };
                        option.push((primaries + item, color));
                    }
                }
                option
            })
            .collect();
        let names: Vec<&String> = primary.iter().chain(&secondary).collect();
        let mention = |&(item, color): &(usize, u8)| match color {
            0 => names[item].clone(),
            color => format!("{}:{}", names[item], COLORS[usize::from(color)]),
        };
        let mentions = options.iter().map(|option| option.iter().map(mention).collect()).collect();
        Self { primary, secondary, options, mentions }
    }

    fn declare(&self) -> ProblemBuilder {
        let mut builder = Problem::builder();
        builder.primary(self.primary.iter().map(String::as_str));
        builder.secondary(self.secondary.iter().map(String::as_str));
        builder
    }

    /// Builds the problem from names.
    fn by_names(&self) -> Result<Problem, BuildError> {
        let mut builder = self.declare();
        for option in &self.mentions {
            builder.option(option);
        }
        builder.build()
    }

    /// Builds the problem from the numbers of the items.
    fn by_ids(&self) -> Result<Problem, BuildError> {
        let mut builder = self.declare();
        for option in &self.options {
            builder.option(option.iter().map(|&(item, color)| match color {
                0 => Mention::from(ItemId::new(item)),
                color => Mention::from((ItemId::new(item), COLORS[usize::from(color)])),
            }));
        }
        builder.build()
    }

    /// Returns the number of covers, by trying every option at the first item that is not covered.
    fn covers(&self) -> u64 {
        self.covers_with(&mut vec![None; self.primary.len() + self.secondary.len()])
    }

    /// The same with some items covered, each in a color.
    fn covers_with(&self, covered: &mut [Option<u8>]) -> u64 {
        let Some(first) = covered[..self.primary.len()].iter().position(Option::is_none) else { return 1 };
        let mut covers = 0;
        for option in self.options.iter().filter(|option| option.contains(&(first, 0))) {
            let fits = |&(item, color): &(usize, u8)| match covered[item] {
                None => true,
                Some(other) => color != 0 && color == other,
            };
            if option.iter().all(fits) {
                let mut below = covered.to_vec();
                for &(item, color) in option {
                    below[item] = Some(color);
                }
                covers += self.covers_with(&mut below);
            }
        }
        covers
    }
}

/// What is done with each problem.
struct Task {
    name: &'static str,
    /// Whether the result is the number of covers.
    counts: bool,
    run: fn(&Sketch) -> Option<u64>,
}

impl Task {
    const fn new(name: &'static str, counts: bool, run: fn(&Sketch) -> Option<u64>) -> Self {
        Self { name, counts, run }
    }
}

const TASKS: [Task; 6] = [
    Task::new("build by names", false, |sketch| size(&sketch.by_names().ok()?)),
    Task::new("build by ids", false, |sketch| size(&sketch.by_ids().ok()?)),
    Task::new("build by names, Search::count", true, |sketch| search(&sketch.by_names().ok()?)),
    Task::new("build by ids, Search::count", true, |sketch| search(&sketch.by_ids().ok()?)),
    Task::new("build by names, list all", true, |sketch| list(&sketch.by_names().ok()?)),
    Task::new("build by names, count()", true, |sketch| count(&sketch.by_names().ok()?)),
];

fn size(problem: &Problem) -> Option<u64> {
    problem.option_count().try_into().ok()
}

fn search(problem: &Problem) -> Option<u64> {
    Search::new(problem).count(&mut Limits::none()).exact().ok()
}

fn list(problem: &Problem) -> Option<u64> {
    let (mut search, mut covers) = (Search::new(problem), 0);
    while let Some(cover) = search.next_solution(&mut Limits::none()).ok()? {
        black_box(cover);
        covers += 1;
    }
    Some(covers)
}

fn count(problem: &Problem) -> Option<u64> {
    dlx_core::inner::count(problem, &mut Limits::none()).exact().ok()?.try_into().ok()
}
