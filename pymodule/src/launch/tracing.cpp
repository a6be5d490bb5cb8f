#include "pymodule/src/launch/tracing.h"

#include "pymodule/src/python/error.h"

#include <utility>

namespace cudapy::python {

using program::Check;
using runtime::TracedPlace;
using Kind = Check::Kind;

Tracing::Tracing(const LoadedKernel& kernel, const runtime::Extent& block, std::vector<int64_t> blocks)
    : kernel_(kernel), threads_of_block_(block[0] * block[1] * block[2]), blocks_(std::move(blocks)) {}

int32_t Tracing::site(const Check& check, const char* operation, const std::string& field) {
    const SourceSet& sources = kernel_.program->sources();
    const Span span = check.update.empty() ? check.span : check.place;
    const SourceFile& file = sources.file(span.file);
    const auto column = [&](uint32_t offset, int line) { // in bytes, as Python counts
        return static_cast<int>(offset - file.line_begin(line));
    };
    const int line = file.position(span.begin).line, end_line = file.position(span.end).line;
    Site made{file.path(), line, column(span.begin, line), end_line, column(span.end, end_line),
              operation,   field};
    const auto [found, is_new] = site_numbers_.emplace(made, static_cast<int32_t>(sites_.size()));
    if (is_new) sites_.push_back(std::move(made));
    return found->second;
}

int32_t Tracing::array(const std::string& name, bool is_shared, const Type* element) {
    Array made{name, is_shared, element->is_floating() || element->is_complex()};
    const auto [found, is_new] = array_numbers_.emplace(made, static_cast<int32_t>(arrays_.size()));
    if (is_new) arrays_.push_back(std::move(made));
    return found->second;
}

/// Adds the pieces in which a value is loaded or stored. A struct goes field by field. For a vector, one
/// instruction takes at most 16 bytes, and a power of two.
void Tracing::add_pieces(const Check& check, const Type* type, int64_t offset, const std::string& field,
                         std::vector<TracedPlace::Piece>& out) {
    const char* operation = check.kind == Kind::read    ? "read"
                            : check.kind == Kind::write ? "write"
                                                        : "atomic";
    const auto add = [&](int64_t at, int64_t width, const std::string& name) {
        out.push_back({site(check, operation, name), at, static_cast<int16_t>(width)});
    };
    const auto inside = [&](const std::string& name) { return field.empty() ? name : field + "." + name; };
    const auto& fields = type->fields();
    if (fields.empty() || type->is_complex()) return add(offset, type->size(), field);
    if (!type->is_vector()) {
        for (std::size_t i = 0; i < fields.size(); ++i)
            add_pieces(check, fields[i].type, offset + type->offset(i), inside(fields[i].name), out);
        return;
    }
    const int64_t size = fields[0].type->size();
    const auto count = static_cast<int64_t>(fields.size());
    if (count != 3 && size * count <= 16) return add(offset, size * count, field);
    const int64_t step = count == 3 ? 1 : 2;
    for (int64_t i = 0; i < count; i += step)
        add(offset + i * size, step * size, inside(fields[static_cast<std::size_t>(i)].name));
}

TracedPlace Tracing::place(const Check& check) {
    TracedPlace made;
    switch (check.kind) {
    case Kind::read:
    case Kind::write:
    case Kind::atomic:
    case Kind::exchange:
        add_pieces(check, check.type, check.offset, check.field, made.pieces);
        break;
    case Kind::shared:
        made.array = array(check.name, true, check.type);
        break;
    case Kind::decision:
        made.site = site(check, "decision");
        break;
    case Kind::call:
        made.site = site(check, "call");
        break;
    case Kind::barrier:
        made.site = site(check, "barrier");
        break;
    default:
        break;
    }
    return made;
}

void Tracing::add(const ParameterInfo& parameter, const void* data, const int64_t* extents) {
    int64_t bytes = parameter.type->element()->size();
    const int64_t size = bytes;
    for (int axis = 0; axis < parameter.type->rank(); ++axis)
        bytes *= extents[axis];
    if (!parameter.is_lists)
        layouts_.push_back({parameter.name, {extents, extents + parameter.type->rank()}, size});
    memory_.push_back({data, bytes, array(parameter.name, false, parameter.type->element())});
}

generated::CpuRecorder* Tracing::begin() {
    std::vector<TracedPlace> places;
    for (const Check& check : kernel_.program->checks())
        places.push_back(place(check));
    recorder_ =
        std::make_unique<runtime::TraceRecorder>(std::move(places), std::move(memory_), threads_of_block_,
                                                 kernel_.info.cooperative || kernel_.info.waits);
    return recorder_->recorder();
}

namespace {

template <typename Record>
Ref bytes_of(runtime::TracedRecords<Record>& records) {
    Ref made = Ref::steal(PyByteArray_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(records.bytes())));
    records.move_to(PyByteArray_AsString(made.get()));
    return made;
}

template <typename Items, typename Make>
Ref list_of(const Items& items, Make make) {
    Ref made = Ref::steal(PyList_New(0));
    for (const auto& item : items) {
        const Ref object = make(item);
        python::check(PyList_Append(made.get(), object.get()));
    }
    return made;
}

} // namespace

Ref Tracing::result() {
    if (!recorder_) begin(); // the kernel reports nothing
    recorder_->finish();
    const Ref sites = list_of(sites_, [](const Site& site) {
        const auto& [path, line, column, end_line, end_column, operation, field] = site;
        return Ref::steal(Py_BuildValue("(siiiiss)", path.c_str(), line, column, end_line, end_column,
                                        operation.c_str(), field.c_str()));
    });
    const Ref arrays = list_of(arrays_, [](const Array& array) {
        const auto& [name, is_shared, is_float] = array;
        return Ref::steal(Py_BuildValue("(ssO)", name.c_str(), is_shared ? "shared" : "global",
                                        is_float ? Py_True : Py_False));
    });
    const Ref paths = list_of(recorder_->paths(), [](const runtime::TraceRecorder::Path& path) {
        return Ref::steal(Py_BuildValue("(iii)", path.before, path.site, path.iteration));
    });
    const Ref layouts = list_of(layouts_, [](const Layout& layout) {
        const Ref extents =
            list_of(layout.extents, [](int64_t extent) { return Ref::steal(PyLong_FromLongLong(extent)); });
        const Ref shape = Ref::steal(PyList_AsTuple(extents.get()));
        return Ref::steal(
            Py_BuildValue("(s(OL))", layout.name.c_str(), shape.get(), static_cast<long long>(layout.size)));
    });
    const Ref accesses = bytes_of(recorder_->accesses), decisions = bytes_of(recorder_->decisions),
              barriers = bytes_of(recorder_->barriers);
    return Ref::steal(PyTuple_Pack(7, sites.get(), arrays.get(), paths.get(), accesses.get(), decisions.get(),
                                   barriers.get(), layouts.get()));
}

} // namespace cudapy::python
