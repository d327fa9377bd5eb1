-- Families without a confirmed mail address are informed by letter (ADR 0047). A letter counts like a mail: the family
-- leaves the list of those who are not informed yet, and nobody writes to it twice.
alter table registration_status_mail add column by_letter boolean not null default false;
comment on column registration_status_mail.by_letter is 'It was printed as a letter instead; told_at is then when the file was written.';

alter table registration_event drop constraint registration_event_kind_check;
alter table registration_event add constraint registration_event_kind_check check (kind in ('withdraw_requested', 'withdraw_declined',
  'withdraw_taken_back', 'withdrawn', 'withdrawal_undone', 'edited', 'rank_moved', 'rank_proposed', 'sibling_verified', 'sibling_released',
  'place_changed', 'papers_requested', 'paper_seen', 'mail_changed', 'note_removed', 'held', 'hold_ended', 'letter_written'));
