-- Mails about accounts that came back, with the same columns as mail_log (ADR 0071).
alter table account_mail
  add column recipient_hash bytea,
  add column bounce_token uuid,
  add column bounce_reason text check (bounce_reason in ('unknown', 'no_server', 'full_once', 'full', 'refused')),
  add column bounced_at timestamptz,
  add column is_bounce_late boolean not null default false,
  add check (bounce_reason is null or bounced_at is not null);
-- Older lines stay without one, so that the table is not written anew.
alter table account_mail alter column bounce_token set default gen_random_uuid();
comment on column account_mail.recipient_hash is 'Checksum of the address in lower case: a mark counts only as long as the account has this address. Null in older lines.';
comment on column account_mail.bounce_token is 'Part of the Message-ID. Nobody can guess it, so a notice that names it is about this mail.';
comment on column account_mail.bounce_reason is 'Why the address cannot be reached. full_once: the mailbox was full once, which counts only when it is full again days later. Null: nothing is known against the address, or no longer.';
comment on column account_mail.bounced_at is 'When it came back; stays when the address counts as good again.';
comment on column account_mail.is_bounce_late is 'The mail server took it first, and a notice came back later.';
create index account_mail_unreachable on account_mail (user_id) where bounce_reason is not null;
