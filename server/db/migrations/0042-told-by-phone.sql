-- A family that was told on the telephone knows its decision, too (ADR 0056): it gets no mail by mistake, and it can be
-- asked why it has not answered.
alter table registration_status_mail add column by_phone boolean not null default false;
comment on column registration_status_mail.by_phone is 'Somebody told the family on the telephone or face to face; told_at is then when that was noted.';

alter table registration_event drop constraint registration_event_kind_check;
alter table registration_event add constraint registration_event_kind_check check (kind in ('withdraw_requested', 'withdraw_declined',
  'withdraw_taken_back', 'withdrawn', 'withdrawal_undone', 'edited', 'rank_moved', 'rank_proposed', 'sibling_verified', 'sibling_released',
  'place_changed', 'papers_requested', 'paper_seen', 'mail_changed', 'note_removed', 'held', 'hold_ended', 'letter_written',
  'told_by_phone'));
