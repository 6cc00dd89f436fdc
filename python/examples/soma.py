"""Soma in five lines."""

import puzzle_processor as pp

soma = pp.open("soma")
print(soma.count(), "solutions,", soma.classes(), "up to symmetry")
for solution in soma.solutions(limit=1):
    print(solution)
