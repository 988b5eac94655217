-- Under which keys (words, joined neighbours, initials) each company is found, best known company last: read backwards,
-- the index gives the most prominent companies of a key first and can stop after a few. No reference to `company`:
-- the rows are made from `company.search_names`, and one without its company is passed over.
create table company_key (
  key text collate "C" not null check (key <> ''),
  prominence smallint not null,
  company_no integer not null,
  primary key (key, prominence, company_no)
);

-- The vocabulary of company names. Prefixes and misspellings are looked up here, never among the companies: it grows
-- far slower than they do.
create table name_word (
  word text collate "C" primary key check (word <> ''),
  -- How many companies carry it, and the most prominent of them; counted after each load.
  companies integer not null default 1,
  prominence_most smallint not null default 0,
  -- One number for the word and one for the word without each letter: misspellings share one of them.
  typo_numbers integer[] not null
);

create index name_word_frequent on name_word (companies desc);
create index name_word_two_letters on name_word (left(word, 2), prominence_most desc);
create index name_word_three_letters on name_word (left(word, 3), prominence_most desc);
-- Without the pending list, which every look-up after a load would have to read through.
create index name_word_typo on name_word using gin (typo_numbers) with (fastupdate = off);
