//! A weekly schedule of the shifts of a small ward that violates the fewest wishes.
//!
//! The rules are bounds and secondary items, the wishes are costs, and the answer is the cheapest cover.
//!
//! Run it with `cargo run --release -p dlx-core --example scheduling`.

use dlx_core::{Best, BuildError, Priced, Problem, Query};

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

struct Nurse {
    name: &'static str,
    /// Least and greatest number of shifts in the week, according to the contract.
    shifts: (u32, u32),
    is_senior: bool,
    /// The cost of each day shift: from 0 (gladly) to 9 (only if there is no other way).
    days: [u8; 7],
    /// The same for the nights. Only seniors work at night.
    nights: [u8; 7],
}

const fn nurse(
    name: &'static str,
    shifts: (u32, u32),
    is_senior: bool,
    days: [u8; 7],
    nights: [u8; 7],
) -> Nurse {
    Nurse { name, shifts, is_senior, days, nights }
}

const NURSES: [Nurse; 7] = [
    nurse("Ann", (3, 4), true, [1, 1, 5, 1, 1, 8, 8], [4, 4, 4, 4, 6, 9, 9]),
    nurse("Ben", (3, 5), true, [6, 6, 6, 6, 6, 7, 7], [1, 1, 1, 1, 2, 3, 4]),
    nurse("Cleo", (3, 4), true, [2, 2, 2, 9, 9, 3, 3], [5, 5, 5, 9, 9, 5, 5]),
    nurse("Dora", (1, 2), true, [1, 9, 9, 9, 1, 4, 5], [2, 9, 9, 9, 2, 4, 4]),
    nurse("Emil", (3, 4), false, [1, 2, 1, 2, 3, 6, 7], [9; 7]),
    nurse("Finn", (2, 4), false, [4, 1, 4, 2, 4, 2, 3], [9; 7]),
    nurse("Gus", (3, 4), false, [3, 4, 1, 3, 4, 5, 6], [9; 7]),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    Day,
    Night,
}

/// The meaning of an option: this nurse works this shift of this day.
struct Duty {
    nurse: usize,
    day: usize,
    shift: Shift,
}

/// Returns the problem, and by option its meaning.
fn ward() -> Result<(Problem, Vec<Duty>), BuildError> {
    let mut builder = Problem::builder();
    // Two or three nurses work by day and one at night. Three are allowed, although two are enough, so that
    // the contracts can be fulfilled. No rule is needed to make the third one rare, as every duty has its
    // cost.
    for day in DAYS {
        builder.bounded(format!("{day}-day"), 2..=3);
        builder.bounded(format!("{day}-night"), 1..=1);
        // At least one of those who work by day is a senior. The bound 3 forbids nothing, as at most three
        // work.
        builder.bounded(format!("{day}-senior"), 1..=3);
    }
    for nurse in &NURSES {
        builder.bounded(nurse.name, nurse.shifts.0..=nurse.shifts.1);
    }
    // At most one shift a day, and no day shift after a night. For the second rule, a night and the day shift
    // that follows it share an item, which at most one of them may cover. Two nights in a row do not share it
    // and are allowed.
    for nurse in &NURSES {
        for day in DAYS {
            builder.secondary([&*format!("{}-{day}", nurse.name), &*format!("{}-after-{day}", nurse.name)]);
        }
    }
    let mut duties = Vec::new();
    for (at, nurse) in NURSES.iter().enumerate() {
        for (day, name) in DAYS.iter().enumerate() {
            let mut items =
                vec![nurse.name.to_owned(), format!("{name}-day"), format!("{}-{name}", nurse.name)];
            if let Some(before) = day.checked_sub(1) {
                items.push(format!("{}-after-{}", nurse.name, DAYS[before]));
            }
            if nurse.is_senior {
                items.push(format!("{name}-senior"));
            }
            builder.option(&items).cost(u64::from(nurse.days[day]));
            duties.push(Duty { nurse: at, day, shift: Shift::Day });
            // No item is needed for the rule that only seniors work at night: the others have no such option.
            if nurse.is_senior {
                let items = [
                    nurse.name.to_owned(),
                    format!("{name}-night"),
                    format!("{}-{name}", nurse.name),
                    format!("{}-after-{name}", nurse.name),
                ];
                builder.option(&items).cost(u64::from(nurse.nights[day]));
                duties.push(Duty { nurse: at, day, shift: Shift::Night });
            }
        }
    }
    Ok((builder.build()?, duties))
}

fn print_plan(title: &str, plan: &Priced, duties: &[Duty]) {
    println!("{title}, of cost {}:", plan.cost);
    println!("      {}", DAYS.join(" "));
    for (at, nurse) in NURSES.iter().enumerate() {
        let mut week = ["-"; 7];
        for duty in plan.cover.iter().map(|option| &duties[option.index()]).filter(|duty| duty.nurse == at) {
            week[duty.day] = if duty.shift == Shift::Day { "day" } else { "NGT" };
        }
        println!("{:4}  {}", nurse.name, week.map(|duty| format!("{duty:3}")).join(" "));
    }
}

/// Prints the result of a search that has ended or was stopped.
fn print_knowledge(best: &Best) {
    match (best.cheapest(), best.lower_bound) {
        (_, None) => println!("there is no plan"),
        (None, Some(bound)) => println!("no plan is known yet, and none costs less than {bound}"),
        (Some(found), Some(bound)) if found.cost == bound => println!("no plan costs less than {bound}"),
        (Some(found), Some(bound)) => {
            println!("a plan of cost {} is known, and none costs less than {bound}", found.cost);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (problem, duties) = ward()?;
    let query = Query::new(&problem);

    // The three cheapest plans. Without a limit they are proved to be the cheapest.
    let best = query.best(3)?;
    for (title, plan) in ["The cheapest plan", "The next", "And the third"].iter().zip(&best.covers) {
        print_plan(title, plan, &duties);
        println!();
    }

    // For a larger ward, a proof may take too long. A search that is stopped returns the best plan found and
    // a lower bound on the cost of every plan, which shows how much a longer search could gain at most.
    for nodes in [0, 10, 30, 100, 1000] {
        let stopped = query.clone().nodes(nodes).best(1)?;
        print!("After {nodes:4} nodes: ");
        print_knowledge(&stopped);
    }
    Ok(())
}
