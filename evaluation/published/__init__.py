"""The papers' tables, and scores relative to them: what a new model is put beside."""
