//! `dlx sudoku generate`: puzzles that follow from a seed, each as soon as it is made and those before it are printed.
//!
//! Puzzles have numbers; those that are not as asked for are left out. Threads take the next number that is not taken,
//! and what they make waits for its turn. So the output is that of one thread.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::{fs, thread};

use sudoku_cover::{
    Demand, Design, Detail, Explainer, Format, GenerateError, Generated, Generator, Geometry, Key, Pattern,
    Rating, Record, Redundancy, Symmetry, Wish, WriteError, Writer,
};

use super::boards::Boards;
use crate::args::{Kind, SudokuGenerate};
use crate::shared::cause::Cause;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;

/// So many numbers are tried ahead of the one whose turn it is, for each thread.
const MOST_AHEAD: u64 = 64;

pub(crate) fn run(arguments: &SudokuGenerate, session: &Session) -> Result<Exit, Fault> {
    let geometry = Boards::with(arguments.size, arguments.box_shape, &arguments.rules)?.only()?;
    let cells = geometry.cell_count();
    if let Some(clues) = arguments.clues.as_ref().map(|clues| *clues.end()).filter(|&clues| clues > cells) {
        return Err(Fault::Usage(format!("--clues {clues} is more than the {cells} cells of the grid")));
    }
    let demand = arguments.needs.iter().fold(Demand::new(), |demand, one_of| demand.with_one_of(&one_of.0));
    let demand = arguments.level.map_or(demand.clone(), |level| demand.with_level(level));
    if demand.is_vain() {
        let words = "a technique of --needs is harder than --level allows: no puzzle has both";
        return Err(Fault::Usage(words.to_owned()));
    }
    let recipe = Recipe {
        wish: wish(arguments, &geometry)?,
        demand,
        nodes: arguments.nodes.unwrap_or_else(|| Generator::default_nodes(geometry.side())),
        makes_many: arguments.count > 1,
    };
    Workshop::new(session).run(&Generator::new(&geometry, arguments.seed), &recipe, arguments)
}

/// What is made of each number.
struct Recipe {
    wish: Wished,
    demand: Demand,
    nodes: u64,
    /// Whether the solver's tables will be of use.
    makes_many: bool,
}

enum Wished {
    Kind(Wish),
    Design(Design),
}

/// A puzzle, and how hard it is if that was asked.
struct Made {
    generated: Generated,
    rating: Option<Rating>,
}

/// Why there is no puzzle of a number, if it is not that it is left out.
enum End {
    Stopped,
    Fault(Fault),
}

impl Recipe {
    /// What is made of this number; `None` if it is not as asked for.
    fn make(
        &self,
        number: u64,
        generator: &mut Generator,
        explainer: Option<&mut Explainer>,
        session: &Session,
    ) -> Result<Option<Made>, End> {
        let limits = || session.limits(None).nodes(self.nodes);
        let made = match &self.wish {
            Wished::Kind(wish) => generator.puzzle(number, *wish, limits).map(Some),
            Wished::Design(design) => generator.designed(number, design, limits),
        };
        let generated = match made {
            Ok(Some(generated)) => generated,
            Ok(None) => return Ok(None),
            Err(GenerateError::Stopped(_)) => return Err(End::Stopped),
            Err(error) => return Err(End::Fault(Fault::Usage(error.to_string()))),
        };
        let Some(explainer) = explainer else { return Ok(Some(Made { generated, rating: None })) };
        let rating = self.demand.rate(explainer, &generated, &mut session.limits(None));
        let rating = rating.map_err(|_| End::Stopped)?;
        Ok(rating.map(|rating| Made { generated, rating: Some(rating) }))
    }

    /// Whether puzzles are to have no redundant clue.
    fn is_minimal(&self) -> bool {
        matches!(self.wish, Wished::Kind(Wish::Minimal))
            || matches!(&self.wish, Wished::Design(design) if *design == Design::new())
    }
}

/// What threads make, and whose turn it is.
struct Workshop<'s> {
    session: &'s Session,
    bench: Mutex<Bench>,
    changed: Condvar,
}

struct Bench {
    /// The next number that is not taken.
    taken: u64,
    /// The number whose turn it is.
    turn: u64,
    finished: BTreeMap<u64, Result<Option<Made>, End>>,
    is_over: bool,
}

impl<'s> Workshop<'s> {
    fn new(session: &'s Session) -> Self {
        let bench = Bench { taken: 0, turn: 0, finished: BTreeMap::new(), is_over: false };
        Self { session, bench: Mutex::new(bench), changed: Condvar::new() }
    }

    fn bench(&self) -> MutexGuard<'_, Bench> {
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'b>(&self, bench: MutexGuard<'b, Bench>) -> MutexGuard<'b, Bench> {
        self.changed.wait(bench).unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, generator: &Generator, recipe: &Recipe, arguments: &SudokuGenerate) -> Result<Exit, Fault> {
        let threads = arguments.threads.or_else(|| thread::available_parallelism().ok());
        let threads = threads.map_or(1, NonZeroUsize::get);
        // More hands than puzzles are of use only where most numbers are left out.
        let threads = match (recipe.is_minimal(), usize::try_from(arguments.count)) {
            (true, Ok(count)) => threads.min(count.max(1)),
            _ => threads,
        };
        thread::scope(|scope| {
            let mut hands = 0;
            while hands < threads {
                let generator = generator.clone();
                let work = move || {
                    let _alarm = Alarm(self);
                    self.session.watched(|| self.work(generator, recipe, threads as u64));
                };
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
                hands += 1;
            }
            if hands == 0 {
                self.stop();
            }
            let _alarm = Alarm(self);
            self.deliver(generator.geometry(), recipe, arguments)
        })
    }

    /// Makes puzzle after puzzle until the work is over.
    fn work(&self, mut generator: Generator, recipe: &Recipe, threads: u64) {
        if recipe.makes_many {
            generator.prepare();
        }
        let mut explainer = (!recipe.demand.is_nothing()).then(|| Explainer::new(generator.geometry()));
        loop {
            let mut bench = self.bench();
            while !bench.is_over && bench.taken >= bench.turn + MOST_AHEAD * threads {
                bench = self.wait(bench);
            }
            if bench.is_over {
                return;
            }
            let number = bench.taken;
            bench.taken += 1;
            drop(bench);
            let made = match self.session.cause_to_stop() {
                Some(_) => Err(End::Stopped),
                None => recipe.make(number, &mut generator, explainer.as_mut(), self.session),
            };
            self.bench().finished.insert(number, made);
            self.changed.notify_all();
        }
    }

    /// The puzzle of the number whose turn it is.
    fn next(&self) -> Result<Option<Made>, End> {
        let mut bench = self.bench();
        loop {
            let turn = bench.turn;
            if let Some(made) = bench.finished.remove(&turn) {
                bench.turn += 1;
                drop(bench);
                self.changed.notify_all();
                return made;
            }
            if bench.is_over {
                return Err(End::Stopped);
            }
            bench = self.wait(bench);
        }
    }

    /// Prints as many puzzles as are asked for.
    fn deliver(
        &self,
        geometry: &Geometry,
        recipe: &Recipe,
        arguments: &SudokuGenerate,
    ) -> Result<Exit, Fault> {
        let session = self.session;
        let mut writer = Writer::new(Whole(session), arguments.format).with_geometry(geometry);
        let (mut printed, mut doubtful) = (0, 0);
        let mut exit = Exit::Answered;
        while printed < arguments.count {
            let made = match self.next() {
                Ok(Some(made)) => made,
                Ok(None) => continue,
                Err(End::Fault(fault)) => return Err(fault),
                Err(End::Stopped) => {
                    let cause = session.cause_to_stop();
                    tell!("dlx: {} after {printed} puzzles", cause.map_or("stopped", Cause::words));
                    exit.also(cause.map_or(Exit::Stopped, Cause::exit));
                    break;
                }
            };
            doubtful += u64::from(made.generated.undecided > 0);
            writer.write(&record(made, arguments.format)).map_err(fault)?;
            writer.flush()?;
            printed += 1;
        }
        // Whoever still works on a puzzle need not finish it.
        self.stop();
        writer.finish().map_err(fault)?.flush()?;
        if doubtful > 0 && recipe.is_minimal() {
            let nodes = recipe.nodes;
            tell!(
                "dlx: {doubtful} of {printed} puzzles have clues of which {nodes} nodes did not tell whether they can go"
            );
        }
        Ok(exit)
    }

    fn stop(&self) {
        self.bench().is_over = true;
        self.session.abandon();
        self.changed.notify_all();
    }
}

/// Nobody waits for a thread that has panicked, nor for more where nothing can be printed.
struct Alarm<'w, 's>(&'w Workshop<'s>);

impl Drop for Alarm<'_, '_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The puzzle, and what was found out about it.
fn record(made: Made, format: Format) -> Record {
    let mut record = Record::new(made.generated.puzzle);
    if let Some(rating) = made.rating {
        let text = format!("{} ({})", rating.level(), rating.score);
        // Lines and grids have room for comments alone.
        let key = if matches!(format, Format::Line | Format::Grid) { Key::Comment } else { Key::Level };
        record.more_mut().details.push(Detail::new(key, &text));
    }
    record
}

/// Standard output that takes whole puzzles, also when the run must end.
struct Whole<'s>(&'s Session);

impl Write for Whole<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.output().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.output().flush()
    }
}

/// Output that cannot be written, or a format that does not hold the puzzles.
fn fault(error: WriteError) -> Fault {
    match error {
        WriteError::Io(error) => error.into(),
        error => Fault::Usage(error.to_string()),
    }
}

fn wish(arguments: &SudokuGenerate, geometry: &Geometry) -> Result<Wished, Fault> {
    match arguments.kind {
        Kind::Unique => {}
        Kind::Easy => return Ok(Wished::Kind(Wish::Easy)),
        Kind::Several => return Ok(Wished::Kind(Wish::Several)),
        Kind::Unsolvable => return Ok(Wished::Kind(Wish::Unsolvable)),
    }
    let mut design = Design::new();
    if arguments.symmetry != Symmetry::None {
        design = design.with_symmetry(arguments.symmetry);
    }
    if let Some(clues) = &arguments.clues {
        design = design.with_clues(clues.clone()).with_redundancy(Redundancy::Allowed);
    }
    if let Some(text) = &arguments.pattern {
        design = design.with_pattern(pattern(text, geometry)?).with_redundancy(Redundancy::Allowed);
    }
    if arguments.minimal && design != Design::new() {
        design = design.with_redundancy(Redundancy::NoClue);
    }
    Ok(Wished::Design(design))
}

/// The pattern in a file of this name, or else in the text itself.
fn pattern(text: &str, geometry: &Geometry) -> Result<Pattern, Fault> {
    let looks_like_cells = text.chars().filter(|&mark| mark != '\n').count() >= geometry.cell_count();
    if Path::new(text).exists() || !looks_like_cells {
        let name = text.to_owned();
        let content = fs::read_to_string(text).map_err(|source| Fault::open(name.clone(), source))?;
        return Pattern::parse(&content, geometry).map_err(|error| Fault::material(name, error));
    }
    Pattern::parse(text, geometry).map_err(|error| Fault::Usage(format!("--pattern: {error}")))
}
