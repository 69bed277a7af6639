//! The loop on the calling thread alone: used for all of a short run, and for the last nodes of a long one
//! before a limit.

use std::ops::ControlFlow;

use crate::control::answers::Count;
use crate::control::limits::{Limits, Stopped};
use crate::parallel::collector::CoverBytes;
use crate::problem::ids::OptionId;
use crate::search::Search;

/// Covers in the order of the search, as [`ParallelSearch::render`](crate::inner::ParallelSearch::render) delivers
/// them.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'b> {
    /// The rendered covers, one after the other.
    pub bytes: &'b [u8],
    /// Number of covers.
    pub covers: u64,
}

/// A receiver of covers, on the calling thread.
pub(crate) trait CoverSink {
    /// Receives the next cover.
    fn cover(&mut self, cover: &[OptionId]) -> ControlFlow<()>;
    /// Delivers the covers that were received and are still buffered.
    fn flush(&mut self) -> ControlFlow<()>;
    /// Receives covers that workers have converted to bytes. A break contains the number of covers taken.
    fn batch(&mut self, batch: Batch<'_>) -> ControlFlow<u64>;
}

/// Delivers each cover by itself.
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

/// Delivers covers as bytes, many at a time.
pub(super) struct Rendered<'r, R, D> {
    render: &'r R,
    deliver: D,
    bytes: Vec<u8>,
    covers: u64,
    /// Number of bytes from which a batch is delivered.
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

/// Drops all covers.
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

/// The result of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// The search ended or was stopped. The number of covers found.
    Done(Count),
    /// The requested work is done. The number of covers found.
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

/// Number of nodes between two checks of the work done.
const NODES_AT_ONCE: u64 = 1 << 10;

/// Continues a search until it ends, is stopped, or has done this much work.
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
        if let Err(why) = search.build(limits) {
            return Listed::Done(Count::AtLeast(found, why));
        }
        let nodes = if work == u64::MAX { u64::MAX } else { left.min(NODES_AT_ONCE) };
        let granted = limits.fuel().min(nodes);
        let mut budget = Limits::slice(granted, granted, limits.solutions_left());
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
        // Everything found is delivered before the question reports it.
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

/// The reason why a stretch of a loop ended.
enum StretchEnd {
    End,
    Break,
    Limit(Stopped),
}
