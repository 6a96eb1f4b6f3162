// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include "record/run_codec.h"

namespace cupel::report {

std::string json(const record::RunRecord& run) {
  return record::to_run_json(run);
}

}  // namespace cupel::report
