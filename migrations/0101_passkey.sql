create table member_passkey (
  -- The credential's own id, base64url.
  id text primary key,
  member_id text not null references member,
  name text not null check (length(name) between 1 and 100),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index member_passkey_of_member on member_passkey (member_id, created_at);

-- What a browser was asked to sign; each is answered once. Without a member it is a sign-in.
create table passkey_challenge (
  hash bytea primary key check (length(hash) = 32),
  member_id text references member,
  expires_at timestamptz not null
);
