"""Hold a formula once: expressions, sharing, derivatives, an interpreter that is slow and always right."""

from jounce.graph.derivative import derivative, jacobian, tangent, tangents
from jounce.graph.expression import Expression, Graph, Scalar
from jounce.graph.functions import (
    acos,
    asin,
    atan,
    atan2,
    cos,
    cos_half_turn,
    exp,
    less,
    log,
    lookup,
    lookup2,
    maximum,
    minimum,
    road,
    select,
    sin,
    sin_half_turn,
    sqrt,
    tan,
    tanh,
)
from jounce.graph.interpret import interpret
from jounce.graph.order import order_reachable_nodes
from jounce.graph.substitute import substitute
from jounce.graph.tables import Surface, Table, hermite_table_data, surface_table_data, table_data, table_size

__all__ = [
    "Expression",
    "Graph",
    "Scalar",
    "Surface",
    "Table",
    "acos",
    "asin",
    "atan",
    "atan2",
    "cos",
    "cos_half_turn",
    "derivative",
    "exp",
    "hermite_table_data",
    "interpret",
    "jacobian",
    "less",
    "log",
    "lookup",
    "lookup2",
    "maximum",
    "minimum",
    "order_reachable_nodes",
    "road",
    "select",
    "sin",
    "sin_half_turn",
    "sqrt",
    "substitute",
    "surface_table_data",
    "table_data",
    "table_size",
    "tan",
    "tangent",
    "tangents",
    "tanh",
]
