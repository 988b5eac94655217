-- An account may do without the language model of the installation.
alter table account add column language_model boolean not null default true;

-- How the configured models are doing, as all nodes see them.
create table language_model_health (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text check ((failure is null) = (failed_at is null))
);
