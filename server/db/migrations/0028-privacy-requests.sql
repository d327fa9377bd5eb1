-- Requests of the people whose data the school holds (domain DP-05): received, due, identity, answer.
create table privacy_request (
  school_id bigint not null references school,
  id bigint generated always as identity,
  kind text not null check (kind in ('access', 'rectification', 'erasure', 'restriction', 'portability', 'objection')),
  subject_type text not null check (subject_type in ('pupil', 'guardian', 'registration', 'employee', 'user', 'unknown')),
  subject_id bigint,
  subject_name text check (length(subject_name) between 1 and 120),
  subject_erased_on date,
  requested_by text check (length(requested_by) between 1 and 120),
  requester_guardian_id bigint,
  requester text not null check (requester in ('self', 'custodian', 'representative', 'other')),
  channel text not null check (channel in ('mail', 'letter', 'in_person', 'phone', 'other')),
  received_on date not null,
  contact text check (length(contact) between 1 and 300),
  wish text check (length(wish) between 1 and 1000),
  note text check (length(note) between 1 and 500),
  extended_by int check (extended_by between 1 and 2),
  extended_on date,
  extension_reason text check (length(extension_reason) between 1 and 300),
  identity_checked_on date,
  identity_method text check (identity_method in ('known', 'id_card', 'stored_mail', 'call_back', 'power_of_attorney', 'other')),
  identity_note text check (length(identity_note) between 1 and 200),
  identity_checked_by bigint,
  done_on date,
  result text check (result in ('granted', 'partly', 'refused', 'withdrawn')),
  result_reason text check (length(result_reason) between 1 and 1000),
  done_by bigint,
  version int not null default 1,
  field_changes jsonb not null default '{}',
  created_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  check (subject_type <> 'unknown' or subject_id is null),
  check (num_nonnulls(subject_id, subject_name, subject_erased_on) = 1),
  check (num_nulls(extended_by, extended_on) in (0, 2)),
  check (num_nulls(identity_checked_on, identity_method) in (0, 2)),
  check (num_nulls(done_on, result) in (0, 2)),
  check (identity_checked_on >= received_on),
  check (done_on >= received_on));
comment on table privacy_request is 'Requests of the people whose data the school holds, with deadline, identity and answer (domain DP-05).';
comment on column privacy_request.subject_id is 'The record about the person, of the kind that subject_type says; its name is read there and never copied.';
comment on column privacy_request.subject_name is 'Only for somebody whom the school does not know.';
comment on column privacy_request.subject_erased_on is 'When the person was erased: kind, days and result of the request remain, and no name or text.';
comment on column privacy_request.requested_by is 'Name of the person who asks; null once the subject or this person was erased.';
comment on column privacy_request.requester_guardian_id is 'The guardian of that name, if the child has one; so this name goes with the guardian.';
comment on column privacy_request.contact is 'Where the answer goes.';
comment on column privacy_request.extended_by is 'Months by which the deadline was extended, once.';
comment on column privacy_request.identity_checked_by is 'The account that entered the check, without a reference, because accounts are deleted earlier.';
comment on column privacy_request.done_by is 'The account that entered the result.';
select make_school_table('privacy_request');
create trigger note_changes before update on privacy_request for each row execute function note_changes();
create index privacy_request_by_subject on privacy_request (school_id, subject_type, subject_id);
create index privacy_request_by_requester on privacy_request (school_id, requester_guardian_id) where requester_guardian_id is not null;
create index privacy_request_open on privacy_request (school_id, received_on) where done_on is null;

alter table retention_notice add foreign key (school_id, request_id) references privacy_request on delete cascade;
comment on column retention_notice.request_id is 'An answered request whose years are over.';

create table privacy_request_event (
  school_id bigint not null references school,
  id bigint generated always as identity,
  request_id bigint not null,
  kind text not null check (kind in ('received', 'changed', 'extended', 'identity_checked', 'letter', 'package', 'restricted', 'unrestricted',
    'erased', 'done', 'reopened')),
  fields text[] not null default '{}',
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, request_id) references privacy_request on delete cascade);
comment on table privacy_request_event is 'What was done with a request and by whom, for its history; names of fields, never values.';
comment on column privacy_request_event.fields is 'Changed fields, or the kind of letter.';
create index privacy_request_event_by_request on privacy_request_event (school_id, request_id, id);
select make_school_table('privacy_request_event', false);

-- Whatever erases a person takes every name and text out of the requests about this person, so that no way of deleting
-- can forget it.
create function strip_requests(_subject_type text, _ids bigint[], _is_gone boolean) returns void language sql as $$
  with stripped as (
    update privacy_request set
      subject_id = case when _is_gone then null else subject_id end,
      subject_erased_on = case when _is_gone then (now() at time zone 'Europe/Berlin')::date end,
      requested_by = null, requester_guardian_id = null, contact = null, wish = null, note = null,
      extension_reason = null, identity_note = null, result_reason = null
    where subject_type = _subject_type and subject_id = any(_ids) returning id)
  insert into privacy_request_event (request_id, kind, created_by)
    select id, 'erased', current_actor() from stripped where _is_gone
$$;
grant execute on function strip_requests(text, bigint[], boolean) to schulhof_app;
create function forget_request_subject() returns trigger language plpgsql as $$
begin
  perform strip_requests(tg_table_name::text, array(select id from old_rows), true);
  return null;
end $$;
create trigger forget_request_subject after delete on pupil referencing old table as old_rows
  for each statement execute function forget_request_subject();
create trigger forget_request_subject after delete on registration referencing old table as old_rows
  for each statement execute function forget_request_subject();
create trigger forget_request_subject after delete on employee referencing old table as old_rows
  for each statement execute function forget_request_subject();
create trigger forget_request_subject after delete on guardian referencing old table as old_rows
  for each statement execute function forget_request_subject();

-- A guardian who is erased without the child may have asked about this child.
create function forget_requester() returns trigger language plpgsql as $$
begin
  update privacy_request set requested_by = null, requester_guardian_id = null, contact = null, wish = null, note = null,
    extension_reason = null, identity_note = null, result_reason = null
  where requester_guardian_id in (select id from old_rows);
  return null;
end $$;
create trigger forget_requester after delete on guardian referencing old table as old_rows
  for each statement execute function forget_requester();

-- What is left of a reduced person is the proof; who asked and where the answer went is no part of it.
create function reduce_requests() returns trigger language plpgsql as $$
begin
  perform strip_requests(tg_table_name::text, array[new.id], false);
  return null;
end $$;
create trigger reduce_requests after update of reduced_on on pupil for each row
  when (new.reduced_on is not null and old.reduced_on is null) execute function reduce_requests();
create trigger reduce_requests after update of reduced_on on employee for each row
  when (new.reduced_on is not null and old.reduced_on is null) execute function reduce_requests();

-- Accounts may belong to several schools; the owner walks through them one by one, as in 0008.
create function forget_request_accounts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  gone bigint[] := array(select id from old_rows);
  school bigint;
begin
  for school in select id from public.school loop
    perform set_config('app.school_id', school::text, true);
    perform public.strip_requests('user', gone, true);
  end loop;
  perform set_config('app.school_id', bound, true);
  return null;
end $$;
create trigger forget_request_accounts after delete on app_user referencing old table as old_rows
  for each statement execute function forget_request_accounts();

