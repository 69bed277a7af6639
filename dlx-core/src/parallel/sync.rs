//! Synchronization primitives. The models in `models` compile the same protocols with those of loom.

#![cfg_attr(not(feature = "parallel"), allow(unused_imports, reason = "the pool uses the others"))]

pub(crate) use std::hint::spin_loop;
pub(crate) use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
pub(crate) use std::sync::{Barrier, Condvar, Mutex, MutexGuard, PoisonError};
pub(crate) use std::thread::{panicking, sleep, yield_now};
