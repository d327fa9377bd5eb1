-- Once a year families look through their contact data by a link of their own, and the office takes over what they
-- propose (ADR 0070). Nothing that a family sends is written to a record by itself.
create table data_check (
  school_id bigint not null references school,
  id bigint generated always as identity,
  is_whole_school boolean not null default false,
  grade_ids bigint[] not null default '{}',
  class_ids bigint[] not null default '{}',
  audience text not null check (length(audience) between 1 and 1000),
  subject text not null check (length(subject) between 1 and 120),
  body text not null check (length(body) between 1 and 8000),
  ends_on date not null,
  ended_at timestamptz,
  reminded_at timestamptz,
  left_out jsonb not null default '[]',
  created_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  check (is_whole_school::int + (grade_ids <> '{}')::int + (class_ids <> '{}')::int = 1));
comment on table data_check is 'A round in which families are asked to look through their contact data.';
comment on column data_check.audience is 'The chosen classes or grades in words, as they were called when it began.';
comment on column data_check.ends_on is 'The last day on which the links work.';
comment on column data_check.ended_at is 'When the office ended it before its day.';
comment on column data_check.left_out is '[{pupil_id, guardian_id or null, reason}] at the beginning: who was not asked, and why. Ids alone; names are looked up.';
select make_school_table('data_check');

create table data_check_reader (
  school_id bigint not null references school,
  id bigint generated always as identity,
  data_check_id bigint not null,
  guardian_id bigint not null,
  secret uuid not null default gen_random_uuid(),
  is_mailed boolean not null,
  answered_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, data_check_id, guardian_id),
  foreign key (school_id, data_check_id) references data_check on delete cascade,
  foreign key (school_id, guardian_id) references guardian on delete cascade);
comment on table data_check_reader is 'A guardian who is asked in a round, with a link of their own.';
comment on column data_check_reader.secret is 'Random: with the key of the installation it makes the link. Alone it opens nothing.';
comment on column data_check_reader.is_mailed is 'False: there is no usable address, so the link goes by letter.';
comment on column data_check_reader.answered_at is 'When this guardian last confirmed the data or sent changes.';
create index data_check_reader_of_guardian on data_check_reader (school_id, guardian_id);
select make_school_table('data_check_reader', false);
select hide_restricted('data_check_reader', 'guardian', 'guardian_id');

create table data_check_child (
  school_id bigint not null references school,
  reader_id bigint not null,
  pupil_id bigint not null,
  primary key (school_id, reader_id, pupil_id),
  foreign key (school_id, reader_id) references data_check_reader on delete cascade,
  foreign key (school_id, pupil_id) references pupil on delete cascade);
comment on table data_check_child is 'The children about whom a guardian is asked.';
create index data_check_child_of_pupil on data_check_child (school_id, pupil_id);
select make_school_table('data_check_child', false);
select hide_restricted('data_check_child', 'pupil', 'pupil_id');

create table data_check_change (
  school_id bigint not null references school,
  id bigint generated always as identity,
  reader_id bigint not null,
  pupil_id bigint not null,
  subject text not null check (subject in ('guardian', 'pupil', 'contact_person', 'new_contact', 'gone_contact', 'remark')),
  subject_id bigint,
  part text not null check (length(part) between 1 and 20),
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  decided_at timestamptz,
  decided_by bigint,
  decline_reason text check (length(decline_reason) <= 300),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, reader_id) references data_check_reader on delete cascade,
  foreign key (school_id, pupil_id) references pupil on delete cascade,
  check ((state = 'open') = (decided_at is null)));
comment on table data_check_change is 'A proposal of a guardian: one value, one address or one contact person.';
comment on column data_check_change.subject_id is 'The guardian, pupil or contact person it is about; null for a new contact person and a remark.';
comment on column data_check_change.part is 'The field, or address, or person.';
comment on column data_check_change.before is 'The stored values when the family looked.';
comment on column data_check_change.decline_reason is 'Internal: the family does not read it.';
create index data_check_change_of_reader on data_check_change (school_id, reader_id);
create index data_check_change_of_pupil on data_check_change (school_id, pupil_id);
create index data_check_change_open on data_check_change (school_id, reader_id) where state = 'open';
select make_school_table('data_check_change', false);
select hide_restricted('data_check_change', 'pupil', 'pupil_id');

create table data_check_link (
  token_hash bytea primary key,
  school_id bigint not null references school,
  reader_id bigint not null,
  foreign key (school_id, reader_id) references data_check_reader on delete cascade);
comment on table data_check_link is 'Directory of the links of a data check: hash of the token to school and reader.';
create index data_check_link_of_reader on data_check_link (school_id, reader_id);

create index mail_log_of_data_check on mail_log (school_id, (related_ids[1]))
  where template in ('data_check', 'data_check_reminder');

create function add_data_check_links(_reader_ids bigint[], _token_hashes bytea[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.data_check_link (token_hash, school_id, reader_id)
    select l.token_hash, public.current_school(), l.reader_id from unnest(_token_hashes, _reader_ids) as l(token_hash, reader_id)
    on conflict (token_hash) do nothing
$$;
-- Binds the transaction to the school of the link, as nobody.
create function open_data_check_link(_token_hash bytea) returns table (school_id bigint, reader_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select l.school_id, l.reader_id into school_id, reader_id from public.data_check_link l where l.token_hash = _token_hash;
  if not found then return; end if;
  perform set_config('app.user_id', '', true), set_config('app.school_id', school_id::text, true);
  return next;
end $$;
grant execute on function add_data_check_links(bigint[], bytea[]), open_data_check_link(bytea) to schulhof_app;
