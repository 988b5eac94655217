-- A number of an answer and the place it was read from. The id is made of report, file and place, so that the same
-- number asked for again is the same row. Page, box and quote find it again even after the file is read anew.
create table claim (
  claim_id text primary key,
  report_id text not null references report (report_id) on delete cascade,
  file_sha256 text not null,
  page int not null check (page > 0),
  box real[] not null check (array_length(box, 1) = 4),
  label text not null,
  value double precision not null,
  unit text,
  scale text not null check (scale in ('one', 'thousand', 'million', 'billion')),
  period text,
  quote text not null,
  created_at timestamptz not null default now()
);

create index claim_report on claim (report_id);
