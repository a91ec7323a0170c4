"""The route of Poincare: joint maps, quasi-velocities, and the equations by differentiation. [Ciglaric, eq. 4-17]"""
