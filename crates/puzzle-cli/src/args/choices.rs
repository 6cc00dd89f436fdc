//! Options that come from the tables of families: parsing, help, completions and refusals are made
//! from one declaration.

use clap::{Arg, ArgAction, ArgMatches, Command, Id};
use puzzle::{Choice, ChoiceTable, Choices, FAMILIES, Value, Verb};

use crate::exit::Error;
use crate::input;

/// Every choice that a verb offers, by the first table that declares its name.
fn offered(verb: Verb) -> Vec<(&'static ChoiceTable, &'static Choice)> {
    let mut offered: Vec<(&ChoiceTable, &Choice)> = Vec::new();
    for table in FAMILIES.iter().flat_map(|family| family.tables.iter().copied()) {
        for choice in table.choices.iter().filter(|choice| choice.verbs.contains(&verb)) {
            if offered.iter().all(|(_, other)| other.name != choice.name) {
                offered.push((table, choice));
            }
        }
    }
    offered
}

/// Adds the options of all families to a verb.
pub(super) fn extend(mut command: Command, verb: Verb) -> Command {
    let offered = offered(verb);
    // The verb's own options are known to clap by the names of their fields.
    let own: Vec<(String, Id)> = command
        .get_arguments()
        .filter_map(|arg| Some((arg.get_long()?.to_owned(), arg.get_id().clone())))
        .collect();
    let find_own = |name: &str| own.iter().find(|(long, _)| long == name).map(|(_, id)| id);
    for (table, choice) in &offered {
        if find_own(choice.name).is_some() {
            continue;
        }
        let known = |name: &&'static str| {
            let other = offered.iter().find(|(_, other)| other.name == *name);
            find_own(name).cloned().or(other.map(|(_, other)| Id::from(other.name)))
        };
        // What only some families refuse is refused when the family is known.
        let tables = FAMILIES.iter().flat_map(|family| family.tables.iter().copied());
        let alike = tables
            .flat_map(|table| table.choices)
            .filter(|other| other.name == choice.name && other.verbs.contains(&verb));
        let alike: Vec<&Choice> = alike.collect();
        let agreed = |name: &&&str| alike.iter().all(|other| other.against.contains(*name));
        let against = choice.against.iter().filter(agreed).filter_map(known);
        let argument = argument(choice).help_heading(table.heading);
        command = command.arg(argument.conflicts_with_all(against));
    }
    command
}

/// The options of one table, for a verb of its own.
pub(super) fn of_table(mut command: Command, table: &'static ChoiceTable) -> Command {
    for choice in table.choices {
        command = command.arg(argument(choice).conflicts_with_all(choice.against));
    }
    command
}

fn argument(choice: &'static Choice) -> Arg {
    let argument = Arg::new(choice.name).long(choice.name).help(choice.about);
    let check = choice.check;
    let checked = move |text: &str| check(text).map(|()| text.to_owned());
    match choice.value {
        Value::Flag => argument.action(ArgAction::SetTrue),
        Value::Optional(name, missing) => argument
            .value_name(name)
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(missing)
            .allow_negative_numbers(true)
            .value_parser(checked),
        Value::Text(name) | Value::TextOrFile(name) | Value::File(name) => {
            argument.value_name(name).allow_hyphen_values(true).value_parser(checked)
        }
    }
}

/// What was chosen of what a verb offers.
pub(super) fn chosen(verb: Verb, matches: &ArgMatches) -> Result<Choices, Error> {
    read(offered(verb).into_iter().map(|(_, choice)| choice), matches)
}

/// What was chosen of a table.
pub(super) fn chosen_of(
    table: &'static ChoiceTable,
    matches: &ArgMatches,
) -> Result<Choices, Error> {
    read(table.choices.iter(), matches)
}

fn read(
    choices: impl Iterator<Item = &'static Choice>,
    matches: &ArgMatches,
) -> Result<Choices, Error> {
    let mut chosen = Choices::none();
    for choice in choices {
        match choice.value {
            Value::Flag => {
                if let Ok(Some(true)) = matches.try_get_one::<bool>(choice.name) {
                    chosen.set(choice.name, "");
                }
            }
            _ => {
                if let Ok(Some(text)) = matches.try_get_one::<String>(choice.name) {
                    let held = matches!(choice.value, Value::TextOrFile(_));
                    let text = if held { input::text_or_file(text)? } else { text.clone() };
                    chosen.set(choice.name, text);
                }
            }
        }
    }
    Ok(chosen)
}
