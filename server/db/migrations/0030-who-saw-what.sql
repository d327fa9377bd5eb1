-- Who opened, exported or printed whose data (domain DP-22, ADR 0042). Rows hold numbers and no words about a child.
create table view_log (
  school_id bigint not null references school,
  id bigint generated always as identity,
  viewed_at timestamptz not null default now(),
  user_id bigint, user_name text, role text,
  kind text not null check (kind in ('page', 'sensitive', 'link', 'contacts', 'export', 'print', 'package')),
  what text check (length(what) <= 120),
  subject text not null check (subject in ('pupil', 'registration', 'guardian', 'employee', 'user')),
  subject_id bigint,
  subject_count int not null check (subject_count >= 1),
  primary key (school_id, id),
  check ((subject_id is null) = (subject_count > 1)));
comment on table view_log is 'Who saw whose data: a page that was opened, an export, a print. Written only by log_views and log_page_views, kept 12 months.';
comment on column view_log.what is 'Which export or print it was, in the words of the page; never anything about a person.';
comment on column view_log.subject_id is 'Whose data it was; null when there were several, which view_log_record names.';
comment on column view_log.user_name is 'Snapshot: the log outlives the account.';
select make_school_table('view_log', false);
create index view_log_by_time on view_log (school_id, viewed_at desc, id desc);
create index view_log_by_person on view_log (school_id, user_id, viewed_at desc, id desc);
create index view_log_by_record on view_log (school_id, subject, subject_id, viewed_at desc, id desc);

create table view_log_record (
  school_id bigint not null references school,
  view_log_id bigint not null,
  subject_id bigint not null,
  primary key (school_id, view_log_id, subject_id),
  foreign key (school_id, view_log_id) references view_log on delete cascade);
comment on table view_log_record is 'Everybody whose data one export or print contained.';
select make_school_table('view_log_record', false);
create index view_log_record_by_subject on view_log_record (school_id, subject_id, view_log_id);

-- The application reads the log and adds to it through the two functions below; nobody changes or empties it.
revoke insert, update, delete on view_log, view_log_record from schulhof_app;

-- Notes that the person of this transaction saw data of these people.
create function log_views(_kind text, _what text, _subject text, _ids bigint[], _at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with ids as (select distinct id from unnest(_ids) as id),
  seen as (
    insert into public.view_log (viewed_at, user_id, user_name, role, kind, what, subject, subject_id, subject_count)
    select coalesce(_at, now()), u.id, u.name, u.role, _kind, _what, _subject, case when n.count = 1 then n.first end, n.count
    from (select count(*)::int as count, min(id) as first from ids) n
    left join public.app_user u on u.id = public.current_actor()
    where n.count > 0
    returning id, subject_count)
  insert into public.view_log_record (view_log_id, subject_id)
  select seen.id, ids.id from seen cross join ids where seen.subject_count > 1
$$;

-- Pages that were opened in the bound school, many in one statement: the server collects them after its replies.
create function log_page_views(_at timestamptz[], _users bigint[], _subjects text[], _ids bigint[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.view_log (viewed_at, user_id, user_name, role, kind, subject, subject_id, subject_count)
  select v.at, u.id, u.name, u.role, 'page', v.subject, v.id, 1
  from unnest(_at, _users, _subjects, _ids) as v(at, user_id, subject, id)
  join public.app_user u on u.id = v.user_id
  order by v.at
$$;
grant execute on function log_views(text, text, text, bigint[], timestamptz), log_page_views(timestamptz[], bigint[], text[], bigint[]) to schulhof_app;

-- What stood in the log of actions until now is found in the new one as well.
do $$
declare
  school bigint;
begin
  for school in select id from school loop
    perform set_config('app.school_id', school::text, true);
    insert into view_log (viewed_at, user_id, user_name, role, kind, subject, subject_id, subject_count)
    select created_at, user_id, user_name, role,
      case action when 'pupil_viewed' then 'page' when 'sensitive_viewed' then 'sensitive' when 'pupil_link_viewed' then 'link' else 'print' end,
      case action when 'registration_document_downloaded' then 'registration' else 'pupil' end, entity_id, 1
    from user_log
    where school_id = school and entity_id is not null
      and action in ('pupil_viewed', 'sensitive_viewed', 'pupil_link_viewed', 'certificate_created', 'registration_document_downloaded')
    order by created_at, id;
  end loop;
  perform set_config('app.school_id', '', true);
end $$;

-- Both logs are kept for the same time, and forget the name of a deleted account together.
create or replace function tidy_log(_before timestamptz, _gone bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
begin
  for school in select id from public.school loop
    perform set_config('app.school_id', school::text, true);
    delete from public.user_log where school_id = school and created_at < _before;
    update public.user_log set user_name = null where school_id = school and user_id = any(_gone);
    delete from public.view_log where school_id = school and viewed_at < _before;
    update public.view_log set user_name = null where school_id = school and user_id = any(_gone);
  end loop;
  perform set_config('app.school_id', '', true);
  delete from public.user_log where school_id is null and created_at < _before;
  update public.user_log set user_name = null where school_id is null and user_id = any(_gone);
  perform set_config('app.school_id', bound, true);
end $$;

-- From the 18th birthday on parents hear of their child only if the child agreed (domain §5.5).
alter table consent drop constraint consent_purpose_check;
alter table consent add constraint consent_purpose_check check (purpose in
  ('photo_school_internal', 'photo_website', 'photo_press', 'phone_list', 'health_hint', 'special_needs', 'trip_messenger', 'parents_informed'));

-- Whether the pupil wants the parents to be informed after the 18th birthday: the last decision that was not withdrawn.
create function wants_parents_informed(_school bigint, _pupil bigint) returns boolean language sql stable as $$
  select coalesce((select c.pupil_decision = 'granted' from consent c
    where c.school_id = _school and c.pupil_id = _pupil and c.purpose = 'parents_informed'
      and c.withdrawn_at is null and c.pupil_decision is not null
    order by c.id desc limit 1), false)
$$;
grant execute on function wants_parents_informed(bigint, bigint) to schulhof_app;

-- Adults who lost their link get it at their own address. Finds the pupils of age with this address, in any school.
create function find_adults_by_mail(_mail text, _born_until date) returns table (school_id bigint, pupil_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
begin
  for school in select s.id from public.school s loop
    perform set_config('app.school_id', school::text, true);
    return query select p.school_id, p.id from public.pupil p
      where p.school_id = school and lower(p.mail) = lower(_mail) and p.birthdate <= _born_until and p.deleted_at is null;
  end loop;
  perform set_config('app.school_id', bound, true);
end $$;
create index pupil_by_mail on pupil (school_id, lower(mail)) where mail is not null and deleted_at is null;
grant execute on function find_adults_by_mail(text, date) to schulhof_app;
