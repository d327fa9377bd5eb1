-- Absences: what parents and staff report, frozen counts of closed half-years, mails and calendars that somebody asked for.

create table pupil_sicknote (
  school_id bigint not null references school,
  id bigint generated always as identity,
  pupil_id bigint not null,
  date_start date not null, date_end date not null check (date_end >= date_start),
  partial boolean not null default false,
  time_start text check (time_start ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  time_end text check (time_end ~ '^([01]\d|2[0-3]):[0-5]\d$' and time_end > time_start),
  lessons int[] not null default '{}' check (lessons <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  reason text not null default 'sick' check (reason in ('sick', 'doctor', 'other', 'leave', 'school_event', 'unexplained', 'exempt')),
  comment text check (length(comment) <= 300),
  reporter_name text check (length(reporter_name) <= 80),
  reporter_relation text check (length(reporter_relation) <= 40),
  reporter_phone text check (length(reporter_phone) <= 40),
  source text not null check (source in ('public_link', 'phone', 'mail', 'staff', 'teacher')),
  is_late boolean not null default false,
  excuse_state text not null default 'open' check (excuse_state in ('open', 'excused', 'unexcused', 'not_required')),
  excuse_received_at date, excuse_confirmed_by bigint, excuse_before jsonb,
  certificate_requested_at date, certificate_seen_at date,
  leave_applied_at date, leave_decision text check (leave_decision in ('pending', 'granted', 'refused')), leave_decided_by bigint,
  history jsonb not null default '[]',
  seen_at timestamptz, seen_by bigint,
  cancelled_at timestamptz, cancelled_by bigint, cancelled_as text check (cancelled_as in ('taken_back', 'by_staff', 'explained')),
  explained_by bigint check (explained_by is null or cancelled_as is not distinct from 'explained'),
  created_by bigint,
  version int not null default 1, field_changes jsonb not null default '{}',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, pupil_id) references pupil on delete cascade,
  check (not partial or date_start = date_end),
  check (not partial or (time_start is not null and time_end is not null) or cardinality(lessons) > 0),
  check ((reason = 'leave') = (leave_decision is not null)));
comment on table pupil_sicknote is 'Abwesenheitsmeldungen (domain §1.11). Health data: coarse reason, no diagnosis, restricted fields, deleted early.';
comment on column pupil_sicknote.partial is 'Absent for a part of one day: by times or lessons.';
comment on column pupil_sicknote.history is '[{at, by, date_end, date_end_before}]: after the first day only the end may change.';
comment on column pupil_sicknote.is_late is 'Reported after the cutoff time of its first school day.';
comment on column pupil_sicknote.excuse_before is '{state, received_at, confirmed_by, by}: how the excuse stood before `by` last entered it, so that this can be undone.';
comment on column pupil_sicknote.cancelled_as is 'explained: a missing child was reported after all.';
comment on column pupil_sicknote.explained_by is 'Of a mark that a note explains: which one. When that goes, the mark comes back.';
comment on column pupil_sicknote.created_by is 'Null: reported under the parents'' link.';
create index pupil_sicknote_by_pupil on pupil_sicknote (school_id, pupil_id, date_start);
create index pupil_sicknote_by_end on pupil_sicknote (school_id, date_end, date_start) where cancelled_at is null;
create index pupil_sicknote_open on pupil_sicknote (school_id, date_end) where cancelled_at is null and excuse_state = 'open';
-- One report of the same absence, however many send it at once; that a child is missing is no report, and a leave that
-- was refused no absence.
create unique index pupil_sicknote_once on pupil_sicknote
  (school_id, pupil_id, date_start, date_end, partial, coalesce(time_start, ''), coalesce(time_end, ''), lessons, (reason = 'unexplained'))
  where cancelled_at is null and leave_decision is distinct from 'refused';
select make_school_table('pupil_sicknote');
create trigger note_changes before update on pupil_sicknote for each row execute function note_changes();

create table absence_count (
  school_id bigint not null references school,
  id bigint generated always as identity,
  pupil_id bigint not null, school_year_id bigint not null,
  half int not null check (half in (1, 2)),
  days_excused int not null, days_unexcused int not null, days_open int not null,
  lessons_excused int not null, lessons_unexcused int not null, lessons_open int not null,
  closed_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, pupil_id, school_year_id, half),
  foreign key (school_id, pupil_id) references pupil on delete cascade,
  foreign key (school_id, school_year_id) references schoolyear on delete cascade);
comment on table absence_count is 'Counts of a closed half-year as they stand on the report: free days or notes changed later do not change them (domain §9).';
select make_school_table('absence_count');

create table sicknote_feed (
  school_id bigint not null references school,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('digest', 'calendar')),
  last_day date,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, user_id, kind));
comment on table sicknote_feed is 'What somebody asked for: a mail each morning, or a calendar under a link of its own.';
comment on column sicknote_feed.last_day is 'Day of the last mail, so that there is one a day.';
select make_school_table('sicknote_feed');

create table sicknote_calendar_link (
  token_hash bytea primary key,
  school_id bigint not null references school,
  user_id bigint not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  unique (school_id, user_id));
comment on table sicknote_calendar_link is 'Directory of calendar links: hash of the token to school and account; the token itself is shown once.';

create function set_sicknote_calendar_link(_user_id bigint, _token_hash bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.sicknote_calendar_link (token_hash, school_id, user_id) values (_token_hash, public.current_school(), _user_id)
    on conflict (school_id, user_id) do update set token_hash = excluded.token_hash, created_at = now()
$$;
create function revoke_sicknote_calendar_link(_user_id bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.sicknote_calendar_link where school_id = public.current_school() and user_id = _user_id
$$;
-- Whose calendar it is; only while the account is active, attached to the school and has the second factor that is
-- asked for. Binds the transaction to both.
create function open_sicknote_calendar(_token_hash bytea)
returns table (user_id bigint, name text, email text, role text, may_view_sensitive boolean, may_manage_users boolean, school_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select u.id, u.name, u.email, u.role, u.may_view_sensitive, u.may_manage_users, a.school_id
    into user_id, name, email, role, may_view_sensitive, may_manage_users, school_id
    from public.sicknote_calendar_link l
    join public.app_user u on u.id = l.user_id and u.deactivated_at is null
    join public.user_school a on a.user_id = u.id and a.school_id = l.school_id
    where l.token_hash = _token_hash
      and (u.two_factor_enabled_at is not null or not public.is_two_factor_asked(u.id, u.role, l.school_id));
  if found then
    perform set_config('app.user_id', user_id::text, true), set_config('app.school_id', school_id::text, true);
    return next;
  end if;
end $$;

-- What was answered is not true any more: who asks the same again asks anew.
create function forget_idempotent_reply(_key_hash bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.idempotency where key_hash = _key_hash
$$;

-- The parents' page: whose link it is. Binds the transaction to the school, as nobody.
create function open_pupil_link(_uuid_hash bytea) returns table (school_id bigint, pupil_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select l.school_id, l.pupil_id into school_id, pupil_id from public.pupil_link l where l.uuid_hash = _uuid_hash;
  if found then
    perform set_config('app.user_id', '', true), set_config('app.school_id', school_id::text, true);
    return next;
  end if;
end $$;

-- Whose word an address is: what an application names is written to only once it is verified (domain §1.7).
alter table guardian add column mail_origin text not null default 'school' check (mail_origin in ('school', 'application'));
comment on column guardian.mail_origin is 'application: entered by the family when it applied; usable for mail once verified. school: entered or imported by staff.';
alter table guardian disable trigger log_update;
do $$
declare
  school bigint;
begin
  for school in select s.id from school s loop
    perform set_config('app.school_id', school::text, true);
    update guardian g set mail_origin = 'application' where g.school_id = school and g.mail_verified_at is null
      and exists (select from pupil_guardian pg
        join registration r on r.school_id = pg.school_id and r.pupil_id = pg.pupil_id
        join registration_contact c on c.school_id = r.school_id and c.registration_id = r.id
        where pg.school_id = g.school_id and pg.guardian_id = g.id and lower(c.mail) = lower(g.mail));
  end loop;
  perform set_config('app.school_id', '', true);
end $$;
alter table guardian enable trigger log_update;

-- A lost link is sent to the address the schools know: which guardians have it, in any school.
create function find_guardians_by_mail(_mail text) returns table (school_id bigint, guardian_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
begin
  for school in select s.id from public.school s loop
    perform set_config('app.school_id', school::text, true);
    return query select g.school_id, g.id from public.guardian g
      where g.school_id = school and lower(g.mail) = lower(_mail) and g.deleted_at is null;
  end loop;
  perform set_config('app.school_id', bound, true);
end $$;
-- Mails about several children at once: which notes, which guardians of one address.
alter table mail_log add column related_ids bigint[] not null default '{}';
comment on column mail_log.related_ids is 'What else the mail is about: notes of one report, guardians of one address.';
-- A link may have to count as made at a given moment: whose time it is says the clock of the program.
create function renew_pupil_links(_pupil_ids bigint[], _uuid_hashes bytea[], _uuids_encrypted bytea[], _at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.pupil_link p set uuid_hash = l.hash, uuid_encrypted = l.sealed, created_at = _at, rotated_at = _at
    from unnest(_pupil_ids, _uuid_hashes, _uuids_encrypted) l (pupil_id, hash, sealed)
    where p.school_id = public.current_school() and p.pupil_id = l.pupil_id
$$;
create index guardian_by_mail on guardian (school_id, lower(mail)) where deleted_at is null;
grant execute on function set_sicknote_calendar_link(bigint, bytea), revoke_sicknote_calendar_link(bigint), open_sicknote_calendar(bytea),
  forget_idempotent_reply(bytea), open_pupil_link(bytea), find_guardians_by_mail(text), renew_pupil_links(bigint[], bytea[], bytea[], timestamptz) to schulhof_app;

-- Accounts that are gone for good leave no view, mail or calendar behind.
create or replace function forget_account_links(_user_ids bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
begin
  for school in select id from public.school loop
    perform set_config('app.school_id', school::text, true);
    update public.employee set user_id = null, closes_account_by = null where school_id = school and user_id = any(_user_ids);
    update public.employee set closes_account_by = null where school_id = school and closes_account_by = any(_user_ids);
    delete from public.saved_view where school_id = school and user_id = any(_user_ids);
    delete from public.sicknote_feed where school_id = school and user_id = any(_user_ids);
  end loop;
  delete from public.sicknote_calendar_link where user_id = any(_user_ids);
  perform set_config('app.school_id', bound, true);
end $$;
