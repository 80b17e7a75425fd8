"""Django's own pages over the tables of knowledge, for operators: accounts that `manage.py createsuperuser` made."""
