-- Which passages of a report have a word, one bit each. Counting the passages with frequent words then reads a row for
-- each report instead of one for each passage. Passages are taken in blocks, so that a row stays small in a report of
-- any length. The sections of a report are words with a mark that no word has.

alter table passage_report add constraint passage_report_revision unique (revision);

create table passage_word (
  revision bigint not null,
  block integer not null,
  lexeme text collate "C" not null,
  -- As many bits as the block has passages.
  passages bit varying not null
) partition by hash (revision);

do $$ begin
  for remainder in 0..7 loop
    execute format('create table passage_word_%s partition of passage_word for values with (modulus 8, remainder %s)',
      remainder, remainder);
  end loop;
end $$;

-- The passages of each section of a block in one row, for counting by section: at the place of the section in the list
-- that the program passes, null for a section that the block has not.
create table passage_section (
  revision bigint not null references passage_report (revision) on delete cascade,
  block integer not null,
  passages bit varying[] not null,
  primary key (revision, block)
);

-- Called when all passages of a report are there.
create function index_passage_words(indexed text, sections text[]) returns void language sql as $$
  with places as materialized (
    select passage_no / 4096 as block, passage_no % 4096 as place, section, words from passage where report_id = indexed),
  blocks as (select block, rpad('', max(place) + 1, '0')::varbit as none from places group by block),
  found as (
    select block, place, lexeme from places cross join lateral unnest(tsvector_to_array(words)) as lexeme
    union all select block, place, '§' || section from places)
  insert into passage_word (revision, block, lexeme, passages)
  select i.revision, block, lexeme, bit_or(set_bit(none, place, 1))
  from found join blocks using (block) join passage_report i on i.report_id = indexed
  group by lexeme, i.revision, block order by lexeme;

  insert into passage_section (revision, block, passages)
  select i.revision, blocks.block, array_agg(w.passages order by place)
  from passage_report i
  cross join lateral (select distinct block from passage_word where revision = i.revision) as blocks
  cross join unnest(sections) with ordinality as listed (section, place)
  left join passage_word w on w.revision = i.revision and w.block = blocks.block and w.lexeme = '§' || section
  where i.report_id = indexed group by i.revision, blocks.block
$$;

-- Made first: the sections of a report are read from its words.
create index passage_word_of_report on passage_word (revision);
do $$ begin
  perform index_passage_words(report_id, array['risk_factors', 'mdna', 'notes', 'financial_statements', 'outlook',
    'business', 'governance', 'remuneration', 'sustainability', 'audit_report', 'shareholder_letter', 'other'])
  from passage_report;
end $$;

-- Made after the rows, which takes a fraction of the time. The bits are in the index too: those of one word are read
-- together, wherever its rows are.
alter table passage_word add primary key (lexeme, revision, block) include (passages);
alter table passage_word add foreign key (revision) references passage_report (revision) on delete cascade;

drop index passage_words;

-- For the models of all vectors, which are few.
create index passage_report_model on passage_report (model);
