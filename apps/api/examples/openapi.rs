//! Prints the description of the API, from which `scripts/page` makes the types of the page.

fn main() {
    print!("{}", dlx_api::openapi());
}
