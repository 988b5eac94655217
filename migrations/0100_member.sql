-- People. Each belongs to one account and signs in with an e-mail address that is nobody else's.
create table member (
  id text primary key,
  account_id text not null references account,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 200),
  role text not null check (role in ('owner', 'member')),
  -- Argon2id with its salt and cost; null until the person has chosen one.
  password_hash text,
  -- Set when a code made from the secret was shown to be right; before that it protects nothing.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The time step of the last code taken, so that none is taken twice.
  totp_last_step bigint not null default 0,
  -- Kept for the audit trail; a removed member can do nothing.
  removed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index member_email on member (email) where removed_at is null;
create index member_of_account on member (account_id, created_at);

-- Signed-in browsers. The cookie's secret is kept only as SHA-256.
create table member_session (
  id text primary key,
  hash bytea not null unique check (length(hash) = 32),
  member_id text not null references member,
  -- How the person proved who they are: pwd, otp, recovery, passkey.
  methods text[] not null,
  address text not null,
  user_agent text not null check (length(user_agent) <= 300),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index member_session_of_member on member_session (member_id, created_at desc);

-- A right password that still waits for the second factor.
create table sign_in_ticket (
  hash bytea primary key check (length(hash) = 32),
  member_id text not null references member,
  expires_at timestamptz not null
);

-- One-time links: set-up of the first owner, invitation, password reset. Only their SHA-256 is kept.
create table member_link (
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('set_up', 'join', 'reset')),
  -- Whom it is for; null only for set-up, which makes the first member.
  member_id text references member,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  check ((member_id is null) = (purpose = 'set_up'))
);

-- Attempts that count against guessing, by what is guessed and from where. Addresses nobody has are counted alike.
create table sign_in_attempts (
  subject text primary key,
  attempts int not null,
  since timestamptz not null,
  locked_until timestamptz
);

create table member_recovery_code (
  member_id text not null references member,
  hash bytea not null check (length(hash) = 32),
  used_at timestamptz,
  primary key (member_id, hash)
);
