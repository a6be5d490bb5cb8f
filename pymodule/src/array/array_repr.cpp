// The text by which a CudaArray shows itself: size, type, device, and a few elements if reading them is
// cheap.

#include "pymodule/src/array/array.h"
#include "pymodule/src/python/error.h"
#include "pymodule/src/types/elements.h"

#include <algorithm>
#include <vector>

namespace cudapy::python {

namespace {

constexpr int64_t most_shown = 6;

/// Writes the first elements as nested lists show them, with "..." for those left out.
class Excerpt {
  public:
    Excerpt(const Type* element, PyObject* made, const Shape& shape, const unsigned char* elements,
            int64_t shown)
        : element_(element), made_(made), shape_(shape), next_(elements), left_(shown) {}

    std::string text(int axis = 0) {
        if (shape_.rank() == 0) return element();
        std::string text = "[";
        for (int64_t i = 0; i < shape_[axis]; ++i) {
            text += i ? ", " : "";
            if (left_ == 0) {
                text += "...";
                break;
            }
            text += axis + 1 < shape_.rank() ? this->text(axis + 1) : element();
        }
        return text + "]";
    }

  private:
    std::string element() {
        Ref value = load_value(element_, next_, made_);
        next_ += element_->size();
        --left_;
        Ref repr = Ref::steal(PyObject_Repr(value.get()));
        return to_string(repr.get());
    }

    const Type* element_;
    PyObject* made_;
    const Shape& shape_;
    const unsigned char* next_;
    int64_t left_;
};

} // namespace

PyObject* array_repr(PyObject* self) {
    return guarded_object([&] {
        const ArrayState& array = array_state(self);
        if (!array.memory->storage)
            return to_python(fmt::format("<CudaArray of {}, freed>", array.element->name()));
        const std::string sizes = array.shape.rank() == 0 ? "one" : array.shape.sizes();
        std::string text =
            fmt::format("<CudaArray of {} {} on {}", sizes, array.element->name(), array.device.name());
        if (array.device.is_host() && array.shape.count() > 0) {
            // Reading from a GPU would wait for its kernels, so only the size of an array there is shown.
            const int64_t shown = std::min(array.shape.count(), most_shown);
            std::vector<unsigned char> elements(static_cast<std::size_t>(shown * array.element->size()));
            for (int64_t i = 0; i < shown; ++i)
                read_element(array, offset_of(array, i), elements.data() + i * array.element->size());
            text += ": " +
                    Excerpt(array.element, array.memory->element_class, array.shape, elements.data(), shown)
                        .text();
        }
        return to_python(text + ">");
    });
}

PyObject* array_html(PyObject* self, PyObject*) {
    return guarded_object([&] {
        Ref module = Ref::steal(PyImport_ImportModule("cudapy._notebook.html"));
        return Ref::steal(PyObject_CallMethod(module.get(), "html_of_array", "O", self));
    });
}

} // namespace cudapy::python
