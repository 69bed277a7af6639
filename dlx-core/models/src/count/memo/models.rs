//! A team of two at all jobs, and two threads at one table.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::table::{Full, Key, Own, Shards, Table};
use super::team::Team;
use super::{Arena, Halt, Memo, Splits};
use crate::control::limits::{Limits, Stopped};
use crate::count::semiring::Numbers;
use crate::pool::ThreadPool;

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// What all jobs come to.
const SUM: u64 = 6;

fn team() -> Team<u64> {
    Team::of(Memo::over(Arena::default(), Vec::new(), Splits::WhilePaying, Own::new(|_| 0)))
}

/// Two threads find the value that one finds, and each job is done.
pub fn a_team_finishes_all_jobs() {
    let mut team = team();
    assert_eq!(team.run(&Numbers, TWO, &mut Limits::none()), Ok(SUM));
    assert_eq!(team.entries(), 3);
}

/// A team that is answered with a stop ends, and goes on later with what it has left.
pub fn a_team_stops_when_asked() {
    let mut team = team();
    let mut limits = Limits::none().ask(1, |_| ControlFlow::Break(()));
    match team.run(&Numbers, TWO, &mut limits) {
        Ok(sum) => assert_eq!(sum, SUM),
        Err(halt) => assert_eq!(halt, Halt::Stopped(Stopped::Asked)),
    }
    drop(limits);
    assert_eq!(team.run(&Numbers, TWO, &mut Limits::none()), Ok(SUM));
}

/// A team whose table is full ends with that reason.
pub fn a_team_without_room_stops() {
    let halt = team().run(&Numbers, TWO, &mut Limits::none().bytes(1));
    assert_eq!(halt, Err(Halt::Stopped(Stopped::Memory)));
}

/// The bytes of a table are those of its shards once all threads have kept what they had, and are never more than
/// allowed.
pub fn shards_know_their_size() {
    let shards = Shards::new(|_| 100);
    let mut most = Own::new(|_| 100);
    most.put(Key::of(0), &0u64, usize::MAX).unwrap();
    let most = most.bytes() + 150;
    ThreadPool::of(2).in_place_scope(|scope| {
        for thread in 0..2u64 {
            let mut shards = &shards;
            scope.spawn(move |_| match shards.put(Key::of(u128::from(thread)), &thread, most) {
                Ok(()) | Err(Full) => assert!(shards.bytes() <= 2 * most),
            });
        }
    });
    let known = (&shards).bytes();
    assert!(known <= most);
    // The same table again adds its shards up.
    assert_eq!(known, (&shards.map(|_| 100, |&value| value)).bytes());
}
