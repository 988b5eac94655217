-- Whether a stored text shows something of a report: by its id, or by a claim that was read from it.
create function mentions_report(stored text, report text) returns boolean language sql stable as $$
  select position(report in stored) > 0 or exists (
    select from regexp_matches(stored, 'clm_[0-9a-f]{24}', 'g') found
    join claim on claim.claim_id = found[1]
    where claim.report_id = report)
$$;
