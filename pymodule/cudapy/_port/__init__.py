"""`python -m cudapy port`: programs written for numba.cuda, with their imports changed to those of
cudapy.cuda."""
