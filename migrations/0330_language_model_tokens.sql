-- The daily limit of tokens counts what all nodes have used together.
create table language_model_tokens (
  day date primary key,
  tokens bigint not null check (tokens >= 0)
);
