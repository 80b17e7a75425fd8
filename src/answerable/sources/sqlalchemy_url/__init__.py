"""Any other database that SQLAlchemy has a dialect for."""
