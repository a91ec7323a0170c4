"""How a car answers its steering wheel, over frequency and on centre."""
