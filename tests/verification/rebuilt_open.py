"""Sets of open tasks that the builders made, for a test to change: their record counts items, not labels."""

from manifests.record import OPEN_COUNT
from tests.verification.rebuilt import Rebuilt


class RebuiltOpen(Rebuilt):
    """A built dataset of an open task, and the means to change it."""

    def release(self, shipped, **changes):
        """Write rows and a record that agree; `changes` are the header's."""
        shipped = list(shipped)
        return super().release(shipped, **{"counts": {OPEN_COUNT: len(shipped)}, **changes})
