# chain : void (float* X)
def chain(X):
    X[idx] = h0(X[idx])


def h0(x):
    return h1(x) + 1


def h1(x):
    return h2(x) + 1


def h2(x):
    return h3(x) + 1


def h3(x):
    return h4(x) + 1


def h4(x):
    return h5(x) + 1


def h5(x):
    return h6(x) + 1


def h6(x):
    return h7(x) + 1


def h7(x):
    return h8(x) + 1


def h8(x):
    return h9(x) + 1


def h9(x):
    return h10(x) + 1


def h10(x):
    return h11(x) + 1


def h11(x):
    return h12(x) + 1


def h12(x):
    return h13(x) + 1


def h13(x):
    return h14(x) + 1


def h14(x):
    return h15(x) + 1


def h15(x):
    return h16(x) + 1


def h16(x):
    return h17(x) + 1


def h17(x):
    return h18(x) + 1


def h18(x):
    return h19(x) + 1


def h19(x):
    return h20(x) + 1


def h20(x):
    return h21(x) + 1


def h21(x):
    return h22(x) + 1


def h22(x):
    return h23(x) + 1


def h23(x):
    return h24(x) + 1


def h24(x):
    return h25(x) + 1


def h25(x):
    return h26(x) + 1


def h26(x):
    return h27(x) + 1


def h27(x):
    return h28(x) + 1


def h28(x):
    return h29(x) + 1


def h29(x):
    return h30(x) + 1


def h30(x):
    return h31(x) + 1


def h31(x):
    return h32(x) + 1


def h32(x):
    return h33(x) + 1


def h33(x):
    return h34(x) + 1


def h34(x):
    return h35(x) + 1


def h35(x):
    return h36(x) + 1


def h36(x):
    return h37(x) + 1


def h37(x):
    return h38(x) + 1


def h38(x):
    return h39(x) + 1


def h39(x):
    return h40(x) + 1


def h40(x):
    return h41(x) + 1


def h41(x):
    return h42(x) + 1


def h42(x):
    return h43(x) + 1


def h43(x):
    return h44(x) + 1


def h44(x):
    return h45(x) + 1


def h45(x):
    return h46(x) + 1


def h46(x):
    return h47(x) + 1


def h47(x):
    return h48(x) + 1


def h48(x):
    return h49(x) + 1


def h49(x):
    return h50(x) + 1


def h50(x):
    return h51(x) + 1


def h51(x):
    return h52(x) + 1


def h52(x):
    return h53(x) + 1


def h53(x):
    return h54(x) + 1


def h54(x):
    return h55(x) + 1


def h55(x):
    return x
