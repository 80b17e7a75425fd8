"""What a linked question says: subjects, figures, groups, periods and the rows that are meant."""
