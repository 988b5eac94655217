-- The passages of ready reports, for search. Text, place and heading stay in `report_chunk`; here is what finds them.
-- Partitioned by report from the start, so that growth needs another number of partitions and not another layout.
create table passage (
  report_id text collate "C" not null references report on delete cascade,
  -- The same number as `report_chunk.chunk_index`.
  passage_no integer not null check (passage_no >= 0),
  section text collate "C" not null,
  -- Equal for passages that say the same in the same words, such as boilerplate.
  text_key bigint not null,
  -- Words with their positions, made by `news/text/lexemes.ts`, so that every server breaks words alike.
  words tsvector not null,
  -- The vector of the passage in whole numbers from -127 to 127, and what one of them is worth.
  vector bytea,
  vector_scale real,
  primary key (report_id, passage_no),
  check (num_nulls(vector, vector_scale) in (0, 2))
) partition by hash (report_id);

-- Words and vectors are stored outside the row: counting matches reads rows, not words.
do $$ begin
  for remainder in 0..7 loop
    execute format('create table passage_%s partition of passage for values with (modulus 8, remainder %s)
                    with (toast_tuple_target = 128)', remainder, remainder);
  end loop;
end $$;
create index passage_words on passage using gin (words) with (gin_pending_list_limit = 256);

-- What the passages of a report were made from. A report whose row differs is indexed again.
create table passage_report (
  report_id text collate "C" primary key references report on delete cascade,
  version text not null,
  extract_sha256 text not null,
  embedding_sha256 text,
  -- The model of the vectors with its revision.
  model text,
  passages integer not null check (passages >= 0),
  -- Another one after each indexing, so that a node notices that its copy of the vectors is old.
  revision bigint generated always as identity,
  indexed_at timestamptz not null default clock_timestamp()
);
