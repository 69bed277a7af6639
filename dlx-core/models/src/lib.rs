//! Models of the thread protocols of dlx-core.
//!
//! The modules `parallel::{pool, threads, queue, worker, counting, ordered}` are the files of dlx-core. What
//! they depend on is replaced: locks and atomic numbers by those of loom, the pool of rayon by threads of
//! loom, and the search by one that counts upwards. loom has no clock, so a wait with a time limit ends only
//! when the thread is woken: a model that passes does not depend on the periods after which a thread checks
//! again.
//!
//! A panic of a worker is modelled by its effect on the others: the worker leaves with its part and marks the
//! run as over. loom cannot unwind one thread while others run.

#![allow(dead_code, reason = "the models use a part of what the modules have")]

// `use rayon::...` in the modules finds the pool below.
extern crate self as rayon;

mod control;
mod pool;
mod problem;
mod search;

pub use pool::{ThreadPool, ThreadPoolBuilder, Yield, scope, yield_now};

mod engine {
    pub(crate) mod driver {
        pub(crate) use crate::search::Donation;
    }
}

mod parallel {
    #[path = "../../../src/parallel/alone.rs"]
    mod alone;
    #[path = "../../../src/parallel/collector.rs"]
    mod collector;
    #[path = "../../../src/parallel/counting.rs"]
    mod counting;
    #[path = "../../../src/parallel/ordered.rs"]
    mod ordered;
    #[path = "../../../src/parallel/pool.rs"]
    pub(crate) mod pool;
    #[path = "../../../src/parallel/queue.rs"]
    mod queue;
    pub(crate) mod sync;
    #[path = "../../../src/parallel/threads.rs"]
    pub(crate) mod threads;
    #[path = "../../../src/parallel/worker.rs"]
    mod worker;

    pub(crate) mod models;
}

/// The models, each to be run under every order of its threads.
pub mod models {
    pub use crate::parallel::models::{
        a_count_ends_when_a_worker_is_lost, a_count_is_complete, a_count_pauses_and_goes_on,
        a_count_stops_when_asked, a_listing_ends_when_a_worker_is_lost, a_listing_keeps_the_order,
        a_listing_stops_when_asked, little_room_blocks_no_thread,
    };

    use std::num::NonZeroUsize;
    use std::ops::ControlFlow;

    use crate::control::limits::Limits;
    use crate::parallel::pool::Pool;

    fn pool(threads: usize) -> Pool {
        let threads = NonZeroUsize::new(threads).expect("a pool has a thread");
        Pool::new(threads).expect("loom refuses no thread")
    }

    /// A polled run ends, and its result is returned.
    pub fn a_polled_run_ends() {
        assert_eq!(pool(2).run_polled(&mut Limits::none(), |_| 7), 7);
    }

    /// A polled run that asks its question is stopped after the caller's question was answered with a stop.
    pub fn a_polled_run_is_stopped() {
        let mut limits = Limits::none().ask(1, |_| ControlFlow::Break(()));
        let asked = pool(1).run_polled(&mut limits, |limits| {
            let mut asked = 0;
            // Without a stop it ends by itself.
            while asked < 2 && limits.pass(1, &crate::search::Search::of(1)).is_ok() {
                asked += 1;
            }
            asked
        });
        assert!(asked <= 2);
    }

    /// Each part is processed once, and all of them before the call returns.
    pub fn parts_done_together_are_all_done() {
        assert_eq!(pool(2).map(vec![1, 2], |part| part * 10), [10, 20]);
    }
}
