-- A school can collect the agreement of the second person with custody by a link of that person's own, instead of a
-- tick in the form (ADR 0066).
alter table registration_contact
  add column agreement_wanted boolean not null default false,
  add column agreed_at timestamptz,
  add column agreed_by bigint,
  add column declined_at timestamptz,
  add column agreement_proof jsonb,
  add check (agreed_by is null or agreed_at is not null);
alter table registration_contact add column agreement text generated always as (case
  when not agreement_wanted or not has_custody then null
  when agreed_at is not null then 'agreed'
  when declined_at is not null then 'declined'
  else 'open' end) stored;
comment on column registration_contact.agreement_wanted is 'The school collects this person''s agreement by a link; false: it is declared in the form, or not needed.';
comment on column registration_contact.agreed_at is 'When the person agreed by the link, or when staff noted an agreement on paper.';
comment on column registration_contact.agreed_by is 'Who noted an agreement on paper; null: the person agreed by the link.';
comment on column registration_contact.declined_at is 'When the person declined by the link; an agreement on paper stands above it.';
comment on column registration_contact.agreement_proof is '{template_version, sent_at, answered_at, user_agent_family} of the answer by the link: no address of the network (domain DP-03).';
comment on column registration_contact.agreement is 'open, agreed or declined; null: no agreement is collected.';
create index registration_contact_by_missing_agreement on registration_contact (school_id, registration_id)
  where agreement in ('open', 'declined');

alter table registration_event drop constraint registration_event_kind_check;
alter table registration_event add constraint registration_event_kind_check check (kind in ('withdraw_requested', 'withdraw_declined',
  'withdraw_taken_back', 'withdrawn', 'withdrawal_undone', 'edited', 'rank_moved', 'rank_proposed', 'sibling_verified', 'sibling_released',
  'place_changed', 'papers_requested', 'paper_seen', 'mail_changed', 'note_removed', 'held', 'hold_ended', 'letter_written',
  'told_by_phone', 'agreement_given', 'agreement_declined', 'agreement_on_paper', 'agreement_paper_undone'));
drop index registration_event_to_announce;
create index registration_event_to_announce on registration_event (school_id, id)
  where announced_at is null and created_by is null and kind in ('withdraw_requested', 'withdrawn', 'agreement_declined');
