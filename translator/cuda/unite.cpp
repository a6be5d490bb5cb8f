#include "translator/cuda/unite.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

namespace cudapy::cuda_text {

bool has_same_head(const Function& a, const Function& b) {
    return a.name == b.name && a.scope == b.scope && a.is_template == b.is_template &&
           a.template_parameters.size() == b.template_parameters.size() &&
           std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                      [](const Parameter& one, const Parameter& other) { return one.type == other.type; });
}

void merge_defaults(Function& a, Function& b) {
    for (std::size_t i = 0; i < a.parameters.size(); ++i) {
        Parameter &one = a.parameters[i], &other = b.parameters[i];
        const bool differ = one.has_default && other.has_default && one.default_value != other.default_value;
        const bool may_lack = (one.has_default && !other.has_default && a.is_conditional) ||
                              (other.has_default && !one.has_default && b.is_conditional);
        const bool depends = one.default_depends || other.default_depends || differ || may_lack;
        Parameter& with = one.has_default ? one : other;
        Parameter& without = one.has_default ? other : one;
        without.has_default = with.has_default;
        without.default_value = with.default_value;
        without.default_text = with.default_text;
        one.default_depends = other.default_depends = depends;
    }
}

namespace {

/// Adds what is not there yet.
template <typename Item, typename Same>
void unite(std::vector<Item>& items, std::vector<Item> others, const Same& is_same) {
    for (Item& other : others)
        if (std::none_of(items.begin(), items.end(), [&](const Item& item) { return is_same(item, other); }))
            items.push_back(std::move(other));
}

/// Unites a function with the same function from another reading of the text.
void unite(Function& function, Function& other) {
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        Parameter &one = function.parameters[i], &with = other.parameters[i];
        one.default_depends |= with.default_depends || one.has_default != with.has_default ||
                               one.default_value != with.default_value;
        if (with.has_default && !one.has_default) {
            one.default_value = std::move(with.default_value);
            one.default_text = std::move(with.default_text);
        }
        one.has_default |= with.has_default;
    }
    unite(function.mentions, std::move(other.mentions), std::equal_to<>());
    function.is_c |= other.is_c;
}

} // namespace

void unite(Source& source, Source other) {
    std::vector<Function> missing;
    std::set<const Function*> common;
    for (Function& function : other.functions) {
        const auto known = std::find_if(source.functions.begin(), source.functions.end(),
                                        [&](const Function& each) { return has_same_head(each, function); });
        if (known == source.functions.end()) {
            function.is_conditional = true;
            missing.push_back(std::move(function));
            continue;
        }
        common.insert(&*known);
        if (function.is_defined && !known->is_defined) {
            std::swap(*known, function);
            known->is_conditional = true;
        }
        unite(*known, function);
    }
    for (Function& function : source.functions)
        function.is_conditional |= !common.contains(&function);
    for (Function& function : missing)
        source.functions.push_back(std::move(function));
    std::stable_sort(source.functions.begin(), source.functions.end(),
                     [](const Function& a, const Function& b) { return a.line < b.line; });
    unite(source.aliases, std::move(other.aliases), [](const Alias& a, const Alias& b) {
        return a.name == b.name && a.scope == b.scope && a.type == b.type;
    });
    unite(source.device_only, std::move(other.device_only), std::equal_to<>());
    unite(source.macros, std::move(other.macros), std::equal_to<>());
    source.classes.merge(other.classes);
    source.enums.merge(other.enums);
    source.host_functions.merge(other.host_functions);
    std::vector<std::string> identifiers;
    std::set_union(source.identifiers.begin(), source.identifiers.end(), other.identifiers.begin(),
                   other.identifiers.end(), std::back_inserter(identifiers));
    source.identifiers = std::move(identifiers);
}

} // namespace cudapy::cuda_text
