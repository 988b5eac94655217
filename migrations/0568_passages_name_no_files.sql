-- Passages only compare what they were made from. Named like the columns of files, these kept the earlier vectors of a
-- report that was embedded again, with its text, also after the report was deleted.
drop index passage_report_extract;
drop index passage_report_embedding;
alter table passage_report rename column extract_sha256 to made_from_extract;
alter table passage_report rename column embedding_sha256 to made_from_embedding;
