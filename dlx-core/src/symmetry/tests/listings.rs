//! Listings of representatives: threads, limits, checkpoints.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use dlx_instances::latin::{self, Form};
use dlx_instances::polyominoes;
use dlx_instances::queens::{self, Board};
use dlx_instances::region::Region;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{all_of, listed, problem_of};
use crate::control::checkpoint::{Checkpoint, CheckpointError, SymmetricListing};
use crate::control::limits::{Limits, Stopped};
use crate::instances;
use crate::problem::ids::{ItemId, OptionId};
use crate::search::Search;
use crate::symmetry::{Representative, Representatives, SymmetrySearch};

/// Returns the rest of a listing, with this number of threads.
fn rest(listing: &mut Representatives, threads: usize) -> Vec<Representative> {
    let mut all = Vec::new();
    let threads = NonZeroUsize::new(threads).expect("a number of threads");
    let end = listing.for_each(threads, &mut Limits::none(), |representative| {
        all.push(representative);
        ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(()));
    all
}

#[test]
fn threads_list_the_same_in_the_same_order() {
    for problem in [
        instances::problem(polyominoes::pentominoes(&Region::rectangle(6, 10).expect("a region"))),
        instances::problem(queens::problem(12, Board::Plain)),
        instances::problem(queens::problem(12, Board::Torus)),
    ] {
        let symmetries = all_of(&problem);
        let alone = rest(&mut symmetries.representatives(), 1);
        assert_eq!(rest(&mut symmetries.representatives(), 3), alone);
        let listed = listed(&symmetries, true);
        assert!(
            alone
                .iter()
                .map(|one| (&one.cover, &one.orbit))
                .eq(listed.iter().map(|(one, orbit)| (one, orbit)))
        );
    }
}

#[test]
fn a_listing_continues_from_each_checkpoint() {
    let queens = instances::problem(queens::problem(8, Board::Plain));
    let mut random = ChaCha8Rng::seed_from_u64(24);
    let packings = instances::problem(polyominoes::pentominoes(&Region::rectangle(3, 20).expect("a region")));
    let mut problems = vec![queens, packings];
    problems.extend((0..300).map(|_| problem_of(&mut random)));
    for problem in problems {
        let symmetries = all_of(&problem);
        let all = rest(&mut symmetries.representatives(), 1);
        let mut listing = symmetries.representatives();
        for found in 0..=all.len() {
            let text = listing.checkpoint().expect("the symmetries are few").to_string();
            let checkpoint: Checkpoint = text.parse().expect("it was just written");
            assert_eq!(checkpoint.solutions(), found as u64);
            let mut later = symmetries.representatives();
            later.resume(&checkpoint).expect("it is of this listing");
            assert_eq!(rest(&mut later, 2), all[found..], "after {found} of {}", all.len());
            assert_eq!(Search::new(&problem).resume(&checkpoint), Err(CheckpointError::UpToSymmetry));
            let next = listing.next_representative(&mut Limits::none());
            assert_eq!(next.expect("nothing stops it").as_ref(), all.get(found));
        }
        let end = listing.checkpoint().expect("the symmetries are few");
        assert!(end.is_at_the_end());
        let mut later = symmetries.representatives();
        later.resume(&end).expect("it is of this listing");
        assert_eq!(rest(&mut later, 1), []);
    }
}

#[test]
fn the_question_sees_checkpoints_of_the_listing() {
    let problem = instances::problem(queens::problem(10, Board::Plain));
    let symmetries = all_of(&problem);
    let all = rest(&mut symmetries.representatives(), 1);
    let mut seen = Vec::new();
    let mut limits = Limits::none().ask(20, |progress| {
        seen.extend(progress.checkpoint());
        ControlFlow::Continue(())
    });
    let mut listing = symmetries.representatives();
    assert_eq!(listing.for_each(NonZeroUsize::MIN, &mut limits, |_| ControlFlow::Continue(())), Ok(()));
    drop(limits);
    assert!(seen.len() > 20, "{}", seen.len());
    for checkpoint in seen {
        let mut later = symmetries.representatives();
        later.resume(&checkpoint).expect("it is of this listing");
        let found = usize::try_from(checkpoint.solutions()).expect("they are few");
        assert_eq!(rest(&mut later, 1), all[found..]);
    }
}

#[test]
fn limits_stop_a_listing_without_loss() {
    let problem = instances::problem(queens::problem(10, Board::Plain));
    let symmetries = all_of(&problem);
    let all = rest(&mut symmetries.representatives(), 1);
    for threads in [1, 2] {
        let threads = NonZeroUsize::new(threads).expect("a number of threads");
        for nodes in [1, 7, 100] {
            let (mut listing, mut found) = (symmetries.representatives(), Vec::new());
            let add = |found: &mut Vec<Representative>, one| {
                found.push(one);
                ControlFlow::Continue(())
            };
            while let Err(why) =
                listing.for_each(threads, &mut Limits::none().nodes(nodes), |one| add(&mut found, one))
            {
                assert_eq!(why, Stopped::Nodes);
            }
            assert_eq!(found, all);
        }
        let (mut listing, mut found) = (symmetries.representatives(), 0);
        let mut limits = Limits::none().solutions(5);
        let end = listing.for_each(threads, &mut limits, |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((end, found, limits.solutions_left()), (Err(Stopped::Solutions), 5, 0));
        assert_eq!(rest(&mut listing, 1), all[5..]);
    }
}

#[test]
fn checkpoints_of_other_listings_are_refused() {
    let problem = instances::problem(queens::problem(6, Board::Plain));
    let symmetries = all_of(&problem);
    let checkpoint = symmetries.representatives().checkpoint().expect("the symmetries are few");
    let columns: Vec<ItemId> = problem.items().take(1).collect();
    let fewer =
        SymmetrySearch::of(&problem).fix(&columns).run(&mut Limits::none()).expect("nothing stops it");
    let refused = fewer.representatives().resume(&checkpoint);
    assert!(matches!(refused, Err(CheckpointError::OtherSymmetries { .. })), "{refused:?}");
    let other = instances::problem(queens::problem(7, Board::Plain));
    let refused = all_of(&other).representatives().resume(&checkpoint);
    assert!(matches!(refused, Err(CheckpointError::OtherProblem { .. })), "{refused:?}");
    let plain = Search::new(&problem).checkpoint();
    assert_eq!(symmetries.representatives().resume(&plain), Err(CheckpointError::NotUpToSymmetry));
    let large = all_of(&instances::problem(latin::problem(5, Form::All)));
    let mut many = large.representatives_by(false);
    assert_eq!(many.checkpoint(), None);
    let forged = Checkpoint {
        listing: Some(SymmetricListing { symmetries: large.digest(), found: 0 }),
        ..Search::new(large.problem()).checkpoint()
    };
    assert_eq!(many.resume(&forged), Err(CheckpointError::ManySymmetries));
    // Choices that the listing does not make.
    for forced in
        [vec![OptionId(1), OptionId(2)], vec![OptionId(0), OptionId(0)], (0..6).map(OptionId).collect()]
    {
        let forged = Checkpoint { forced, ..checkpoint.clone() };
        assert!(symmetries.representatives().resume(&forged).is_err());
    }
}
