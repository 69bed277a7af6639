//! All covers as a decision diagram, read from a compiled file or built from the problem, and printing some
//! of them.

use std::io::Write;
use std::num::NonZeroUsize;

use dlx_core::inner::Compiling;
use dlx_core::{CompileError, Diagram, OptionId, Problem};

use super::answer::{contradicts, no_solution};
use super::line::{CoverFormat, CoverPrinter};
use crate::shared::cause::Cause;
use crate::shared::flags::{Engine, Given, Memory, Reduce, Searching};
use crate::shared::input::Subject;
use crate::shared::{Exit, Fault, Session};

/// The diagram of all covers, or the exit code if it could not be completed.
pub(super) type Compiled = Result<Diagram, Exit>;

/// Returns the diagram of the covers that satisfy the assumptions (`--force`, `--forbid`).
pub(super) fn all_covers(
    subject: Subject,
    given: &Given,
    threads: NonZeroUsize,
    memory: Memory,
    session: &Session,
) -> Result<Compiled, Fault> {
    match subject {
        Subject::Problem(problem) => compile(&problem, given, threads, memory, session),
        Subject::Compiled(diagram) => restricted(*diagram, given).map(Ok),
    }
}

/// As [`all_covers`], but reports a problem without covers and returns its exit code.
pub(super) fn some_covers(
    subject: Subject,
    given: &Given,
    memory: Memory,
    session: &Session,
) -> Result<Compiled, Fault> {
    let compiled = all_covers(subject, given, NonZeroUsize::MIN, memory, session)?;
    Ok(compiled.and_then(|diagram| {
        if diagram.is_empty() { Err(no_solution(diagram.problem(), session)) } else { Ok(diagram) }
    }))
}

fn compile(
    problem: &Problem,
    given: &Given,
    threads: NonZeroUsize,
    memory: Memory,
    session: &Session,
) -> Result<Compiled, Fault> {
    let assumed = given.of(problem)?;
    contradicts(&assumed, problem)?;
    let mut limits = session.limits(None).bytes(memory.bytes());
    let compiling = Compiling::of(problem).givens(assumed.givens()).threads(threads);
    match session.watched(|| compiling.run(&mut limits)) {
        Ok(diagram) => {
            print_size(&diagram, session);
            Ok(Ok(diagram))
        }
        Err(CompileError::Given(error)) => Err(error.into()),
        Err(CompileError::Stopped { why, nodes, at_least }) => {
            let cause = session.cause_of(why);
            message!(Note, "{}: at least {at_least} covers, after {nodes} nodes", cause.words());
            Ok(Err(cause.exit()))
        }
        Err(error) => {
            message!(Error, "{error}");
            Ok(Err(Exit::Stopped))
        }
    }
}

/// Restricts the diagram of a compiled file to the covers that satisfy the assumptions.
pub(super) fn restricted(diagram: Diagram, given: &Given) -> Result<Diagram, Fault> {
    if given.is_empty() {
        return Ok(diagram);
    }
    let assumed = given.of(diagram.problem())?;
    contradicts(&assumed, diagram.problem())?;
    Ok(diagram.assuming(assumed.givens())?)
}

/// Rejects the flags that control a search: a compiled file is not searched.
pub(super) fn refuse_searching(arguments: &Searching) -> Result<(), Fault> {
    let Searching { rule, engine, simd, reduce, .. } = arguments;
    let flags = [
        ("--rule", rule.is_some()),
        ("--engine", *engine != Engine::Auto),
        ("--simd", simd.is_some()),
        ("--reduce", *reduce == Reduce::Always),
    ];
    match flags.into_iter().find(|(_, is_used)| *is_used) {
        Some((flag, _)) => {
            Err(Fault::Usage(format!("{flag} cannot be used with a compiled file: it is not searched")))
        }
        None => Ok(()),
    }
}

/// Prints the size of a diagram if `--stats` is given.
pub(super) fn print_size(diagram: &Diagram, session: &Session) {
    if session.has_stats() {
        stat!("diagram        {} nodes, {} bytes", diagram.len(), diagram.bytes());
    }
}

/// Covers printed between two checks of the deadline and of interrupts.
const COVERS_BETWEEN_LOOKS: u64 = 256;

/// Prints up to a number of covers, the option ids of each ascending. Returns how many were printed, and the
/// cause if printing stopped before that number or the last cover.
pub(super) fn print(
    problem: &Problem,
    format: CoverFormat,
    most: u64,
    session: &Session,
    mut next: impl FnMut(&mut Vec<OptionId>) -> bool,
) -> Result<(u64, Option<Cause>), Fault> {
    let mut printer = CoverPrinter::new(problem, format, |bytes| Ok(session.output().write_all(bytes)?));
    let (mut printed, mut cover) = (0, Vec::new());
    let cause = loop {
        if printed == most {
            break None;
        }
        if printed % COVERS_BETWEEN_LOOKS == 0
            && let Some(cause) = session.cause_to_stop()
        {
            break Some(cause);
        }
        cover.clear();
        if !next(&mut cover) {
            break None;
        }
        cover.sort_unstable();
        printer.print(&cover)?;
        printed += 1;
    };
    printer.finish()?;
    Ok((printed, cause))
}
