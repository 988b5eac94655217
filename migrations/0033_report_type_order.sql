-- In the order of the list, so that the newest reports of one type and language are read off without the others.
create index report_of_type_and_language
  on report (report_type_id, language, publish_date desc nulls last, report_id) include (account_id, svc_entity_id);
drop index report_counting;
