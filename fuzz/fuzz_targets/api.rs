//! The target `api`; see `dlx_fuzz::api`.
#![cfg_attr(fuzzing, no_main)]
dlx_fuzz::target!(dlx_fuzz::api);
