"""`cp.Tape`: derivatives of several launches, and of what is done with whole arrays between them."""
