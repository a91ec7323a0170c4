"""The route of Lagrange: homogeneous transformations, pseudo-inertias and trace forms. [Szczotka 2007, eq. 1-43]"""
