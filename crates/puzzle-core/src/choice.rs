//! What an asker may choose, declared once.
//!
//! A family, or a form that several families share, has one table of [`Choice`]s. From it come the
//! options of the command with their help, manual and completions, the fields of a page, the
//! keyword arguments of a program, and the refusal where a choice means nothing. What was chosen
//! travels as text in [`Choices`], checked against the table.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::{Failure, Question};

/// The verbs that ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// How many.
    Count,
    /// Which.
    Solve,
    /// Whether and how assemblies come apart.
    Disassemble,
}

/// What stands behind the name of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nothing: it is said or not.
    Flag,
    /// A text, called so in the help.
    Text(&'static str),
    /// A text that may be left out, and what it is then.
    Optional(&'static str, &'static str),
    /// A text, or the name of a file that holds it.
    TextOrFile(&'static str),
    /// The name of a file to be read or written. Front ends for strangers refuse these.
    File(&'static str),
}

/// Something that an asker may choose.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Its name, without hyphens in front.
    pub name: &'static str,
    /// What it takes.
    pub value: Value,
    /// One line on what it does.
    pub about: &'static str,
    /// The verbs that have it.
    pub verbs: &'static [Verb],
    /// The question that it asks instead of the verb's own.
    pub asks: Option<Question>,
    /// Other choices that make no sense beside it.
    pub against: &'static [&'static str],
    /// Whether a text is a value of it.
    pub check: fn(&str) -> Result<(), String>,
}

impl Choice {
    /// A choice that is said or not, of both verbs.
    pub const fn flag(name: &'static str, about: &'static str) -> Self {
        let verbs = &[Verb::Count, Verb::Solve];
        let value = Value::Flag;
        Choice { name, value, about, verbs, asks: None, against: &[], check: any }
    }

    /// A choice with a value.
    pub const fn valued(name: &'static str, value: Value, about: &'static str) -> Self {
        Choice { value, ..Self::flag(name, about) }
    }

    /// Only for `count`.
    pub const fn of_count(self) -> Self {
        Choice { verbs: &[Verb::Count], ..self }
    }

    /// Only for `solve`.
    pub const fn of_solve(self) -> Self {
        Choice { verbs: &[Verb::Solve], ..self }
    }

    /// Only for `disassemble`.
    pub const fn of_disassemble(self) -> Self {
        Choice { verbs: &[Verb::Disassemble], ..self }
    }

    /// It asks this question.
    pub const fn asks(self, question: Question) -> Self {
        Choice { asks: Some(question), ..self }
    }

    /// Not beside these.
    pub const fn against(self, names: &'static [&'static str]) -> Self {
        Choice { against: names, ..self }
    }

    /// Its value must pass this.
    pub const fn checked(self, check: fn(&str) -> Result<(), String>) -> Self {
        Choice { check, ..self }
    }
}

/// Choices that belong together, under one heading of the help.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceTable {
    /// The heading: `Sliding blocks`.
    pub heading: &'static str,
    /// Whose they are, in the plural, for refusals: `sliding puzzles`.
    pub whose: &'static str,
    /// The choices.
    pub choices: &'static [Choice],
}

/// Every text is a value.
pub fn any(_: &str) -> Result<(), String> {
    Ok(())
}

/// A whole number of at least 1.
pub fn positive(text: &str) -> Result<(), String> {
    within(text, 1, u64::MAX)
}

/// A whole number.
pub fn whole(text: &str) -> Result<(), String> {
    within(text, 0, u64::MAX)
}

/// A whole number between two.
pub fn within(text: &str, least: u64, most: u64) -> Result<(), String> {
    match text.parse::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(()),
        Ok(number) if most == u64::MAX => Err(format!("{number} is not {least} or more")),
        Ok(number) => Err(format!("{number} is not in {least}..={most}")),
        Err(_) => Err("write a whole number".into()),
    }
}

/// A list of whole numbers: `1,2,5`.
pub fn numbers(text: &str) -> Result<(), String> {
    text.split(',').try_for_each(|number| {
        number.trim().parse::<u32>().map(drop).map_err(|_| format!("`{number}` is no number"))
    })
}

/// What was chosen: names, and texts that passed their checks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices(BTreeMap<String, String>);

impl Choices {
    /// Nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// Chooses; a flag has an empty value.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// Takes a choice back.
    pub fn unset(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Whether this was chosen.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Its text, if it was chosen.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Its value, if it was chosen.
    pub fn get<T: FromStr>(&self, name: &str) -> Result<Option<T>, Failure>
    where
        T::Err: fmt::Display,
    {
        let Some(text) = self.text(name) else { return Ok(None) };
        let wrong = |why| Failure::Usage(format!("`{text}` is no value of `{name}`: {why}"));
        text.parse().map(Some).map_err(wrong)
    }

    /// The numbers of a list such as `1,2,5`, if it was chosen.
    pub fn list(&self, name: &str) -> Result<Option<Vec<u32>>, Failure> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let number = |n: &str| {
            n.trim().parse().map_err(|_| Failure::Usage(format!("`{n}` in `{name}` is no number")))
        };
        text.split(',').map(number).collect::<Result<_, _>>().map(Some)
    }

    /// All names with their texts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_read_as_what_it_is_for() {
        let mut choices = Choices::none();
        choices.set("style", "2");
        choices.set("levels", "");
        choices.set("after", "3, 1,4");
        assert!(choices.has("levels") && !choices.has("moves"));
        assert_eq!(choices.get::<u8>("style"), Ok(Some(2)));
        assert_eq!(choices.get::<u8>("seed"), Ok(None));
        assert_eq!(choices.list("after"), Ok(Some(vec![3, 1, 4])));
        assert!(matches!(choices.get::<u8>("after"), Err(Failure::Usage(_))));
        assert!(within("7", 0, 5).is_err() && within("5", 0, 5).is_ok() && positive("0").is_err());
    }
}
