# Short commands for common tasks; `just` lists them.

default:
    @just --list

# Everything that must pass before a change lands
test:
    ./scripts/test

# The daily round: formatting, lints, directions and quick tests
check:
    ./scripts/check

# Formatting of all workspaces
fmt:
    cargo fmt --all
    for manifest in benches/against dlx-core/models; do cargo fmt --manifest-path $manifest/Cargo.toml; done

# Lints with warnings as errors
lint:
    cargo clippy --workspace --all-targets --locked -- -D warnings

# Reference documentation, in the browser
doc:
    cargo doc --workspace --no-deps --open

# Run the guide and write down what it prints and draws
guide:
    DLX_GUIDE=record cargo test -p dlx-cli --test it guide::
    DLX_GUIDE=record cargo test -p benches --test it tables::

# Tests of the page in a browser
browser:
    ./scripts/browser

# Compare a build for aarch64, run under qemu, with the one for x86-64
aarch64:
    ./scripts/aarch64

# Build the page without a server and the npm package, and test both
wasm:
    ./scripts/wasm --test
    ./scripts/browser --static

# Criterion benches
bench:
    cargo bench -p benches

# Comparison with other crates
against:
    cargo run --release --manifest-path benches/against/Cargo.toml

# Update THIRD-PARTY-NOTICES
notices:
    ./scripts/notices

# Run the cases that fuzzing has found
fuzz-cases:
    cargo test -p dlx-fuzz --lib --locked
