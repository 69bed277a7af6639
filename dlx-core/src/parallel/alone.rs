//! The plain loop on the calling thread: all of a short run, and the last stretch to a limit of a long one.

use std::ops::ControlFlow;

use crate::control::answers::Count;
use crate::control::limits::{Limits, Stopped};
use crate::parallel::collector::CoverBytes;
use crate::problem::ids::OptionId;
use crate::search::Search;

/// Covers in the order of the search, as [`ParallelSearch::render`](crate::ParallelSearch::render) hands them over.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'b> {
    /// What was made of them, one after the other.
    pub bytes: &'b [u8],
    /// How many they are.
    pub covers: u64,
}

/// Where covers go, on the calling thread.
pub(super) trait CoverSink {
    /// Takes the next cover.
    fn cover(&mut self, cover: &[OptionId]) -> ControlFlow<()>;
    /// Hands over what was taken and kept back.
    fn flush(&mut self) -> ControlFlow<()>;
    /// Takes the covers that workers have made bytes of. With a break, how many of them were taken.
    fn batch(&mut self, batch: Batch<'_>) -> ControlFlow<u64>;
}

/// Hands over each cover by itself.
pub(super) struct EachCover<V> {
    visit: V,
}

impl<V: FnMut(&[OptionId]) -> ControlFlow<()>> EachCover<V> {
    pub(super) fn new(visit: V) -> Self {
        Self { visit }
    }
}

impl<V: FnMut(&[OptionId]) -> ControlFlow<()>> CoverSink for EachCover<V> {
    fn cover(&mut self, cover: &[OptionId]) -> ControlFlow<()> {
        (self.visit)(cover)
    }

    fn flush(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn batch(&mut self, batch: Batch<'_>) -> ControlFlow<u64> {
        let mut taken = 0;
        for cover in CoverBytes::read(batch.bytes) {
            taken += 1;
            if (self.visit)(&cover).is_break() {
                return ControlFlow::Break(taken);
            }
        }
        ControlFlow::Continue(())
    }
}

/// Hands covers over as bytes, many at a time.
pub(super) struct Rendered<'r, R, D> {
    render: &'r R,
    deliver: D,
    bytes: Vec<u8>,
    covers: u64,
    /// So many bytes are handed over at once, or a few more.
    enough: usize,
}

impl<'r, R, D> Rendered<'r, R, D> {
    pub(super) fn new(render: &'r R, deliver: D, enough: usize) -> Self {
        Self { render, deliver, bytes: Vec::new(), covers: 0, enough }
    }
}

impl<R, D> CoverSink for Rendered<'_, R, D>
where
    R: Fn(&[OptionId], &mut Vec<u8>),
    D: FnMut(Batch<'_>) -> ControlFlow<()>,
{
    fn cover(&mut self, cover: &[OptionId]) -> ControlFlow<()> {
        (self.render)(cover, &mut self.bytes);
        self.covers += 1;
        if self.bytes.len() >= self.enough { self.flush() } else { ControlFlow::Continue(()) }
    }

    fn flush(&mut self) -> ControlFlow<()> {
        if self.covers == 0 {
            return ControlFlow::Continue(());
        }
        let delivered = (self.deliver)(Batch { bytes: &self.bytes, covers: self.covers });
        self.bytes.clear();
        self.covers = 0;
        delivered
    }

    fn batch(&mut self, batch: Batch<'_>) -> ControlFlow<u64> {
        match (self.deliver)(batch) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(batch.covers),
        }
    }
}

/// Takes covers and drops them.
pub(super) struct Discard;

impl CoverSink for Discard {
    fn cover(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn flush(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn batch(&mut self, _: Batch<'_>) -> ControlFlow<u64> {
        ControlFlow::Continue(())
    }
}

/// How a loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// With so many covers, at the end or where it was stopped.
    Done(Count),
    /// With so many covers and as much work as it was to do.
    Paused(u64),
}

impl Listed {
    pub(super) fn count(self) -> Count {
        match self {
            Self::Done(count) => count,
            Self::Paused(found) => Count::AtLeast(found, Stopped::Asked),
        }
    }
}

/// Nodes between two looks at the work done.
const NODES_AT_ONCE: u64 = 1 << 10;

/// Goes on with a search until it ends, is stopped, or has done so much work.
pub(super) fn list(
    search: &mut Search,
    limits: &mut Limits<'_>,
    sink: &mut impl CoverSink,
    work: u64,
) -> Listed {
    let begun = search.counters();
    let mut found = 0;
    loop {
        let done = search.counters().since(begun);
        let left = work.saturating_sub(done.work());
        if left == 0 {
            return match sink.flush() {
                ControlFlow::Continue(()) => Listed::Paused(found),
                ControlFlow::Break(()) => Listed::Done(Count::AtLeast(found, Stopped::Asked)),
            };
        }
        let nodes = if work == u64::MAX { u64::MAX } else { left.min(NODES_AT_ONCE) };
        let granted = limits.fuel().min(nodes);
        let mut budget = Limits::none().nodes(granted).solutions(limits.solutions_left());
        let found_before = found;
        let met = loop {
            match search.next_solution(&mut budget) {
                Ok(Some(cover)) => {
                    found += 1;
                    if sink.cover(cover).is_break() {
                        break StretchEnd::Break;
                    }
                }
                Ok(None) => break StretchEnd::End,
                Err(why) => break StretchEnd::Limit(why),
            }
        };
        limits.spend(granted - budget.nodes_left());
        limits.spend_solutions(found - found_before);
        // What has been found is handed over before anything is said of it.
        let is_asked = limits.fuel() == 0;
        let flushed = match met {
            StretchEnd::Limit(Stopped::Nodes) if !is_asked => ControlFlow::Continue(()),
            _ => sink.flush(),
        };
        let asked = || Listed::Done(Count::AtLeast(found, Stopped::Asked));
        match met {
            StretchEnd::Break => return asked(),
            _ if flushed.is_break() => return asked(),
            StretchEnd::End => return Listed::Done(Count::Exact(found)),
            StretchEnd::Limit(Stopped::Nodes) => {
                if let Err(why) = search.refuel(limits) {
                    return Listed::Done(Count::AtLeast(found, why));
                }
            }
            StretchEnd::Limit(why) => return Listed::Done(Count::AtLeast(found, why)),
        }
    }
}

/// What ended a stretch of a loop.
enum StretchEnd {
    End,
    Break,
    Limit(Stopped),
}
