-- Everything that look-ups and screenings show counts as a change, so that answers may be kept until there is one.
drop trigger company_revised on company;
create trigger company_revised
  after insert or delete or truncate or update on company
  for each statement execute function raise_company_revision();
