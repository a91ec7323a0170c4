"""References: works that methods and parts name in short, in full."""

from __future__ import annotations

from collections.abc import Iterable

REFERENCES = {
    "49 CFR 571.126": "49 CFR 571.126, Electronic stability control systems for light vehicles (FMVSS 126).",
    "49 CFR 571.216a": "49 CFR 571.216a, Roof crush resistance (FMVSS 216a).",
    "Allgower, Georg 1990": "E. L. Allgower, K. Georg, Numerical Continuation Methods, Springer, 1990.",
    "Arnold, Burgermeister, Eichberger 2007": "M. Arnold, B. Burgermeister, A. Eichberger, Linearly implicit time "
    "integration methods in real-time applications: DAEs and stiff ODEs, Multibody System Dynamics 17, 2007.",
    "Astrom, Hagglund 1995": "K. J. Åström, T. Hägglund, PID Controllers: Theory, Design, and Tuning, 2nd edition, "
    "Instrument Society of America, 1995.",
    "Bader, Deuflhard 1983": "G. Bader, P. Deuflhard, A semi-implicit mid-point rule for stiff systems of ordinary "
    "differential equations, Numerische Mathematik 41, 1983.",
    "Bakker, Nyborg, Pacejka 1987": "E. Bakker, L. Nyborg, H. B. Pacejka, Tyre modelling for use in vehicle dynamics "
    "studies, SAE 870421, 1987.",
    "Baumgarte 1972": "J. Baumgarte, Stabilization of constraints and integrals of motion in dynamical systems, "
    "Computer Methods in Applied Mechanics and Engineering 1, 1972.",
    "Besselink, Schmeitz, Pacejka 2010": "I. J. M. Besselink, A. J. C. Schmeitz, H. B. Pacejka, An improved Magic "
    "Formula/Swift tyre model that can handle inflation pressure changes, Vehicle System Dynamics 48, 2010.",
    "Blevins 2016": "R. D. Blevins, Formulas for Dynamics, Acoustics and Vibration, Wiley, 2016.",
    "Bonev 2002": "I. A. Bonev, Geometric analysis of parallel mechanisms, Université Laval, 2002.",
    "Bulirsch, Stoer 1966": "R. Bulirsch, J. Stoer, Numerical treatment of ordinary differential equations by "
    "extrapolation methods, Numerische Mathematik 8, 1966.",
    "Bundorf, Leffert 1976": "R. T. Bundorf, R. L. Leffert, The cornering compliance concept for description of "
    "vehicle directional control properties, SAE 760713, 1976.",
    "Canudas de Wit, Olsson, Astrom, Lischinsky 1995": "C. Canudas de Wit, H. Olsson, K. J. Åström, P. Lischinsky, "
    "A new model for control of systems with friction, IEEE Transactions on Automatic Control 40, 1995.",
    "Chocholek 1988": "S. E. Chocholek, The development of a differential for the improvement of traction control, "
    "Institution of Mechanical Engineers, C368/88, 1988.",
    "Ciglaric": "I. Ciglarič, on a symbolic multibody formalism for vehicles.",
    "Coulter 1992": "R. C. Coulter, Implementation of the pure pursuit path tracking algorithm, CMU-RI-TR-92-01, 1992.",
    "Craig, Bampton 1968": "R. R. Craig, M. C. C. Bampton, Coupling of substructures for dynamic analyses, AIAA "
    "Journal 6, 1968.",
    "Dahl 1968": "P. R. Dahl, A solid friction model, The Aerospace Corporation, 1968.",
    "De Boor 1962": "C. de Boor, Bicubic spline interpolation, Journal of Mathematics and Physics 41, 1962.",
    "Deuflhard 2011": "P. Deuflhard, Newton Methods for Nonlinear Problems, Springer, 2011.",
    "Dodds, Robson 1973": "C. J. Dodds, J. D. Robson, The description of road surface roughness, Journal of Sound and "
    "Vibration 31, 1973.",
    "Dormand, Prince 1980": "J. R. Dormand, P. J. Prince, A family of embedded Runge-Kutta formulae, Journal of "
    "Computational and Applied Mathematics 6, 1980.",
    "Dugoff, Fancher, Segel 1970": "H. Dugoff, P. S. Fancher, L. Segel, An analysis of tire traction properties and "
    "their influence on vehicle dynamic performance, SAE 700377, 1970.",
    "Eich 1993": "E. Eich, Convergence results for a coordinate projection method applied to mechanical systems with "
    "algebraic constraints, SIAM Journal on Numerical Analysis 30, 1993.",
    "Farina 2000": "A. Farina, Simultaneous measurement of impulse response and distortion with a swept-sine "
    "technique, 108th Convention of the Audio Engineering Society, 2000.",
    "Featherstone 2008": "R. Featherstone, Rigid Body Dynamics Algorithms, Springer, 2008.",
    "Fehlberg 1969": "E. Fehlberg, Low-order classical Runge-Kutta formulas with stepsize control and their "
    "application to some heat transfer problems, NASA TR R-315, 1969.",
    "Fiala 1954": "E. Fiala, Seitenkräfte am rollenden Luftreifen, VDI-Zeitschrift 96, 1954.",
    "Frik, Leister, Schwartz 1993": "S. Frik, G. Leister, W. Schwartz, Simulation of the IAVSD road vehicle benchmark "
    "Bombardier Iltis with FASIM, MEDYNA, NEWEUL and SIMPACK, Vehicle System Dynamics 22, supplement, 1993.",
    "Fritsch, Butland 1984": "F. N. Fritsch, J. Butland, A method for constructing local monotone piecewise cubic "
    "interpolants, SIAM Journal on Scientific and Statistical Computing 5, 1984.",
    "Gillespie 1992": "T. D. Gillespie, Fundamentals of Vehicle Dynamics, SAE, 1992.",
    "Gustavsen, Semlyen 1999": "B. Gustavsen, A. Semlyen, Rational approximation of frequency domain responses by "
    "vector fitting, IEEE Transactions on Power Delivery 14, 1999.",
    "Guzzella, Sciarretta 2013": "L. Guzzella, A. Sciarretta, Vehicle Propulsion Systems: Introduction to Modeling "
    "and Optimization, 3rd edition, Springer, 2013",
    "Hairer, Norsett, Wanner 1993": "E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, "
    "Springer, 1993.",
    "Hairer, Wanner 1996": "E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer, 1996.",
    "Hamkar, Hartmann, Rang 2012": "A.-W. Hamkar, S. Hartmann, J. Rang, A stiffly accurate Rosenbrock-type method of "
    "order 2 applied to FE-discretizations in finite strain viscoelasticity, Applied Numerical Mathematics 62, 2012.",
    "Hoffmann 2007": "G. M. Hoffmann, C. J. Tomlin, M. Montemerlo, S. Thrun, Autonomous automobile trajectory "
    "tracking for off-road driving, American Control Conference, 2007.",
    "Houdek 2021": "V. Houdek, O. Verlinden, M. Hajžman, Interpolation of suspension kinematics for the purpose of "
    "vehicle dynamics simulation, 2021.",
    "Hunt 1973": "K. H. Hunt, Constant-velocity shaft couplings: a general theory, Journal of Engineering for Industry "
    "95, 1973.",
    "Hunt, Crossley 1975": "K. H. Hunt, F. R. E. Crossley, Coefficient of restitution interpreted as damping in "
    "vibroimpact, Journal of Applied Mechanics 42, 1975.",
    "ISO 12021": "ISO 12021:2010, Road vehicles: sensitivity to lateral wind, open-loop test method using wind "
    "generator input.",
    "ISO 13674": "ISO 13674-1:2023, Road vehicles: Test method for the quantification of on-centre handling, Part 1: "
    "weave test.",
    "ISO 14512": "ISO 14512:1999, Passenger cars: Straight-ahead braking on surfaces with split coefficient of "
    "friction, Open-loop test procedure.",
    "ISO 14791": "ISO 14791:2000, Road vehicles: Heavy commercial vehicle combinations and articulated buses, Lateral "
    "stability test methods.",
    "ISO 16333": "ISO 16333:2011, Heavy commercial vehicles and buses: Steady-state rollover threshold, Tilt-table "
    "test method.",
    "ISO 21994": "ISO 21994:2007, Passenger cars: Stopping distance at straight-line braking with ABS, Open-loop test "
    "method.",
    "ISO 2631": "ISO 2631-1:1997, Mechanical vibration and shock: Evaluation of human exposure to whole-body "
    "vibration, General requirements.",
    "ISO 3888": "ISO 3888, Passenger cars: Test track for a severe lane-change manoeuvre, part 1 double lane-change, "
    "part 2 obstacle avoidance.",
    "ISO 4138": "ISO 4138, Passenger cars: Steady-state circular driving behaviour, Open-loop test methods.",
    "ISO 7401": "ISO 7401:2011, Road vehicles: Lateral transient response test methods, Open-loop test methods.",
    "ISO 7975": "ISO 7975:2019, Passenger cars: Braking in a turn, Open-loop test method.",
    "ISO 8041": "ISO 8041:2005, Human response to vibration: Measuring instrumentation.",
    "ISO 8608": "ISO 8608:2016, Mechanical vibration: Road surface profiles, Reporting of measured data.",
    "ISO 8855": "ISO 8855:2011, Road vehicles: Vehicle dynamics and road-holding ability, Vocabulary.",
    "ISO 9815": "ISO 9815:2010, Road vehicles: Passenger-car and trailer combinations, Lateral stability test.",
    "ISO 9816": "ISO 9816:2018, Passenger cars: Power-off reaction of a vehicle in a turn, Open-loop test method.",
    "Karnopp, Crosby, Harwood 1974": "D. Karnopp, M. J. Crosby, R. A. Harwood, Vibration control using semi-active "
    "force generators, Journal of Engineering for Industry 96, 1974.",
    "Kim": "S.-S. Kim, K. Song, J. Y. Huh, Multibody Dynamics Formulation based on Relative Cartesian Coordinates for "
    "Subsystem Dynamic Analysis.",
    "Kutta 1901": "W. Kutta, Beitrag zur näherungsweisen Integration totaler Differentialgleichungen, Zeitschrift für "
    "Mathematik und Physik 46, 1901.",
    "MSC": "MSC Software, Adams/Tire: the PAC2002 tyre model.",
    "MacAdam 1981": "C. C. MacAdam, Application of an optimal preview control for simulation of closed-loop automobile "
    "driving, IEEE Transactions on Systems, Man, and Cybernetics 11, 1981.",
    "Meijaard, Papadopoulos, Ruina, Schwab 2007": "J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, "
    "Linearized dynamics equations for the balance and steer of a bicycle: a benchmark and review, Proceedings of the "
    "Royal Society A 463, 2007.",
    "Milliken 1995": "W. F. Milliken, D. L. Milliken, Race Car Vehicle Dynamics, SAE, 1995.",
    "Mises 1913": "R. von Mises, Mechanik der festen Körper im plastisch-deformablen Zustand, Nachrichten von der "
    "Gesellschaft der Wissenschaften zu Göttingen, 1913.",
    "NHTSA 2013": "National Highway Traffic Safety Administration, Laboratory test procedure for dynamic rollover: the "
    "fishhook maneuver test procedure, New Car Assessment Program, 2013.",
    "Neimark, Fufaev 1972": "J. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, American Mathematical "
    "Society, 1972.",
    "Nelder, Mead 1965": "J. A. Nelder, R. Mead, A simplex method for function minimization, The Computer "
    "Journal 7, 1965.",
    "Pacejka 2012": "H. B. Pacejka, Tire and Vehicle Dynamics, third edition, Butterworth-Heinemann, 2012.",
    "Pacejka, Bakker, Lidner 1989": "H. B. Pacejka, E. Bakker, L. Lidner, A new tire model with an application in "
    "vehicle dynamics studies, SAE 890087, 1989.",
    "Rajamani 2012": "R. Rajamani, Vehicle Dynamics and Control, 2nd edition, Springer, 2012.",
    "Rang, Angermann 2005": "J. Rang, L. Angermann, New Rosenbrock W-methods of order 3 for partial differential "
    "algebraic equations of index 1, BIT 45, 2005.",
    "Reimpell 2001": "J. Reimpell, H. Stoll, J. W. Betzler, The Automotive Chassis: Engineering Principles, "
    "2nd edition, Butterworth-Heinemann, 2001.",
    "Riekert, Schunck 1940": "P. Riekert, T. E. Schunck, Zur Fahrmechanik des gummibereiften Kraftfahrzeugs, "
    "Ingenieur-Archiv 11, 1940.",
    "Rill 2012": "G. Rill, Road Vehicle Dynamics: Fundamentals and Modeling, CRC Press, 2012.",
    "SAE HS-788": "SAE Spring Committee, Manual on Design and Application of Leaf Springs, SAE HS-788.",
    "Schmeitz 2004": "A. J. C. Schmeitz, A semi-empirical three-dimensional model of the pneumatic tyre rolling over "
    "arbitrarily uneven road surfaces, TU Delft, 2004.",
    "Segel 1956": "L. Segel, Theoretical prediction and experimental substantiation of the response of the automobile "
    "to steering control, Proceedings of the Institution of Mechanical Engineers, Automobile Division, 1956.",
    "Shabana 2013": "A. A. Shabana, Dynamics of Multibody Systems, 4th edition, Cambridge University Press, 2013.",
    "Steinebach 2020": "G. Steinebach, Improvement of Rosenbrock-Wanner method RODASP, Progress in "
    "Differential-Algebraic Equations II, Springer, 2020.",
    "Steinebach 2023": "G. Steinebach, Construction of Rosenbrock-Wanner method Rodas5P and numerical benchmarks "
    "within the Julia Differential Equations package, BIT 63, 2023.",
    "Szczotka 2004": "M. Szczotka, Numerical analysis of vehicle dynamics (in Polish), 2004.",
    "Szczotka 2007": "M. Szczotka, S. Wojciech, Application of joint coordinates and homogeneous transformations to "
    "modeling of vehicle dynamics, 2007.",
    "Thrun 2006": "S. Thrun and others, Stanley: the robot that won the DARPA Grand Challenge, Journal of Field "
    "Robotics 23, 2006.",
    "UN R13": "UN Regulation 13, Braking of vehicles of categories M, N and O.",
    "UN R140": "UN Regulation 140, Electronic stability control (ESC) systems.",
    "Verwer, Spee, Blom, Hundsdorfer 1999": "J. G. Verwer, E. J. Spee, J. G. Blom, W. Hundsdorfer, A second-order "
    "Rosenbrock method applied to photochemical dispersion problems, SIAM Journal on Scientific Computing 20, 1999.",
    "Wallrapp 1994": "O. Wallrapp, Standardization of flexible body modeling in multibody system codes, part I: "
    "definition of standard input data, Mechanics of Structures and Machines 22, 1994.",
    "Welch 1967": "P. D. Welch, The use of fast Fourier transform for the estimation of power spectra, IEEE "
    "Transactions on Audio and Electroacoustics 15, 1967.",
    "Wittbrodt 2006": "E. Wittbrodt, I. Adamiec-Wójcik, S. Wojciech, Dynamics of Flexible Multibody Systems: Rigid "
    "Finite Element Method, Springer, 2006.",
    "Wojtyra 2009": "M. Wojtyra, Joint reactions in rigid body mechanisms with dependent constraints, Mechanism and "
    "Machine Theory 44, 2009.",
}


def full_references(citations: Iterable[str]) -> list[str]:
    """In full, in the order of their short names, each once: "Kutta 1901; ISO 7401:2011, section 8" names two."""
    parts = {part.strip() for citation in citations for part in citation.split(";")}
    return [work for short, work in REFERENCES.items() if any(part.startswith(short) for part in parts)]
