"""Our cars and tyres in other engines, each written as users of that engine would write it."""
