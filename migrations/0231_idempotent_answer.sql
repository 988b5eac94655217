-- The answer of a call with an Idempotency-Key is stored before the call is paid for, as the very text: it counts once
-- the ledger has the payment of its attempt. Each claim carries a token, so that a worker that was given up for dead
-- cannot end the claim of the one that took over. A new attempt is paid for under a name of its own, after the earlier
-- one was undone.
alter table idempotent_call
  alter column answer type text using answer::text,
  add column token text not null default '',
  add column attempt integer not null default 1;
