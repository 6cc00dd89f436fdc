//! The one vocabulary of questions.
//!
//! Whatever is asked of a puzzle, of any family, from the command line, a page or a program, is one
//! of these. A family says which of them its puzzles answer and how they are asked for
//! ([`Choice`](crate::Choice)); an engine says which it takes.

macro_rules! questions {
    ($($(#[$doc:meta])* $question:ident: $name:literal, $about:literal;)*) => {
        /// What is asked of a puzzle.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
        pub enum Question {
            $($(#[$doc])* $question,)*
        }

        impl Question {
            /// All of them.
            pub const ALL: &'static [Question] = &[$(Question::$question),*];

            /// Its name, and what it asks for in a few words.
            fn entry(self) -> (&'static str, &'static str) {
                match self {
                    $(Question::$question => ($name, $about),)*
                }
            }
        }
    };
}

questions! {
    /// One solution, whichever comes first.
    First: "first", "one solution";
    /// Solutions one by one: all of them, or as many as the sink takes.
    All: "all", "solutions one by one";
    /// How many solutions there are.
    #[default]
    Count: "count", "how many solutions there are";
    /// How many there are up to symmetry.
    Classes: "classes", "how many solutions there are up to symmetry";
    /// Whether there is exactly one.
    Unique: "unique", "whether there is exactly one solution";
    /// A solution of the fewest moves.
    Shortest: "shortest", "a solution of the fewest moves";
    /// A state that is furthest from the start.
    Furthest: "furthest", "a state that is furthest from the start";
    /// How many states there are at each distance.
    Levels: "levels", "how many states there are at each distance";
    /// The cheapest solutions.
    Cheapest: "cheapest", "the cheapest solutions";
    /// Solutions drawn at random.
    Sample: "sample", "solutions drawn at random";
    /// All solutions in one diagram.
    Diagram: "diagram", "all solutions in one diagram";
    /// The same question for many variants: how many.
    Table: "table", "how many solutions each variant has";
    /// The same question for many variants: whether there is a solution.
    Possible: "possible", "which variants have a solution";
    /// Games played until no move is left, whatever the goal.
    Maximal: "maximal", "how many games there are until no move is left";
    /// Where a game can end, and in how many ways.
    Finals: "finals", "where a game can end, and in how many ways";
    /// States from which a goal can still be reached.
    OnPaths: "on-paths", "states from which a goal can be reached";
    /// Why every part of the solution is as it is.
    Explain: "explain", "why every part of the solution is as it is";
    /// The first nodes of the search tree.
    Tree: "tree", "the first nodes of the search tree";
    /// Every state, and every move between them.
    Graph: "graph", "every state and every move";
    /// What the program of a document would have printed.
    Original: "original", "what a document's own program prints";
    /// What can be said without a search.
    Facts: "facts", "what can be said without a search";
    /// Who wins.
    Winner: "winner", "who wins";
    /// Whether and how assemblies come apart.
    Apart: "apart", "whether and how assemblies come apart";
}

impl Question {
    /// The name by which saved runs and programs know it.
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// One line on what it asks.
    pub fn about(self) -> &'static str {
        self.entry().1
    }

    /// Whether solutions are handed over one by one.
    pub fn hands_over(self) -> bool {
        use Question::{All, Apart, Cheapest, Diagram, First, Furthest, Sample, Shortest, Winner};
        matches!(
            self,
            First | All | Apart | Shortest | Furthest | Cheapest | Sample | Diagram | Winner
        )
    }

    /// Whether its answer is a number of solutions, counted or handed over.
    pub fn counts(self) -> bool {
        use Question::{All, Cheapest, Classes, Count, Diagram, First, Sample, Shortest, Unique};
        matches!(
            self,
            First | All | Count | Classes | Unique | Shortest | Cheapest | Sample | Diagram
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<&str> =
            Question::ALL.iter().map(|question| question.name()).collect();
        assert_eq!(names.len(), Question::ALL.len());
    }
}
