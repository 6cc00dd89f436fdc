//! The one vocabulary of questions.
//!
//! Whatever is asked of a puzzle, of any family, from the command line, a page or a program, is one
//! of these. A family says which of them its puzzles answer and how they are asked for
//! ([`Choice`](crate::Choice)); an engine says which it takes.

/// What is asked of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Question {
    /// One solution, whichever comes first.
    First,
    /// Solutions one by one: all of them, or as many as the sink takes.
    All,
    /// How many solutions there are.
    #[default]
    Count,
    /// How many there are up to symmetry.
    Classes,
    /// Whether there is exactly one.
    Unique,
    /// A solution of the fewest moves.
    Shortest,
    /// A state that is furthest from the start.
    Furthest,
    /// How many states there are at each distance.
    Levels,
    /// The cheapest solutions.
    Cheapest,
    /// Solutions drawn at random.
    Sample,
    /// All solutions in one diagram.
    Diagram,
    /// The same question for many variants: how many.
    Table,
    /// The same question for many variants: whether there is a solution.
    Possible,
    /// Games played until no move is left, whatever the goal.
    Maximal,
    /// Where a game can end, and in how many ways.
    Finals,
    /// States from which a goal can still be reached.
    OnPaths,
    /// Why every part of the solution is as it is.
    Explain,
    /// The first nodes of the search tree.
    Tree,
    /// Every state, and every move between them.
    Graph,
    /// What the program of a document would have printed.
    Original,
    /// What can be said without a search.
    Facts,
    /// Who wins.
    Winner,
}

impl Question {
    /// All of them.
    pub const ALL: &'static [Question] = &[
        Question::First,
        Question::All,
        Question::Count,
        Question::Classes,
        Question::Unique,
        Question::Shortest,
        Question::Furthest,
        Question::Levels,
        Question::Cheapest,
        Question::Sample,
        Question::Diagram,
        Question::Table,
        Question::Possible,
        Question::Maximal,
        Question::Finals,
        Question::OnPaths,
        Question::Explain,
        Question::Tree,
        Question::Graph,
        Question::Original,
        Question::Facts,
        Question::Winner,
    ];

    /// Its name and one line on what it asks.
    fn entry(self) -> (&'static str, &'static str) {
        match self {
            Question::First => ("first", "one solution"),
            Question::All => ("all", "solutions one by one"),
            Question::Count => ("count", "how many solutions there are"),
            Question::Classes => ("classes", "how many solutions there are up to symmetry"),
            Question::Unique => ("unique", "whether there is exactly one solution"),
            Question::Shortest => ("shortest", "a solution of the fewest moves"),
            Question::Furthest => ("furthest", "a state that is furthest from the start"),
            Question::Levels => ("levels", "how many states there are at each distance"),
            Question::Cheapest => ("cheapest", "the cheapest solutions"),
            Question::Sample => ("sample", "solutions drawn at random"),
            Question::Diagram => ("diagram", "all solutions in one diagram"),
            Question::Table => ("table", "how many solutions each variant has"),
            Question::Possible => ("possible", "which variants have a solution"),
            Question::Maximal => ("maximal", "how many games there are until no move is left"),
            Question::Finals => ("finals", "where a game can end, and in how many ways"),
            Question::OnPaths => ("on-paths", "states from which a goal can be reached"),
            Question::Explain => ("explain", "why every part of the solution is as it is"),
            Question::Tree => ("tree", "the first nodes of the search tree"),
            Question::Graph => ("graph", "every state and every move"),
            Question::Original => ("original", "what a document's own program prints"),
            Question::Facts => ("facts", "what can be said without a search"),
            Question::Winner => ("winner", "who wins"),
        }
    }

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
        use Question::{All, Cheapest, Diagram, First, Furthest, Sample, Shortest};
        matches!(self, First | All | Shortest | Furthest | Cheapest | Sample | Diagram)
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
