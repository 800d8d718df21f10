"""The papers that the suites are from."""

SAGI_PAPER = (
    "Fan Bu, Yuhao Zhang, Xidong Wang, Benyou Wang, Qun Liu, Haizhou Li: Roadmap towards Superhuman Speech "
    "Understanding using Large Language Models, 2024 (arXiv:2410.13268)."
)
