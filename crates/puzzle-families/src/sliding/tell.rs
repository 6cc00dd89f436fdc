//! Answers in words.

use puzzle_core::{Answer, Ask, Explored, Question, StopReason, json};

use super::Sliding;
use super::solution::Game;
use crate::Told;

impl Sliding {
    /// The boards and words of a solution, or words alone, as was chosen.
    pub(super) fn write_moves(&self, game: &Game, ask: &Ask) -> String {
        let (most, boards) = (hint(ask), !ask.choices.has("moves"));
        let mut text = String::new();
        if let Some(start) = game.boards.first().filter(|_| boards) {
            text += &format!("start:\n{}\n", self.draw_links(start));
        }
        for (number, played) in game.moves.iter().enumerate().take(most) {
            text += &format!("{}: {}\n", number + 1, played.words(self.labels()));
            if boards {
                text += &self.draw_links(&game.boards[number + 1]);
                text.push('\n');
            }
        }
        text
    }

    /// What a search found, in words.
    pub(super) fn tell_search(&self, ask: &Ask, answer: &Answer, explored: &Explored) -> Told {
        let style = self.asked(ask).map_or(0, |(_, style)| style.number());
        let mut told = Told::default();
        told.fields.insert("style".into(), style.into());
        told.fields.insert("distance".into(), json!(answer.distance));
        told.fields.insert("configurations".into(), json!(explored.levels));
        if !explored.levels_back.is_empty() {
            told.fields.insert("configurations_from_goal".into(), json!(explored.levels_back));
        }
        if explored.spilled {
            told.fields.insert("spilled".into(), true.into());
        }
        let stopped = answer.stopped.filter(|&reason| reason != StopReason::Satisfied);
        told.closing = Some(stopped.map_or(String::new(), |reason| {
            let (levels, nodes) = (explored.levels.len(), answer.nodes);
            format!("stopped: {reason}, after {levels} complete levels and {nodes} configurations")
        }));
        match ask.question {
            Question::Count | Question::Levels => self.tell_count(ask, answer, explored, &mut told),
            Question::Graph => {
                for name in ["export-layers", "export-graph"] {
                    let file = ask.choices.text(name);
                    let written =
                        |file| format!("{} configurations written to {file}", answer.solutions);
                    told.remarks.extend(file.map(written));
                }
            }
            _ => self.tell_solution(ask, answer, explored, &mut told),
        }
        if told.why.is_some() {
            told.closing = None;
        }
        told
    }

    fn tell_count(&self, ask: &Ask, answer: &Answer, explored: &Explored, told: &mut Told) {
        told.fields.insert("count".into(), answer.solutions.to_string().into());
        told.fields.insert("eccentricity".into(), (explored.levels.len() - 1).into());
        if ask.question == Question::Levels {
            let least = if answer.stopped.is_some() { "at least " } else { "" };
            told.text = format!("{}{least}{}\n", levels(explored), answer.solutions);
        }
    }

    fn tell_solution(&self, ask: &Ask, answer: &Answer, explored: &Explored, told: &mut Told) {
        let Told { text, fields, why, .. } = told;
        if ask.choices.has("levels") {
            *text += &levels(explored);
        }
        match answer.distance {
            Some(distance) if ask.choices.has("distance") => *text += &format!("{distance}\n"),
            Some(distance) => {
                let s = if distance == 1 { "" } else { "s" };
                *text += &format!("{distance} move{s} of style {}\n", fields["style"]);
            }
            None if answer.stopped.is_some() || self.goals().is_empty() => {}
            None => *why = Some("the goal cannot be reached".into()),
        }
        if ask.choices.has("count-shortest") && answer.distance.is_some() {
            *text += &format!("{} shortest solutions\n", answer.solutions);
            fields.insert("count".into(), answer.solutions.to_string().into());
        }
        if let Some(furthest) = &explored.furthest {
            let (count, moves) = (explored.states(), explored.levels.len() - 1);
            let blocks = self.configuration(furthest);
            let board = self.draw_kinds(&blocks);
            let board = board.trim_end_matches('\n');
            *text += &format!("{count} configurations, the furthest at {moves} moves:\n{board}\n");
            fields.insert("eccentricity".into(), moves.into());
            fields.insert("furthest".into(), self.shorthand(&blocks).into());
            fields.insert("total".into(), count.into());
        }
    }

    /// What document 002's program printed, and why it did not come to its end.
    pub(super) fn tell_original(answer: &Answer, text: &str) -> Told {
        let remark = |reason: StopReason| match reason {
            StopReason::MemoryLimit => "the original program gives up here".into(),
            reason => format!("stopped: {reason}"),
        };
        let remarks = answer.stopped.map(remark).into_iter().collect();
        Told { text: text.to_owned(), remarks, ..Told::default() }
    }
}

/// How many moves are to be shown.
pub(super) fn hint(ask: &Ask) -> usize {
    ask.choices.get("hint").ok().flatten().unwrap_or(usize::MAX)
}

/// How many configurations have each distance.
fn levels(explored: &Explored) -> String {
    let back = explored.levels_back.iter().map(|count| (count, " from the goal"));
    let there = explored.levels.iter().map(|count| (count, ""));
    let line = |(distance, (count, whence)): (usize, (&u64, &str))| {
        format!("{distance} {count}{whence}\n")
    };
    there.enumerate().chain(back.enumerate()).map(line).collect()
}
