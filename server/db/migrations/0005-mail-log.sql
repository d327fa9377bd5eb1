create table mail_log (
  school_id bigint not null references school,
  id bigint generated always as identity,
  template text not null,
  recipient_masked text not null, recipient_hash bytea not null,
  related_type text not null, related_id bigint not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'dropped')),
  error text, message_id text, sent_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id));
comment on table mail_log is 'The outbox as people see it: what went to whom in which state. No body, no readable address.';
comment on column mail_log.state is 'dropped: no longer wanted when its turn came, for instance already confirmed.';
create index mail_log_by_subject on mail_log (school_id, related_type, related_id, id);
create index mail_log_by_recipient on mail_log (school_id, recipient_hash, created_at);
select make_school_table('mail_log', false);
