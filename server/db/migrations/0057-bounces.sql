-- Mails that came back, and the addresses that they say cannot be reached (ADR 0071).
alter table mail_log
  add column bounce_token uuid,
  add column bounce_reason text check (bounce_reason in ('unknown', 'no_server', 'full_once', 'full', 'refused')),
  add column bounced_at timestamptz,
  add column is_bounce_late boolean not null default false,
  add check (bounce_reason is null or bounced_at is not null);
-- Older lines stay without one, so that the table is not written anew.
alter table mail_log alter column bounce_token set default gen_random_uuid();
comment on column mail_log.bounce_token is 'Part of the Message-ID. Nobody can guess it, so a notice that names it is about this mail.';
comment on column mail_log.bounce_reason is 'Why the address cannot be reached. full_once: the mailbox was full once, which counts only when it is full again days later. Null: nothing is known against the address, or no longer.';
comment on column mail_log.bounced_at is 'When it came back; stays when the address counts as good again.';
comment on column mail_log.is_bounce_late is 'The mail server took it first, and a notice came back later.';
create index mail_log_unreachable on mail_log (school_id, recipient_hash) where bounce_reason is not null;

create table bounce_mailbox (
  key text primary key,
  uid_validity bigint not null,
  last_uid bigint not null,
  updated_at timestamptz not null default now());
comment on table bounce_mailbox is 'How far the mailbox with returned mails is read. No content of a mail.';
comment on column bounce_mailbox.key is 'Checksum of its address, account and folder: another mailbox is read from its beginning.';
grant select, insert, update on bounce_mailbox to schulhof_app;

-- Circulars to people who work at the school.
alter table circular
  add column kind text not null default 'families' check (kind in ('families', 'staff')),
  add column employee_types text[] not null default '{}',
  add column employee_ids bigint[] not null default '{}',
  drop constraint circular_check,
  add constraint circular_check check (is_whole_school = (class_ids = '{}' and employee_types = '{}' and employee_ids = '{}'));
comment on column circular.kind is 'families: the parents of chosen classes. staff: those who lead these classes, who do this kind of work, and these people.';
comment on column circular.left_out is '[{pupil_id, guardian_id, employee_id, reason}] at the moment of sending, ids or null: who got none, and why. Names are looked up.';
