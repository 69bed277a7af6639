//! Covers up to symmetry: listing one of each orbit, and verifying a count of the orbits.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use dlx_core::inner::{Batch, Counting};
use dlx_core::{
    BigUint, Checkpoint, CheckpointError, Count, Problem, Representative, Representatives, Symmetries,
};

use super::answer::{no_solution, stopped};
use super::line::{CoverFormat, Lines, Numbered};
use super::listing::{Listing, Position, Resumable, Watch};
use super::symmetric::{Chosen, print_order};
use crate::shared::flags::Memory;
use crate::shared::progress::{FoundDisplay, Printing};
use crate::shared::{Exit, Fault, Session};

/// How representatives are listed.
pub(super) struct RepresentativeList {
    pub(super) format: CoverFormat,
    pub(super) limit: Option<u64>,
    pub(super) threads: NonZeroUsize,
}

impl RepresentativeList {
    /// Prints one cover of each orbit, one a line.
    pub(super) fn print(
        &self,
        source: &str,
        problem: &Problem,
        chosen: &Chosen<'_>,
        resumable: Option<Resumable<'_>>,
        session: &Session,
    ) -> Result<Exit, Fault> {
        let mut limits = session.limits(None);
        let symmetries = match session.watched(|| chosen.of(problem, &mut limits))? {
            Ok(symmetries) => symmetries,
            Err(why) => {
                Listing::end_unbegun(source, problem, self.format, resumable, session)?;
                return Ok(stopped(session, why, 0));
            }
        };
        if session.has_stats() {
            print_order(&symmetries);
        }
        let (listing, order) = (symmetries.representatives(), symmetries.order());
        let mut run = RepresentativeRun { listing, order, session };
        let listing = Listing::begin(problem, self.format, false, &mut run, resumable, session)?;
        let found = Cell::new(run.listing.found());
        let display = FoundDisplay::new(session.meter(Printing::Meanwhile), &found);
        let mut watch = Watch::new(&listing, display);
        let limit = self.limit.map(|limit| limit.saturating_sub(found.get()));
        let mut limits = session.observed(limit, &mut watch);
        let lines = Lines::new(problem, self.format, None);
        let (mut numbered, mut bytes, mut fault) = (Numbered::after(found.get()), Vec::new(), None);
        let print = |Representative { cover, orbit }: Representative| {
            bytes.clear();
            lines.append_representative(&cover, &orbit, &mut bytes);
            found.set(found.get() + 1);
            let batch = Batch { bytes: &bytes, covers: 1 };
            fault = listing.sink.write(lines.complete(batch, &mut numbered)).err();
            if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let end = session.watched(|| run.listing.for_each(self.threads, &mut limits, print));
        drop(limits);
        if let Some(fault) = fault.or(watch.fault) {
            return Err(fault);
        }
        listing.end(end.is_ok(), &run)?;
        let found = found.get();
        listing.write_end(source, found, end.is_ok())?;
        Ok(match end {
            Ok(()) if found == 0 => no_solution(problem, session),
            Ok(()) => Exit::Answered,
            Err(why) => stopped(session, why, found),
        })
    }
}

/// A listing up to symmetry as a run that can be continued.
struct RepresentativeRun<'s> {
    listing: Representatives,
    /// The number of symmetries.
    order: &'s BigUint,
    session: &'s Session,
}

impl Position for RepresentativeRun<'_> {
    fn checkpoint(&self) -> Result<Checkpoint, Fault> {
        self.listing.checkpoint().ok_or_else(|| {
            let order = self.order;
            Fault::Usage(format!(
                "--checkpoint cannot be used with so many symmetries, {order}: each cover is compared with those \
                 before it, which a checkpoint does not contain"
            ))
        })
    }

    fn resume(&mut self, checkpoint: &Checkpoint) -> Result<Result<(), CheckpointError>, Fault> {
        let (listing, session) = (&mut self.listing, self.session);
        let mut limits = session.limits(None);
        let resumed = session.watched(|| listing.resume(checkpoint, &mut limits));
        CheckpointError::without_limit(resumed).map_err(|why| Fault::Stopped(session.cause_of(why)))
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
        ControlFlow::Continue(())
    };
    let mut limits = session.limits(None).bytes(memory.bytes());
    let end = session.watched(|| symmetries.representatives().for_each(threads, &mut limits, add));
    let disagree = |what: &str, one: &BigUint, other: &BigUint| {
        message!(Error, "internal error: {what}: {one} and {other}");
        message!(Help, "please report this problem file");
        Ok(Exit::Internal)
    };
    if listed > *counted || (end.is_ok() && listed != *counted) {
        return disagree("the count and the number of representatives differ", counted, &listed);
    }
    if let Err(why) = end {
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
