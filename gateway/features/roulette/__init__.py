"""The roulette: the wheel (`wheel`), the draw (`fairness`), a spin as one transaction (`spin`), routes (`handlers`)."""
