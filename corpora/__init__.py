"""Source corpora in their native layout: one module a corpus; listing this folder finds them."""
