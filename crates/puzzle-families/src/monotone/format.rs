//! How a problem of monotone maps is written: two orders, as expressions, and orders by name.
//!
//! ```toml
//! from = "N"
//! to = "chain 3"
//!
//! [poset.N]
//! covers = ["a < c", "b < c", "b < d"]     # or longer: "a < b < c"
//! elements = ["e"]                         # those that are nowhere above, optional
//! ```

use std::cell::Cell;
use std::collections::BTreeMap;

use puzzle_core::{Diagnostic, Poset, PosetError, Side, is_unprintable};

use super::expression;
use crate::document::{self, Node, Table};
use crate::{Known, Source, known, nearest};

/// What was read.
pub(super) struct Written {
    pub(super) name: String,
    pub(super) from: Side,
    pub(super) to: Side,
    pub(super) known: Known,
}

/// How many definitions may lean on each other.
const DEEPEST: usize = 50;
/// The most relations of one order.
const MOST_RELATIONS: usize = 1 << 17;

pub(super) fn read(source: &Source) -> Result<Written, Diagnostic> {
    let document = document::parse(source)?;
    let table = document.table();
    let name = document::name(&table)?;
    let known = known::read(&table)?;
    let from = table.need("from", "write  from = \"boolean 3\"")?;
    let to = table.need("to", "write  to = \"chain 2\"")?;
    let effort = Cell::new(0);
    let (written, done) = (BTreeMap::new(), BTreeMap::new());
    let mut orders = Orders { written, done, open: Vec::new(), effort: &effort };
    if let Some(node) = table.get("poset") {
        for (name, span, node) in node.table()?.entries() {
            if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                return Err(Diagnostic::error("a name has letters, digits and `_` only").at(span));
            }
            orders.written.insert(name.to_owned(), node);
        }
    }
    table.finish()?;
    let from = orders.evaluate(&from)?;
    let to = orders.evaluate(&to)?;
    // Also those that nobody uses must be right.
    let names: Vec<String> = orders.written.keys().cloned().collect();
    for name in names {
        orders.find(&name)?;
    }
    Ok(Written { name, from, to, known })
}

/// The orders with names: as written, and those evaluated.
struct Orders<'a, 'e> {
    written: BTreeMap<String, Node<'a>>,
    done: BTreeMap<String, Side>,
    /// Names being evaluated, to see a definition that goes round.
    open: Vec<String>,
    effort: &'e Cell<u64>,
}

impl Orders<'_, '_> {
    fn evaluate(&mut self, node: &Node<'_>) -> Result<Side, Diagnostic> {
        let mut deeper = None;
        let effort = self.effort;
        let side = expression::evaluate(node.text()?, effort, &mut |name| {
            self.find(name).map_err(|error| {
                let message = error.message.clone();
                // A complaint about the definition is better placed there.
                if error.span.is_some() {
                    deeper = Some(error);
                }
                message
            })
        });
        side.map_err(|message| {
            deeper.unwrap_or_else(|| {
                node.error(message).hint("for instance  chain 3,  boolean 2 * N,  dual N,  P -> Q")
            })
        })
    }

    fn find(&mut self, name: &str) -> Result<Side, Diagnostic> {
        if let Some(side) = self.done.get(name) {
            return Ok(side.clone());
        }
        let Some(node) = self.written.get(name).cloned() else {
            let words = ["chain", "antichain", "boolean", "dual"].into_iter();
            let near = nearest::names(name, self.written.keys().map(String::as_str).chain(words));
            let near = if near.is_empty() {
                String::new()
            } else {
                format!(" (near: {})", near.join(", "))
            };
            return Err(Diagnostic::error(format!("there is no order `{name}`{near}")));
        };
        if self.open.iter().any(|open| open == name) {
            return Err(node.error(format!("the definition of `{name}` goes round in a circle")));
        }
        if self.open.len() == DEEPEST {
            return Err(node
                .error("the definitions lean on each other too deeply")
                .hint(format!("up to {DEEPEST}, one in the other")));
        }
        self.open.push(name.to_owned());
        let table = node.table()?;
        let side = match table.get("is") {
            Some(expression) => self.evaluate(&expression)?,
            None => Side::Order(order(&table)?),
        };
        table.finish()?;
        self.open.pop();
        self.done.insert(name.to_owned(), side.clone());
        Ok(side)
    }
}

/// An order by its covers.
fn order(table: &Table<'_>) -> Result<Poset, Diagnostic> {
    let covers = table.need("covers", "covers = [\"a < b\", \"b < c\"], or  is = \"chain 3\"")?;
    let mut names: Vec<String> = Vec::new();
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let mut number = |name: &str, node: &Node<'_>| -> Result<u32, Diagnostic> {
        if name.is_empty() || name.chars().any(|c| c.is_whitespace() || is_unprintable(c)) {
            return Err(node.error("an element's name is one word").hint("write  \"a < b\""));
        }
        if let Some(&known) = numbers.get(name) {
            return Ok(known);
        }
        if names.len() == Poset::LARGEST {
            return Err(node.error(format!("over {} elements", Poset::LARGEST)));
        }
        names.push(name.to_owned());
        numbers.insert(name.to_owned(), names.len() as u32 - 1);
        Ok(names.len() as u32 - 1)
    };
    let mut relations = Vec::new();
    let mut places = Vec::new();
    if let Some(elements) = table.get("elements") {
        for node in elements.list()? {
            number(node.text()?.trim(), &node)?;
        }
    }
    for node in covers.list()? {
        let words: Vec<&str> = node.text()?.split('<').map(str::trim).collect();
        let chain = words.iter().map(|word| number(word, &node)).collect::<Result<Vec<_>, _>>()?;
        for pair in chain.windows(2) {
            relations.push((pair[0], pair[1]));
            places.push(node.clone());
        }
        if relations.len() > MOST_RELATIONS {
            return Err(node.error(format!("over {MOST_RELATIONS} relations")));
        }
    }
    Poset::from_relations(names.clone(), &relations).map_err(|error| match error {
        PosetError::Cycle(cycle) => {
            let on_cycle = |(x, y): &(u32, u32)| {
                let at = cycle.iter().position(|z| z == x);
                at.is_some_and(|at| cycle[(at + 1) % cycle.len()] == *y)
            };
            let place = relations.iter().rposition(on_cycle).map(|at| places[at].span());
            let mut circle: Vec<&str> = cycle.iter().map(|&x| names[x as usize].as_str()).collect();
            circle.push(circle[0]);
            let shown = if circle.len() > 12 {
                circle[..12].join(" < ") + " < …"
            } else {
                circle.join(" < ")
            };
            Diagnostic::error(format!("the order goes round in a circle: {shown}"))
                .at(place.unwrap_or_else(|| covers.span()))
                .hint("an order has no circles; take one of these relations out")
        }
        PosetError::TooLarge => covers.error(error.to_string()),
    })
}
