"""Reports over scores: one table of tasks and models, written as Markdown, JSON and a page."""
