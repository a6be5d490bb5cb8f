# pycu2cu: --instance zipWith<f=max,float,int,float> --instance apply<f=math.sqrt,double> --instance zipWith<f=operator.sub,float,float,float> --instance convert<f=int,R=int,A=float>
import math
import operator


# zipWith : void (R(A, B) f, A* X, B* Y, R* Z)
def zipWith(f, X, Y, Z):
    if idx < len(Z):
        Z[idx] = f(X[idx], Y[idx])


# apply : void (T(T) f, T* X)
def apply(f, X):
    X[idx] = f(X[idx])


# convert : void (R(A) f, A* X, R* Y)
def convert(f, X, Y):
    Y[idx] = f(X[idx])
