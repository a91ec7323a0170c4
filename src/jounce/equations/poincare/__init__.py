"""The route of Poincare: joint map matrices, quasi-velocities, and the equations by differentiation. [Ciglaric, eq. 4-17]"""
