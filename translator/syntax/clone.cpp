#include "translator/syntax/clone.h"

#include <utility>

namespace cudapy::syntax {

namespace {

template <typename Node, typename... Parts>
ExprPtr node(Span span, Parts&&... parts) {
    return std::make_unique<Node>(span, std::forward<Parts>(parts)...);
}

class Cloner {
  public:
    explicit Cloner(const Replace& replace) : replace_(replace) {}

    ExprPtr clone(const ExprPtr& expr) {
        if (!expr) return nullptr;
        ExprPtr copy = replace_ ? replace_(*expr) : nullptr;
        if (!copy) copy = copy_of(*expr);
        copy->parenthesized = expr->parenthesized;
        return copy;
    }

    StmtPtr clone(const Stmt& stmt) {
        StmtPtr copy = copy_of(stmt);
        copy->comments = stmt.comments;
        return copy;
    }

    Block clone(const Block& block) {
        Block copies;
        for (const StmtPtr& each : block)
            copies.push_back(clone(*each));
        return copies;
    }

    std::vector<ExprPtr> clone(const std::vector<ExprPtr>& list) {
        std::vector<ExprPtr> copies;
        for (const ExprPtr& each : list)
            copies.push_back(clone(each));
        return copies;
    }

    std::vector<FormatField> clone(const std::vector<FormatField>& fields) {
        std::vector<FormatField> copies;
        for (const FormatField& field : fields)
            copies.push_back({clone(field.value), field.conversion, field.spec, field.spec_span});
        return copies;
    }

    std::vector<Argument> clone(const std::vector<Argument>& arguments) {
        std::vector<Argument> copies;
        for (const Argument& each : arguments)
            copies.push_back({each.keyword, each.keyword_span, each.stars, clone(each.value)});
        return copies;
    }

    StmtPtr clone_return(const Return& stmt) {
        auto copy = std::make_unique<Return>(stmt.span, clone(stmt.value));
        copy->may_be_none = stmt.may_be_none;
        return copy;
    }

    ExprPtr copy_of(const Expr& expr) {
        const Span span = expr.span;
        switch (expr.kind) {
        case ExprKind::name:
            return node<Name>(span, as<Name>(expr).id);
        case ExprKind::integer:
            return node<Integer>(span, as<Integer>(expr).value, as<Integer>(expr).too_large);
        case ExprKind::floating:
            return node<Floating>(span, as<Floating>(expr).value);
        case ExprKind::boolean:
            return node<Boolean>(span, as<Boolean>(expr).value);
        case ExprKind::none:
            return node<None>(span);
        case ExprKind::string: {
            const auto& string = as<String>(expr);
            auto copy = std::make_unique<String>(span, string.value, string.names_characters);
            copy->quoted = clone(string.quoted);
            return copy;
        }
        case ExprKind::f_string: {
            const auto& string = as<FString>(expr);
            return node<FString>(span, string.texts, clone(string.fields), string.names_characters);
        }
        case ExprKind::attribute: {
            const auto& attribute = as<Attribute>(expr);
            return node<Attribute>(span, clone(attribute.value), attribute.name, attribute.name_span);
        }
        case ExprKind::call:
            return node<Call>(span, clone(as<Call>(expr).function), clone(as<Call>(expr).arguments));
        case ExprKind::subscript: {
            const auto& subscript = as<Subscript>(expr);
            return node<Subscript>(span, clone(subscript.value), clone(subscript.index));
        }
        case ExprKind::slice: {
            const auto& slice = as<Slice>(expr);
            return node<Slice>(span, clone(slice.lower), clone(slice.upper), clone(slice.step));
        }
        case ExprKind::unary:
            return node<Unary>(span, as<Unary>(expr).op, clone(as<Unary>(expr).operand));
        case ExprKind::binary: {
            const auto& binary = as<Binary>(expr);
            return node<Binary>(span, binary.op, binary.op_span, clone(binary.left), clone(binary.right));
        }
        case ExprKind::boolean_op:
            return node<BooleanOp>(span, as<BooleanOp>(expr).op, clone(as<BooleanOp>(expr).operands));
        case ExprKind::compare: {
            const auto& compare = as<Compare>(expr);
            return node<Compare>(span, clone(compare.operands), compare.ops, compare.op_spans);
        }
        case ExprKind::conditional: {
            const auto& choice = as<Conditional>(expr);
            return node<Conditional>(span, clone(choice.condition), clone(choice.then_value),
                                     clone(choice.else_value));
        }
        case ExprKind::tuple:
            return node<Tuple>(span, clone(as<Tuple>(expr).elements));
        case ExprKind::lambda:
            return node<Lambda>(span, as<Lambda>(expr).function);
        case ExprKind::unsupported:
            return node<UnsupportedExpr>(span, as<UnsupportedExpr>(expr).construct,
                                         clone(as<UnsupportedExpr>(expr).elements));
        case ExprKind::error:
            return node<ErrorExpr>(span);
        }
        return nullptr;
    }

    std::unique_ptr<If> copy_of(const If& branch) {
        auto copy = std::make_unique<If>(branch.span, clone(branch.condition));
        copy->then_body = clone(branch.then_body);
        copy->else_body = clone(branch.else_body);
        copy->is_elif = branch.is_elif;
        copy->comments_above_else = branch.comments_above_else;
        return copy;
    }

    template <typename Loop>
    StmtPtr with_blocks(std::unique_ptr<Loop> copy, const Loop& loop) {
        copy->body = clone(loop.body);
        copy->else_body = clone(loop.else_body);
        return copy;
    }

    std::unique_ptr<Match> copy_of(const Match& match) {
        auto copy = std::make_unique<Match>(match.span, clone(match.subject));
        for (const Match::Case& each : match.cases)
            copy->cases.push_back({each.span, clone(each.values), each.takes_all, clone(each.guard),
                                   clone(each.body), each.comments});
        return copy;
    }

    StmtPtr copy_of(const Stmt& stmt) {
        const Span span = stmt.span;
        switch (stmt.kind) {
        case StmtKind::assign:
            return std::make_unique<Assign>(span, clone(as<Assign>(stmt).targets),
                                            clone(as<Assign>(stmt).value));
        case StmtKind::augmented_assign: {
            const auto& assign = as<AugmentedAssign>(stmt);
            return std::make_unique<AugmentedAssign>(span, assign.op, assign.op_span, clone(assign.target),
                                                     clone(assign.value));
        }
        case StmtKind::annotated_assign: {
            const auto& assign = as<AnnotatedAssign>(stmt);
            return std::make_unique<AnnotatedAssign>(span, clone(assign.target), clone(assign.annotation),
                                                     clone(assign.value));
        }
        case StmtKind::expression:
            return std::make_unique<ExpressionStmt>(span, clone(as<ExpressionStmt>(stmt).value));
        case StmtKind::if_:
            return copy_of(as<If>(stmt));
        case StmtKind::while_: {
            const auto& loop = as<While>(stmt);
            return with_blocks(std::make_unique<While>(span, clone(loop.condition)), loop);
        }
        case StmtKind::for_: {
            const auto& loop = as<For>(stmt);
            return with_blocks(std::make_unique<For>(span, clone(loop.target), clone(loop.iterable)), loop);
        }
        case StmtKind::match:
            return copy_of(as<Match>(stmt));
        case StmtKind::break_:
            return std::make_unique<Break>(span);
        case StmtKind::continue_:
            return std::make_unique<Continue>(span);
        case StmtKind::pass:
            return std::make_unique<Pass>(span);
        case StmtKind::delete_: {
            std::vector<ExprPtr> names;
            for (const ExprPtr& name : as<Delete>(stmt).names)
                names.push_back(clone(name));
            return std::make_unique<Delete>(span, std::move(names));
        }
        case StmtKind::return_:
            return clone_return(as<Return>(stmt));
        case StmtKind::assert_:
            return std::make_unique<Assert>(span, clone(as<Assert>(stmt).condition),
                                            clone(as<Assert>(stmt).message));
        case StmtKind::unsupported:
            return std::make_unique<UnsupportedStmt>(span, as<UnsupportedStmt>(stmt).construct);
        case StmtKind::error:
            return std::make_unique<ErrorStmt>(span);
        }
        return nullptr;
    }

  private:
    const Replace& replace_;
};

const Replace nothing;

} // namespace

ExprPtr clone(const ExprPtr& expr) {
    return Cloner(nothing).clone(expr);
}

ExprPtr clone(const Expr& expr) {
    ExprPtr copy = Cloner(nothing).copy_of(expr);
    copy->parenthesized = expr.parenthesized;
    return copy;
}

StmtPtr clone(const Stmt& stmt) {
    return Cloner(nothing).clone(stmt);
}

Block clone(const Block& block) {
    return Cloner(nothing).clone(block);
}

ExprPtr clone(const ExprPtr& expr, const Replace& replace) {
    return Cloner(replace).clone(expr);
}

StmtPtr clone(const Stmt& stmt, const Replace& replace) {
    return Cloner(replace).clone(stmt);
}

Block clone(const Block& block, const Replace& replace) {
    return Cloner(replace).clone(block);
}

Function clone(const Function& function, Block body) {
    Function copy;
    copy.name = function.name;
    copy.name_span = function.name_span;
    copy.span = function.span;
    copy.type_parameters = function.type_parameters;
    for (const Parameter& each : function.parameters)
        copy.parameters.push_back(
            {each.name, each.span, each.kind, clone(each.annotation), clone(each.default_value)});
    copy.returns = clone(function.returns);
    copy.decorators = Cloner(nothing).clone(function.decorators);
    copy.signatures = function.signatures;
    copy.comments_above = function.comments_above;
    copy.docstring = function.docstring;
    copy.body = std::move(body);
    copy.comments_at_end = function.comments_at_end;
    copy.is_async = function.is_async;
    copy.is_lambda = function.is_lambda;
    copy.comes_along = function.comes_along;
    copy.is_unmarked = function.is_unmarked;
    copy.is_rebound = function.is_rebound;
    return copy;
}

} // namespace cudapy::syntax
