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
use crate::parallel::symmetric::{Representative, Representatives};
use crate::problem::Problem;
use crate::problem::ids::{ItemId, OptionId};
use crate::search::Search;
use crate::symmetry::{Symmetries, SymmetrySearch};

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
            later.resume(&checkpoint, &mut Limits::none()).expect("it is of this listing");
            assert_eq!(rest(&mut later, 2), all[found..], "after {found} of {}", all.len());
            assert_eq!(
                Search::new(&problem).resume(&checkpoint, &mut Limits::none()),
                Err(CheckpointError::UpToSymmetry)
            );
            let next = listing.next_representative(&mut Limits::none());
            assert_eq!(next.expect("nothing stops it").as_ref(), all.get(found));
        }
        let end = listing.checkpoint().expect("the symmetries are few");
        assert!(end.is_at_the_end());
        let mut later = symmetries.representatives();
        later.resume(&end, &mut Limits::none()).expect("it is of this listing");
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
        later.resume(&checkpoint, &mut Limits::none()).expect("it is of this listing");
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
    let refused = fewer.representatives().resume(&checkpoint, &mut Limits::none());
    assert!(matches!(refused, Err(CheckpointError::OtherSymmetries { .. })), "{refused:?}");
    let other = instances::problem(queens::problem(7, Board::Plain));
    let refused = all_of(&other).representatives().resume(&checkpoint, &mut Limits::none());
    assert!(matches!(refused, Err(CheckpointError::OtherProblem { .. })), "{refused:?}");
    let plain = Search::new(&problem).checkpoint();
    assert_eq!(
        symmetries.representatives().resume(&plain, &mut Limits::none()),
        Err(CheckpointError::NotUpToSymmetry)
    );
    let large = all_of(&instances::problem(latin::problem(5, Form::All)));
    let mut many = large.representatives_by(false);
    assert_eq!(many.checkpoint(), None);
    let forged = Checkpoint {
        listing: Some(SymmetricListing { symmetries: large.digest(), found: 0, closed: 0 }),
        ..Search::new(large.problem()).checkpoint()
    };
    assert_eq!(many.resume(&forged, &mut Limits::none()), Err(CheckpointError::ManySymmetries));
    // Choices that the listing does not make.
    for forced in
        [vec![OptionId(1), OptionId(2)], vec![OptionId(0), OptionId(0)], (0..6).map(OptionId).collect()]
    {
        let forged = Checkpoint { forced, ..checkpoint.clone() };
        assert!(symmetries.representatives().resume(&forged, &mut Limits::none()).is_err());
    }
}

/// Returns all representatives of the parts, in their order.
fn listed_in_parts(symmetries: &Symmetries, parts: &[Checkpoint], threads: usize) -> Vec<Representative> {
    let listed = parts.iter().flat_map(|part| {
        let part: Checkpoint = part.to_string().parse().expect("it was just written");
        assert_eq!((part.symmetries(), part.solutions()), (Some(symmetries.digest()), 0));
        let mut listing = symmetries.representatives();
        listing.resume(&part, &mut Limits::none()).expect("it is of this listing");
        rest(&mut listing, threads)
    });
    listed.collect()
}

#[test]
fn parts_of_a_listing_together_list_the_same() {
    let mut random = ChaCha8Rng::seed_from_u64(0x5917);
    let (mut split, mut symmetric) = (0, 0);
    for _ in 0..5_000 {
        let problem = problem_of(&mut random);
        let symmetries = all_of(&problem);
        let all = rest(&mut symmetries.representatives(), 1);
        for count in 1..=7 {
            let parts = symmetries
                .representatives()
                .split(count, &mut Limits::none())
                .expect("nothing stops it")
                .expect("the symmetries are few");
            assert_eq!(listed_in_parts(&symmetries, &parts, 1), all, "{count} {problem:?}");
            split += usize::from(parts.len() == 7);
            symmetric += usize::from(parts.len() > 1 && *symmetries.order() > 1u32.into());
        }
    }
    assert!(split > 100 && symmetric > 1_000, "{split} {symmetric}");
}

#[test]
fn a_listing_is_split_into_as_many_parts_as_wanted() {
    let problem = instances::problem(queens::problem(10, Board::Plain));
    let symmetries = all_of(&problem);
    let all = rest(&mut symmetries.representatives(), 1);
    for count in [1, 2, 3, 10, 30] {
        let parts = symmetries
            .representatives()
            .split(count, &mut Limits::none())
            .expect("nothing stops it")
            .expect("the symmetries are few");
        assert!(parts.len() >= count, "{} of {count}", parts.len());
        assert!(parts.len() < count + 10, "{} of {count}", parts.len());
        assert_eq!(listed_in_parts(&symmetries, &parts, 2), all);
        // Parts of parts, wherever the first ones end.
        let split_again = |part: &Checkpoint| {
            let mut listing = symmetries.representatives();
            listing.resume(part, &mut Limits::none()).expect("it is of this listing");
            listing.split(3, &mut Limits::none()).expect("nothing stops it").expect("the symmetries are few")
        };
        let again: Vec<Checkpoint> = parts.iter().flat_map(split_again).collect();
        assert_eq!(listed_in_parts(&symmetries, &again, 1), all);
    }
}

#[test]
fn the_rest_of_a_listing_is_split_after_each_representative() {
    let mut random = ChaCha8Rng::seed_from_u64(77);
    let mut problems = vec![instances::problem(queens::problem(7, Board::Plain))];
    problems.extend((0..300).map(|_| problem_of(&mut random)));
    for problem in problems {
        let symmetries = all_of(&problem);
        let all = rest(&mut symmetries.representatives(), 1);
        let mut listing = symmetries.representatives();
        for found in 0..=all.len() {
            let parts = listing
                .split(4, &mut Limits::none())
                .expect("nothing stops it")
                .expect("the symmetries are few");
            assert_eq!(listed_in_parts(&symmetries, &parts, 1), all[found..]);
            let next = listing.next_representative(&mut Limits::none());
            assert_eq!(next.expect("nothing stops it").as_ref(), all.get(found), "splitting moves nothing");
        }
        assert_eq!(listing.split(4, &mut Limits::none()).expect("nothing stops it"), Some(Vec::new()));
    }
}

#[test]
fn a_part_continues_from_each_checkpoint_and_ends_where_it_ends() {
    let mut random = ChaCha8Rng::seed_from_u64(78);
    let mut problems = vec![instances::problem(queens::problem(8, Board::Plain))];
    problems.extend((0..300).map(|_| problem_of(&mut random)));
    for problem in problems {
        let symmetries = all_of(&problem);
        for part in symmetries
            .representatives()
            .split(5, &mut Limits::none())
            .expect("nothing stops it")
            .expect("the symmetries are few")
        {
            let mut listing = symmetries.representatives();
            listing.resume(&part, &mut Limits::none()).expect("it is of this listing");
            assert_eq!(listing.checkpoint().as_ref(), Some(&part));
            let all = rest(&mut listing, 1);
            assert!(listing.checkpoint().is_some_and(|end| end.is_at_the_end()));
            listing.resume(&part, &mut Limits::none()).expect("it is of this listing");
            for found in 0..=all.len() {
                let checkpoint = listing.checkpoint().expect("the symmetries are few").to_string();
                let mut later = symmetries.representatives();
                later
                    .resume(&checkpoint.parse().expect("it was just written"), &mut Limits::none())
                    .expect("it is of this part");
                assert_eq!((later.found(), rest(&mut later, 2)), (found as u64, all[found..].to_vec()));
                listing.next_representative(&mut Limits::none()).expect("nothing stops it");
            }
        }
    }
}

#[test]
fn a_part_is_estimated_by_the_covers_below_its_branch() {
    let problem = instances::problem(queens::problem(6, Board::Plain));
    let symmetries = all_of(&problem);
    let parts = symmetries
        .representatives()
        .split(6, &mut Limits::none())
        .expect("nothing stops it")
        .expect("the symmetries are few");
    for part in parts {
        let mut listing = symmetries.representatives();
        listing.resume(&part, &mut Limits::none()).expect("it is of this listing");
        let estimate = listing.estimate(3_000, 1, &mut Limits::none());
        let mut search = Search::new(&problem);
        search.resume(&part.of_listing(None), &mut Limits::none()).expect("it is a position of the search");
        let covers = search.count_rest(&mut Limits::none()).exact().expect("nothing stops it");
        assert!(
            (estimate.solutions.value - covers as f64).abs()
                <= 4.0 * estimate.solutions.standard_error + 1e-9,
            "{estimate:?} {covers}"
        );
    }
}

#[test]
fn a_listing_that_compares_covers_has_no_parts() {
    let large = all_of(&instances::problem(latin::problem(5, Form::All)));
    assert_eq!(large.representatives().split(2, &mut Limits::none()).expect("nothing stops it"), None);
}

#[test]
fn forged_parts_are_refused() {
    let problem = instances::problem(queens::problem(6, Board::Plain));
    let symmetries = all_of(&problem);
    let parts = symmetries
        .representatives()
        .split(12, &mut Limits::none())
        .expect("nothing stops it")
        .expect("the symmetries are few");
    let part = parts.iter().find(|part| part.closed > 0).expect("some part is one of a search");
    let listing = part.listing.expect("it is of a listing");
    let resumed = |part: &Checkpoint| symmetries.representatives().resume(part, &mut Limits::none());
    assert_eq!(resumed(part), Ok(()));
    // A part of a search in a branch that would be followed by others.
    let closed = SymmetricListing { closed: 0, ..listing };
    let forged = Checkpoint { listing: Some(closed), ..part.clone() };
    assert!(matches!(resumed(&forged), Err(CheckpointError::Impossible { .. })));
    let forged = Checkpoint { forbidden: vec![OptionId(35)], ..part.clone() };
    assert!(resumed(&forged).is_err());
    // More choices than there are.
    let more = part.to_string().replace(" 0 1\n", " 0 7\n").replace(" 0 2\n", " 0 7\n");
    let lines: Vec<&str> = more.lines().collect();
    let lines = lines[..lines.len() - 1].join("\n") + "\n";
    let sum = xxhash_rust::xxh3::xxh3_64(lines.as_bytes());
    let refused = format!("{lines}checksum {sum:016x}\n").parse::<Checkpoint>();
    assert!(matches!(refused, Err(CheckpointError::Syntax { line: 7, .. })), "{refused:?}");
}

/// Returns the problem of the Steiner triple systems on this number of points: each pair is in one triple.
fn steiner_triples(points: usize) -> Problem {
    let pair = |one: usize, other: usize| format!("{one}-{other}");
    let pairs: Vec<String> =
        (0..points).flat_map(|one| (one + 1..points).map(move |other| pair(one, other))).collect();
    let mut builder = Problem::builder();
    builder.primary(&pairs);
    for one in 0..points {
        for second in one + 1..points {
            for third in second + 1..points {
                builder.option(&[pair(one, second), pair(one, third), pair(second, third)]);
            }
        }
    }
    builder.build().expect("it is a problem")
}

#[test]
fn covers_that_refinement_does_not_distinguish_are_compared_soon() {
    let symmetries = all_of(&steiner_triples(15));
    let mut listing = symmetries.representatives();
    let mut questions = 0;
    let mut limits = Limits::none().ask(1024, |_| {
        questions += 1;
        ControlFlow::Continue(())
    });
    for _ in 0..40 {
        assert!(listing.next_representative(&mut limits).expect("nothing stops it").is_some());
    }
    drop(limits);
    // With each known system compared from its beginning they are 24,889.
    assert!(questions < 3000, "{questions}");
}
