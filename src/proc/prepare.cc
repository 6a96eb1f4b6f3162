// SPDX-License-Identifier: Apache-2.0
#include "proc/prepare.h"

#include <string_view>

#include "os/file.h"

namespace cupel::proc {
namespace {

using Variables = std::map<std::string, std::string>;

std::string private_path(const LaunchSpec& spec, const std::string& name) {
  CUPEL_CHECK(!name.empty() && name.find('/') == std::string::npos && name[0] != '.',
              "a file of a launch must be a plain name");
  CUPEL_CHECK(!spec.private_dir.empty(), "a launch with files needs a private folder");
  return spec.private_dir + "/" + name;
}

Variables file_paths(const LaunchSpec& spec) {
  Variables paths;
  for (const model::FileSpec& file : spec.request.write)
    paths.emplace(file.name, private_path(spec, file.name));
  for (const auto* names : {&spec.request.collect, &spec.request.attested})
    for (const std::string& name : *names) paths.emplace(name, private_path(spec, name));
  return paths;
}

base::Result<void> lay_out_files(const LaunchSpec& spec, const Variables& channels,
                                 const Variables& files) {
  // A report left by an earlier process would pass for this one's.
  for (const std::string& name : spec.request.collect)
    CUPEL_TRY(os::remove_file(private_path(spec, name)));
  for (const model::FileSpec& file : spec.request.write)
    CUPEL_TRY(os::write_file(private_path(spec, file.name),
                             file.content.fill(channels, files, spec.private_dir)));
  return {};
}

}  // namespace

std::vector<std::string> remove_variables(Variables& environment,
                                          const std::vector<std::string>& patterns) {
  std::vector<std::string> removed;
  std::erase_if(environment, [&](const auto& variable) {
    const std::string& name = variable.first;
    for (const std::string& pattern : patterns) {
      const bool prefix = pattern.ends_with('*');
      const std::string_view stem =
          std::string_view(pattern).substr(0, pattern.size() - (prefix ? 1 : 0));
      if (prefix ? name.starts_with(stem) : name == stem) {
        removed.push_back(name);
        return true;
      }
    }
    return false;
  });
  return removed;
}

std::vector<std::string> program_candidates(const std::string& name, const Variables& environment) {
  if (name.find('/') != std::string::npos) return {name};
  std::vector<std::string> candidates;
  const auto path = environment.find("PATH");
  if (name.empty() || path == environment.end()) return candidates;
  std::string_view rest = path->second;
  while (true) {
    const std::size_t colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    // An empty element is the current folder, here as in every shell.
    candidates.push_back((folder.empty() ? "." : std::string(folder)) + "/" + name);
    if (colon == std::string_view::npos) return candidates;
    rest.remove_prefix(colon + 1);
  }
}

base::Result<Prepared> prepare(const LaunchSpec& spec, const Variables& channels) {
  CUPEL_CHECK(!spec.request.argv.empty(), "a launch needs a program");
  const Variables files = file_paths(spec);
  Prepared prepared;
  Variables environment = spec.environment;
  prepared.env_removed = remove_variables(environment, spec.request.env_remove);
  for (const auto& [name, value] : spec.request.env_set) {
    std::string filled = value.fill(channels, files, spec.private_dir);
    prepared.env_added[name] = filled;
    environment[name] = std::move(filled);
  }
  for (const auto& [name, value] : spec.request.env_prepend) {
    std::string& now = environment[name];
    now = value.fill(channels, files, spec.private_dir) + (now.empty() ? "" : ":" + now);
    prepared.env_added[name] = now;
  }
  Program& program = prepared.program;
  for (const model::Template& word : spec.request.argv)
    program.argv.push_back(word.fill(channels, files, spec.private_dir));
  program.candidates = program_candidates(program.argv[0], environment);
  for (const auto& [name, value] : environment) program.environment.push_back(name + "=" + value);
  program.workdir = spec.request.workdir;
  CUPEL_TRY(lay_out_files(spec, channels, files));
  return prepared;
}

std::map<std::string, std::string> collect_files(const LaunchSpec& spec, std::uint64_t limit,
                                                 std::vector<std::string>& notes) {
  std::map<std::string, std::string> collected;
  for (const std::string& name : spec.request.collect) {
    const std::string path = private_path(spec, name);
    if (!os::exists(path)) continue;
    base::Result<os::FileHead> head = os::read_untrusted(path, limit);
    if (!head.ok()) {
      notes.push_back(head.error().message);
      continue;
    }
    if (head->cut)
      notes.push_back(name + " is longer than " + std::to_string(limit) + " bytes and was cut");
    collected.emplace(name, std::move(head->bytes));
  }
  return collected;
}

}  // namespace cupel::proc
