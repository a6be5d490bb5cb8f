"""What `python -m cudapy info` and `doctor` say."""
