-- Events are written by the transaction that causes them, so nothing looks for reports by the time they became ready.
drop index report_ready_time;
drop table event_cursor;
