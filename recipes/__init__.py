"""Recipes say what a task is: one module a suite level; listing this folder finds them."""
