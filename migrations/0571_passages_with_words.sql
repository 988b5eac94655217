-- Nodes of the version before go on indexing until they are stopped, and write no words of passages: another version
-- tells their reports, which are then indexed again.
update passage_report i set version = 'passages-4'
where version = 'passages-3' and exists (select from passage_section s where s.revision = i.revision);
