-- Who watches reports asks what has become ready since they last looked.
create index report_ready_time on report ((certificate ->> 'finished_at')) where digest_state = 'ready';
