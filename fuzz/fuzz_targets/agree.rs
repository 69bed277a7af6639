//! The target `agree`; see `dlx_fuzz::agree`.
#![cfg_attr(fuzzing, no_main)]
dlx_fuzz::target!(dlx_fuzz::agree);
