//! The published schemas of what commands print as JSON are those of its types.

use std::fs;
use std::path::PathBuf;

use crate::cover::CheaperObject;
use crate::help;
use crate::shared::command::{Below, Entry};
use crate::shared::objects::Objects;
use crate::shared::progress;

/// Returns the objects of all commands by the name of the command.
fn all() -> Vec<(String, Objects)> {
    let mut found = Vec::new();
    let mut open: Vec<(String, &Entry)> =
        help::entries().map(|entry| (entry.name.to_owned(), entry)).collect();
    while let Some((name, entry)) = open.pop() {
        match entry.below {
            Below::Arguments { objects, .. } => found.push((name, objects())),
            Below::Commands(below) => {
                open.extend(below.iter().map(|entry| (format!("{name} {}", entry.name), entry)));
            }
        }
    }
    found.retain(|(_, objects)| !objects.kinds.is_empty());
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    found
}

/// The published schemas are those of the types. `DLX_GUIDE=record` writes them.
#[test]
fn schemas_are_those_of_the_types() {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "docs", "schema"].iter().collect();
    let is_recording = std::env::var("DLX_GUIDE").is_ok_and(|word| word == "record");
    let mut files = Vec::new();
    let of_commands = all().into_iter().map(|(name, objects)| {
        let title = format!("An object of dlx {name} --format json");
        (name.replace(' ', "-"), objects.document(&title))
    });
    let progress = progress::objects().of::<CheaperObject>("Cheaper cover");
    let progress = progress.document("An object of --progress json on standard error");
    for (name, document) in of_commands.chain([("progress".to_owned(), progress)]) {
        let path = folder.join(format!("{name}.json"));
        let text = serde_json::to_string_pretty(&document).expect("values are written") + "\n";
        if is_recording {
            fs::write(&path, text).expect("the file can be written");
        } else {
            let published = fs::read_to_string(&path).unwrap_or_default();
            assert!(published == text, "{} differs; DLX_GUIDE=record writes it", path.display());
        }
        files.push(format!("{name}.json"));
    }
    files.sort();
    let entries = fs::read_dir(&folder).expect("the folder can be read");
    let mut published: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    published.sort();
    assert_eq!(published, files);
}
