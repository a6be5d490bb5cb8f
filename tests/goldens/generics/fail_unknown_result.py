# pycu2cu: --function count --instance count<int>
def count(n):
    return count(n - 1)
