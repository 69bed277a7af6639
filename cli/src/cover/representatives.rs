//! Covers up to symmetry: listing one of each orbit, and verifying a count of the orbits.

use std::cell::Cell;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use dlx_core::{
    Batch, BigUint, Count, Counting, Limits, Observer, Problem, Progress, Representative, Stopped, Symmetries,
};

use super::answer::{ListEnd, no_solution, stopped};
use super::line::{CoverFormat, FlushTimer, Lines, Numbered};
use super::symmetric::{Chosen, print_order};
use crate::shared::flags::Memory;
use crate::shared::progress::{FoundDisplay, Printing};
use crate::shared::{Exit, Fault, Session};

/// Lists the first cover of each orbit, one a line.
pub(super) fn list(
    source: &str,
    problem: &Problem,
    chosen: &Chosen<'_>,
    format: CoverFormat,
    limit: Option<u64>,
    session: &Session,
) -> Result<Exit, Fault> {
    let found = Cell::new(0);
    let display = FoundDisplay::new(session.meter(Printing::Meanwhile), &found);
    let mut watch = Watch { session, display, timer: FlushTimer::start(), fault: None };
    let mut limits = session.observed(limit, &mut watch);
    let lines = Lines::new(problem, format, None);
    let (mut numbered, mut bytes) = (Numbered::after(0), Vec::new());
    let print = |Representative { cover, orbit }: Representative| {
        bytes.clear();
        lines.append_representative(&cover, &orbit, &mut bytes);
        found.set(found.get() + 1);
        let batch = Batch { bytes: &bytes, covers: 1 };
        Ok(session.output().write_all(lines.complete(batch, &mut numbered))?)
    };
    let why = session.watched(|| match chosen.of(problem, &mut limits)? {
        Ok(symmetries) => {
            if session.has_stats() {
                print_order(&symmetries);
            }
            for_each_representative(&symmetries, &mut limits, print)
        }
        Err(why) => Ok(Some(why)),
    })?;
    drop(limits);
    if let Some(fault) = watch.fault {
        return Err(fault);
    }
    let found = found.get();
    if format == CoverFormat::Json {
        ListEnd::write(source, found, why.is_none(), session)?;
    }
    Ok(match why {
        None if found == 0 => no_solution(),
        None => Exit::Answered,
        Some(why) => stopped(session, why, found),
    })
}

/// Calls a function with each representative. Returns why the listing stopped, if not at its end.
fn for_each_representative(
    symmetries: &Symmetries,
    limits: &mut Limits<'_>,
    mut each: impl FnMut(Representative) -> Result<(), Fault>,
) -> Result<Option<Stopped>, Fault> {
    let mut representatives = symmetries.representatives();
    loop {
        match representatives.next_representative(limits) {
            Ok(Some(representative)) => each(representative)?,
            Ok(None) => return Ok(None),
            Err(why) => return Ok(Some(why)),
        }
    }
}

/// Shows the progress of a listing, and flushes covers that come slowly.
struct Watch<'s> {
    session: &'s Session,
    display: FoundDisplay<'s>,
    timer: FlushTimer,
    /// Set if a write failed.
    fault: Option<Fault>,
}

impl Observer for Watch<'_> {
    fn observe(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.display.observe(progress)?;
        self.fault = self.timer.flush(|| Ok(self.session.output().flush()?)).or(self.fault.take());
        if self.fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Lists the representatives and counts all covers, and reports whether a count of the orbits agrees with
/// both: it has to be the number of representatives, whose orbits have to add up to the number of covers.
pub(super) fn verify(
    symmetries: &Symmetries,
    count: &Count<BigUint>,
    threads: NonZeroUsize,
    memory: Memory,
    session: &Session,
) -> Result<Exit, Fault> {
    let Count::Exact(counted) = count else {
        message!(Note, "not verified: the count is not complete");
        return Ok(Exit::Stopped);
    };
    let (mut listed, mut sum) = (BigUint::ZERO, BigUint::ZERO);
    let add = |representative: Representative| {
        listed += 1u32;
        sum += representative.orbit;
        Ok(())
    };
    let mut limits = session.limits(None).bytes(memory.bytes());
    let why = session.watched(|| for_each_representative(symmetries, &mut limits, add))?;
    let disagree = |what: &str, one: &BigUint, other: &BigUint| {
        message!(Error, "internal error: {what}: {one} and {other}");
        message!(Help, "please report this problem file");
        Ok(Exit::Internal)
    };
    if listed > *counted || (why.is_none() && listed != *counted) {
        return disagree("the count and the number of representatives differ", counted, &listed);
    }
    if let Some(why) = why {
        let cause = session.cause_of(why);
        message!(Note, "not verified: {}, {listed} representatives had been listed", cause.words());
        return Ok(cause.exit());
    }
    let mut limits = session.limits(None).bytes(memory.bytes());
    let counting = Counting::of(symmetries.problem()).threads(threads);
    let all = session.watched(|| counting.run(&mut limits)).map_err(Fault::usage)?.count;
    match all {
        Count::Exact(all) if all == sum => {
            message!(Note, "verified: {listed} representatives, whose orbits have {sum} covers in all");
            Ok(Exit::Answered)
        }
        Count::AtLeast(all, why) if all <= sum => {
            let cause = session.cause_of(why);
            message!(Note, "not verified: {}, at least {all} covers had been counted", cause.words());
            Ok(cause.exit())
        }
        Count::Exact(all) | Count::AtLeast(all, _) => {
            disagree("the number of covers and the sum of the orbits differ", &all, &sum)
        }
    }
}
