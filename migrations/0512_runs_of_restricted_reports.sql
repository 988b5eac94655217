-- A run shows how many companies had something to read, what that cost, and why it failed. When it read a report that is
-- kept from someone, as the run of a builder that was private then, it is kept from them like its results.
create index agent_artifact_of_run on agent_artifact (run_id);
create function may_read_run(run agent_run, account text, person text) returns boolean language sql stable as $$
  select not exists (
      select from agent_artifact where agent_artifact.run_id = run.run_id
        and not may_read_artifact(agent_artifact.provenance, account, person))
    and not exists (
      select from regexp_matches(run.reason, 'rep_[a-z0-9]{8,32}', 'g') found
      join report on report.report_id = found[1]
      where not may_read_report(report.account_id, report.readers, account, person))
$$;
