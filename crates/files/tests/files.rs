//! Tests of the locks within one process. They are the same as between processes, because a lock belongs to
//! an open file.

use std::fs;
use std::io::Write;

use dlx_files::{FileError, LockedFile, NewFile, Output, is_same, write};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

#[test]
fn a_new_file_that_is_not_finished_leaves_nothing() {
    let here = folder();
    let path = here.path().join("file");
    write(&path, b"before").expect("it can be written");
    let mut file = NewFile::create(&path).expect("it can be made");
    file.write_all(&[7; 100_000]).expect("there is room");
    drop(file);
    assert_eq!(fs::read(&path).expect("it is there"), b"before");
    assert_eq!(fs::read_dir(here.path()).expect("it can be read").count(), 1);
}

#[test]
fn a_locked_file_stays_locked_while_it_is_replaced() {
    let here = folder();
    let path = here.path().join("file");
    let in_use = || matches!(LockedFile::lock(&path), Err(FileError::InUse { .. }));
    let mut first = LockedFile::lock(&path).expect("there is none yet");
    let mut second = LockedFile::lock(&path).expect("there is none yet");
    assert_eq!(first.read().expect("there is none"), None);
    for content in ["one", "two", "three"] {
        first.replace(content.as_bytes()).expect("it can be written");
        assert_eq!(first.read().expect("it can be read").as_deref(), Some(content));
        assert!(in_use(), "{content}");
    }
    let refused = second.replace(b"other").expect_err("the first one has made it");
    assert!(matches!(refused, FileError::InUse { .. }), "{refused}");
    assert_eq!(fs::read(&path).expect("it is there"), b"three");
    drop(first);
    let mut next = LockedFile::lock(&path).expect("it is not locked");
    assert_eq!(next.read().expect("it can be read").as_deref(), Some("three"));
    assert_eq!(fs::read_dir(here.path()).expect("it can be read").count(), 1);
}

/// The same happens after a process was killed, until its last sync has ended.
#[test]
fn a_lock_that_is_released_soon_is_waited_for() {
    let here = folder();
    let path = here.path().join("file");
    write(&path, b"before").expect("it can be written");
    let first = Output::open(&path).expect("it is not locked");
    let releases = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        drop(first);
    });
    LockedFile::lock(&path).expect("it is released within a second");
    releases.join().expect("it does not panic");
}

#[test]
fn an_output_is_changed_when_it_is_used_and_not_when_it_is_opened() {
    let here = folder();
    let path = here.path().join("file");
    drop(Output::open(&path).expect("it can be made"));
    assert!(!path.exists(), "a file that was made for nothing");
    write(&path, b"before").expect("it can be written");
    let mut output = Output::open(&path).expect("it can be opened");
    assert!(matches!(Output::open(&path), Err(FileError::InUse { .. })));
    assert_eq!(fs::read(&path).expect("it is there"), b"before");
    output.empty().expect("it can be emptied");
    output.write(b"first ").expect("there is room");
    let written = output.sync().expect("there is room");
    output.write(b"second").expect("there is room");
    output.flush().expect("there is room");
    drop(output);
    assert_eq!(fs::read(&path).expect("it is there"), b"first second");

    let mut output = Output::open(&path).expect("it is not locked");
    output.verify(written, || Ok(())).expect("it begins so");
    output.resume().expect("it can be cut off");
    output.write(b"third").expect("there is room");
    let all = output.sync().expect("there is room");
    assert_eq!((all.bytes, all.checksum), (11, dlx_files::checksum(b"first third")));
    drop(output);
    assert_eq!(fs::read(&path).expect("it is there"), b"first third");

    write(&path, b"First third").expect("it can be written");
    let mut output = Output::open(&path).expect("it is not locked");
    assert!(matches!(output.verify(written, || Ok(())), Err(FileError::Foreign { .. })));
    let stopped = output.verify(all, || Err(std::io::Error::other("stop")));
    assert!(matches!(stopped, Err(FileError::Read { .. })));
    drop(output);
    assert_eq!(fs::read(&path).expect("it is there"), b"First third");
}

#[test]
fn a_file_that_is_written_in_place_is_not_replaced() {
    let here = folder();
    let path = here.path().join("output");
    let mut output = Output::open(&path).expect("it can be made");
    output.empty().expect("it can be emptied");
    output.write(b"a listing").expect("there is room");
    output.flush().expect("there is room");
    assert!(matches!(NewFile::create(&path), Err(FileError::InUse { .. })));
    assert!(matches!(write(&path, b"another"), Err(FileError::InUse { .. })));
    drop(output);
    assert_eq!(fs::read(&path).expect("it is there"), b"a listing");
    write(&path, b"another").expect("it is not locked");
    assert_eq!(fs::read(&path).expect("it is there"), b"another");
}

#[test]
fn paths_of_one_file_are_known_whether_it_exists_or_not() {
    let here = folder();
    let (one, two) = (here.path().join("one"), here.path().join("two"));
    assert!(is_same(&one, &here.path().join(".").join("one")) && !is_same(&one, &two));
    write(&one, b"").expect("it can be written");
    fs::hard_link(&one, &two).expect("it can be linked");
    assert!(is_same(&one, &two));
}
