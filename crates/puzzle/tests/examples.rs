//! Every example runs, and there is one for every family.

/// Includes each program, runs it, and lists the families they are about.
macro_rules! examples {
    ($($name:ident $file:literal $family:literal)*) => {
        $(
            #[path = $file]
            #[allow(unreachable_pub, reason = "a program of its own too")]
            mod $name;
        )*

        const FAMILIES: &[&str] = &[$($family),*];

        mod run {
            $(
                #[test]
                fn $name() {
                    super::$name::main().unwrap();
                }
            )*
        }
    };
}

examples! {
    packing "../examples/packing.rs" "packing"
    cover "../examples/cover.rs" "exact-cover"
    burr "../examples/burr.rs" "burrtools"
    pegs "../examples/pegs.rs" "pegs"
    nonogram "../examples/nonogram.rs" "nonogram"
    sliding "../examples/sliding.rs" "sliding"
    sudoku "../examples/sudoku.rs" "sudoku"
    word_search "../examples/word_search.rs" "word-search"
    queens "../examples/queens.rs" "queens"
    maps "../examples/maps.rs" "monotone"
    formula "../examples/formula.rs" "cnf"
    game "../examples/game.rs" "game"
    template "../examples/template.rs" "null"
}

#[test]
fn every_family_has_an_example() {
    for family in puzzle::FAMILIES {
        assert!(FAMILIES.contains(&family.name), "{}", family.name);
    }
}
