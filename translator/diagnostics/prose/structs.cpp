// The words of diagnostics about structs.

#include "translator/diagnostics/kinds/struct_kinds.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const BadStruct& payload) {
    using Reason = BadStruct::Reason;
    switch (payload.reason) {
    case Reason::empty:
        return {format("the struct `{}` has no fields", payload.name),
                "nothing in it",
                {},
                "give each field a line with its type: `x: cp.float32`"};
    case Reason::base:
        return {format("the struct `{}` has a base class", payload.name), "a base class",
                "a struct is memory with a layout of its own, and inherits nothing",
                "write out all fields, or make the other struct a field: `base: Other`"};
    case Reason::no_annotation:
        return {format("`{}` in the struct `{}` has no type", payload.field, payload.name),
                "no type",
                {},
                format("write a field as `{0}: cp.float32 = …`; a constant belongs outside the class",
                       payload.field)};
    case Reason::repeated:
        return {format("the struct `{}` has two fields `{}`", payload.name, payload.field),
                "the second one",
                {},
                "give one of them another name"};
    case Reason::struct_default:
        return {format("the default of the field `{}` in the struct `{}` is a struct", payload.field,
                       payload.name),
                "a struct",
                "Python raises a ValueError here: all instances would share the one default, which can be "
                "changed",
                format("leave out the default, and give each `{}` a new struct", payload.name)};
    case Reason::late:
        return {format("the field `{}` of the struct `{}` has no default, and a field before it has one",
                       payload.field, payload.name),
                "no default", "Python raises a TypeError here: arguments without a default come first",
                "give it a default, or move it to the front"};
    case Reason::statement:
        break;
    }
    return {format("this is no field of the struct `{}`", payload.name), "no field",
            "a struct is made of fields with a type each; methods are only for Python",
            "write fields as `x: cp.float32`, and leave out everything else"};
}

Prose describe(const BadStructField& payload) {
    using Reason = BadStructField::Reason;
    const std::string message = format("the field `{}` of the struct `{}` cannot be `{}`", payload.field,
                                       payload.name, payload.annotation);
    switch (payload.reason) {
    case Reason::array:
        return {
            message, "an array", "a struct holds values, and an array is memory elsewhere",
            "give each element a field, use a vector such as `cp.float4`, or an array next to the structs"};
    case Reason::void_:
        return {message, "no value", {}, "name a type such as `cp.float32`"};
    case Reason::tuple:
        return {message, "a tuple", {}, "make it a struct of its own, or give each part a field"};
    case Reason::text:
        return {message, "text", "kernels have no strings",
                "store a number that stands for it, such as a member of an `enum.IntEnum`"};
    case Reason::recursive:
        return {message, "the struct itself", "it would have no end",
                "store the index of the other one in their array: `next: cp.int32`"};
    case Reason::unbound:
        return {message, "not bound yet",
                "Python raises a NameError here: it makes the struct where the class is",
                format("move the struct `{}` down, below what it needs", payload.name)};
    case Reason::unknown:
        break;
    }
    return {message,
            "no type of a field",
            {},
            "name a number such as `cp.float32` or `cp.int32`, or a struct that is defined above"};
}

Prose describe(const UnknownStruct& payload) {
    if (payload.module.empty())
        return {format("`{}` is a class, but no struct", payload.name),
                "a class",
                {},
                format("put `@cp.struct` above `class {}`, with `import cudapy as cp` at the top of the "
                       "module, and give "
                       "it fields such as `x: cp.float32`",
                       payload.name)};
    return {format("nothing is known of `{}`, which comes from `{}`", payload.name, payload.module),
            "defined in another file", "`pycu2cu` reads only this file, and runs no Python",
            "define the struct in this file, or use `cp.compile`, which asks Python for it"};
}

Prose describe(const StructsDisagree& payload) {
    return {payload.name == payload.other
                ? format("two structs in these functions are called `{}`", payload.name)
                : format("the structs `{}` and `{}` have one name in C++", payload.other, payload.name),
            "uses one of them", "in C++ a name stands for one type", "give one of the classes another name"};
}

Prose describe(const StructAsNumber& payload) {
    return {format("`{}` is a `{}`, but {} needs a number", payload.text, payload.type, payload.where),
            payload.is_vector ? "a vector" : "a struct",
            {},
            format("take a field of it: `{}.{}`", payload.text, payload.field)};
}

Prose describe(const StructCompared& payload) {
    Prose prose{format("`{}` and `{}` cannot be compared as a whole", payload.left, payload.right),
                format("a `{}`", payload.type),
                {},
                format("compare fields: `{0}.{2} {3} {1}.{2}`", payload.left, payload.right, payload.field,
                       payload.is_ordering ? "<" : "==")};
    if (!payload.is_ordering)
        prose.note = "Python's `==` of them asks first whether fields are one object, which a NaN would show";
    return prose;
}

Prose describe(const StructPlace& payload) {
    return {format("a value of type `{}` cannot be stored in {}, which is `{}`", payload.from, payload.place,
                   payload.to),
            format("this is `{}`", payload.from),
            {},
            format("make {} `{}`, or take a field", payload.to.starts_with("i") ? "an" : "a", payload.to)};
}

Prose describe(const SameStruct& payload) {
    using Reason = SameStruct::Reason;
    const std::string cure = format("write `{}.copy()` for a copy of its own", payload.text);
    switch (payload.reason) {
    case Reason::name:
        return {format("`{}` would be the same `{}` as `{}`", payload.place, payload.type, payload.text),
                "no copy", "in Python a struct is an object, and this gives it a second name", cure};
    case Reason::field:
        return {format("{} would be the same `{}` as `{}`", payload.place, payload.type, payload.text),
                "no copy", "in Python a field of a struct refers to the object that it is given", cure};
    case Reason::result:
        return {format("the result would be the same `{}` as `{}`", payload.type, payload.text),
                "is in use elsewhere", "in Python a struct is an object, and this gives the object away",
                cure};
    case Reason::swap:
        return {format("`{}` would be read again after the first place was assigned to", payload.text),
                "an element, not a copy of it",
                "as in NumPy, an element that is a struct is a reference into the array", cure};
    case Reason::chain:
        return {format("all these places would be one `{}`", payload.type), "one object",
                "in Python this makes one object with several names", "assign to one place after the other"};
    case Reason::left_out:
        return {format("the field `{}` would be the same `{}` in all `{}` that leave it out", payload.place,
                       payload.type, payload.text),
                format("`{}` is left out", payload.place),
                "in Python a default is one object, which all instances without their own share",
                format("give the field a new `{}`, or a copy, `{}=….copy()`", payload.type, payload.place)};
    case Reason::choice:
        break;
    }
    return {format("the value would be the same `{}` as `{}`", payload.type, payload.text), "no copy",
            "in Python `if … else` gives the object itself",
            format("{}, or choose the index: `bodies[i if c else j]`", cure)};
}

Prose describe(const NoField& payload) {
    Prose prose{
        format("a `{}` has no field `{}`", payload.type, payload.field), "not among its fields", {}, {}};
    if (payload.called) {
        prose.message = format("`{}` of a `{}` cannot be called in a kernel", payload.field, payload.type);
        prose.label = "no function for kernels";
        prose.note = "methods of a struct are only for Python";
        prose.help = format("write a function with a parameter of type `{}`", payload.type);
    } else if (!payload.suggestion.empty()) {
        prose.help = format("did you mean `{}`?", payload.suggestion);
    } else {
        prose.help = format("it has {}", payload.fields);
    }
    return prose;
}

Prose describe(const StructRebound& payload) {
    return {format("the parameter `{}` is a `{}`, and stays it", payload.name, payload.type), "assigned here",
            "only fields of it can be assigned to", "use another name for the new value"};
}

Prose describe(const KernelStruct& payload, const Words& words) {
    return {format("the kernel `{}` cannot change `{}`, the `{}` that it is launched with", payload.function,
                   payload.parameter, payload.type),
            "changes it", "every thread has the same one, and the launch does not bring it back",
            format(fmt::runtime(words.either(
                       "take a copy, `own = {0}.copy()`, or launch the kernel with an array: `{1}* {0}`",
                       "launch the kernel with an array of one record")),
                   payload.parameter, payload.type)};
}

Prose describe(const ElementNeeded& payload) {
    return {format("`{}` changes its parameter `{}`, so that it needs a variable or an element of type `{}`",
                   payload.function, payload.parameter, payload.type),
            "nothing of that kind", "what it changes must be somewhere, and all of it in one place",
            format("give it a name, `own = {}(…)`, or an element such as `bodies[i]`, or let `{}` return "
                   "what is new",
                   payload.type, payload.function)};
}

Prose describe(const ElementConflict& payload) {
    using Reason = ElementConflict::Reason;
    Prose prose{
        format("`{}` is an element of `{}` and cannot become something else", payload.name, payload.array),
        "something else", "the name stands for the element itself, not for a copy", "use another name here"};
    switch (payload.reason) {
    case Reason::own:
        prose.label = "a struct of its own";
        prose.help = "use another name here, or make both copies of their own with `.copy()`";
        break;
    case Reason::array:
        prose.label = format("an element of `{}`", payload.other);
        break;
    case Reason::field:
        prose.label = "another part of an element";
        break;
    case Reason::other:
        break;
    }
    return prose;
}

Prose describe(const StructInTuple& payload, const Words& words) {
    return {
        format("`{}` is a `{}`, which cannot be a part of a tuple", payload.text, payload.type),
        std::string(words.either("a struct", "a record")), "a tuple would hold the object itself, not a copy",
        std::string(words.either("put its fields into the tuple, or make the other parts fields of a struct",
                                 "put its fields into the tuple, or choose the index of the record: "
                                 "`a[i if c else j]`"))};
}

Prose describe(const StructLoop& payload) {
    return {
        format("`{}` stands for one array and later for another, so that no name can stand for its elements",
               payload.array),
        format("elements are `{}`", payload.type),
        {},
        format("count: `for i in range(len({0})):`, then `{0}[i].field`", payload.array)};
}

Prose describe(const ElementMayChange& payload) {
    if (!payload.writer.empty())
        return {
            format("`{}` may change `{}` before `{}` reads its parameter `{}`", payload.writer, payload.text,
                   payload.function, payload.parameter),
            "an element, not a copy of it",
            format("`{}` writes to elements of type `{}`, and in Python the parameter is this very element",
                   payload.writer, payload.type),
            format("write `{}.copy()`, or call `{}` before", payload.text, payload.writer)};
    return {format("`{}` may change `{}` while it reads its parameter `{}`", payload.function, payload.text,
                   payload.parameter),
            "an element, not a copy of it",
            format("`{}` writes to elements of type `{}`, and in Python its parameter is this very element",
                   payload.function, payload.type),
            format("write `{}.copy()`, or give the array and the index", payload.text)};
}

} // namespace cudapy::diag
