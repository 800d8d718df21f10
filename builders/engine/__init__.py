"""The engine that every builder shares: plan, render, shard, write."""
