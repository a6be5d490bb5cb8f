#include "translator/program/printer.h"
#include "translator/program/validate.h"
#include "translator/support/internal_error.h"

#include <doctest/doctest.h>

namespace cudapy::program {

namespace {

ExprPtr ref(Variable* variable) {
    return std::make_unique<VariableRef>(Span{}, variable);
}

ExprPtr number(int64_t value) {
    return std::make_unique<Literal>(Span{}, Type::int32(), value);
}

/// `def f(X: int*, n: int) -> void`.
struct Fixture {
    Program program;
    Function* function;
    Variable* array;
    Variable* n;

    Fixture() {
        program.functions.push_back(std::make_unique<Function>());
        function = program.functions.back().get();
        function->name = "f";
        function->result = Type::void_();
        array = function->add_variable("X", Type::array(Type::int32()), VariableRole::parameter, {});
        n = function->add_variable("n", Type::int32(), VariableRole::parameter, {});
        function->parameters = {array, n};
    }

    Stmt& add(StmtPtr stmt) {
        function->body.push_back(std::move(stmt));
        return *function->body.back();
    }

    std::string error(Stage stage) const {
        try {
            validate(program, stage);
        } catch (const InternalError& failure) {
            return failure.what();
        }
        return "";
    }
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "printer: statements, comments and an elif") {
    auto branch = std::make_unique<If>(Span{}, std::make_unique<Cast>(Span{}, Type::bool_(), ref(n), false));
    branch->comments.above = {"above"};
    branch->comments.trailing = "next to it";
    branch->then_body.push_back(std::make_unique<Return>(Span{}, nullptr));
    auto inner = std::make_unique<If>(Span{}, std::make_unique<Literal>(Span{}, Type::bool_(), true));
    inner->then_body.push_back(std::make_unique<Assign>(Span{}, Lvalue{array, number(0), {}},
                                                        std::make_unique<Load>(Span{}, array, ref(n))));
    branch->else_body.push_back(std::move(inner));
    branch->else_is_elif = true;
    branch->comments_above_else = {"otherwise"};
    add(std::move(branch));
    function->comments_at_end = {"the end"};
    validate(program, Stage::checked);
    CHECK(print(program) == R"(def f(X: int*, n: int) -> void
    # above
    if (cast.bool (var.int n)):  # next to it
        return
    # otherwise
    elif true.bool:
        X[0.int] = (load.int X (var.int n))
    # the end
)");
}

TEST_CASE_FIXTURE(Fixture, "clone: a copy prints as its original and shares its variables") {
    std::vector<ExprPtr> operands;
    operands.push_back(ref(n));
    operands.push_back(std::make_unique<Binary>(Span{}, Type::int32(), BinaryOp::add, number(1),
                                                std::make_unique<Length>(Span{}, Type::int32(), array)));
    operands.push_back(std::make_unique<Load>(Span{}, array, number(2)));
    const Compare compare({}, std::move(operands), {CompareOp::lt, CompareOp::ge});
    const ExprPtr copy = clone(compare);
    CHECK(print(*copy) == "(compare.bool (var.int n) lt (add.int 1.int (len.int X)) ge (load.int X 2.int))");
    CHECK(print(*copy) == print(compare));
    CHECK(as<VariableRef>(*as<Compare>(*copy).operands[0]).variable == n);
}

TEST_CASE_FIXTURE(Fixture, "validate: an assignment of another type") {
    add(std::make_unique<Assign>(Span{}, Lvalue{n, nullptr, {}},
                                 std::make_unique<Literal>(Span{}, Type::float32(), 1.5)));
    CHECK(error(Stage::checked) == "internal error of CudaPy, please report it: in function f: a value of "
                                   "another type: n = 1.5.float\n");
}

TEST_CASE_FIXTURE(Fixture, "validate: what only lowerings make, and what they must remove") {
    add(std::make_unique<Assign>(
        Span{}, Lvalue{n, nullptr, {}},
        std::make_unique<Binary>(Span{}, Type::int32(), BinaryOp::remainder, ref(n), number(2))));
    CHECK(error(Stage::checked) ==
          "internal error of CudaPy, please report it: in function f: a node that only "
          "lowerings make: (remainder.int (var.int n) 2.int)");
    CHECK(error(Stage::lowering) == "");

    auto& value = as<Binary>(*as<Assign>(*function->body[0]).value);
    value.op = BinaryOp::floor_modulo;
    CHECK(error(Stage::checked) == "");
    array->emitted = "X";
    n->emitted = "n";
    function->emitted = function->emitted_kernel = "f";
    function->facts.array_uses.resize(2);
    CHECK(error(Stage::lowered) ==
          "internal error of CudaPy, please report it: in function f: a node that should have "
          "been lowered: (floor_modulo.int (var.int n) 2.int)");
}

TEST_CASE_FIXTURE(Fixture, "validate: a variable must be declared where it is used") {
    Variable* local = function->add_variable("a", Type::int32(), VariableRole::local, {});
    auto branch = std::make_unique<If>(Span{}, std::make_unique<Literal>(Span{}, Type::bool_(), true));
    branch->then_body.push_back(std::make_unique<Declare>(Span{}, local, number(1)));
    add(std::move(branch));
    add(std::make_unique<Assign>(Span{}, Lvalue{n, nullptr, {}}, ref(local)));
    array->emitted = "X";
    n->emitted = "n";
    local->emitted = "a";
    function->emitted = function->emitted_kernel = "f";
    function->facts.array_uses.resize(2);
    CHECK(error(Stage::lowering) == "");
    CHECK(error(Stage::lowered) ==
          "internal error of CudaPy, please report it: in function f: a variable that is not "
          "declared here: (var.int a)");
}

TEST_CASE_FIXTURE(Fixture, "validate: a break outside a loop") {
    add(std::make_unique<Break>(Span{}));
    CHECK(error(Stage::checked) ==
          "internal error of CudaPy, please report it: in function f: outside a loop: break\n");
}

} // namespace cudapy::program
