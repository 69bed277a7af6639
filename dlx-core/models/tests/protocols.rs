//! Runs each model under every order of its threads with a bounded number of preemptions.

use dlx_models::models;

/// Greatest number of preemptions. More take many times as long, and few faults need more.
const INTERRUPTIONS: usize = 2;

fn under_every_order(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(builder.preemption_bound.unwrap_or(INTERRUPTIONS));
    builder.max_branches = 100_000;
    builder.check(model);
}

macro_rules! models {
    ($($name:ident),* $(,)?) => {
        $(#[test] fn $name() { under_every_order(models::$name); })*
    };
}

models!(
    a_count_is_complete,
    a_count_pauses_and_goes_on,
    a_count_stops_when_asked,
    a_count_ends_when_a_worker_is_lost,
    a_listing_keeps_the_order,
    little_room_blocks_no_thread,
    a_listing_stops_when_asked,
    a_listing_ends_when_a_worker_is_lost,
    a_polled_run_ends,
    a_polled_run_is_stopped,
    parts_done_together_are_all_done,
);
