//! What was found about a nonogram, in words.

use puzzle_core::lines::{Effort, LinesFinding, Picture};
use puzzle_core::{Answer, Ask, Json, Map, Question, json};
use puzzle_scene::text::TextOptions;

use super::{Nonogram, choices};
use crate::Told;

impl Nonogram {
    /// What an answer says beside its solutions.
    pub(super) fn told(
        &self,
        ask: &Ask,
        answer: &Answer,
        found: &LinesFinding,
        options: TextOptions,
    ) -> Told {
        let mut told = Told::default();
        match (ask.question, &found.explanation) {
            (Question::Explain, Some(explanation)) => {
                let cell = choices::cell(&ask.choices).unwrap_or(choices::Cell::All);
                told.text = self.reasons(explanation, cell, answer.stopped);
                return told;
            }
            (Question::Unique, _) => self.tell_unique(answer, found, options, &mut told),
            _ => {}
        }
        told.fields.insert("difficulty".into(), difficulty(&found.effort));
        if ask.choices.has("difficulty") {
            told.remarks.push(found.effort.sentence());
        }
        told
    }

    /// One solution, two with the cells in which they differ, or none.
    fn tell_unique(
        &self,
        answer: &Answer,
        found: &LinesFinding,
        options: TextOptions,
        told: &mut Told,
    ) {
        let pictures: Vec<Picture> =
            found.solutions.iter().filter_map(|solution| self.lines.picture(solution)).collect();
        let differing = self.marks(&pictures);
        let (word, sentence) = match (answer.stopped, pictures.len()) {
            (Some(reason), _) => ("unknown", format!("not decided: {reason}")),
            (None, 0) => ("none", "no solution".into()),
            (None, 1) => ("one", "exactly one solution".into()),
            (None, _) => {
                let cells = differing.len();
                let text = "several solutions; these two differ in";
                ("several", format!("{text} {cells} cells, marked ! and ?"))
            }
        };
        told.text = format!("{sentence}\n");
        for picture in &pictures {
            told.text.push('\n');
            told.text += &self.print_with(Some(picture), &differing, options.colour);
        }
        let unique = if word == "unknown" { Json::Null } else { (word == "one").into() };
        let numbered = pictures.iter().zip(1..).map(|(picture, number)| {
            let text = self.print_with(Some(picture), &[], false);
            json!({ "number": number, "rows": self.print_picture(picture), "picture": text })
        });
        let width = self.lines.width();
        let cell = |&number: &usize| json!([number / width + 1, number % width + 1]);
        told.fields = Map::from_iter([
            ("unique".to_owned(), unique),
            ("answer".into(), word.into()),
            ("solutions".into(), numbered.collect()),
            ("differing".into(), differing.iter().map(cell).collect()),
        ]);
    }

    /// The cells in which two pictures differ; none of more or fewer pictures.
    pub(super) fn marks(&self, pictures: &[Picture]) -> Vec<usize> {
        match pictures {
            [first, second] => first.differing(second),
            _ => Vec::new(),
        }
    }
}

/// How hard it was, for programs.
fn difficulty(effort: &Effort) -> Json {
    json!({
        "stage": effort.difficulty().word(),
        "line_solvable": effort.line_solved,
        "lines_filtered": effort.filtered,
        "probes": effort.probes,
        "refuted": effort.refuted,
        "depth": effort.depth,
    })
}
