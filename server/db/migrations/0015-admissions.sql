-- Admissions complete: waiting list with its reasons, papers, withdrawal by the family, wording of mails, links to the
-- status of an application, deadlines and what survives them, imports.

alter table registration
  add column waiting_since timestamptz,
  add column wait_place int check (wait_place >= 1),
  add column is_staff_child boolean not null default false,
  add column contract_sent_at date, add column contract_returned_at date,
  add column papers_requested_at date,
  add column withdraw_requested_at timestamptz,
  add column withdraw_requested_position int check (withdraw_requested_position in (1, 2)),
  add column arrival_announced_at timestamptz,
  add column purge_announced_at timestamptz,
  add column import_id bigint,
  add column field_changes jsonb not null default '{}',
  add check (contract_returned_at >= contract_sent_at),
  add check ((withdraw_requested_at is null) = (withdraw_requested_position is null));
comment on column registration.waiting_since is 'Since when it waits for this year and grade: what the proposed order asks for (domain §3.2).';
comment on column registration.wait_place is 'Numbers the places of a list in their order, without closing up: one left stays free for who takes its leaving back.';
comment on column registration.is_staff_child is 'A child of somebody who works here: priority group 3 (domain §3.2).';
comment on column registration.papers_requested_at is 'Since then the page of the family names the papers that are missing.';
comment on column registration.withdraw_requested_at is 'One of two with joint custody withdrew it; takes effect when staff confirm (domain §2.3).';
comment on column registration.withdraw_requested_position is 'Which of its contacts asked.';
comment on column registration.arrival_announced_at is 'When the digest of new applications named it; null: not yet.';
comment on column registration.purge_announced_at is 'When staff were told that it will be deleted unconfirmed.';
comment on column registration.field_changes is 'Last change of each answer, and of what staff note on the place, {dotted key: {version, by, at}}: a stale page is refused only for what it would overwrite.';
create index registration_to_announce on registration (school_id, created_at)
  where arrival_announced_at is null and deleted_at is null and source = 'web';
create index registration_to_follow_up on registration (school_id, place_confirm_due_at)
  where status = 'accepted' and place_confirmed_at is null and withdrawn_at is null and deleted_at is null and pupil_id is null;

alter table registration_status_history add column from_waiting_since timestamptz, add column from_place jsonb;
comment on column registration_status_history.from_waiting_since is 'Since when it had waited; comes back with the place on an undo.';
comment on column registration_status_history.from_place is 'Days of contract, confirmation and deadline that leaving the acceptance took away; come back on an undo.';

alter table registration_contact
  add column optin_first_sent_at timestamptz,
  add column reminders_sent int not null default 0;
comment on column registration_contact.optin_first_sent_at is 'First confirmation mail to the present address: reminders count from there (domain §2.3).';
comment on column registration_contact.reminders_sent is 'Reminders to the present address.';

alter table registration_contact_link add column template_version text not null default '2026.1';
create index mail_log_failed on mail_log (school_id, related_type, related_id) where state = 'failed';
comment on column registration_contact_link.template_version is 'Wording of the mail that carried the link: what the proof names (domain DP-03).';

alter table registration disable trigger log_update;
alter table registration_contact disable trigger log_update;
do $$
declare
  school bigint;
begin
  for school in select s.id from school s loop
    perform set_config('app.school_id', school::text, true);
    -- What is here already is no news.
    update registration r set arrival_announced_at = r.created_at, wait_place = r.wait_rank,
      waiting_since = case when r.status = 'waiting' then coalesce(r.status_changed_at, r.created_at) end where r.school_id = school;
    update registration_contact c set optin_first_sent_at = c.optin_sent_at where c.school_id = school and c.optin_sent_at is not null;
  end loop;
  perform set_config('app.school_id', '', true);
end $$;
alter table registration enable trigger log_update;
alter table registration_contact enable trigger log_update;
alter table registration add check (wait_rank is null or wait_place is not null);
create index mail_log_by_age on mail_log (school_id, created_at);

-- The place follows the rank, which is logged; who heard a decision is only kept longer.
create or replace function log_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  unlogged constant text[] := array['updated_at', 'version', 'field_changes', 'search_name', 'search_contact', 'wait_place', 'told_to'];
  named text := current_setting('app.action', true);
  is_named boolean := coalesce(split_part(named, ':', 1) = tg_table_name, false);
  action text := case when is_named then split_part(named, ':', 2) else tg_table_name || case tg_op when 'INSERT' then '_created' when 'UPDATE' then '_updated' else '_deleted' end end;
  lines public.log_line[];
begin
  if tg_op = 'INSERT' then
    lines := array(select row(n.id, '{}')::public.log_line from new_rows n);
  elsif tg_op = 'DELETE' then
    lines := array(select row(o.id, '{}')::public.log_line from old_rows o);
  else
    lines := array(select row(changed.id, changed.fields)::public.log_line from (
      select n.id, array(
        select f.name from jsonb_each(to_jsonb(n)) a join jsonb_each(to_jsonb(o)) b using (key) cross join lateral unnest(
          case when a.key in ('status', 'state') then array[a.key, format('%s:%s>%s', a.key, b.value #>> '{}', a.value #>> '{}')] else array[a.key] end) f (name)
        where a.value is distinct from b.value and a.key <> all(unlogged) order by f.name) as fields
      from new_rows n join old_rows o using (school_id, id)
      where to_jsonb(n) - unlogged <> to_jsonb(o) - unlogged) changed
    where changed.fields <> '{}');
  end if;
  if lines <> '{}' then perform public.log_entries(tg_table_name, lines, action, is_named); end if;
  return null;
end $$;

create table registration_event (
  school_id bigint not null references school,
  id bigint generated always as identity,
  registration_id bigint not null,
  kind text not null check (kind in ('withdraw_requested', 'withdraw_declined', 'withdraw_taken_back', 'withdrawn', 'withdrawal_undone', 'edited',
    'rank_moved', 'rank_proposed', 'sibling_verified', 'sibling_released', 'place_changed', 'papers_requested', 'paper_seen', 'mail_changed',
    'note_removed', 'held', 'hold_ended')),
  from_rank int, to_rank int,
  contact_position int check (contact_position in (1, 2)),
  note text check (length(note) <= 500),
  fields text[] not null default '{}',
  announced_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, registration_id) references registration on delete cascade);
comment on table registration_event is 'What happened to an application besides its status, for its timeline; no answers, only the names of fields.';
comment on column registration_event.created_by is 'Null: the family, or a deadline.';
comment on column registration_event.from_rank is 'Of a move, or the rank that a withdrawal left.';
comment on column registration_event.announced_at is 'When the digest to staff named what the family did.';
create index registration_event_by_registration on registration_event (school_id, registration_id, id);
create index registration_event_to_announce on registration_event (school_id, id)
  where announced_at is null and created_by is null and kind in ('withdraw_requested', 'withdrawn');
select make_school_table('registration_event', false);

create table registration_sibling (
  school_id bigint not null references school,
  id bigint generated always as identity,
  registration_id bigint not null,
  pupil_id bigint,
  partner_school_id bigint, partner_pupil_id bigint,
  verified_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, registration_id) references registration on delete cascade,
  foreign key (school_id, pupil_id) references pupil on delete cascade,
  check ((pupil_id is null) = (partner_pupil_id is not null) and (partner_school_id is null) = (partner_pupil_id is null)));
comment on table registration_sibling is 'Brothers and sisters whom staff linked to a pupil: only they count for the priority (domain §3.2).';
comment on column registration_sibling.partner_pupil_id is 'A pupil of the partner school; no foreign key leaves a school.';
create unique index registration_sibling_once on registration_sibling
  (school_id, registration_id, coalesce(pupil_id, 0), coalesce(partner_school_id, 0), coalesce(partner_pupil_id, 0));
create index registration_sibling_by_pupil on registration_sibling (school_id, pupil_id) where pupil_id is not null;
select make_school_table('registration_sibling');

create table registration_paper (
  school_id bigint not null references school,
  id bigint generated always as identity,
  registration_id bigint not null,
  kind text not null check (kind in ('birth_certificate', 'custody_proof', 'measles_proof', 'last_report', 'half_year_report', 'recommendation')),
  seen_on date not null, seen_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, registration_id, kind),
  foreign key (school_id, registration_id) references registration on delete cascade);
comment on table registration_paper is 'Papers that were shown: kind, when, to whom; never a copy (domain §0.5).';
select make_school_table('registration_paper');

create table mail_wording (
  school_id bigint not null references school,
  id bigint generated always as identity,
  key text not null,
  version int not null check (version >= 1),
  subject text check (length(subject) <= 120),
  body text check (length(body) <= 4000),
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, key, version),
  check ((subject is null) = (body is null)));
comment on table mail_wording is 'A school''s own words for its mails; each saving is a row of its own, for a proof names the version that was sent.';
comment on column mail_wording.body is 'Null: from this version on the product''s own words again.';
select make_school_table('mail_wording');

create table registration_status_mail (
  school_id bigint not null references school,
  id bigint generated always as identity,
  registration_id bigint not null,
  kind text not null check (kind in ('accepted', 'waiting', 'rejected')),
  addition text check (length(addition) <= 1000),
  told_at timestamptz,
  told_to bigint[] not null default '{}',
  created_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, registration_id) references registration on delete cascade);
comment on table registration_status_mail is 'That staff told a family a decision; the mail itself is composed when it leaves.';
comment on column registration_status_mail.told_at is 'When a mail of it left last, by the clock of the program; null: none did yet.';
comment on column registration_status_mail.told_to is 'Contacts it reached, of those whose line the log of mails has forgotten.';
comment on column registration_status_mail.addition is 'Personal lines of staff; forgotten once every mail of it left.';
create index registration_status_mail_by_registration on registration_status_mail (school_id, registration_id, id);
select make_school_table('registration_status_mail');

create table registration_status_link (
  token_hash bytea primary key,
  school_id bigint not null references school,
  contact_id bigint not null,
  mail text not null,
  created_at timestamptz not null default now(),
  foreign key (school_id, contact_id) references registration_contact on delete cascade);
comment on table registration_status_link is 'Directory of the links to the status of an application: hash of the token to school and contact; each mail carries its own, the same at every try.';
create index registration_status_link_by_contact on registration_status_link (school_id, contact_id);

create function add_registration_status_link(_contact_id bigint, _token_hash bytea, _mail text, _at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.registration_status_link (token_hash, school_id, contact_id, mail, created_at)
    values (_token_hash, public.current_school(), _contact_id, _mail, _at)
    on conflict (token_hash) do nothing
$$;
create function remove_registration_status_links(_contact_ids bigint[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.registration_status_link where school_id = public.current_school() and contact_id = any(_contact_ids)
$$;
-- Whose application it is, while the contact still has the address the link went to. Binds the transaction to the school, as nobody.
create function open_registration_status_link(_token_hash bytea) returns table (school_id bigint, contact_id bigint, registration_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  sent_to text;
begin
  select l.school_id, l.contact_id, l.mail into school_id, contact_id, sent_to
    from public.registration_status_link l where l.token_hash = _token_hash;
  if not found then return; end if;
  perform set_config('app.user_id', '', true), set_config('app.school_id', school_id::text, true);
  select c.registration_id into registration_id from public.registration_contact c
    where c.school_id = open_registration_status_link.school_id and c.id = open_registration_status_link.contact_id and c.mail = sent_to;
  if not found then
    perform set_config('app.school_id', '', true);
    return;
  end if;
  return next;
end $$;
grant execute on function add_registration_status_link(bigint, bytea, text, timestamptz), remove_registration_status_links(bigint[]),
  open_registration_status_link(bytea) to schulhof_app;

create table retention_hold (
  school_id bigint not null references school,
  id bigint generated always as identity,
  registration_id bigint not null,
  reason text not null check (length(reason) between 1 and 300),
  until date not null,
  created_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, registration_id),
  foreign key (school_id, registration_id) references registration on delete cascade);
comment on table retention_hold is 'Why something is kept although its time is over, and until when (domain DP-07).';
select make_school_table('retention_hold');

create table retention_notice (
  school_id bigint not null references school,
  id bigint generated always as identity,
  registration_id bigint not null,
  reason text not null,
  listed_on date not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, registration_id),
  foreign key (school_id, registration_id) references registration on delete cascade);
comment on table retention_notice is 'Since when the preview says that an application will be deleted, and why: two weeks before anything goes (domain DP-07).';
select make_school_table('retention_notice', false);

create table registration_tally (
  school_id bigint not null references school,
  id bigint generated always as identity,
  school_year_id bigint not null,
  desired_grade int not null,
  status text not null check (status in ('new', 'accepted', 'rejected', 'waiting', 'withdrawn')),
  month date not null check (extract(day from month) = 1),
  count int not null check (count >= 1),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, school_year_id, desired_grade, status, month),
  foreign key (school_id, school_year_id) references schoolyear on delete cascade);
comment on table registration_tally is 'What stays of applications whose time was over: a number by year, grade, status and month of arrival (domain §5.2).';
select make_school_table('registration_tally', false);

create table registration_import (
  school_id bigint not null references school,
  id bigint generated always as identity,
  row_count int not null check (row_count >= 1),
  created_by bigint, undone_at timestamptz, undone_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id));
comment on table registration_import is 'Applications taken from a file at once; can be taken back for 24 hours.';
select make_school_table('registration_import');
alter table registration add foreign key (school_id, import_id) references registration_import on delete set null (import_id);
create index registration_by_import on registration (school_id, import_id) where import_id is not null;
