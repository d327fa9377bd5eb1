-- Restriction of processing (Art. 18 GDPR, domain DP-08): rows about a restricted person are hidden by the database itself,
-- from every query that was not bound to see them (ADR 0042). A lint of the tables makes sure that no table is forgotten.

create table restriction (
  school_id bigint not null references school,
  id bigint generated always as identity,
  pupil_id bigint, guardian_id bigint, employee_id bigint, registration_id bigint,
  cause_id bigint,
  reason text not null check (length(reason) between 1 and 500),
  since timestamptz not null default now(),
  restricted_by bigint,
  lifted_at timestamptz,
  lifted_by bigint,
  lifted_reason text check (length(lifted_reason) between 1 and 500),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, pupil_id) references pupil on delete cascade,
  foreign key (school_id, guardian_id) references guardian on delete cascade,
  foreign key (school_id, employee_id) references employee on delete cascade,
  foreign key (school_id, registration_id) references registration on delete cascade,
  foreign key (school_id, cause_id) references restriction on delete cascade,
  check (num_nonnulls(pupil_id, guardian_id, employee_id, registration_id) = 1),
  check ((lifted_at is null) = (lifted_reason is null)));
comment on table restriction is 'Who is seen by heads only, since when and why, until somebody lifts it (domain DP-08). Lifted restrictions stay as long as the person.';
comment on column restriction.cause_id is 'The restriction of the pupil that this application became: it is set and lifted with it.';
create unique index restriction_of_pupil on restriction (school_id, pupil_id) where pupil_id is not null and lifted_at is null;
create unique index restriction_of_guardian on restriction (school_id, guardian_id) where guardian_id is not null and lifted_at is null;
create unique index restriction_of_employee on restriction (school_id, employee_id) where employee_id is not null and lifted_at is null;
create unique index restriction_of_registration on restriction (school_id, registration_id) where registration_id is not null and lifted_at is null;
create index restriction_by_cause on restriction (school_id, cause_id) where cause_id is not null;
-- For the foreign keys: deleting a person searches this table for lifted restrictions as well.
create index restriction_by_pupil on restriction (school_id, pupil_id) where pupil_id is not null;
create index restriction_by_guardian on restriction (school_id, guardian_id) where guardian_id is not null;
create index restriction_by_employee on restriction (school_id, employee_id) where employee_id is not null;
create index restriction_by_registration on restriction (school_id, registration_id) where registration_id is not null;
select make_school_table('restriction', false);

-- The ids that the transaction may not see. `app.sees_restricted` is empty, „everything“, or one subject such as „pupil 17“.
create view hidden_pupil with (security_invoker) as select pupil_id as id from restriction
  where pupil_id is not null and lifted_at is null
    and coalesce(current_setting('app.sees_restricted', true), '') not in ('everything', 'pupil ' || pupil_id);
create view hidden_guardian with (security_invoker) as select guardian_id as id from restriction
  where guardian_id is not null and lifted_at is null
    and coalesce(current_setting('app.sees_restricted', true), '') not in ('everything', 'guardian ' || guardian_id);
-- Employees keep their classes: their own account still sees their own record.
create function own_employee_ids() returns bigint[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(id), '{}') from public.employee
    where school_id = public.current_school() and user_id = nullif(current_setting('app.user_id', true), '')::bigint
$$;
grant execute on function own_employee_ids() to schulhof_app;
create view hidden_employee with (security_invoker) as select employee_id as id from restriction
  where employee_id is not null and lifted_at is null
    and coalesce(current_setting('app.sees_restricted', true), '') not in ('everything', 'employee ' || employee_id)
    and employee_id <> all (own_employee_ids());
create view hidden_registration with (security_invoker) as select registration_id as id from restriction
  where registration_id is not null and lifted_at is null
    and coalesce(current_setting('app.sees_restricted', true), '') not in ('everything', 'registration ' || registration_id);
grant select on hidden_pupil, hidden_guardian, hidden_employee, hidden_registration to schulhof_app;

-- Hides the rows of a table whose column names a restricted subject. Only from the application: the owner migrates, restores
-- and keeps keys consistent. An array is read once for each statement, and costs nearly nothing while nobody is restricted.
create function hide_restricted(_table text, _subject text, _column text) returns void language plpgsql as $$
begin
  execute format('create policy %I on %I as restrictive to schulhof_app using (%s%I <> all (array(select h.id from %I h)))',
    'restricted_' || _subject, _table,
    case when (select attnotnull from pg_attribute where attrelid = _table::regclass and attname = _column) then '' else format('%I is null or ', _column) end,
    _column, 'hidden_' || _subject);
end $$;

select hide_restricted('pupil', 'pupil', 'id'), hide_restricted('guardian', 'guardian', 'id'),
  hide_restricted('employee', 'employee', 'id'), hide_restricted('registration', 'registration', 'id'),
  hide_restricted('registration', 'pupil', 'pupil_id');
select hide_restricted(t, 'pupil', 'pupil_id') from unnest(array['absence_count', 'consent', 'pupil_contact_person', 'pupil_guardian',
  'pupil_note', 'pupil_schoolclass', 'pupil_sensitive', 'pupil_sicknote', 'pupil_word', 'registration_sibling', 'retention_hold',
  'retention_notice']) t;
select hide_restricted(t, 'registration', 'registration_id') from unnest(array['registration_contact', 'registration_event', 'registration_paper',
  'registration_receipt', 'registration_sibling', 'registration_status_history', 'registration_status_mail', 'retention_hold',
  'retention_notice']) t;
select hide_restricted(t, 'employee', 'employee_id') from unnest(array['schoolclass_employee', 'retention_hold', 'retention_notice']) t;
select hide_restricted('pupil_guardian', 'guardian', 'guardian_id');

-- The stored counts of pupils count everybody; a list shows fewer. As the owner, whom no policy keeps from counting.
create function count_hidden_pupils(_statuses text[]) returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*) from public.pupil p join public.restriction r on r.school_id = p.school_id and r.pupil_id = p.id
    where p.school_id = public.current_school() and r.lifted_at is null and p.deleted_at is null and p.status = any(_statuses)
$$;
grant execute on function count_hidden_pupils(text[]) to schulhof_app;

-- Copies of what is restricted from now on: files of packages that wait, and the rows of an import of this day. Nobody takes
-- such a row of an import back any more, because a restricted record is only stored.
create trigger lock_waiting_packages before insert on restriction for each statement execute function lock_waiting_packages();
create trigger drop_waiting_packages after insert on restriction referencing new table as new_rows
  for each statement execute function drop_waiting_packages();
create function drop_imported_copies() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  hidden bigint[] := array(
    select n.pupil_id from new_rows n where n.pupil_id is not null
    union select g.pupil_id from public.pupil_guardian g join new_rows n on n.school_id = g.school_id and n.guardian_id = g.guardian_id);
begin
  delete from public.pupil_import_row r where r.school_id = public.current_school() and (
    r.match_id = any (hidden) or (r.written->>'pupil_id')::bigint = any (hidden)
    or exists (select from jsonb_array_elements(r.findings->'matches') m where (m->>'id')::bigint = any (hidden)));
  return null;
end $$;
create trigger drop_imported_copies after insert on restriction referencing new table as new_rows
  for each statement execute function drop_imported_copies();
