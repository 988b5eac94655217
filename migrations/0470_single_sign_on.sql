-- Who a person is at an outside OpenID provider. The subject decides, not the e-mail address: an address may be given to
-- somebody else later.
create table member_identity (
  issuer text not null,
  subject text not null,
  member_id text not null references member (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create unique index member_identity_of_member on member_identity (member_id, issuer);
