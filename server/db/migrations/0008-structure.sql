-- School structure: who works at a school and leads which class, logos, colours of one's own, the year change, and
-- for every record that people edit which field was changed last by whom.

-- Counts the changes of a record and notes for each field its last one, {field: {version, by, at}}: a stale page is
-- refused only for what it would overwrite (domain §9a). Before every update of a table with these two columns.
create function note_changes() returns trigger language plpgsql as $$
declare
  changed jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_object('version', old.version + 1, 'by', current_actor(), 'at', now())) into changed
    from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
    where n.value is distinct from o.value and n.key not in ('version', 'updated_at', 'field_changes', 'search_name', 'search_contact');
  if changed is not null then
    new.version := old.version + 1;
    new.updated_at := now();
    new.field_changes := old.field_changes || changed;
  end if;
  return new;
end $$;

-- The same for settings, whose fields are the keys of their JSON.
create function note_setting_changes() returns trigger language plpgsql as $$
declare
  changed jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_object('version', old.version + 1, 'by', current_actor(), 'at', now())) into changed
    from jsonb_each(new.setting_value) n left join jsonb_each(old.setting_value) o using (key)
    where n.value is distinct from o.value;
  if changed is not null then
    new.version := old.version + 1;
    new.updated_at := now();
    new.field_changes := old.field_changes || changed;
  end if;
  return new;
end $$;

-- The same for what hangs below a record, such as the leaders of a class: the caller names the fields.
create function note_changes_of(_table text, _id bigint, _fields text[]) returns void language plpgsql as $$
begin
  execute format('update %I t set version = t.version + 1, updated_at = now(), field_changes = t.field_changes ||
    (select coalesce(jsonb_object_agg(f, jsonb_build_object(''version'', t.version + 1, ''by'', current_actor(), ''at'', now())), ''{}'')
      from unnest($2) f) where t.school_id = current_school() and t.id = $1', _table) using _id, _fields;
end $$;
grant execute on function note_changes_of(text, bigint, text[]) to schulhof_app;

alter table school
  add column field_changes jsonb not null default '{}',
  add column logo_document_id bigint;
alter table school_setting add column field_changes jsonb not null default '{}';
alter table schoolyear add column field_changes jsonb not null default '{}';
alter table schoolgrade add column field_changes jsonb not null default '{}';
alter table schoolclass
  add column field_changes jsonb not null default '{}',
  add column previous_schoolclass_id bigint,
  add foreign key (school_id, previous_schoolclass_id) references schoolclass on delete set null (previous_schoolclass_id);
comment on column schoolclass.previous_schoolclass_id is 'The class of the year before; set by the year change.';
create trigger note_changes before update on school for each row execute function note_changes();
create trigger note_changes before update on school_setting for each row execute function note_setting_changes();
create trigger note_changes before update on schoolyear for each row execute function note_changes();
create trigger note_changes before update on schoolgrade for each row execute function note_changes();
create trigger note_changes before update on schoolclass for each row execute function note_changes();

-- Each school's own colour; the two names of before become what they looked like.
alter table school drop constraint school_accent_check;
update school set accent = case accent when 'green' then '#2e7d4f' else '#1f6fc0' end;
alter table school alter column accent set default '#1f6fc0', add constraint school_accent_check check (accent ~ '^#[0-9a-f]{6}$');
comment on column school.accent is 'Line under the top bar and mark of the public pages, as #rrggbb; its contrast is checked when it is set.';

create table document (
  school_id bigint not null references school,
  id bigint generated always as identity,
  owner_type text not null check (owner_type in ('school')),
  owner_id bigint not null,
  kind text not null check (kind in ('logo')),
  filename text not null check (length(filename) between 1 and 200),
  mime text not null check (mime in ('image/png')),
  size int not null check (size > 0),
  sha256 bytea not null,
  content bytea not null,
  created_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id));
comment on table document is 'Files that people gave the school, written anew by the server before they are kept.';
create index document_by_owner on document (school_id, owner_type, owner_id);
select make_school_table('document');
-- School and document name each other, so this one may wait until the transaction ends: a restore loads one before the other.
alter table school add foreign key (id, logo_document_id) references document (school_id, id) on delete set null (logo_document_id)
  deferrable initially deferred;

alter table pupil
  add column exit_reason text check (exit_reason in ('graduated', 'moved', 'school_change', 'contract_end', 'other')),
  add column next_school text check (length(next_school) <= 120);
comment on column pupil.exit_reason is 'Why the pupil leaves on date_exit; graduated makes the status graduated on the day after, all others left.';

create table employee (
  school_id bigint not null references school,
  id bigint generated always as identity,
  salutation text not null default 'none' check (salutation in ('ms', 'mr', 'none')),
  title text check (length(title) <= 20),
  firstname text collate person_name not null check (length(firstname) between 1 and 80),
  lastname text collate person_name not null check (length(lastname) between 1 and 80),
  short_name text collate german not null check (short_name ~ '^[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]{1,5}$'),
  employee_type text not null check (employee_type in
    ('teacher', 'educator', 'special_educator', 'school_assistant', 'secretary', 'management', 'volunteer', 'external', 'other')),
  mail text, phone text,
  user_id bigint,
  date_entry date, date_exit date check (date_exit >= date_entry),
  active boolean not null default true,
  closes_account_by bigint,
  measles_proof_seen_at date, extended_certificate_seen_at date,
  note text check (length(note) <= 500),
  version int not null default 1, field_changes jsonb not null default '{}',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), deleted_at timestamptz,
  primary key (school_id, id),
  unique (school_id, user_id),
  check (closes_account_by is null or (user_id is not null and date_exit is not null)));
comment on table employee is 'Mitarbeitende; who works at two schools has a row at each, linked to the same account. No private data (domain §1.9).';
comment on column employee.user_id is 'The account of this person; only through it classes are attached. Accounts belong to no school, so no foreign key.';
comment on column employee.active is 'False from the day after date_exit.';
comment on column employee.closes_account_by is 'Who decided that the account ends with date_exit, and must still be one who may when that day is over; null: it stays, or it was done.';
comment on column employee.measles_proof_seen_at is 'Day on which the proof was seen; no copy is kept (domain §0.5).';
comment on column employee.deleted_at is 'In the bin since; removed for good after 30 days.';
create unique index employee_short_name_once on employee (school_id, lower(short_name)) where deleted_at is null;
create index employee_by_name on employee (school_id, lastname, firstname, id) where deleted_at is null;
select make_school_table('employee');
create trigger note_changes before update on employee for each row execute function note_changes();

create table schoolclass_employee (
  school_id bigint not null references school,
  id bigint generated always as identity,
  schoolclass_id bigint not null, employee_id bigint not null,
  function text not null check (function in ('responsible', 'assigned')),
  position int not null default 1,
  date_start date not null, date_end date check (date_end >= date_start),
  created_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, schoolclass_id) references schoolclass on delete cascade,
  foreign key (school_id, employee_id) references employee,
  constraint schoolclass_employee_one_function exclude using gist
    (school_id with =, schoolclass_id with =, employee_id with =, daterange(date_start, date_end, '[]') with &&));
comment on table schoolclass_employee is 'Klassenleitung and assigned employees of a class, dated; one function of a person in a class at a time.';
comment on column schoolclass_employee.position is 'Order of the leaders of a class.';
create index schoolclass_employee_by_employee on schoolclass_employee (school_id, employee_id, date_start);
select make_school_table('schoolclass_employee');

create table rollover (
  school_id bigint not null references school,
  id bigint generated always as identity,
  from_year_id bigint not null, to_year_id bigint not null,
  report jsonb not null,
  changes jsonb not null,
  created_by bigint, undone_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), undone_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, from_year_id) references schoolyear on delete cascade,
  foreign key (school_id, to_year_id) references schoolyear on delete cascade);
comment on table rollover is 'Year changes that were carried out (domain §3.4).';
comment on column rollover.report is 'What happened to each class and pupil, by ids and reasons, without names.';
comment on column rollover.changes is 'Every row that was made or changed, with what it was before: what the undo takes back.';
create index rollover_by_year on rollover (school_id, to_year_id, id desc);
select make_school_table('rollover');

create table rollover_plan (
  school_id bigint not null references school,
  id bigint generated always as identity,
  from_year_id bigint not null, to_year_id bigint not null,
  plan jsonb not null,
  version uuid not null default gen_random_uuid(),
  saved_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, to_year_id),
  foreign key (school_id, from_year_id) references schoolyear on delete cascade,
  foreign key (school_id, to_year_id) references schoolyear on delete cascade);
comment on table rollover_plan is 'The year change while it is being planned; carrying it out deletes it (domain §3.4).';
comment on column rollover_plan.plan is 'Decisions by ids, and the next schools of who leaves; no names of people.';
comment on column rollover_plan.version is 'Another one with each save, also after a plan was discarded and begun anew.';
select make_school_table('rollover_plan', false);

-- As in 0007; bookkeeping of changes is none.
create or replace function log_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  named text := current_setting('app.action', true);
  is_named boolean := coalesce(split_part(named, ':', 1) = tg_table_name, false);
  action text := case when is_named then split_part(named, ':', 2) else tg_table_name || case tg_op when 'INSERT' then '_created' when 'UPDATE' then '_updated' else '_deleted' end end;
begin
  if tg_op = 'INSERT' then
    perform public.log_entry(tg_table_name, n.id, action, '{}', is_named) from new_rows n;
  elsif tg_op = 'DELETE' then
    perform public.log_entry(tg_table_name, o.id, action, '{}', is_named) from old_rows o;
  else
    perform public.log_entry(tg_table_name, changed.id, action, changed.fields, is_named) from (
      select n.id, array(
        select f.name from jsonb_each(to_jsonb(n)) a join jsonb_each(to_jsonb(o)) b using (key) cross join lateral unnest(
          case when a.key in ('status', 'state') then array[a.key, format('%s:%s>%s', a.key, b.value #>> '{}', a.value #>> '{}')] else array[a.key] end) f (name)
        where a.value is distinct from b.value and a.key not in ('updated_at', 'version', 'field_changes', 'search_name', 'search_contact') order by f.name) as fields
      from new_rows n join old_rows o using (school_id, id)) changed
    where changed.fields <> '{}';
  end if;
  return null;
end $$;

-- Accounts that are gone for good leave no link in any school; the owner walks through them one by one.
create function forget_account_links(_user_ids bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
begin
  for school in select id from public.school loop
    perform set_config('app.school_id', school::text, true);
    update public.employee set user_id = null, closes_account_by = null where school_id = school and user_id = any(_user_ids);
    update public.employee set closes_account_by = null where school_id = school and closes_account_by = any(_user_ids);
  end loop;
  perform set_config('app.school_id', bound, true);
end $$;

create or replace function tidy_installation(_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone bigint[];
begin
  -- Sessions, links and keys live by the database's clock, whatever day a demo stands on.
  delete from public.session where expires_at <= least(_now, now());
  delete from public.login_challenge where expires_at <= now();
  delete from public.password_link where expires_at < now() - interval '7 days';
  delete from public.account_mail where created_at < least(_now, now()) - interval '6 months';
  with deleted as (delete from public.app_user where deactivated_at < least(_now, now()) - interval '6 months' returning id)
    select coalesce(array_agg(id), '{}') into gone from deleted;
  perform public.tidy_log(least(_now, now()) - interval '12 months', gone);
  if gone <> '{}' then perform public.forget_account_links(gone); end if;
  delete from public.idempotency where created_at < least(_now, now()) - interval '48 hours';
  delete from public.rate_limit where expire < extract(epoch from _now - interval '1 hour') * 1000;
end $$;
