//! The default memory limit for the tables of a run, for the command line and for Python.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The available memory to assume, in bytes, if the system does not report it.
const UNKNOWN: u64 = 1 << 30;

/// Returns the default memory limit for the tables of a run in bytes: half of the memory that the machine or
/// its cgroup has available, whichever is less.
#[must_use]
pub fn default_memory() -> usize {
    let ram = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(ram);
    let cgroup = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    half(system.available_memory(), cgroup)
}

/// Returns half of the available memory; 0 means that the system does not report it.
fn half(available: u64, cgroup: u64) -> usize {
    let available = if available == 0 { UNKNOWN } else { available.min(cgroup) };
    usize::try_from(available / 2).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_smaller_of_machine_and_cgroup_is_the_default() {
        assert_eq!(half(1000, u64::MAX), 500);
        assert_eq!(half(1000, 300), 150);
        assert_eq!(half(0, u64::MAX), 1 << 29);
        let default = default_memory();
        assert!(default > 0 && default < usize::MAX / 2);
    }
}
