"""What can be asked: baselines, Python callables and endpoints, behind one small protocol."""
