//! Models of the thread protocols of dlx-core.
//!
//! The modules `beside`, `parallel::{line, worker, tour, ordered}` and `memo::{team, table}` are the files of dlx-core.
//! What they are built on is replaced: locks and atomic numbers by those of loom, the pool of rayon by threads of loom,
//! the search by one that counts up, and the memoized walk by numbered jobs of two steps. loom has no clock, so a wait with a time limit ends only when the thread is woken: what passes here
//! does not rest on the periods after which a thread looks again.
//!
//! A panic of a worker is modelled by what it does to the others: the worker leaves with its part and says that the run
//! is over. loom cannot unwind one thread while others run.

#![allow(dead_code, reason = "the models use a part of what the modules have")]

// `use rayon::...` in the modules finds the pool below.
extern crate self as rayon;

#[path = "../../src/answers.rs"]
mod answers;
#[path = "../../src/beside.rs"]
mod beside;
#[path = "../../src/counters.rs"]
mod counters;
#[path = "../../src/ids.rs"]
mod ids;
#[path = "../../src/limits.rs"]
mod limits;

mod memo;
mod pool;
mod search;

pub use pool::{ThreadPool, ThreadPoolBuilder, Yield, scope, yield_now};

/// Where a search stands: the next number, and the end.
mod checkpoint {
    pub use crate::search::{Checkpoint, Spot};
}

/// What values are added in.
mod semiring {
    /// Why a value is not there.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Unfit {
        Overflow,
    }

    pub(crate) trait Semiring: Sync {
        type Value: Clone + std::fmt::Debug + Default;
        fn of(&self, job: u64) -> Self::Value;
        fn plus(&self, one: Self::Value, other: &Self::Value) -> Self::Value;
    }

    pub(crate) trait Algebra {
        type Value: Clone + std::fmt::Debug;
        fn zero(&self) -> Self::Value;
        fn of(&self, job: u64) -> Self::Value;
        fn plus(&self, one: Self::Value, other: &Self::Value) -> Self::Value;
    }

    pub(crate) struct Plain<'s, S>(pub(crate) &'s S);

    impl<S: Semiring> Algebra for Plain<'_, S> {
        type Value = S::Value;

        fn zero(&self) -> S::Value {
            S::Value::default()
        }

        fn of(&self, job: u64) -> S::Value {
            self.0.of(job)
        }

        fn plus(&self, one: S::Value, other: &S::Value) -> S::Value {
            self.0.plus(one, other)
        }
    }

    /// The value of a job is its number and one.
    pub(crate) struct Numbers;

    impl Semiring for Numbers {
        type Value = u64;

        fn of(&self, job: u64) -> u64 {
            job + 1
        }

        fn plus(&self, one: u64, other: &u64) -> u64 {
            one + other
        }
    }
}

mod walk {
    pub(crate) trait Walk {
        fn depth(&self) -> usize;
    }
}

mod driver {
    pub(crate) use crate::search::Gift;
}

/// As `sync` in dlx-core, with the means of loom.
mod sync {
    pub(crate) use loom::hint::spin_loop;
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
    pub(crate) use std::sync::PoisonError;

    /// No thread unwinds in a model.
    pub(crate) fn panicking() -> bool {
        false
    }

    pub(crate) fn yield_now() {
        loom::thread::yield_now();
    }

    pub(crate) fn sleep(_: std::time::Duration) {
        loom::thread::yield_now();
    }

    /// loom has none: threads wait until so many have come, the last of which leads.
    pub(crate) struct Barrier {
        missing: Mutex<usize>,
        all_here: Condvar,
    }

    pub(crate) struct Arrived(bool);

    impl Arrived {
        pub(crate) fn is_leader(&self) -> bool {
            self.0
        }
    }

    impl Barrier {
        pub(crate) fn new(threads: usize) -> Self {
            Self { missing: Mutex::new(threads), all_here: Condvar::new() }
        }

        pub(crate) fn wait(&self) -> Arrived {
            let mut missing = self.missing.lock().unwrap();
            *missing -= 1;
            if *missing == 0 {
                self.all_here.notify_all();
                return Arrived(true);
            }
            while *missing > 0 {
                missing = self.all_here.wait(missing).unwrap();
            }
            Arrived(false)
        }
    }
}

mod parallel {
    #[path = "../../../src/parallel/alone.rs"]
    mod alone;
    #[path = "../../../src/parallel/harvest.rs"]
    mod harvest;
    #[path = "../../../src/parallel/line.rs"]
    mod line;
    #[path = "../../../src/parallel/ordered.rs"]
    mod ordered;
    #[path = "../../../src/parallel/tour.rs"]
    mod tour;
    #[path = "../../../src/parallel/worker.rs"]
    mod worker;

    /// As in dlx-core.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Batch<'b> {
        pub(crate) bytes: &'b [u8],
        pub(crate) covers: u64,
    }

    pub(crate) mod models;
}

/// The models: each is run under every order of its threads.
pub mod models {
    pub use crate::memo::models::{
        a_team_finishes_all_jobs, a_team_stops_when_asked, a_team_without_room_stops, shards_know_their_size,
    };
    pub use crate::parallel::models::{
        a_count_ends_when_a_worker_is_lost, a_count_is_complete, a_count_pauses_and_goes_on,
        a_count_stops_when_asked, a_listing_ends_when_a_worker_is_lost, a_listing_keeps_the_order,
        a_listing_stops_when_asked, little_room_blocks_no_thread,
    };

    use std::ops::ControlFlow;

    use crate::beside::{beside, together};
    use crate::limits::Limits;
    use crate::pool::ThreadPool;

    /// A run in a pool ends, and its result comes back.
    pub fn a_run_beside_the_questions_ends() {
        let pool = ThreadPool::of(2);
        let result = beside(&pool, &mut Limits::none(), |_| 7);
        assert_eq!(result, 7);
    }

    /// A run that asks is stopped once the question of the caller has been answered with a stop.
    pub fn a_run_beside_the_questions_is_stopped() {
        let pool = ThreadPool::of(1);
        let mut limits = Limits::none().ask(1, |_| ControlFlow::Break(()));
        let asked = beside(&pool, &mut limits, |limits| {
            let mut asked = 0;
            // Without a stop it ends by itself.
            while asked < 2 && limits.pass(1, &crate::search::Search::of(1)).is_ok() {
                asked += 1;
            }
            asked
        });
        assert!(asked <= 2);
    }

    /// Each part is done once, and all before the end.
    pub fn parts_done_together_are_all_done() {
        let pool = ThreadPool::of(2);
        assert_eq!(together(&pool, vec![1, 2], |part| part * 10), [10, 20]);
    }
}
