"""Order: scans, and what they are good for."""
