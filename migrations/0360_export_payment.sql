-- An export that could not be written is refunded. Those of earlier versions do not name their payment.
alter table export add column payment_id text;
alter table export add column attempts int not null default 0;
