-- A mail of the school to the parents of chosen classes (ADR 0061). Who got it stands in mail_log, as for every mail; so a
-- person who is erased or restricted disappears from it as everywhere.
create table circular (
  school_id bigint not null references school,
  id bigint generated always as identity,
  is_whole_school boolean not null default false,
  class_ids bigint[] not null default '{}',
  audience text not null check (length(audience) between 1 and 1000),
  subject text not null check (length(subject) between 1 and 120),
  body text not null check (length(body) between 1 and 8000),
  state text not null default 'sending' check (state in ('sending', 'paused', 'stopped')),
  left_out jsonb not null default '[]',
  created_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  check (is_whole_school = (class_ids = '{}')));
comment on table circular is 'A mail to the parents of chosen classes. Its recipients are lines of mail_log, which hold its id in related_ids.';
comment on column circular.audience is 'The chosen classes in words, as they were called when it was sent.';
comment on column circular.body is 'As written, with its placeholders; they are filled in for each recipient when the mail leaves.';
comment on column circular.state is 'sending also once everything has left: that is counted in mail_log. stopped: what had not left is dropped.';
comment on column circular.left_out is '[{pupil_id, guardian_id or null, reason}] at the moment of sending: who got none, and why. Ids alone; names are looked up.';
select make_school_table('circular');

alter table mail_log drop constraint mail_log_state_check;
alter table mail_log add constraint mail_log_state_check check (state in ('queued', 'held', 'sent', 'failed', 'dropped'));
comment on column mail_log.state is 'held: its turn came while sending was paused. dropped: no longer wanted when its turn came, for instance already confirmed.';

alter table mail_log add column begun_at timestamptz, add column is_doubtful boolean not null default false;
comment on column mail_log.begun_at is 'When it was handed to the mail server; null again once the outcome is stored.';
comment on column mail_log.is_doubtful is 'A try ended without a stored outcome, as when the machine stops. The next has the same Message-ID, but it may have arrived twice.';

create index mail_log_of_circular on mail_log (school_id, (related_ids[1])) where template = 'circular';
