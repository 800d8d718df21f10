"""What counts as a difference: one that is no accident, and that is worth anything.

They are the shortcut test's limits (`verification.shortcuts.score`): a set and a model are held to the same.
"""

from __future__ import annotations

from verification.shortcuts.score import SIGNIFICANT, SMALLEST

__all__ = ["SIGNIFICANT", "SMALLEST", "STRIKING"]
# Of what is looked at for every model and every task without being asked for: of a hundred that prefer nothing, one is
# said to.
STRIKING = 0.01
