//! The target `problems`; see `dlx_fuzz::problems`.
#![cfg_attr(fuzzing, no_main)]
dlx_fuzz::target!(dlx_fuzz::problems);
