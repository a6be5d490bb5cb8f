#include "translator/program/validate.h"

#include "translator/program/printer.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <fmt/format.h>

#include <memory>
#include <unordered_set>

namespace cudapy::program {

namespace {

bool is_semantic(BinaryOp op) {
    return op == BinaryOp::floor_divide || op == BinaryOp::floor_modulo || op == BinaryOp::power;
}

bool is_bitwise(BinaryOp op) {
    return op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
}

bool is_shift(BinaryOp op) {
    return op == BinaryOp::shift_left || op == BinaryOp::shift_right;
}

bool is_negative_constant(const Expr& expr) {
    if (expr.kind == ExprKind::literal) {
        const auto* value = std::get_if<int64_t>(&as<Literal>(expr).value);
        return value && *value < 0;
    }
    return false;
}

class Validator {
  public:
    /// `functions` are those of the program. They must live longer.
    Validator(const std::unordered_set<const Function*>& functions, Stage stage)
        : stage_(stage), functions_(functions) {}

    void function(const Function& function) {
        function_ = &function;
        variables_.clear();
        declared_.clear();
        in_scope_.clear();
        names_.clear();
        for (const auto& variable : function.variables) {
            variables_.insert(variable.get());
            if (!variable->type || variable->type->is_void())
                fail("a variable without a type", variable->name);
            if (variable->type->is_array() && variable->role != VariableRole::parameter &&
                variable->role != VariableRole::table && !variable->is_declared_array() &&
                !variable->is_pointer())
                fail("an array that is no parameter", variable->name);
            for (const Variable* root : variable->roots)
                if (root->is_pointer() || root->type->element() != variable->type->element())
                    fail("a pointer to what it cannot point to", variable->name);
            if (variable->is_declared_array() &&
                (!variable->type->is_array() || variable->element_count() <= 0))
                fail("an array without elements", variable->name);
            if ((variable->role == VariableRole::table) != (variable->table != nullptr))
                fail("a table without elements", variable->name);
            const bool from_entry = function.variant == Variant::block && variable->is_dynamic();
            if (variable->role == VariableRole::table || from_entry || variable->beginning)
                declared_.insert(variable.get());
        }
        for (const Variable* parameter : function.parameters) {
            if (!variables_.count(parameter)) fail("a parameter that is no variable", parameter->name);
            if (parameter->role != VariableRole::parameter)
                fail("a parameter of another role", parameter->name);
            declared_.insert(parameter);
        }
        if (function.lane_count) declared_.insert(function.lane_count);
        if (!function.result || function.result->is_array()) fail("a function without a result type", "");
        if (stage_ == Stage::lowered) names();
        block(function.body);
    }

  private:
    const Stage stage_;
    const Function* function_ = nullptr;
    int loops_ = 0;
    const std::unordered_set<const Function*>& functions_;
    std::unordered_set<const Variable*> variables_;
    std::unordered_set<const Variable*> declared_; ///< the variables that are in scope (Stage::lowered)
    std::vector<const Variable*> in_scope_;        ///< the same without parameters, innermost last
    std::unordered_set<std::string> names_;        ///< the C++ names in scope

    [[noreturn]] void fail(std::string_view what, std::string_view where) const {
        throw InternalError(fmt::format("in function {}: {}: {}", function_->name, what, where));
    }
    void require(bool holds, std::string_view what, const Expr& expr) const {
        if (!holds) fail(what, print(expr));
    }
    void require(bool holds, std::string_view what, const Stmt& stmt) const {
        if (!holds) fail(what, print(stmt));
    }

    void names() {
        for (const auto& variable : function_->variables) {
            if (variable->emitted.empty()) fail("a variable without a C++ name", variable->name);
            if (variable->role == VariableRole::parameter && !names_.insert(variable->emitted).second)
                fail("a C++ name that two variables have", variable->emitted);
            if (variable->is_declared_array() && !variable->is_dynamic()) continue; // lengths are numbers
            for (const std::string& length : variable->emitted_lengths)
                if (!names_.insert(length).second) fail("a C++ name that two variables have", length);
        }
        if (function_->facts.array_uses.size() != function_->parameters.size())
            fail("uses are not analysed", "");
        for (std::size_t i = 0; i < function_->parameters.size(); ++i)
            if (function_->facts.array_uses[i].lengths && function_->parameters[i]->emitted_lengths.empty())
                fail("a length without a C++ name", function_->parameters[i]->name);
        if (function_->emitted.empty() && function_->facts.is_called)
            fail("a function without a C++ name", "");
        if (function_->emitted_kernel.empty() && function_->is_kernel)
            fail("a kernel without a C++ name", "");
    }

    // ---- expressions

    void use(const Variable* variable, const Expr& at) const {
        require(variable != nullptr && variables_.count(variable), "a variable of another function", at);
        if (stage_ == Stage::lowered)
            require(declared_.count(variable), "a variable that is not declared here", at);
    }

    void semantic(bool is_there, const Expr& expr) const {
        if (stage_ == Stage::lowered) require(!is_there, "a node that should have been lowered", expr);
    }

    /// Returns whether the call is outside of expressions: the variant of a kernel for a block has its
    /// barriers between its loops over threads.
    bool is_hoisted(const Expr& expr) const {
        return function_->variant == Variant::block &&
               ((is_barrier(expr) && !is_grid_barrier(expr)) || is_warp_wide(expr));
    }

    void lowered_only(const Expr& expr) const {
        require(stage_ != Stage::checked, "a node that only lowerings make", expr);
    }

    void expression(const Expr* node) {
        if (!node) fail("an expression is missing", "");
        const Expr& expr = *node;
        if (!expr.type) fail("an expression without a type", print(expr));
        visit_operands(expr, [&](const ExprPtr& operand) { expression(operand.get()); });
        switch (expr.kind) {
        case ExprKind::literal:
            literal(as<Literal>(expr));
            break;
        case ExprKind::variable:
            use(as<VariableRef>(expr).variable, expr);
            require(expr.type == as<VariableRef>(expr).variable->type, "a variable of another type", expr);
            break;
        case ExprKind::length:
            use(as<Length>(expr).array, expr);
            require(as<Length>(expr).array->type->is_array(), "the length of a scalar", expr);
            require(as<Length>(expr).axis < as<Length>(expr).array->type->rank(),
                    "an axis that an array does not have", expr);
            require(expr.type->is_integer(), "a length that is no integer", expr);
            require(as<Length>(expr).array->shape.empty(), "a length that is a number", expr);
            break;
        case ExprKind::coordinate:
            require(expr.type->is_integer(), "a coordinate that is no integer", expr);
            break;
        case ExprKind::unary:
            unary(as<Unary>(expr));
            break;
        case ExprKind::binary:
            binary(as<Binary>(expr));
            break;
        case ExprKind::compare:
            compare(as<Compare>(expr));
            break;
        case ExprKind::logical: {
            const auto& logical = as<Logical>(expr);
            require(logical.left->type == expr.type && logical.right->type == expr.type,
                    "operands of other types", expr);
            require(expr.type->is_number(), "operands without truth", expr);
            semantic(!expr.type->is_bool(), expr);
            break;
        }
        case ExprKind::conditional: {
            const auto& conditional = as<Conditional>(expr);
            require(conditional.condition->type->is_bool(), "a condition that is no bool", expr);
            require(conditional.then_value->type == expr.type && conditional.else_value->type == expr.type,
                    "sides of other types", expr);
            break;
        }
        case ExprKind::cast:
            cast(as<Cast>(expr));
            break;
        case ExprKind::construct: {
            const auto& parts = as<Construct>(expr).parts;
            if (expr.type->is_array() && stage_ != Stage::checked) { // a declaration of it
                for (const ExprPtr& part : parts)
                    require(part->type == expr.type->element(), "an element of another type", expr);
                break;
            }
            const auto& fields = expr.type->fields();
            require((expr.type->is_aggregate() || expr.type->is_complex()) && parts.size() == fields.size(),
                    "a wrong number of parts", expr);
            for (std::size_t i = 0; i < parts.size(); ++i)
                require(parts[i]->type == fields[i].type, "a part of another type", expr);
            break;
        }
        case ExprKind::field: {
            const auto& field = as<FieldExpr>(expr);
            const auto& fields = field.operand->type->fields();
            require(field.field < fields.size(), "a part that there is not", expr);
            const Type* part = fields[field.field].type;
            require((field.item ? part->element() : part) == expr.type, "a part of another type", expr);
            require(!field.item || field.item->type->is_integer(), "an index that is no integer", expr);
            break;
        }
        case ExprKind::load: {
            const auto& load = as<Load>(expr);
            use(load.array, expr);
            require(load.array->type->is_array(), "an element of a scalar", expr);
            require(load.array->type->element() == expr.type, "an element of another type", expr);
            require(load.index->type->is_integer(), "an index that is no integer", expr);
            semantic(is_negative_constant(*load.index), expr);
            break;
        }
        case ExprKind::view: {
            const auto& view = as<ArrayView>(expr);
            use(view.array, expr);
            require(view.strides.empty(), "an argument whose elements are not side by side", expr);
            require(view.start->type->is_integer(), "a start that is no integer", expr);
            for (const ExprPtr& length : view.lengths)
                require(length->type->is_integer(), "a length that is no integer", expr);
            break;
        }
        case ExprKind::call:
            call(as<Call>(expr));
            break;
        case ExprKind::builtin_call:
            require(as<BuiltinCall>(expr).builtin != nullptr, "a call of nothing", expr);
            if (is_atomic(expr)) element(atomic_place(expr));
            if (stage_ == Stage::lowered)
                require(!is_hoisted(expr), "a barrier inside a block function", expr);
            break;
        case ExprKind::helper_call: {
            const auto& helper = as<HelperCall>(expr);
            const HelperRow& row = row_of(helper.helper);
            if (row.maker == HelperRow::Maker::lowering) lowered_only(expr);
            if (is_instrumentation(helper.helper)) {
                require(helper.check != nullptr, "a record of nothing", expr);
                require(helper.arguments[0]->type == expr.type, "a result of another type", expr);
                break;
            }
            if (is_check(helper.helper)) {
                require(helper.check != nullptr, "a check of nothing", expr);
                require(helper.arguments.size() >= row.operands, "a wrong argument count", expr);
                require(helper.arguments[0]->type == expr.type, "a result of another type", expr);
                break;
            }
            require(helper.arguments.size() == row.operands, "a wrong argument count", expr);
            if (helper.helper >= Helper::reduce_add && helper.helper <= Helper::masks_fit) break;
            // The second operand is an integer.
            if (helper.helper == Helper::complex_power || helper.helper == Helper::float_power) break;
            // The second operand is a double.
            if (helper.helper == Helper::date_scale || helper.helper == Helper::date_scale_down) break;
            if (helper.helper >= Helper::atomic_add_half && helper.helper <= Helper::add_for_warp)
                return element(atomic_place(expr));
            for (const ExprPtr& argument : helper.arguments)
                require(argument->type == helper.arguments[0]->type, "an argument of another type", expr);
            require(row.result == HelperRow::Result::other || helper.arguments[0]->type == expr.type,
                    "a result of another type", expr);
            if (helper.helper >= Helper::atomic_add && helper.helper <= Helper::shared_compare_exchange)
                element(atomic_place(expr));
            break;
        }
        case ExprKind::assign_expr: {
            const auto& assign = as<AssignExpr>(expr);
            if (!assign.hoists) lowered_only(expr);
            semantic(assign.hoists, expr);
            use(assign.variable, expr);
            require(assign.variable->role == VariableRole::temporary,
                    "a user's variable assigned in an expression", expr);
            require(assign.value->type == expr.type && assign.variable->type == expr.type,
                    "a value of another type", expr);
            break;
        }
        case ExprKind::other_lane:
            lowered_only(expr);
            use(as<OtherLane>(expr).variable, expr);
            require(as<OtherLane>(expr).place->type->is_integer(), "a place that is no integer", expr);
            break;
        case ExprKind::element_indices:
            lowered_only(expr);
            for (const ExprPtr& index : as<ElementIndices>(expr).indices)
                require(index->type->is_integer(), "an index that is no integer", expr);
            break;
        case ExprKind::sequence:
            if (!as<Sequence>(expr).hoists) lowered_only(expr);
            semantic(as<Sequence>(expr).hoists, expr);
            require(as<Sequence>(expr).second->type == expr.type, "a value of another type", expr);
            break;
        }
    }

    void cast(const Cast& expr) const {
        const Type* from = expr.operand->type;
        if (!from->is_date() && !expr.type->is_date()) {
            require(expr.type->is_number() && from->is_number(), "a cast of no scalar", expr);
            return;
        }
        require(from == Type::int64() || expr.type == Type::int64(), "a cast of a date to no int64", expr);
        semantic(true, expr);
    }

    void literal(const Literal& expr) const {
        const bool fits = std::holds_alternative<bool>(expr.value) ? expr.type->is_bool()
                          : std::holds_alternative<int64_t>(expr.value)
                              ? expr.type->is_integer() || expr.type->is_array()
                              : expr.type->is_floating();
        require(fits, "a literal of another type", expr);
        if (expr.type->is_integer() && expr.type != Type::uint64()) // a uint64 has the bits there
            require(holds(expr.type, WideInt(std::get<int64_t>(expr.value))), "a literal outside its type",
                    expr);
    }

    void unary(const Unary& expr) const {
        const Type* type = expr.type;
        require(expr.operand->type == type, "an operand of another type", expr);
        switch (expr.op) {
        case UnaryOp::negate:
            require((type->is_number() && !type->is_bool()) || type->is_vector(), "no number to negate",
                    expr);
            break;
        case UnaryOp::invert:
            require(type->is_integer(), "no integer to invert", expr);
            break;
        case UnaryOp::logical_not:
            require(type->is_bool(), "no bool to negate", expr);
            break;
        }
    }

    /// Checks an operator of vectors. They are computed with component by component, also with a number on
    /// one side.
    void vector_binary(const Binary& expr) const {
        const Type* component = expr.type->fields()[0].type;
        for (const ExprPtr* operand : {&expr.left, &expr.right})
            require((*operand)->type == expr.type || (*operand)->type == component, "operands of other types",
                    expr);
        require(expr.left->type == expr.type || expr.right->type == expr.type, "operands of other types",
                expr);
    }

    /// Returns whether `op` can be done in the type.
    static bool allows(BinaryOp op, const Type* type) {
        if (is_bitwise(op)) return type->is_integer() || type->is_bool();
        if (is_shift(op)) return type->is_integer();
        if (op == BinaryOp::remainder) return type->is_integer();
        if (type->is_complex()) return !is_semantic(op);
        return type->is_integer() || type->is_floating();
    }

    void binary(const Binary& expr) const {
        if (expr.type->is_vector()) return vector_binary(expr);
        require(expr.left->type == expr.type && expr.right->type == expr.type, "operands of other types",
                expr);
        require(allows(expr.op, expr.type), "an operator that the type does not have", expr);
        semantic(is_semantic(expr.op), expr);
        if (stage_ == Stage::checked) {
            require(expr.op != BinaryOp::remainder, "a node that only lowerings make", expr);
            require(expr.op != BinaryOp::divide || expr.type->is_floating_or_complex(),
                    "a node that only lowerings make", expr);
        }
        if (expr.op == BinaryOp::power && expr.type->is_integer())
            require(!is_negative_constant(*expr.right), "an integer power with a negative exponent", expr);
    }

    void compare(const Compare& expr) const {
        require(expr.operands.size() >= 2 && expr.ops.size() + 1 == expr.operands.size(),
                "a broken comparison", expr);
        semantic(expr.operands.size() > 2, expr);
        for (const ExprPtr& operand : expr.operands) {
            require(operand->type == expr.operands[0]->type, "operands of other types", expr);
            require(operand->type->is_number(), "operands that do not compare", expr);
        }
    }

    /// Checks that an atomic changes an element of memory that several threads share.
    void element(const Expr& expr) const {
        require(expr.kind == ExprKind::load, "an atomic without an element", expr);
        const bool is_local = as<Load>(expr).array->any_root([](const Variable& array) {
            return array.role != VariableRole::parameter && array.role != VariableRole::shared;
        });
        require(!is_local, "an atomic on memory of one thread", expr);
    }

    void call(const Call& expr) const {
        require(expr.function != nullptr && functions_.count(expr.function),
                "a call of no function of the program", expr);
        require(expr.arguments.size() == expr.function->parameters.size(), "a wrong argument count", expr);
        require(expr.type == expr.function->result, "a call of another type", expr);
        for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
            const Variable& parameter = *expr.function->parameters[i];
            const bool refers = parameter.is_reference && expr.arguments[i]->kind == ExprKind::variable &&
                                expr.arguments[i]->type == parameter.type->element();
            require(refers || expr.arguments[i]->type == parameter.type, "an argument of another type", expr);
            if (expr.arguments[i]->type->is_array())
                require(expr.arguments[i]->kind == ExprKind::variable ||
                            expr.arguments[i]->kind == ExprKind::view,
                        "an array that is neither a variable nor a part of one", expr);
        }
    }

    // ---- statements

    void semantic(bool is_there, const Stmt& stmt) const {
        if (stage_ == Stage::lowered) require(!is_there, "a statement that should have been lowered", stmt);
    }
    void lowered_only(const Stmt& stmt) const {
        require(stage_ != Stage::checked, "a statement that only lowerings make", stmt);
    }

    void place(const Lvalue& place, const Stmt& stmt) const {
        require(place.variable != nullptr && variables_.count(place.variable),
                "a variable of another function", stmt);
        if (stage_ == Stage::lowered)
            require(declared_.count(place.variable), "a variable that is not declared here", stmt);
        const bool is_rebound = place.variable->is_pointer() && !place.index;
        require((is_rebound || place.variable->type->is_array() == (place.index != nullptr)) &&
                    place.variable->role != VariableRole::table,
                "a place that cannot be assigned", stmt);
        if (!place.index) return;
        require(place.index->type->is_integer(), "an index that is no integer", stmt);
        semantic(is_negative_constant(*place.index), stmt);
    }

    void block(const Block& body) {
        const std::size_t outer = in_scope_.size();
        for (const StmtPtr& stmt : body) {
            if (!stmt) fail("a statement is missing", "");
            statement(*stmt);
        }
        leave_scope(outer);
    }

    void leave_scope(std::size_t outer) {
        for (; in_scope_.size() > outer; in_scope_.pop_back()) {
            declared_.erase(in_scope_.back());
            names_.erase(in_scope_.back()->emitted);
        }
    }

    void declare(const Variable* variable, const Stmt& stmt) {
        require(variable != nullptr && variables_.count(variable), "a variable of another function", stmt);
        require(variable->role != VariableRole::parameter, "a declared parameter", stmt);
        if (stage_ != Stage::lowered) return;
        require(declared_.insert(variable).second, "a variable declared twice", stmt);
        require(names_.insert(variable->emitted).second, "a C++ name that hides another", stmt);
        in_scope_.push_back(variable);
    }

    void loop(const Block& body) {
        ++loops_;
        block(body);
        --loops_;
    }

    void check(const AugmentedAssign& node) {
        place(node.lvalue, node);
        const bool by_component =
            node.operation->is_vector() && node.value && node.value->type == node.operation->fields()[0].type;
        require(node.value && (node.value->type == node.operation || by_component), "a value of another type",
                node);
        require(node.operation->is_vector() || allows(node.op, node.operation),
                "an operator that the type does not have", node);
        semantic(is_semantic(node.op), node);
        semantic(node.operation != node.lvalue.type(), node);
    }

    void check(const MultiAssign& node) {
        semantic(true, node);
        const bool chained = node.values.size() == 1;
        require(chained || node.values.size() == node.lvalues.size(), "places without values", node);
        for (std::size_t i = 0; i < node.lvalues.size(); ++i) {
            place(node.lvalues[i], node);
            if (!chained)
                require(node.values[i]->type == node.lvalues[i].type(), "a value of another type", node);
        }
    }

    void check(const ForEach& node) {
        semantic(true, node);
        require(!node.elements.empty(), "a loop over nothing", node);
        for (const ForEach::Element& element : node.elements) {
            require(variables_.count(element.variable) && variables_.count(element.array),
                    "a variable of another function", node);
            require((element.variable->type->is_scalar() || element.variable->type->is_date() ||
                     element.variable->type->is_vector()) &&
                        element.array->type->is_array(),
                    "a loop over no array", node);
        }
        require(!node.counter || variables_.count(node.counter), "a variable of another function", node);
        loop(node.body);
        block(node.else_body);
    }

    void check(const ForC& node) {
        lowered_only(node);
        expression(node.start.get());
        require(node.start->type == node.variable->type, "a start of another type", node);
        const std::size_t outer = in_scope_.size();
        if (node.declares)
            declare(node.variable, node);
        else if (stage_ == Stage::lowered)
            require(declared_.count(node.variable), "a variable that is not declared here", node);
        expression(node.condition.get());
        expression(node.step.get());
        require(node.condition->type->is_bool(), "a condition that is no bool", node);
        require(node.step->type == node.variable->type, "a step of another type", node);
        loop(node.body);
        leave_scope(outer);
    }

    void check(const Declare& node) {
        if (!node.variable->is_declared_array()) lowered_only(node);
        require(!node.init || !node.variable->is_declared_array() || node.variable->is_reference ||
                    (stage_ != Stage::checked && node.init->kind == ExprKind::construct),
                "an array with a value", node);
        const Type* held = node.variable->is_reference && node.variable->is_declared_array()
                               ? node.variable->type->element()
                               : node.variable->type;
        require(!node.init || node.init->type == held, "a value of another type", node);
        require(!node.is_const || node.init, "a constant without a value", node);
        declare(node.variable, node);
    }

    void check(const VectorizedAccess& node) {
        lowered_only(node);
        const Type* element =
            node.elements->type->is_array() ? node.elements->type->element() : node.elements->type;
        require(function_->variant == Variant::coarsened, "outside the coarsened variant of a kernel", node);
        require(element == node.array->type->element(), "a vectorized access of another type", node);
        expression(&*node.index);
        if (node.begin) expression(&*node.begin);
    }

    void check(const ForRange& node) {
        semantic(true, node);
        require(node.variable && variables_.count(node.variable), "a variable of another function", node);
        require(node.counter && node.counter->is_integer(), "a counter that is no integer", node);
        for (const ExprPtr* bound : {&node.start, &node.stop, &node.step})
            require(*bound && (*bound)->type == node.counter, "a bound of another type", node);
        loop(node.body);
        block(node.else_body);
    }

    void statement(const Stmt& stmt) {
        const bool is_for_c =
            stmt.kind == StmtKind::for_c; // its condition sees the variable that it declares
        if (!is_for_c) visit_expressions(stmt, [&](const ExprPtr& expr) { expression(expr.get()); });
        switch (stmt.kind) {
        case StmtKind::assign: {
            const auto& node = as<Assign>(stmt);
            place(node.lvalue, stmt);
            require(node.value && node.value->type == node.lvalue.type(), "a value of another type", stmt);
            break;
        }
        case StmtKind::augmented_assign:
            check(as<AugmentedAssign>(stmt));
            break;
        case StmtKind::multi_assign:
            check(as<MultiAssign>(stmt));
            break;
        case StmtKind::builtin_unpack: {
            const auto& node = as<BuiltinUnpack>(stmt);
            require(node.builtin != nullptr && node.lvalues.size() == 2, "a broken unpacking", stmt);
            for (const Lvalue& each : node.lvalues) {
                place(each, stmt);
                semantic(each.index != nullptr, stmt);
            }
            break;
        }
        case StmtKind::evaluate:
            require(as<Evaluate>(stmt).value != nullptr, "an expression is missing", stmt);
            break;
        case StmtKind::if_: {
            const auto& node = as<If>(stmt);
            require(node.condition && node.condition->type->is_bool(), "a condition that is no bool", stmt);
            require(!node.else_is_elif ||
                        (node.else_body.size() == 1 && node.else_body[0]->kind == StmtKind::if_),
                    "an elif that is no if", stmt);
            block(node.then_body);
            block(node.else_body);
            break;
        }
        case StmtKind::while_: {
            const auto& node = as<While>(stmt);
            require(node.condition && node.condition->type->is_bool(), "a condition that is no bool", stmt);
            semantic(!node.else_body.empty(), stmt);
            loop(node.body);
            block(node.else_body);
            break;
        }
        case StmtKind::for_range:
            check(as<ForRange>(stmt));
            break;
        case StmtKind::for_each:
            check(as<ForEach>(stmt));
            break;
        case StmtKind::break_:
        case StmtKind::continue_:
            require(loops_ > 0, "outside a loop", stmt);
            break;
        case StmtKind::return_: {
            const auto& node = as<Return>(stmt);
            const bool gives = node.gives == Return::Gives::value;
            require(gives || stage_ != Stage::lowered, "a return that gives no value", stmt);
            require((node.value != nullptr) == (gives && !function_->result->is_void()),
                    "a result that is missing or not wanted", stmt);
            require(!node.value || node.value->type == function_->result, "a result of another type", stmt);
            break;
        }
        case StmtKind::declare:
            check(as<Declare>(stmt));
            break;
        case StmtKind::for_c:
            check(as<ForC>(stmt));
            break;
        case StmtKind::block:
            lowered_only(stmt);
            block(as<BlockStmt>(stmt).body);
            break;
        case StmtKind::diverged:
            lowered_only(stmt);
            require(function_->variant == Variant::block, "outside the variant of a kernel for a block",
                    stmt);
            break;
        case StmtKind::warp_loop: {
            lowered_only(stmt);
            require(function_->variant == Variant::block, "outside the variant of a kernel for a block",
                    stmt);
            const std::size_t outer = in_scope_.size();
            declare(as<WarpLoop>(stmt).lanes, stmt);
            loop(as<WarpLoop>(stmt).body);
            leave_scope(outer);
            break;
        }
        case StmtKind::work_item_loop:
            lowered_only(stmt);
            if (as<WorkItemLoop>(stmt).warp_lanes) declare(as<WorkItemLoop>(stmt).warp_lanes, stmt);
            block(as<WorkItemLoop>(stmt).body);
            break;
        case StmtKind::vectorized_access:
            check(as<VectorizedAccess>(stmt));
            break;
        case StmtKind::note:
            break;
        }
    }
};

} // namespace

std::function<void(const Function&)> validator(const Program& program, Stage stage) {
    auto functions = std::make_shared<std::unordered_set<const Function*>>();
    for (const auto& function : program.functions)
        functions->insert(function.get());
    return [functions = std::move(functions), stage](const Function& function) {
        Validator validator(*functions, stage);
        for (const Function* form : function.variants())
            validator.function(*form);
    };
}

void validate(const Program& program, Stage stage) {
    const auto look = validator(program, stage);
    for (const auto& function : program.functions)
        look(*function);
}

} // namespace cudapy::program
