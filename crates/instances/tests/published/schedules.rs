//! Tests of rosters and timetables.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use dlx_core::{Limits, OptionId, Problem, Search};
use dlx_instances::{roster, timetable};

use super::{Outcome, assert_comes_back, count};

const MOST: NonZeroU64 = NonZeroU64::new(5).expect("five is not zero");

/// Returns the options by the names of their first two items.
fn by_names(problem: &Problem) -> BTreeMap<[&str; 2], OptionId> {
    let names = |option| [0, 1].map(|at| problem.name(problem.uses(option)[at].item));
    problem.options().map(|option| (names(option), option)).collect()
}

#[test]
fn every_roster_has_a_cover() -> Outcome {
    for (nurses, days) in [(4, 1), (5, 9), (6, 7), (7, 7), (8, 14), (10, 14), (15, 21), (20, 28), (30, 28)] {
        for seed in 0..2 {
            let problem = roster::problem(nurses, days, seed, MOST)?;
            let options = by_names(&problem);
            let mut shifts = vec![0; nurses];
            let mut rested: Vec<usize> = Vec::new();
            let mut cover = Vec::new();
            for day in 1..=days {
                let needed = ["early", "late", "night"].map(|shift| {
                    let shift = format!("day{day}-{shift}");
                    let item = problem.item(&shift).expect("a shift");
                    (shift, problem.bounds(item).low as usize)
                });
                let at_work: usize = needed.iter().map(|(_, number)| number).sum();
                assert!((5 * nurses).abs_diff(7 * at_work) <= 3, "{at_work} of {nurses}");
                // Those with the fewest shifts work; those without a night before do so first.
                let mut order: Vec<usize> = (0..nurses).collect();
                order.sort_by_key(|&nurse| shifts[nurse]);
                order.truncate(at_work);
                order.sort_by_key(|nurse| rested.contains(nurse));
                let mut order = order.into_iter();
                for (shift, number) in &needed {
                    rested.clear();
                    for nurse in order.by_ref().take(*number) {
                        shifts[nurse] += 1;
                        rested.push(nurse);
                        cover.push(options[&[format!("nurse{}", nurse + 1).as_str(), shift.as_str()]]);
                    }
                }
            }
            dlx_core::check(&problem, &cover)
                .map_err(|error| format!("{nurses} nurses, {days} days: {error}"))?;
        }
    }
    Ok(())
}

#[test]
fn rosters_are_those_found_by_trying() -> Outcome {
    let (nurses, days) = (4, 2);
    let problem = roster::problem(nurses, days, 1, MOST)?;
    assert_comes_back(&problem);
    // The shifts of a nurse on two days are two digits in base 4, of which 3 is a day off.
    let mut by_trying = 0;
    for plan in 0..16_u32.pow(4) {
        let shifts = |day: u32| [0, 1, 2, 3].map(|nurse| plan >> (4 * nurse + 2 * day) & 3);
        let [one, two] = [shifts(0), shifts(1)];
        let meets = |day: &[u32; 4]| (0..4).all(|shift| day.iter().filter(|&&at| at == shift).count() == 1);
        let rests = one.iter().zip(two).all(|(&before, after)| before != 2 || after != 0);
        // Two days have six shifts: 1 to 3, or 0 to 3, for each nurse.
        by_trying += u128::from(meets(&one) && meets(&two) && rests);
    }
    assert_eq!(count(&problem), by_trying);
    Ok(())
}

#[test]
fn half_of_the_shifts_of_a_roster_are_unwelcome() -> Outcome {
    let problem = roster::problem(30, 28, 1, MOST)?;
    let costs: Vec<i128> = problem.options().map(|option| problem.cost(option)).collect();
    assert_eq!(costs.len(), 30 * 28 * 3);
    assert!(costs.iter().all(|&cost| cost <= 5));
    let unwelcome = costs.iter().filter(|&&cost| cost > 0).count();
    assert!((costs.len() * 46 / 100..costs.len() * 54 / 100).contains(&unwelcome), "{unwelcome}");
    assert!(problem == roster::problem(30, 28, 1, MOST)?);
    assert!(problem != roster::problem(30, 28, 2, MOST)?);
    Ok(())
}

#[test]
fn small_timetables_are_those_found_by_trying() -> Outcome {
    for seed in 0..10 {
        let problem = timetable::problem(2, 3, 4, seed, MOST)?;
        assert_comes_back(&problem);
        let lessons = |class: usize, subject: u32| {
            let name = format!("class{class}-subject{}", subject + 1);
            problem.item(&name).map_or(0, |item| problem.bounds(item).low as usize)
        };
        // The subjects of two classes in four slots.
        let mut by_trying = 0;
        for plan in 0..3_u32.pow(8) {
            let subjects = [0, 1, 2, 3, 4, 5, 6, 7].map(|at| plan / 3_u32.pow(at) % 3);
            let (one, other) = subjects.split_at(4);
            let has = |class: usize, plan: &[u32]| {
                (0..3).all(|subject| {
                    plan.iter().filter(|&&at| at == subject).count() == lessons(class, subject)
                })
            };
            let differ = one.iter().zip(other).all(|(one, other)| one != other);
            by_trying += u128::from(differ && has(1, one) && has(2, other));
        }
        assert!(by_trying > 0);
        assert_eq!(count(&problem), by_trying, "seed {seed}");
    }
    Ok(())
}

#[test]
fn timetables_have_as_many_lessons_as_slots() -> Outcome {
    for (classes, subjects, slots) in [(1, 1, 1), (3, 4, 6), (8, 8, 20), (20, 30, 35)] {
        let problem = timetable::problem(classes, subjects, slots, 3, MOST)?;
        let sum = |prefix: String, suffix: String| {
            let names = problem.items().filter(|&item| {
                let name = problem.name(item);
                name.starts_with(&prefix) && name.ends_with(&suffix) && name.contains("-subject")
            });
            names.map(|item| problem.bounds(item).low as usize).sum::<usize>()
        };
        for class in 1..=classes {
            assert_eq!(sum(format!("class{class}-"), String::new()), slots);
        }
        // By the theorem of König on bipartite graphs, these two conditions suffice for a timetable.
        for subject in 1..=subjects {
            assert!(sum(String::new(), format!("-subject{subject}")) <= slots);
        }
        assert!(problem.options().all(|option| (1..=5).contains(&problem.cost(option))));
        if classes < 8 {
            assert!(Search::new(&problem).first(&mut Limits::none())?.is_some());
        }
    }
    Ok(())
}
