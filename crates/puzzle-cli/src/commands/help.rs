//! `puzzle completions` and `puzzle man`: made from the definition of the arguments.

use clap_complete::Shell;

use crate::args::{self, Completions, Man};
use crate::exit::{Error, Exit};
use crate::output;

/// What is shown to those who type nothing else.
const WELCOME: &str = "\
puzzle: describe a combinatorial puzzle, get a solver compiled for it

Three things to try:
  puzzle solve soma              a cube of seven pieces, put together
  puzzle count pentominoes-6x10  every way to fill a box, counted exactly
  puzzle play klotski            slide the blocks yourself

`puzzle list` shows all puzzles of the catalogue, `puzzle help` all verbs.
";

/// `puzzle` and nothing else.
pub(crate) fn welcome() -> Result<Exit, Error> {
    print(WELCOME.as_bytes())
}

/// `puzzle schema`: what programs may rely on.
pub(crate) fn schema() -> Result<Exit, Error> {
    print(include_bytes!("../answers.schema.json"))
}

/// `puzzle completions`: what clap makes, and the names of the catalogue beside files.
pub(crate) fn completions(completions: &Completions) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut args::command(), "puzzle", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let names: Vec<&str> = puzzle::catalogue::ENTRIES.iter().map(|entry| entry.name).collect();
    let command = args::command();
    let verbs = command.get_subcommands().filter(|verb| args::takes_puzzles(verb));
    let verbs: Vec<&str> = verbs.map(clap::Command::get_name).collect();
    print(with_names(&script, completions.shell, &names.join(" "), &verbs).as_bytes())
}

/// A script that offers names where a puzzle can be typed. Elvish and PowerShell complete verbs and options only.
fn with_names(script: &str, shell: Shell, names: &str, verbs: &[&str]) -> String {
    match shell {
        // What is offered is words; files come from readline's own completion, beside them.
        Shell::Bash => {
            let verbs = verbs.join("|");
            let more = format!(
                "\n_puzzle_or_name() {{\n    _puzzle \"$@\"\n    local cur=\"${{COMP_WORDS[COMP_CWORD]}}\"\n    \
                 case \"${{COMP_WORDS[1]}}\" in\n        {verbs})\n            \
                 [[ ${{cur}} == -* ]] || COMPREPLY=( $(compgen -f -W \"{names}\" -- \"${{cur}}\") )\n            ;;\n    \
                 esac\n}}\ncomplete -F _puzzle_or_name -o filenames puzzle\n"
            );
            format!("{script}{more}")
        }
        Shell::Zsh => {
            let function = format!(
                "(( $+functions[_puzzle_names] )) ||\n_puzzle_names() {{\n    _alternative \
                 'names:name of the catalogue:({names})' 'files:file:_files'\n}}\n\n"
            );
            let lines = script.lines().map(|line| {
                let place = line.starts_with("':puzzle -- ") || line.starts_with("'*::puzzles -- ");
                match line.rsplit_once(":_default' \\").filter(|_| place) {
                    Some((before, "")) => format!("{before}:_puzzle_names' \\\n"),
                    _ => format!("{line}\n"),
                }
            });
            let script: String = lines.collect();
            let end = script.rfind("if [ \"$funcstack[1]\"").unwrap_or(script.len());
            format!("{}{function}{}", &script[..end], &script[end..])
        }
        Shell::Fish => {
            let verbs = verbs.join(" ");
            format!(
                "{script}complete -c puzzle -n \"__fish_seen_subcommand_from {verbs}\" -F -a \"{names}\"\n"
            )
        }
        _ => script.to_owned(),
    }
}

pub(crate) fn man(man: &Man) -> Result<Exit, Error> {
    let mut command = args::command();
    command.build();
    let command = match &man.verb {
        None => command,
        Some(verb) => {
            let Some(found) = command.find_subcommand(verb) else {
                let known = command.get_subcommands().map(clap::Command::get_name);
                let hint = puzzle::nearest::hint(verb, known);
                return Err(Error::Input(format!("error: there is no verb `{verb}`: {hint}")));
            };
            found.clone()
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print(&page)
}

fn print(text: &[u8]) -> Result<Exit, Error> {
    let mut out = output::writer(None)?;
    out.write_all(text)?;
    out.flush()?;
    Ok(Exit::Answered)
}
