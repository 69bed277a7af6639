//! All covers at once, read from a compiled file or compiled, and the printing of some of them.

use std::io::Write;

use dlx_core::{CompileError, Diagram, OptionId, Problem, Search};

use super::answer::no_solution;
use super::line::{CoverFormat, CoverPrinter};
use crate::shared::cause::Cause;
use crate::shared::flags::{Engine, Given, Memory, Reduce, Searching};
use crate::shared::input::Subject;
use crate::shared::{Exit, Fault, Session};

/// All covers, or how the run ends if they were not found.
pub(super) type Compiled = Result<Diagram, Exit>;

/// All covers of the subject that have what is given.
pub(super) fn all_covers(
    subject: Subject,
    given: &Given,
    memory: Memory,
    session: &Session,
) -> Result<Compiled, Fault> {
    match subject {
        Subject::Problem(problem) => compile(&problem, given, memory, session),
        Subject::Compiled(diagram) => restricted(*diagram, given).map(Ok),
    }
}

/// As [`all_covers`], where there is one at least: otherwise it is said that there is none.
pub(super) fn some_covers(
    subject: Subject,
    given: &Given,
    memory: Memory,
    session: &Session,
) -> Result<Compiled, Fault> {
    let compiled = all_covers(subject, given, memory, session)?;
    Ok(compiled.and_then(|diagram| if diagram.is_empty() { Err(no_solution()) } else { Ok(diagram) }))
}

fn compile(problem: &Problem, given: &Given, memory: Memory, session: &Session) -> Result<Compiled, Fault> {
    let mut limits = session.limits(None).bytes(memory.bytes());
    match session.watched(|| Diagram::compile(problem, given.givens(), &mut limits)) {
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

/// The covers of a compiled file that have what is given, which is refused where the problem would refuse it.
pub(super) fn restricted(diagram: Diagram, given: &Given) -> Result<Diagram, Fault> {
    if given.is_empty() {
        return Ok(diagram);
    }
    Search::new(diagram.problem()).restart(given.givens())?;
    Ok(diagram.given(given.givens()))
}

/// Refuses what says how to search, as a compiled file is not searched.
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
            Err(Fault::Usage(format!("{flag} does not go with a compiled file: it is not searched")))
        }
        None => Ok(()),
    }
}

/// Prints how large a diagram is, if counters are asked for.
pub(super) fn print_size(diagram: &Diagram, session: &Session) {
    if session.has_stats() {
        tell!("diagram        {} nodes, {} bytes", diagram.len(), diagram.bytes());
    }
}

/// So many covers are printed between two looks at the clock and the interrupt.
const COVERS_BETWEEN_LOOKS: u64 = 256;

/// Prints covers as they come, the options of each ascending, up to so many. Returns how many they were, and what
/// stopped them before they were so many, or all.
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
