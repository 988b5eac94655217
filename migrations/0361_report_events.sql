-- The announcements of a report have its title: they are deleted with it.
delete from event where type = 'report.added'
  and not exists (select from report where report.report_id = event.data ->> 'report_id');
update event set about_report_id = data ->> 'report_id' where type = 'report.added';
