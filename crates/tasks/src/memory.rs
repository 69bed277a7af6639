//! The default memory limit for the tables of a run, for the command line and for Python.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The available memory to assume, in bytes, if the system does not report it.
const UNKNOWN: u64 = 1 << 30;

/// Where there is no limit, version 1 of cgroups has one of 2^63 bytes, less a page at most.
const NO_LIMIT: u64 = 1 << 62;

/// Returns the default memory limit for the tables of a run in bytes: half of the memory that the machine, the
/// cgroups of the process and the limit of its address space (`ulimit -v`) leave, whichever leaves least.
#[must_use]
pub fn default_memory() -> usize {
    let available = available();
    half(available, of_cgroups(available).min(of_address_space()))
}

/// Returns what a file of the system contains, or nothing. Its length is not known before, so without room for it, it would
/// be read in many small pieces.
fn text_of(path: impl AsRef<Path>) -> String {
    let mut text = String::with_capacity(4096);
    let read = File::open(path).and_then(|mut file| file.read_to_string(&mut text));
    if read.is_ok() { text } else { String::new() }
}

/// Returns the available memory of the machine; 0 means that the system does not report it.
fn available() -> u64 {
    // Where there is this file, nothing else has to be read, and a run of a millisecond is a tenth shorter.
    let figures = text_of("/proc/meminfo");
    kilobytes(&figures, "MemAvailable:").unwrap_or_else(|| {
        let ram = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        System::new_with_specifics(ram).available_memory()
    })
}

/// Returns the bytes of this figure in a text of lines such as `VmSize:   24000 kB`.
fn kilobytes(figures: &str, name: &str) -> Option<u64> {
    let figure = figures.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = figure.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

/// Returns half of the available memory; 0 means that the system does not report it.
fn half(available: u64, limit: u64) -> usize {
    let available = if available == 0 { UNKNOWN } else { available };
    usize::try_from(available.min(limit) / 2).unwrap_or(usize::MAX)
}

/// Returns the bytes that the cgroups of the process leave: those of its own one and of all above it. A number of at
/// least `enough` may be too small.
fn of_cgroups(enough: u64) -> u64 {
    let groups = text_of("/proc/self/cgroup");
    let left = groups.lines().filter_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        let (root, version) = match controllers {
            "" => ("/sys/fs/cgroup", &TWO),
            _ if controllers.split(',').any(|name| name == "memory") => ("/sys/fs/cgroup/memory", &ONE),
            _ => return None,
        };
        let path = Path::new(root).join(path.trim_start_matches('/'));
        path.ancestors()
            .take_while(|path| path.starts_with(root))
            .filter_map(|path| version.left(path, enough))
            .min()
    });
    left.min().unwrap_or(u64::MAX)
}

/// The files of a version of cgroups.
struct Version {
    limit: &'static str,
    usage: &'static str,
    /// The line of `memory.stat` with the bytes of the usage that the system can take back at once.
    cached: &'static str,
}

const ONE: Version =
    Version { limit: "memory.limit_in_bytes", usage: "memory.usage_in_bytes", cached: "total_inactive_file" };
const TWO: Version = Version { limit: "memory.max", usage: "memory.current", cached: "inactive_file" };

impl Version {
    /// Returns the bytes that the cgroup in this folder leaves, or `None` if it has no limit. A number of at least
    /// `enough` may be too small.
    fn left(&self, folder: &Path, enough: u64) -> Option<u64> {
        let number = |name| text_of(folder.join(name)).trim().parse::<u64>().ok();
        let limit = number(self.limit).filter(|&limit| limit < NO_LIMIT)?;
        let usage = number(self.usage)?;
        let left = limit.saturating_sub(usage);
        if left >= enough {
            return Some(left);
        }
        let stat = text_of(folder.join("memory.stat"));
        let cached = stat.lines().find_map(|line| line.strip_prefix(self.cached)?.trim().parse::<u64>().ok());
        Some(limit.saturating_sub(usage.saturating_sub(cached.unwrap_or(0))))
    }
}

/// Returns the bytes that the limit of the address space leaves.
fn of_address_space() -> u64 {
    address_space_of(&text_of("/proc/self/limits"), || text_of("/proc/self/status")).unwrap_or(u64::MAX)
}

/// Returns what the texts of `/proc/self/limits` and `/proc/self/status` say of the address space.
fn address_space_of(limits: &str, status: impl FnOnce() -> String) -> Option<u64> {
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(kilobytes(&status(), "VmSize:")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_of_the_address_space_is_a_limit_of_memory() {
        let limits =
            "Limit    Soft Limit    Hard Limit    Units\nMax address space  1048576000  unlimited  bytes\n";
        let status = || "Name:\tdlx\nVmSize:\t   24000 kB\n".to_owned();
        assert_eq!(address_space_of(limits, status), Some(1_048_576_000 - 24_000 * 1024));
        assert_eq!(address_space_of(&limits.replace("1048576000", "unlimited"), status), None);
        assert_eq!(address_space_of(limits, String::new), None);
        assert_eq!(address_space_of("", String::new), None);
    }

    #[test]
    fn the_available_memory_is_that_of_the_system() {
        assert_eq!(kilobytes("MemTotal:  9 kB\nMemAvailable:    5 kB\n", "MemAvailable:"), Some(5 << 10));
        assert_eq!(kilobytes("MemTotal:  9 kB\n", "MemAvailable:"), None);
        assert!(available() > 1 << 20);
    }

    #[test]
    fn a_cgroup_leaves_its_limit_without_what_cannot_be_taken_back() {
        let here = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(here.path().join(name), text).expect("a file");
        assert_eq!(TWO.left(here.path(), u64::MAX), None);
        write("memory.max", "1000\n");
        write("memory.current", "700\n");
        write("memory.stat", "anon 400\ninactive_file 100\n");
        assert_eq!(TWO.left(here.path(), u64::MAX), Some(400));
        // As much as the machine has is enough.
        assert_eq!(TWO.left(here.path(), 300), Some(300));
        write("memory.max", "max\n");
        assert_eq!(TWO.left(here.path(), u64::MAX), None);
        write("memory.limit_in_bytes", "9223372036854771712\n");
        write("memory.usage_in_bytes", "700\n");
        assert_eq!(ONE.left(here.path(), u64::MAX), None);
        write("memory.limit_in_bytes", "1000\n");
        assert_eq!(ONE.left(here.path(), u64::MAX), Some(300));
    }

    #[test]
    fn half_of_the_smaller_of_machine_and_cgroup_is_the_default() {
        assert_eq!(half(1000, u64::MAX), 500);
        assert_eq!(half(1000, 300), 150);
        assert_eq!(half(0, u64::MAX), 1 << 29);
        let default = default_memory();
        assert!(default > 0 && default < usize::MAX / 2);
    }
}
