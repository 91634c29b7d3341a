"""Insight: who stays, who leaves, where players come from, and what each week's new accounts pay."""
