"""What people and wheels feel of a vibration: weightings, doses, power spectra, frequency responses and their poles."""
