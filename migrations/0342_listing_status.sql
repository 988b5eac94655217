-- A listing can be suspended. Callers see three states: whatever ended is delisted.
alter table company drop constraint company_status_check;
alter table company add constraint company_status_check
  check (status in ('active', 'suspended', 'delisted', 'inactive', 'merged'));

create function listing_status(status text) returns text language sql immutable parallel safe
  return case when status in ('active', 'suspended') then status else 'delisted' end;

-- Screening filters by status and orders companies of equal or unknown size by name.
drop index company_by_market_cap, company_by_market_cap_rising, company_by_name, company_by_country,
  company_by_exchange, company_by_sector;
create index company_by_market_cap on company (market_cap_usd desc nulls last, sort_name, svc_entity_id)
  include (country, exchange, primary_sector_id, status);
create index company_by_market_cap_rising on company (market_cap_usd, sort_name, svc_entity_id)
  include (country, exchange, primary_sector_id, status);
create index company_by_name on company (sort_name, svc_entity_id)
  include (country, exchange, primary_sector_id, market_cap_usd, status);
create index company_by_country on company (country, market_cap_usd desc nulls last, sort_name, svc_entity_id)
  include (exchange, primary_sector_id, status);
create index company_by_exchange on company (exchange, market_cap_usd desc nulls last, sort_name, svc_entity_id)
  include (country, primary_sector_id, status);
create index company_by_sector on company (primary_sector_id, market_cap_usd desc nulls last, sort_name, svc_entity_id)
  include (country, exchange, status);

drop trigger company_revised on company;
create trigger company_revised
  after insert or delete or truncate or update of country, exchange, primary_sector_id, market_cap_usd, status
  on company for each statement execute function raise_company_revision();
