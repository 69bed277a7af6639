//! Tests of records that were damaged, edited, exchanged or made for something else: they are rejected, or
//! the answer stays the same.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use dlx_core::inner::Digester;
use dlx_core::{BigUint, Limits, OptionId, Problem, Search};
use dlx_instances::langford;
use dlx_tasks::{
    Balance, Folder, FolderError, LineFault, Merge, MergeError, Outcome, Place, RecordError, Step, Task,
    TaskError, Wanted, resplit, split,
};
use tempfile::TempDir;

/// The number of covers of the problem according to the literature.
const COVERS: u32 = 300;

/// The problem, its tasks and their results of one kind.
struct Work {
    here: TempDir,
    problem: Problem,
    tasks: Vec<Task>,
    wanted: Wanted,
}

impl Work {
    fn new(wanted: Wanted) -> Self {
        let problem = langford::problem(8).expect("there are such pairings");
        let tasks =
            split(&Search::new(&problem), 5, Balance::default(), &mut Limits::none()).expect("no limit");
        let work = Self { here: tempfile::tempdir().expect("a folder"), problem, tasks, wanted };
        work.tasks.iter().for_each(|task| work.run(task));
        work
    }

    fn folder(&self) -> Folder {
        Folder::new(self.here.path())
    }

    fn run(&self, task: &Task) {
        self.folder().run(&self.problem, task, self.wanted, &mut Limits::none()).expect("the task is sound");
    }

    fn file(&self, id: &str) -> PathBuf {
        self.here.path().join(format!("{id}.{}", self.wanted.extension()))
    }

    /// Returns the number of covers in all results, and the covers if they are listed.
    fn merged(&self) -> Result<(BigUint, Vec<Vec<OptionId>>), MergeError> {
        let outcomes = self.folder().outcomes(self.wanted).map_err(|error| match error {
            FolderError::Outcome(error) => MergeError::from(error),
            error => panic!("{error}"),
        })?;
        let mut merge = Merge::new(&self.problem);
        outcomes.into_iter().try_for_each(|outcome| merge.add(outcome))?;
        if self.wanted == Wanted::Count {
            return Ok((merge.total()?, Vec::new()));
        }
        let mut covers = Vec::new();
        let count = merge.for_each_cover(|cover| -> Result<(), MergeError> {
            covers.push(cover.to_vec());
            Ok(())
        })?;
        Ok((count.into(), covers))
    }
}

fn line_of(task: &Task) -> String {
    let mut line = Vec::new();
    task.write(&mut line).expect("memory takes everything");
    String::from_utf8(line).expect("JSON is UTF-8")
}

/// Returns the bytes with one of them changed, in several ways and at every position that is a multiple of
/// `step`.
fn altered(bytes: &[u8], step: usize, mut see: impl FnMut(&[u8], usize)) {
    let mut copy = bytes.to_vec();
    for at in (0..bytes.len()).step_by(step) {
        for change in [1, 2, 4, 8, 16, 32, 64, 128, 0xff] {
            copy[at] = bytes[at] ^ change;
            see(&copy, at);
        }
        copy[at] = bytes[at];
    }
}

#[test]
fn a_task_line_that_was_altered_anywhere_is_refused_or_means_the_same() {
    let work = Work::new(Wanted::Count);
    let task = &work.tasks[1];
    let (mut refused, mut same) = (0, 0);
    altered(line_of(task).as_bytes(), 1, |bytes, at| match Task::read(bytes) {
        Ok(tasks) => {
            assert_eq!(tasks, std::slice::from_ref(task), "byte {at}");
            same += 1;
        }
        Err(_) => refused += 1,
    });
    assert!(refused > 1000 && same < 100, "{refused} refused, {same} alike");
}

#[test]
fn a_result_that_was_altered_anywhere_is_refused_or_merges_the_same() {
    for (wanted, step) in [(Wanted::Count, 1), (Wanted::Covers, 23)] {
        let work = Work::new(wanted);
        let whole = work.merged().expect("nothing is wrong yet");
        assert_eq!(whole.0, BigUint::from(COVERS));
        let file = work.file("1");
        let bytes = fs::read(&file).expect("it is there");
        let (mut refused, mut same) = (0, 0);
        altered(&bytes, step, |bytes, at| {
            fs::write(&file, bytes).expect("it can be written");
            match work.merged() {
                Ok(merged) => {
                    assert_eq!(merged, whole, "byte {at}");
                    same += 1;
                }
                Err(_) => refused += 1,
            }
        });
        assert!(refused > 500 && same < 50, "{refused} refused, {same} alike");
        for length in (0..bytes.len() - 1).step_by(step) {
            fs::write(&file, &bytes[..length]).expect("it can be written");
            work.merged().expect_err("it was cut off");
        }
        fs::write(&file, [&bytes[..], b"{}\n"].concat()).expect("it can be written");
        work.merged().expect_err("it goes on");
    }
}

#[test]
fn a_line_that_was_formatted_otherwise_is_the_same_task() {
    let work = Work::new(Wanted::Count);
    let line = line_of(&work.tasks[0]);
    let moved = line.replacen("\"place\":", " \"place\" : ", 1).replacen("\"id\":\"0\",", "", 1);
    let other = moved.replacen('{', "{ \"id\" : \"0\", ", 1);
    assert_ne!(other, line);
    assert_eq!(Task::read(other.as_bytes()).expect("it means the same"), work.tasks[..1]);
}

#[test]
fn a_field_that_was_edited_is_refused() {
    let work = Work::new(Wanted::Count);
    let line = line_of(&work.tasks[1]);
    for (field, other) in [
        ("\"id\":\"1\"", "\"id\":\"2\""),
        ("\"part\":1", "\"part\":2"),
        ("\"nodes\":", "\"nodes\":1"),
        ("\"schema\":2", "\"schema\":2,\"more\":1"),
        ("path entered", "path left"),
    ] {
        let edited = line.replacen(field, other, 1);
        assert_ne!(edited, line, "{field}");
        Task::read(edited.as_bytes()).expect_err(field);
    }
    let old = line.replacen("\"schema\":2", "\"schema\":1", 1);
    assert!(matches!(
        Task::read(old.as_bytes()),
        Err(TaskError::Line { line: 1, fault: LineFault::Record(RecordError::Schema { found: 1 }) })
    ));

    let file = work.file("1");
    let count = fs::read_to_string(&file).expect("it is there");
    let edited = count.replacen("\"count\":\"", "\"count\":\"1", 1);
    assert_ne!(edited, count);
    fs::write(&file, edited).expect("it can be written");
    assert!(work.merged().expect_err("the count was edited").to_string().contains("altered"));
}

#[test]
fn the_checkpoint_of_one_task_in_another_is_refused_even_with_new_checksums() {
    let work = Work::new(Wanted::Count);
    let (one, two) = (&work.tasks[1], &work.tasks[2]);
    let swapped = Task { checkpoint: two.checkpoint.clone(), ..one.clone() };
    let read = Task::read(line_of(&swapped).as_bytes());
    assert!(matches!(read, Err(TaskError::Line { fault: LineFault::Mixed { field: "task", .. }, .. })));
    work.folder()
        .count(&work.problem, &swapped, &mut Limits::none())
        .expect_err("it is checked in memory, too");

    // With the digest of the task changed too, the task no longer belongs to the split.
    let step = Step { task: two.place.steps()[0].task, ..one.place.steps()[0] };
    let swapped = Task { place: Place::try_from(vec![step]).expect("a place"), ..swapped };
    let read = Task::read(line_of(&swapped).as_bytes()).expect("the line alone is sound");
    let there = work.folder().count(&work.problem, &read[0], &mut Limits::none());
    assert!(there.expect_err("a result is there").to_string().contains("of another task"));
    fs::remove_file(work.file("1")).expect("it is there");
    work.run(&read[0]);
    assert!(matches!(work.merged(), Err(MergeError::OtherTasks { .. })));
}

#[test]
fn a_result_in_the_place_of_another_is_refused() {
    for wanted in [Wanted::Count, Wanted::Covers] {
        let work = Work::new(wanted);
        fs::copy(work.file("2"), work.file("1")).expect("it can be copied");
        assert!(matches!(work.merged(), Err(MergeError::Duplicate { .. })));
    }
}

#[test]
fn parts_of_a_task_are_bound_to_it() {
    let work = Work::new(Wanted::Count);
    let parts = |task: &Task| {
        resplit(&work.problem, task, 3, Balance::default(), &mut Limits::none()).expect("the task is sound")
    };
    let (ours, theirs) = (parts(&work.tasks[1]), parts(&work.tasks[2]));
    assert_eq!(ours[0].place.to_string(), "1.0");
    fs::remove_file(work.file("1")).expect("it is there");
    ours.iter().for_each(|part| work.run(part));
    assert_eq!(work.merged().expect("the parts are those of the task").0, BigUint::from(COVERS));

    // A part of another task that claims to be one of this task: with its own split, and with that of the
    // other parts.
    let (our, their) = (ours[0].place.steps(), theirs[0].place.steps());
    for step in [their[1], Step { task: their[1].task, ..our[1] }] {
        let place = Place::try_from(vec![our[0], Step { part: 0, ..step }]).expect("a place");
        fs::remove_file(work.file("1.0")).expect("it is there");
        work.run(&Task { place, ..theirs[0].clone() });
        let refused = work.merged().expect_err("it is a part of another task");
        assert!(
            matches!(
                refused,
                MergeError::Mixed { what: "the split", .. }
                    | MergeError::Parts { .. }
                    | MergeError::OtherTasks { .. }
            ),
            "{refused}"
        );
    }

    // A part that names another task as the one containing it.
    let place = Place::try_from(vec![Step { task: their[0].task, ..our[0] }, our[1]]).expect("a place");
    fs::remove_file(work.file("1.0")).expect("it is there");
    work.run(&Task { place, ..ours[0].clone() });
    assert!(matches!(work.merged(), Err(MergeError::Mixed { what: "a part of the task", .. })));
}

#[test]
fn covers_that_are_none_are_refused_with_a_valid_checksum() {
    let work = Work::new(Wanted::Covers);
    let file = work.file("1");
    let text = fs::read_to_string(&file).expect("it is there");
    let mut lines: Vec<&str> = text.lines().collect();
    let sum_of = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).expect("an object");
        object["checksum"].as_str().expect("a text").to_owned()
    };
    lines[1] = "0 1";
    let last = lines.len() - 1;
    let mut digester = Digester::new("dlx covers 2");
    digester.nested(sum_of(lines[0]).parse().expect("a digest"));
    for line in &lines[1..last] {
        writeln!(digester, "{line}").expect("a digester takes everything");
    }
    let foot = lines[last].replace(&sum_of(lines[last]), &digester.digest().to_string());
    lines[last] = &foot;
    fs::write(&file, lines.join("\n") + "\n").expect("it can be written");
    let refused = work.merged().expect_err("it is no cover").to_string();
    assert!(refused.contains("line 2: expected a cover, found `0 1`"), "{refused}");
}

/// Starting anew at the place of each result would make this quadratic in the depth.
#[test]
fn deep_places_are_merged_in_linear_time() {
    let problem = langford::problem(4).expect("there are such pairings");
    let tasks = split(&Search::new(&problem), 1, Balance::default(), &mut Limits::none()).expect("no limit");
    let here = tempfile::tempdir().expect("a folder");
    let file = here.path().join("result.count");
    let step = |part| Step { part, of: 2, ..tasks[0].place.steps()[0] };
    let result = |steps: Vec<Step>| {
        let place = Place::try_from(steps).expect("a place");
        let mut digester = Digester::new("dlx result 2");
        digester.number(place.steps().len() as u64);
        for Step { part, of, split, task } in place.steps() {
            digester.number(*part).number(*of).nested(*split).nested(*task);
        }
        digester.text(&place.to_string()).nested(problem.digest()).number(1).text("1");
        let line = serde_json::json!({
            "schema": 2, "id": place.to_string(), "place": place, "problem": problem.digest(), "count": "1",
            "checksum": digester.digest(),
        });
        fs::write(&file, line.to_string()).expect("it can be written");
        Outcome::read(&file).expect("it is sound")
    };
    let mut merge = Merge::new(&problem);
    let deep = 300;
    for depth in 1..=deep {
        let mut steps = vec![step(0); depth];
        steps[depth - 1] = step(1);
        merge.add(result(steps)).expect("it is of the same split");
    }
    merge.add(result(vec![step(0); deep])).expect("it is of the same split");
    assert!(matches!(merge.total(), Err(MergeError::OtherTasks { .. })), "the digests are made up");
}

#[test]
fn a_task_that_cannot_be_written_is_an_error_at_any_byte() {
    /// Accepts a limited number of bytes.
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let written = bytes.len().min(self.0);
            self.0 -= written;
            if written == 0 { Err(ErrorKind::StorageFull.into()) } else { Ok(written) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let work = Work::new(Wanted::Count);
    let length = line_of(&work.tasks[0]).len();
    for room in 0..length {
        let error = work.tasks[0].write(Full(room)).expect_err("there is no room");
        assert_eq!(error.kind(), ErrorKind::StorageFull);
    }
    assert!(work.tasks[0].write(Full(length)).is_ok());
}
