-- What somebody wants read from the reports of some companies, again and again. The mapping is `json`, not `jsonb`: the
-- order of groups and fields is the author's and shall stay.
create table agent_builder (
  builder_id text collate "C" primary key,
  account_id text not null references account,
  -- The person it belongs to; the account itself for what was made with a key that nobody made.
  owner_id text not null,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 2000),
  field_mapping json not null,
  active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index agent_builder_of_owner on agent_builder (account_id, owner_id, created_at desc) where active;

create table agent_builder_company (
  builder_id text collate "C" not null references agent_builder on delete cascade,
  svc_entity_id text collate "C" not null references company (svc_entity_id),
  position integer not null,
  primary key (builder_id, svc_entity_id)
);
create index agent_builder_company_of on agent_builder_company (svc_entity_id);

-- When a builder runs by itself. `next_due_at` is what nodes claim; it is null while paused.
create table agent_subscription (
  subscription_id text collate "C" primary key,
  builder_id text collate "C" not null references agent_builder on delete cascade,
  agent_category text not null check (agent_category in ('AgentBuilder-Data', 'AgentBuilder-Report')),
  subscription_name text not null check (length(subscription_name) between 1 and 200),
  schedule_cron_expression text not null,
  time_zone text not null,
  next_due_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index agent_subscription_of_builder on agent_subscription (builder_id);
create index agent_subscription_due on agent_subscription (next_due_at) where next_due_at is not null;

-- One reading of the reports of a builder's companies.
create table agent_run (
  run_id text collate "C" primary key,
  builder_id text collate "C" not null references agent_builder on delete cascade,
  account_id text not null references account,
  subscription_id text collate "C" references agent_subscription on delete set null,
  due_at timestamptz,
  agent_type text not null check (agent_type in ('data', 'report')),
  -- Reads every company, not only those with new reports.
  everything boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  companies_total integer not null default 0,
  companies_done integer not null default 0,
  attempts integer not null default 0,
  quoted_credits integer not null default 0 check (quoted_credits >= 0),
  charged_credits integer not null default 0 check (charged_credits >= 0),
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Who does not finish is not charged.
  check (charged_credits = 0 or state in ('running', 'done')),
  -- A due time is fired once, whichever node comes first.
  unique (subscription_id, due_at)
);
create index agent_run_of_builder on agent_run (builder_id, created_at desc);
create index agent_run_waiting on agent_run (created_at) where state in ('waiting', 'running');

-- What a run made. The contents are `json`: replay compares them letter by letter.
create table agent_artifact (
  artifact_id text collate "C" primary key,
  builder_id text collate "C" not null references agent_builder on delete cascade,
  run_id text collate "C" references agent_run on delete set null,
  agent_type text not null check (agent_type in ('data', 'report')),
  -- The one company of a data artifact.
  svc_entity_id text collate "C" references company (svc_entity_id),
  company_list json not null,
  publish_date date not null,
  created_at timestamptz not null default clock_timestamp(),
  extract_json json,
  evidence json,
  difference json,
  provenance json not null,
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  -- Whoever knows this word may read the report; null once it is revoked.
  public_word text unique,
  check ((agent_type = 'data') = (extract_json is not null and svc_entity_id is not null))
);
create index agent_artifact_newest on agent_artifact (builder_id, agent_type, publish_date desc, created_at desc);
create index agent_artifact_of_company on agent_artifact (builder_id, svc_entity_id, created_at desc);
