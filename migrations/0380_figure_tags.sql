-- Whether the report's own tag (inline XBRL) has the value that was read from its table.
alter table financial_figure
  add column tagged text check (tagged in ('match', 'differs')),
  add column tag text,
  add column tagged_value double precision,
  add check ((tagged is null) = (tag is null) and (tagged is null) = (tagged_value is null));
