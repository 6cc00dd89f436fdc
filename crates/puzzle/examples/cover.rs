//! An exact cover built in code: names, demands, colours and costs.

use puzzle::{Ask, CoverBuilder, Question, Run};
use std::ops::ControlFlow;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut cover = CoverBuilder::new("a dinner");
    cover.once("starter").once("main").once("dessert").coloured("wine");
    for (course, dish, wine, cost) in [
        ("starter", "soup", "white", 4),
        ("starter", "salad", "white", 5),
        ("main", "fish", "white", 14),
        ("main", "steak", "red", 19),
        ("dessert", "cheese", "red", 7),
        ("dessert", "sorbet", "white", 5),
    ] {
        cover.at_most_once(dish);
        cover.option([course, dish, &format!("wine:{wine}")])?;
        cover.cost(cost)?;
    }
    let dinner = cover.build()?;
    println!("{} dinners go with one wine", dinner.count()?);
    let mut print = |solution: &[u32]| {
        print!("{}", dinner.words(solution));
        ControlFlow::Continue(())
    };
    let cheapest = Ask::new(Question::Cheapest).with("cheapest", 1);
    dinner.ask(&cheapest, &Run::default(), &mut print)?;
    Ok(())
}
