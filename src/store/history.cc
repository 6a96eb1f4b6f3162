// SPDX-License-Identifier: Apache-2.0
#include "store/history.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <set>
#include <utility>

#include "base/text.h"

namespace cupel::store {
namespace {

constexpr int schema_version = 1;
constexpr int busy_ms = 20'000;

// Times are milliseconds since 1970, UTC. `ordinal` is the order in which runs were recorded:
// clocks of machines that share a file differ.
constexpr const char* schema = R"(
  CREATE TABLE runs(
    ordinal       INTEGER PRIMARY KEY AUTOINCREMENT,
    id            TEXT NOT NULL UNIQUE,
    gate          TEXT NOT NULL,
    mode          TEXT NOT NULL,
    device        TEXT NOT NULL,
    folder        TEXT NOT NULL,
    started_ms    INTEGER NOT NULL,
    finished_ms   INTEGER NOT NULL,
    verdict       TEXT NOT NULL,
    exit_code     INTEGER NOT NULL,
    is_full       INTEGER NOT NULL,
    narrowed_by   TEXT NOT NULL,
    commit_id     TEXT NOT NULL,
    config_sha256 TEXT NOT NULL);
  CREATE INDEX runs_by_key ON runs(gate, mode, device, ordinal);
  CREATE TABLE tests(
    run        INTEGER NOT NULL REFERENCES runs(ordinal) ON DELETE CASCADE,
    id         TEXT NOT NULL,
    outcome    TEXT NOT NULL,
    duration_s REAL,
    PRIMARY KEY(run, id)) WITHOUT ROWID;
)";

std::int64_t to_ms(base::WallTime time) {
  return std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
}
base::WallTime from_ms(std::int64_t ms) {
  return base::WallTime(std::chrono::milliseconds(ms));
}

void bind_key(SQLite::Statement& statement, const HistoryKey& key) {
  statement.bind(1, key.gate);
  statement.bind(2, key.mode);
  statement.bind(3, key.device);
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

struct History::Impl {
  explicit Impl(const std::string& file)
      : path(file), database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busy_ms) {}

  /// Everything SQLite can refuse becomes one error that names the file.
  template <typename Work>
  auto guarded(const std::string& what, Work work) -> decltype(work()) {
    try {
      return work();
    } catch (const std::exception& refusal) {
      return base::trouble(
          "the history " + base::to_one_line(path) + " cannot be " + what + ": " + refusal.what(),
          "runs lose nothing by it; move the file away and a new one is begun");
    }
  }

  base::Result<void> set_up() {
    database.exec("PRAGMA foreign_keys = ON");
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const int found = database.execAndGet("PRAGMA user_version").getInt();
    if (found > schema_version) {
      return base::trouble("the history " + base::to_one_line(path) +
                               " was written by a later version of cupel (schema " +
                               std::to_string(found) + ")",
                           "update cupel, or move the file away");
    }
    if (found == 0) {
      database.exec(schema);
      database.exec("PRAGMA user_version = " + std::to_string(schema_version));
    }
    transaction.commit();
    return {};
  }

  void insert(const HistoryRun& run) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement forget(database, "DELETE FROM runs WHERE id = ?");
    forget.bind(1, run.id);
    forget.exec();
    SQLite::Statement row(database,
                          "INSERT INTO runs(id, gate, mode, device, folder, started_ms, "
                          "finished_ms, verdict, exit_code, is_full, narrowed_by, commit_id, "
                          "config_sha256) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    int place = 0;
    for (const std::string& text : {run.id, run.key.gate, run.key.mode, run.key.device, run.folder})
      row.bind(++place, text);
    row.bind(++place, to_ms(run.started));
    row.bind(++place, to_ms(run.finished));
    row.bind(++place, std::string(model::word(run.verdict)));
    row.bind(++place, run.exit_code);
    row.bind(++place, run.full ? 1 : 0);
    for (const std::string& text : {run.narrowed_by, run.commit, run.config_sha256})
      row.bind(++place, text);
    row.exec();
    const std::int64_t ordinal = database.getLastInsertRowid();
    SQLite::Statement test(database, "INSERT OR REPLACE INTO tests VALUES(?, ?, ?, ?)");
    for (const HistoryTest& each : run.tests) {
      test.bind(1, ordinal);
      test.bind(2, each.id);
      test.bind(3, std::string(model::word(each.outcome)));
      if (each.duration_s)
        test.bind(4, *each.duration_s);
      else
        test.bind(4);
      test.exec();
      test.reset();
    }
    transaction.commit();
  }

  std::string path;
  SQLite::Database database;
};

std::string device_label(const model::EnvironmentFacts& environment) {
  std::set<std::string> names;
  for (const model::GpuFacts& gpu : environment.gpus)
    names.insert(gpu.name.empty() ? gpu.uuid : gpu.name);
  std::string label;
  for (const std::string& name : names) label += (label.empty() ? "" : ", ") + name;
  return label.empty() ? "cpu" : label;
}

base::Result<HistoryRun> to_history(const record::RunRecord& record, const std::string& folder) {
  if (!record.verdict || !record.finished)
    return base::trouble("run " + record.id + " is not finished",
                         "take it up with --resume=" + base::shell_quote(folder));
  HistoryRun run;
  run.id = record.id;
  run.key = {record.gate.name, record.gate.mode, device_label(record.environment)};
  run.folder = folder;
  run.started = record.started;
  run.finished = *record.finished;
  run.verdict = *record.verdict;
  run.exit_code = record.exit_code;
  run.full = record.scope.full();
  for (const std::string& reason : record.scope.narrowed_by)
    run.narrowed_by += (run.narrowed_by.empty() ? "" : "; ") + reason;
  run.commit = record.environment.commit;
  run.config_sha256 = record.gate.config_sha256;
  for (const record::TestRecord& test : record.tests)
    if (test.selected && test.outcome)
      run.tests.push_back({test.id.text(), *test.outcome, test.duration_s});
  return run;
}

History::History(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
History::History(History&&) noexcept = default;
History& History::operator=(History&&) noexcept = default;
History::~History() = default;

base::Result<History> History::open(const std::string& path) {
  try {
    auto impl = std::make_unique<Impl>(path);
    CUPEL_TRY(impl->guarded("opened", [&] { return impl->set_up(); }));
    return History(std::move(impl));
  } catch (const std::exception& refusal) {
    return base::trouble(
        "the history " + base::to_one_line(path) + " cannot be opened: " + refusal.what(),
        "check the permissions of the file and of its folder");
  }
}

base::Result<void> History::add(const HistoryRun& run) {
  return impl_->guarded("written", [&]() -> base::Result<void> {
    impl_->insert(run);
    return {};
  });
}

base::Result<bool> History::passed_before(const HistoryKey& key, const std::string& id) {
  return impl_->guarded("read", [&]() -> base::Result<bool> {
    // CROSS JOIN keeps SQLite to this order: runs from the latest back, one look for the test in
    // each, until one judged it.
    SQLite::Statement query(impl_->database,
                            "SELECT t.outcome FROM runs r CROSS JOIN tests t"
                            " ON t.run = r.ordinal AND t.id = ?4"
                            " WHERE r.gate = ?1 AND r.mode = ?2 AND r.device = ?3"
                            " AND r.is_full = 1"
                            " AND t.outcome NOT IN ('skipped', 'not_run', 'missing')"
                            " ORDER BY r.ordinal DESC LIMIT 1");
    bind_key(query, key);
    query.bind(4, id);
    return query.executeStep() &&
           query.getColumn(0).getString() == model::word(model::Outcome::passed);
  });
}

base::Result<std::map<std::string, double>> History::typical_durations(const HistoryKey& key) {
  return impl_->guarded("read", [&]() -> base::Result<std::map<std::string, double>> {
    SQLite::Statement query(impl_->database,
                            "SELECT id, duration_s FROM tests WHERE duration_s IS NOT NULL"
                            " AND outcome IN ('passed', 'failed') AND run IN ("
                            "  SELECT ordinal FROM runs WHERE gate = ? AND mode = ? AND device = ?"
                            "  ORDER BY ordinal DESC LIMIT 5)");
    bind_key(query, key);
    std::map<std::string, std::vector<double>> samples;
    while (query.executeStep())
      samples[query.getColumn(0).getString()].push_back(query.getColumn(1).getDouble());
    std::map<std::string, double> typical;
    for (auto& [id, values] : samples) typical[id] = median(values);
    return typical;
  });
}

base::Result<std::vector<HistoryRun>> History::runs(std::size_t limit) {
  return impl_->guarded("read", [&]() -> base::Result<std::vector<HistoryRun>> {
    SQLite::Statement query(impl_->database,
                            "SELECT id, gate, mode, device, folder, started_ms, finished_ms, "
                            "verdict, exit_code, is_full, narrowed_by, commit_id, config_sha256 "
                            "FROM runs ORDER BY ordinal DESC LIMIT ?");
    query.bind(1, static_cast<std::int64_t>(limit));
    std::vector<HistoryRun> found;
    while (query.executeStep()) {
      HistoryRun run;
      run.id = query.getColumn(0).getString();
      run.key = {query.getColumn(1).getString(), query.getColumn(2).getString(),
                 query.getColumn(3).getString()};
      run.folder = query.getColumn(4).getString();
      run.started = from_ms(query.getColumn(5).getInt64());
      run.finished = from_ms(query.getColumn(6).getInt64());
      run.verdict = model::from_word<model::Verdict>(query.getColumn(7).getString())
                        .value_or(model::Verdict::incomplete);
      run.exit_code = query.getColumn(8).getInt();
      run.full = query.getColumn(9).getInt() != 0;
      run.narrowed_by = query.getColumn(10).getString();
      run.commit = query.getColumn(11).getString();
      run.config_sha256 = query.getColumn(12).getString();
      found.push_back(std::move(run));
    }
    return found;
  });
}

}  // namespace cupel::store
