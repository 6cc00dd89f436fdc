//! Aspects, embeddings, questions and answers: the vocabulary every room of the Puzzle Processor shares
