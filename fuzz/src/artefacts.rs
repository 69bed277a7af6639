//! The readers of files written by runs (checkpoints, tasks, results, diagrams), and the parsers of option
//! values.

use std::cell::RefCell;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::OnceLock;

use dlx_core::inner::{CountEngine, EngineKind, Simd};
use dlx_core::text::knuth;
use dlx_core::{BigUint, Checkpoint, Count, Diagram, Givens, Limits, OptionId, Problem, Rule, Search, check};
use dlx_tasks::{Merge, Outcome, Task};
use xxhash_rust::xxh3::xxh3_64;

use crate::assert_shown;
use crate::bytes::Bytes;

/// The problem of all files, with bounds, colors, an option without a primary item, and equal options.
const PROBLEM: &str = "a 0:2|b 1:3|c d | x y\na x:1\na x:2\nb c\nb y\nc\nd\nd x:1\nb\nb\nx:1 y\na d\n";

/// The number of covers of the problem.
const COVERS: u64 = 60;

fn problem() -> &'static Problem {
    static READ: OnceLock<Problem> = OnceLock::new();
    READ.get_or_init(|| {
        let problem = knuth::read(PROBLEM.as_bytes()).expect("it is a problem");
        assert_eq!(Search::new(&problem).count(&mut Limits::none()), Count::Exact(COVERS));
        problem
    })
}

/// Reads bytes as a file of some kind, and uses the result.
///
/// # Panics
/// If the result changes when it is written and read again, or leads to more covers than there are.
pub fn artefacts(data: &[u8]) {
    let Some((&kind, input)) = data.split_first() else { return };
    match kind % 6 {
        0 => checkpoint(input),
        1 => tasks(input),
        2 => outcome(input),
        3 => any_diagram(input),
        4 => nodes(input),
        _ => words(input),
    }
}

/// Returns the text with the digest of the problem in place of `@`, so that the reader gets beyond the
/// digest.
fn filled(input: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(input).ok()?;
    Some(text.replace('@', &problem().digest().to_string()))
}

/// Reads a text with wrong checksums. Each rejected checksum is replaced by the expected one, so that the
/// checks after it are reached too.
fn read_sealed<T, E: Display>(text: &mut String, read: impl Fn(&str) -> Result<T, E>) -> Result<T, E> {
    loop {
        let refused = match read(text) {
            Err(refused) => refused,
            whole => return whole,
        };
        let message = refused.to_string();
        let sums = message.split_once("found the checksum ").and_then(|(_, rest)| {
            let (found, rest) = rest.split_once(", expected ")?;
            Some((found, rest.get(..found.len())?))
        });
        match sums {
            Some((found, expected)) if found != expected && text.contains(found) => {
                *text = text.replacen(found, expected, 1);
            }
            _ => return Err(refused),
        }
    }
}

fn checkpoint(input: &[u8]) {
    let Some(mut text) = filled(input) else { return };
    let checksum = xxh3_64(text.as_bytes());
    text += &format!("checksum {checksum:016x}\n");
    let checkpoint: Checkpoint = match text.parse() {
        Ok(checkpoint) => checkpoint,
        Err(error) => return assert_shown(&format!("{error}")),
    };
    assert_eq!(checkpoint.to_string().parse().as_ref(), Ok(&checkpoint));
    let mut search =
        Search::with_rule(problem(), checkpoint.rule(), &mut Limits::none()).expect("nothing stops it");
    match search.resume(&checkpoint, &mut Limits::none()) {
        Ok(()) => {
            let left = search.count_rest(&mut Limits::none()).at_least();
            assert!(left <= COVERS, "{left} covers are left of {COVERS}");
        }
        Err(error) => assert_shown(&error.to_string()),
    }
}

fn tasks(input: &[u8]) {
    let Some(mut text) = filled(input) else { return };
    let tasks = match read_sealed(&mut text, |text| Task::read(text.as_bytes())) {
        Ok(tasks) => tasks,
        Err(error) => return assert_shown(&error.to_string()),
    };
    let written = |tasks: &[Task]| {
        let mut written = Vec::new();
        tasks.iter().for_each(|task| task.write(&mut written).expect("memory takes it"));
        written
    };
    let once = written(&tasks);
    assert!(written(&Task::read(&once[..]).expect("what was written can be read")) == once);
    let ids: Vec<String> = text.split_whitespace().take(4).map(str::to_owned).collect();
    if let Err(error) = Task::read_some(&once[..], &ids) {
        assert_shown(&error.to_string());
    }
}

fn outcome(input: &[u8]) {
    let Some(mut text) = filled(input) else { return };
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    let file = FILE.get_or_init(|| {
        let memory = PathBuf::from("/dev/shm");
        let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
        folder.join(format!("dlx-fuzz-{}", std::process::id()))
    });
    let write = |text: &str| std::fs::write(file, text).expect("the file can be written");
    let read = read_sealed(&mut text, |text| {
        write(text);
        Outcome::read(file)
    });
    let outcome = match read {
        Ok(outcome) => outcome,
        Err(error) => return assert_shown(&error.to_string()),
    };
    let mut merge = Merge::new(problem());
    if let Err(error) = merge.add(outcome.clone()) {
        assert_shown(&error.to_string());
    }
    if let Err(error) = merge.add(outcome.clone()) {
        assert_shown(&error.to_string());
    }
    if let Err(error) = merge.total() {
        assert_shown(&error.to_string());
    }
    let mut merge = Merge::new(problem());
    if merge.add(outcome).is_err() {
        return;
    }
    let merge = RefCell::new(merge);
    let listed = read_sealed(&mut text, |text| {
        write(text);
        merge.borrow_mut().for_each_cover(|cover: &[OptionId]| {
            assert_eq!(check(problem(), cover), Ok(()));
            Ok::<(), dlx_tasks::MergeError>(())
        })
    });
    if let Err(error) = listed {
        assert_shown(&error.to_string());
    }
}

/// Reads arbitrary bytes followed by a valid hash.
fn any_diagram(input: &[u8]) {
    let mut file = input.to_vec();
    file.extend_from_slice(&xxh3_64(input).to_le_bytes());
    read_diagram(&file);
}

/// Reads a diagram of the problem whose nodes are taken from the bytes.
fn nodes(input: &[u8]) {
    let mut bytes = Bytes::new(input);
    let (is_ordered, root) = (bytes.flag(), bytes.byte());
    let mut file =
        format!("dlx diagram 2\nproblem {} {}\n{PROBLEM}", PROBLEM.len(), problem().digest()).into_bytes();
    let options = problem().option_count();
    let order = if is_ordered { format!("order {options}\n") } else { "order none\n".to_owned() };
    let mut words: Vec<u32> = Vec::new();
    if is_ordered {
        words.extend((0..options).map(|_| u32::from(bytes.byte())));
    }
    let mut count = 0;
    while !bytes.is_empty() {
        let option = bytes.byte();
        words.push(if option == 255 { u32::MAX } else { u32::from(option) });
        words.extend([u32::from(bytes.byte()), u32::from(bytes.byte())]);
        count += 1;
    }
    file.extend_from_slice(format!("{order}nodes {count}\nroot {root}\n").as_bytes());
    file.extend(words.into_iter().flat_map(u32::to_le_bytes));
    file.extend_from_slice(&xxh3_64(&file).to_le_bytes());
    read_diagram(&file);
}

/// Checks that every operation on a diagram that the reader accepts works, even if its paths are not covers.
fn read_diagram(file: &[u8]) {
    let diagram = match Diagram::read(file) {
        Ok(diagram) => diagram,
        Err(error) => return assert_shown(&error.to_string()),
    };
    let mut again = Vec::new();
    diagram.write(&mut again).expect("memory takes it");
    assert!(again == file || diagram.problem() != problem(), "another file");
    let count = diagram.count();
    let listed = diagram.iter().take(100).count();
    assert!(listed == 100 || count == listed.into());
    let marginals = diagram.marginals();
    let best = diagram.k_best(3, &mut Limits::none()).covers;
    let drawn: Vec<_> = diagram.sampler(1).take(2).collect();
    assert_eq!((best.len(), drawn.is_empty()), (listed.min(3), diagram.is_empty()));
    let places: Vec<_> = drawn.iter().filter_map(|cover| diagram.rank(cover)).collect();
    let option = [OptionId::new(0)];
    let parts = [diagram.given(Givens::none().force(&option)), diagram.given(Givens::none().forbid(&option))];
    let numbers = parts.iter().map(Diagram::count).sum::<BigUint>();
    // Without an order, a reader cannot check in one pass that no path contains an option twice; the counts
    // are then those of paths.
    if diagram.is_ordered() {
        assert!(marginals.iter().all(|marginal| *marginal <= count));
        assert!(places.len() == drawn.len() && places.iter().all(|place| *place < count));
        let whole = parts[0].union(&parts[1], &mut Limits::none()).expect("they have one order");
        assert_eq!((&numbers, &whole.count()), (&count, &count));
    }
}

/// Parses the names of rules, engines and vector instructions.
fn words(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    match text.parse::<Rule>() {
        Ok(rule) => assert_eq!(rule.to_string().parse(), Ok(rule)),
        Err(error) => assert_shown(&error.to_string()),
    }
    match text.parse::<EngineKind>() {
        Ok(engine) => assert_eq!(engine.to_string(), text),
        Err(error) => assert_shown(&error.to_string()),
    }
    match text.parse::<CountEngine>() {
        Ok(engine) => assert_eq!(engine.to_string(), text),
        Err(error) => assert_shown(&error.to_string()),
    }
    match text.parse::<Simd>() {
        Ok(simd) => assert_eq!(simd.to_string(), text),
        Err(error) => assert_shown(&error.to_string()),
    }
}
