// SPDX-License-Identifier: Apache-2.0
// The members of the structs that are written to disk, each struct listed once and walked both ways
// by a visitor, so that writer and reader cannot disagree. `v(…)` is always written, `v.maybe(…)`
// only where it differs from the default. Names and order are those of the public schema.
#pragma once

#include <concepts>
#include <type_traits>

#include "model/facts.h"
#include "model/finding.h"
#include "model/listing.h"
#include "model/termination.h"

namespace cupel::record {

template <typename T, typename Struct>
concept Of = std::same_as<std::remove_const_t<T>, Struct>;

template <typename V>
void fields(V& v, Of<model::Location> auto& x) {
  v("file", x.file);
  v("line", x.line);
}

template <typename V>
void fields(V& v, Of<model::Failure> auto& x) {
  v("message", x.message);
  v.maybe("location", x.location);
}

template <typename V>
void fields(V& v, Of<model::Measure> auto& x) {
  v("name", x.name);
  v("observed", x.observed);
  v("tolerance", x.tolerance);
  v.maybe("basis", x.basis);
}

template <typename V>
void fields(V& v, Of<model::TestCase> auto& x) {
  v("name", x.name);
  v("native", x.native);
  v.maybe("location", x.location);
  v.maybe("disabled", x.disabled);
  v.maybe("disabled_reason", x.disabled_reason);
}

template <typename V, typename T>
  requires Of<T, model::Listing>
void fields(V& v, T& x) {
  bool any_order = x.ordering == model::Ordering::any;
  v.maybe("harness_version", x.harness_version);
  v.maybe("channel", x.channel);
  v.maybe("any_order", any_order);
  v("tests", x.tests);
  v.maybe("inseparable", x.inseparable);
  v.maybe("collect_errors", x.collect_errors);
  if constexpr (!std::is_const_v<T>) {
    x.ordering = any_order ? model::Ordering::any : model::Ordering::fixed;
  }
}

template <typename V>
void fields(V& v, Of<model::GpuFacts> auto& x) {
  v("uuid", x.uuid);
  v("name", x.name);
  v("compute_capability", x.compute_capability);
  v("driver", x.driver);
  v("memory_mib", x.memory_mib);
  v("before", x.before);
  v("after", x.after);
  v.maybe("kind", x.kind);
}

template <typename V>
void fields(V& v, Of<model::EnvironmentFacts> auto& x) {
  v("host", x.host);
  v("os", x.os);
  v("kernel", x.kernel);
  v("boot_id", x.boot_id);
  v("uptime_s", x.uptime_s);
  v("cpu", x.cpu);
  v("commit", x.commit);
  v("dirty", x.dirty);
  v("pins", x.pins);
  v("gpus", x.gpus);
  v("foreign_processes", x.foreign_processes);
}

template <typename V>
void fields(V& v, Of<model::PrecisionVariable> auto& x) {
  v("name", x.name);
  v("value", x.value);
  v("source", x.source);
}

template <typename V>
void fields(V& v, Of<model::UnsetPin> auto& x) {
  v("name", x.name);
  v("why", x.why);
}

template <typename V>
void fields(V& v, Of<model::PrecisionFacts> auto& x) {
  v("policy", x.policy);
  v("variables", x.variables);
  v("not_set", x.not_set);
}

template <typename V>
void fields(V& v, Of<model::GateFacts> auto& x) {
  v("name", x.name);
  v("config_sha256", x.config_sha256);
  v("mode", x.mode);
  v("isolation", x.isolation);
  v("shuffle_seed", x.shuffle_seed);
  v("shard", x.shard);
  v.maybe("config_path", x.config_path);
}

template <typename V>
void fields(V& v, Of<model::LaneFacts> auto& x) {
  v("name", x.name);
  v("device", x.device);
  v("lease_wait_s", x.lease_wait_s);
  v("busy_s", x.busy_s);
}

}  // namespace cupel::record
