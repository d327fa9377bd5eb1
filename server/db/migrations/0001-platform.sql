-- Nobody runs a function without an explicit grant.
alter default privileges revoke execute on functions from public;

-- Names sort as in a telephone book (DIN 5007-2), all else as in a dictionary (DIN 5007-1), numbers by value (architecture §7).
create collation person_name (provider = icu, locale = 'de-u-co-phonebk-kn');
create collation german (provider = icu, locale = 'de-u-kn');
create extension if not exists btree_gist;

-- Folds a text so that Müller, Mueller and Muller are the same word. contract/search-fold.ts says the same; a test compares them.
create function search_fold(t text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(
    regexp_replace(normalize(translate(replace(replace(replace(replace(lower(t collate "und-x-icu"), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'łøđıð-', 'lodid '), nfkd) collate "und-x-icu", '[^[:alnum:] ]+', '', 'g'),
    'ae', 'a'), 'oe', 'o'), 'ue', 'u')
$$;

-- Digits of a phone number as people type them: national, without +49, 0049 or (0).
create function phone_digits(phone text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(phone, '^\s*(\+|00)\s*49\s*(\(0\))?', '0'), '\D', '', 'g')
$$;

-- The school the transaction is bound to, or null. After a transaction the setting is '' and not null.
create function current_school() returns bigint language sql stable parallel safe as $$
  select nullif(current_setting('app.school_id', true), '')::bigint
$$;
create function current_actor() returns bigint language sql stable parallel safe as $$
  select nullif(current_setting('app.user_id', true), '')::bigint
$$;

create table school (
  id bigint generated always as identity primary key,
  short text collate "C" not null unique check (short ~ '^[a-z0-9]{2,10}$'),
  name text collate german not null check (length(name) between 3 and 120),
  official_number text check (official_number ~ '^\d{5,8}$'),
  school_type text not null check (school_type in ('primary', 'secondary_1')),
  federal_state text not null default 'DE-BB',
  grade_min int not null check (grade_min between 1 and 13),
  grade_max int not null check (grade_max between grade_min and 13),
  entry_grade int not null check (entry_grade between grade_min and grade_max),
  accent text not null default 'blue' check (accent in ('green', 'blue')),
  carrier_name text not null,
  street text not null, house_number text not null, zip text not null, city text not null,
  phone text not null, mail text not null, website text,
  privacy_officer_contact text not null,
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now());
comment on table school is 'The tenants. Every other table of a school carries its id.';
comment on column school.short is 'Appears in addresses, numbers and as css class: fsw, fow.';
comment on column school.school_type is 'Decides which variant of the application form is asked.';
comment on column school.carrier_name is 'Controller in the sense of Art. 4(7) GDPR.';

create table app_user (
  id bigint generated always as identity primary key,
  name text collate person_name not null check (length(name) between 3 and 40),
  email text not null unique check (email = lower(email)),
  password_hash text,
  role text check (role in ('admin', 'schooladmin', 'teacher_level_1', 'viewer')),
  may_view_sensitive boolean not null default false,
  may_manage_users boolean not null default false,
  school_id bigint references school,
  last_login_at timestamptz, password_changed_at timestamptz, deactivated_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now());
comment on table app_user is 'Accounts of the installation; which schools one is attached to stands in user_school.';
comment on column app_user.password_hash is 'Argon2id; null until the invitation was followed.';
comment on column app_user.role is 'Null: a user without role, who sees start, profile and legal pages.';
comment on column app_user.may_view_sensitive is 'Personal right of a Schulleitung account (domain §4).';
comment on column app_user.may_manage_users is 'Personal right of a Schulleitung account (domain §4).';
comment on column app_user.school_id is 'The active school; counts only while user_school holds the pair.';

create table user_school (
  user_id bigint not null references app_user on delete cascade,
  school_id bigint not null references school,
  primary key (user_id, school_id));
comment on table user_school is 'The schools a user is attached to.';
create index user_school_by_school on user_school (school_id, user_id);

create table session (
  token_hash bytea primary key,
  user_id bigint not null references app_user on delete cascade,
  remember boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null);
comment on table session is 'Only the SHA-256 of a session token is kept; the token itself lives in the cookie.';
comment on column session.remember is 'Eingeloggt bleiben: 14 days instead of 12 hours.';
create index session_by_user on session (user_id);

create table setup_link (
  token_hash bytea primary key,
  created_at timestamptz not null default now());
comment on table setup_link is 'The one-time link to the set-up page; empty as soon as the first account exists.';

create table idempotency (
  key_hash bytea primary key,
  body_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null default now());
comment on table idempotency is 'What the first call with an Idempotency-Key answered; a repeat within 48 hours gets it again.';
create index idempotency_by_age on idempotency (created_at);

create unlogged table rate_limit (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint);
comment on table rate_limit is 'Counters of rate-limiter-flexible, shared by all processes. Keys are hashed.';

create table user_log (
  id bigint generated always as identity primary key,
  school_id bigint references school,
  created_at timestamptz not null default now(),
  user_id bigint, user_name text, role text,
  action text not null,
  entity_type text not null, entity_id bigint,
  changed_fields text[] not null default '{}',
  result text not null default 'ok' check (result in ('ok', 'denied', 'error')),
  request_id text, ip_trunc text);
comment on table user_log is 'Who did what when: names of changed fields, never personal values. Written only by log_entry.';
comment on column user_log.school_id is 'Null: an event of the installation, such as the login of a user without school.';
comment on column user_log.user_name is 'Snapshot: the log outlives the account.';
comment on column user_log.ip_trunc is 'IPv4 /24 or IPv6 /48.';
create unique index user_log_one_row_each_object_and_request on user_log (school_id, request_id, entity_type, entity_id);
create index user_log_by_time on user_log (school_id, created_at desc, id desc);
alter table user_log enable row level security;
alter table user_log force row level security;
create policy tenant on user_log using (school_id = (select current_school()))
  with check (school_id is not distinct from (select current_school()));

-- Adds rows to the log, one for each object and request: a second change of the same object joins the first.
create function log_entry(_entity_type text, _entity_id bigint, _action text, _fields text[], _named boolean, _result text default 'ok') returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.user_log as l (school_id, user_id, user_name, role, action, entity_type, entity_id, changed_fields, result, request_id, ip_trunc)
  select public.current_school(), public.current_actor(), u.name, u.role, _action, _entity_type, _entity_id, coalesce(_fields, '{}'), _result,
    nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.ip_trunc', true), '')
  from (values (1)) one left join public.app_user u on u.id = public.current_actor()
  on conflict (school_id, request_id, entity_type, entity_id) do update set
    action = case when l.action like '%\_created' then l.action when _named or l.action like '%\_updated' then excluded.action else l.action end,
    changed_fields = array(select distinct f from unnest(l.changed_fields || excluded.changed_fields) f order by f)
    -- Only what this very transaction wrote: a later one with the same request id changes nothing.
    where l.xmin = pg_current_xact_id()::xid
$$;

-- Statement trigger of every logged school table. A use case names its action with `set app.action = '<table>:<action>'`.
create function log_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
        select a.key from jsonb_each(to_jsonb(n)) a join jsonb_each(to_jsonb(o)) b using (key)
        where a.value is distinct from b.value and a.key not in ('updated_at', 'version', 'search_name', 'search_contact') order by a.key) as fields
      from new_rows n join old_rows o using (school_id, id)) changed
    where changed.fields <> '{}';
  end if;
  return null;
end $$;

-- Puts a table under its school: forced row-level security, the rights of the application, the log. Called once for each table.
create function make_school_table(_table text, _logged boolean default true) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', _table);
  execute format('alter table %I force row level security', _table);
  execute format('create policy tenant on %I using (school_id = (select current_school())) with check (school_id = (select current_school()))', _table);
  execute format('grant select, insert, update, delete on %I to schulhof_app', _table);
  if _logged then
    execute format('create trigger log_insert after insert on %I referencing new table as new_rows for each statement execute function log_change()', _table);
    execute format('create trigger log_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function log_change()', _table);
    execute format('create trigger log_delete after delete on %I referencing old table as old_rows for each statement execute function log_change()', _table);
  end if;
end $$;

-- One round trip: who asks, and the transaction is bound to that user and the active school. No row: nobody is signed in.
create function open_request(_token_hash bytea, _request_id text, _ip_trunc text)
returns table (user_id bigint, name text, email text, role text, may_view_sensitive boolean, may_manage_users boolean, school_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.request_id', _request_id, true), set_config('app.ip_trunc', _ip_trunc, true);
  select u.id, u.name, u.email, u.role, u.may_view_sensitive, u.may_manage_users, a.school_id
    into user_id, name, email, role, may_view_sensitive, may_manage_users, school_id
    from public.session s
    join public.app_user u on u.id = s.user_id and u.deactivated_at is null
    left join public.user_school a on a.user_id = u.id and a.school_id = u.school_id
    where s.token_hash = _token_hash and s.expires_at > now();
  if found then
    perform set_config('app.user_id', user_id::text, true), set_config('app.school_id', coalesce(school_id::text, ''), true);
    return next;
  end if;
end $$;

create function start_session(_token_hash bytea, _user_id bigint, _remember boolean, _expires_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.session (token_hash, user_id, remember, expires_at) values (_token_hash, _user_id, _remember, _expires_at);
  update public.app_user set last_login_at = now() where id = _user_id;
$$;
create function end_session(_token_hash bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.session where token_hash = _token_hash
$$;

-- Claims an idempotency key. No row: it is the first. Else the first call's reply, and whether that had another body; a
-- call under way is waited for.
create function claim_idempotency_key(_key_hash bytea, _body_hash bytea) returns table (reply jsonb, is_other boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.idempotency as i (key_hash, body_hash) values (_key_hash, _body_hash)
    on conflict (key_hash) do update set created_at = now(), reply = null, body_hash = excluded.body_hash
      where i.created_at < now() - interval '48 hours';
  if found then return; end if;
  return query select i.reply, i.body_hash <> _body_hash from public.idempotency i where i.key_hash = _key_hash;
end $$;
create function keep_idempotent_reply(_key_hash bytea, _reply jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.idempotency set reply = _reply where key_hash = _key_hash
$$;

create function setup_link_is_valid(_token_hash bytea) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.setup_link where token_hash = _token_hash) and not exists (select from public.app_user)
$$;
-- Uses the link up. False when it is not valid; two at once are told apart by the row lock.
create function use_setup_link(_token_hash bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from public.app_user) then return false; end if;
  delete from public.setup_link where token_hash = _token_hash;
  return found;
end $$;

-- The application cannot write the job tables; this hands a job over inside the request's transaction.
create function enqueue(_task text, _payload json, _job_key text default null, _run_at timestamptz default null, _max_attempts int default 25) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(_task, _payload, run_at => _run_at, max_attempts => _max_attempts, job_key => _job_key);
end $$;

grant execute on function search_fold(text), phone_digits(text), current_school(), current_actor(), open_request(bytea, text, text),
  start_session(bytea, bigint, boolean, timestamptz), end_session(bytea), claim_idempotency_key(bytea, bytea), keep_idempotent_reply(bytea, jsonb),
  setup_link_is_valid(bytea), use_setup_link(bytea), enqueue(text, json, text, timestamptz, int), log_entry(text, bigint, text, text[], boolean, text) to schulhof_app;
grant select, insert, update on school, app_user to schulhof_app;
grant select, insert, delete on user_school to schulhof_app;
grant select, insert, update, delete on rate_limit to schulhof_app;
grant select on user_log to schulhof_app;
