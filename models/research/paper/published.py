"""Numbers of Shaar et al. 2022 that this project knows for certain: the best of each measure over the paper's systems.

If there are two, the paper has them for two of its best systems. Single rows of its tables are not repeated here.
"""

from __future__ import annotations

BEST = {
    "map": (0.522,),
    "map_0_1": (0.379, 0.401),
    "map_0_3": (0.501,),
    "map_05_1": (0.451, 0.458),
    "map_05_3": (0.512,),
    "map_h_1": (0.316, 0.323),
    "map_h_3": (0.468,),
}
INNER = {"bm25_body": 0.892}
"""Inner mean average precision (Table 3) of BM25 on the body. The paper does not say over which candidates."""
