//! The target `artefacts`; see `dlx_fuzz::artefacts`.
#![cfg_attr(fuzzing, no_main)]
dlx_fuzz::target!(dlx_fuzz::artefacts);
