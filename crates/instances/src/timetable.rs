//! Timetables: classes have lessons, each subject has one teacher, and costs prefer some slots to others.

use std::num::NonZeroU64;

use dlx_core::{ItemId, Problem};

use crate::geometry::{Geometry, Picture};
use crate::random::Random;
use crate::{InstanceError, check_range, grid, primaries, secondaries};

/// Returns the problem of making a timetable for `classes` classes, `subjects` subjects and `slots` slots.
///
/// The primary items are the slots of each class `class1-slot1`.. and the lessons that a class has in each of its
/// subjects, `class1-subject1`.. with their number as bounds. The secondary item `teacher1-slot1` prevents two
/// lessons of subject 1 in one slot, as they have the same teacher. An option is a lesson of a class in a slot,
/// in the order of classes, subjects and slots; its cost is a random number from 1 to `most`.
///
/// The numbers of lessons come from a random timetable: in each slot, the classes have random subjects that differ.
/// So a class has `slots` lessons in all, a teacher at most as many, and there is a timetable. The same seed gives the
/// same problem on every machine and in every version.
///
/// # Errors
/// If `classes` is not within 1 to 100, `subjects` not within `classes` to 100 or `slots` not within 1 to 200, or the
/// sum of the costs exceeds 64 bits.
pub fn problem(
    classes: usize,
    subjects: usize,
    slots: usize,
    seed: u64,
    most: NonZeroU64,
) -> Result<Problem, InstanceError> {
    check_range("the number of classes", classes, 1, 100)?;
    check_range("the number of subjects", subjects, classes, 100)?;
    check_range("the number of slots", slots, 1, 200)?;
    let mut random = Random::new(seed);
    let mut lessons = vec![0_u32; classes * subjects];
    for _ in 0..slots {
        for (class, subject) in (0..classes).zip(random.order(subjects)) {
            lessons[class * subjects + subject] += 1;
        }
    }
    let mut builder = Problem::builder();
    let names = grid(classes, slots).map(|[class, slot]| format!("class{}-slot{}", class + 1, slot + 1));
    let class_slots = primaries(&mut builder, names)?;
    let mut courses: Vec<([usize; 2], ItemId)> = Vec::new();
    for ([class, subject], &times) in grid(classes, subjects).zip(&lessons) {
        if times > 0 {
            let name = format!("class{}-subject{}", class + 1, subject + 1);
            courses.push(([class, subject], builder.add_bounded(name, times..=times)?));
        }
    }
    let names =
        grid(subjects, slots).map(|[subject, slot]| format!("teacher{}-slot{}", subject + 1, slot + 1));
    let teacher_slots = secondaries(&mut builder, names)?;
    for ([class, subject], course) in courses {
        for slot in 0..slots {
            let teacher = teacher_slots[subject * slots + slot];
            builder.add_option([course, class_slots[class * slots + slot], teacher])?;
            builder.add_cost(1 + random.below(most))?;
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry with a row for each class and a column for each slot, which shows the numbers of the subjects.
#[must_use]
pub fn geometry(classes: usize, slots: usize) -> Geometry {
    let patterns = "cell=class<row:1>-slot<column:1> symbol=class<any>-subject<symbol>";
    Geometry::known(Picture::Table, [1, classes, slots], patterns)
}
