"""Array types of the ports."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatMatrix = NDArray[np.float32]


IntMatrix = NDArray[np.int32]


Mask = NDArray[np.bool_]
