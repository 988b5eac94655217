-- Indexes and foreign keys of companies that a large load has dropped and will build again at its end.
create table suspended_index (
  position smallint generated always as identity primary key,
  owner text,
  name text not null unique,
  definition text not null
);
