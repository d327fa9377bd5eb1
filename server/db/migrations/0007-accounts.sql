-- Accounts whole: home school, invitation, second factor, devices, links to set a password, and the mails about them.

alter table app_user
  add column home_school_id bigint references school,
  add column invited_at timestamptz,
  add column two_factor_secret bytea,
  add column two_factor_enabled_at timestamptz,
  add column two_factor_last_step bigint,
  add column field_changes jsonb not null default '{}';
comment on column app_user.home_school_id is 'Where the account was made: what remains when access to several schools is taken back.';
comment on column app_user.invited_at is 'When the last invitation was asked for; null: never.';
comment on column app_user.two_factor_secret is 'TOTP key, encrypted with the ring; set but not enabled while being set up.';
comment on column app_user.two_factor_last_step is 'The 30-second step of the last code that was taken: none works twice.';
comment on column app_user.field_changes is 'Last change of each field of the user page, {field: {version, by, at}}: a stale page is refused only for what it would overwrite.';
update app_user set home_school_id = school_id;

alter table session
  add column id bigint generated always as identity unique,
  add column device text not null default '',
  add column ip_trunc text;
comment on column session.device is 'Browser and system by their families, for the list of devices.';
comment on column session.ip_trunc is 'IPv4 /24 or IPv6 /48.';

create table recovery_code (
  user_id bigint not null references app_user on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash));
comment on table recovery_code is 'Each opens one login without the app; only hashes (HMAC with the ring) are kept.';

create table login_challenge (
  token_hash bytea primary key,
  user_id bigint not null references app_user on delete cascade,
  remember boolean not null,
  failures int not null default 0,
  expires_at timestamptz not null);
comment on table login_challenge is 'A login whose password was right and whose second factor is still asked for.';

create table password_link (
  user_id bigint primary key references app_user on delete cascade,
  token_hash bytea not null unique,
  email_hash bytea not null,
  kind text not null check (kind in ('reset', 'invitation')),
  expires_at timestamptz not null);
comment on table password_link is 'The newest link of an account to set a password; one row each, so that an older one is void.';
comment on column password_link.email_hash is 'SHA-256 of the address it was made for: it opens nothing once the account has another.';

create table account_mail (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user on delete cascade,
  template text not null,
  event text check (event in ('enabled', 'disabled', 'reset', 'codes_renewed')),
  recipient_encrypted bytea,
  recipient_masked text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'dropped')),
  error text,
  message_id text,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), sent_at timestamptz);
comment on table account_mail is 'Outbox of mails about accounts, which belong to no school; bodies are made when sending.';
comment on column account_mail.event is 'What a notice about the second factor tells; null in all others.';
comment on column account_mail.recipient_encrypted is 'The address while the mail waits, null afterwards: a changed address is told to the old one.';
comment on column account_mail.state is 'dropped: no longer wanted when its turn came, such as a reset asked for more than an hour ago.';
create index account_mail_by_user on account_mail (user_id, id desc);

create table legal_text (
  key text not null check (key in ('impressum', 'datenschutz', 'barrierefreiheit')),
  version_number int not null check (version_number > 0),
  id bigint generated always as identity unique,
  body_markdown text not null,
  created_by bigint references app_user on delete set null,
  created_at timestamptz not null default now(),
  primary key (key, version_number));
comment on table legal_text is 'Legal pages of the installation; rows are never changed. Without one the text that comes with the product is shown.';

-- Whether a second factor is asked of an account: of a head by the active school, of an admin, who reaches all accounts
-- from anywhere, by any of the own schools. Leaves the transaction bound as it was.
create function is_two_factor_asked(_user_id bigint, _role text, _school_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
  is_asked boolean := false;
begin
  if _role not in ('admin', 'schooladmin') then return false; end if;
  for school in select a.school_id from public.user_school a where a.user_id = _user_id and (_role = 'admin' or a.school_id = _school_id) loop
    perform set_config('app.school_id', school::text, true);
    select (r.setting_value ->> 'two_factor_for_heads')::boolean into is_asked from public.school_setting r
      where r.school_id = school and r.key = 'LOGIN_RULES';
    exit when is_asked;
  end loop;
  perform set_config('app.school_id', bound, true);
  return coalesce(is_asked, false);
end $$;

-- What a request learns about who asks; who lacks a second factor that is asked for has next to no rights.
drop function open_request(bytea, text, text);
create function open_request(_token_hash bytea, _request_id text, _ip_trunc text)
returns table (user_id bigint, name text, email text, role text, may_view_sensitive boolean, may_manage_users boolean, school_id bigint,
  stays_signed_in boolean, lacks_two_factor boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare has_two_factor boolean;
begin
  perform set_config('app.request_id', _request_id, true), set_config('app.ip_trunc', _ip_trunc, true);
  select u.id, u.name, u.email, u.role, u.may_view_sensitive, u.may_manage_users, a.school_id, s.remember, u.two_factor_enabled_at is not null
    into user_id, name, email, role, may_view_sensitive, may_manage_users, school_id, stays_signed_in, has_two_factor
    from public.session s
    join public.app_user u on u.id = s.user_id and u.deactivated_at is null
    left join public.user_school a on a.user_id = u.id and a.school_id = u.school_id
    where s.token_hash = _token_hash and s.expires_at > now();
  if found then
    perform set_config('app.user_id', user_id::text, true), set_config('app.school_id', coalesce(school_id::text, ''), true);
    lacks_two_factor := not has_two_factor and public.is_two_factor_asked(user_id, role, school_id);
    return next;
  end if;
end $$;

drop function start_session(bytea, bigint, boolean, timestamptz);
create function start_session(_token_hash bytea, _user_id bigint, _remember boolean, _expires_at timestamptz, _device text default '', _ip_trunc text default null)
returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.session (token_hash, user_id, remember, expires_at, device, ip_trunc)
    values (_token_hash, _user_id, _remember, _expires_at, _device, _ip_trunc);
  update public.app_user set last_login_at = now() where id = _user_id;
$$;

create function sessions_of(_user_id bigint, _token_hash bytea)
returns table (id bigint, device text, ip_trunc text, created_at timestamptz, expires_at timestamptz, stays_signed_in boolean, is_current boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, device, ip_trunc, created_at, expires_at, remember, token_hash = _token_hash from public.session
  where user_id = _user_id and expires_at > now() order by token_hash = _token_hash desc, created_at desc, id desc
$$;
-- Ends sessions of one account: one of them by its id, else all but the one to keep. Answers how many.
create function end_sessions_of(_user_id bigint, _id bigint default null, _kept_hash bytea default null) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with ended as (delete from public.session where user_id = _user_id and (_id is null or id = _id)
    and (_kept_hash is null or token_hash <> _kept_hash) returning 1)
  select count(*)::int from ended
$$;

create function start_login_challenge(_token_hash bytea, _user_id bigint, _remember boolean, _expires_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.login_challenge (token_hash, user_id, remember, expires_at) values (_token_hash, _user_id, _remember, _expires_at)
$$;
-- Counts one try and says whose login it is; no row when it is unknown, over or tried too often. Locks the account, as
-- whoever changes it does first, and then the login for the caller.
create function try_login_challenge(_token_hash bytea, _most_tries int) returns table (user_id bigint, remember boolean)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select from public.app_user u where u.id = (select c.user_id from public.login_challenge c where c.token_hash = _token_hash)
    for no key update;
  update public.login_challenge c set failures = c.failures + 1
    where c.token_hash = _token_hash and c.expires_at > now() and c.failures < _most_tries returning c.user_id, c.remember
$$;
create function end_login_challenge(_token_hash bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.login_challenge where token_hash = _token_hash
$$;
create function end_login_challenges_of(_user_id bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.login_challenge where user_id = _user_id
$$;

-- For the address the account has now; who calls has locked the account.
create function put_password_link(_user_id bigint, _token_hash bytea, _kind text, _expires_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.password_link as l (user_id, token_hash, email_hash, kind, expires_at)
    select _user_id, _token_hash, sha256(convert_to(u.email, 'UTF8')), _kind, _expires_at from public.app_user u where u.id = _user_id
    on conflict (user_id) do update set token_hash = excluded.token_hash, email_hash = excluded.email_hash, kind = excluded.kind,
      expires_at = excluded.expires_at
$$;
-- The 60 minutes begin when the mail server took the mail.
create function extend_password_link(_user_id bigint, _expires_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.password_link set expires_at = _expires_at where user_id = _user_id
$$;
create function drop_password_link(_user_id bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.password_link where user_id = _user_id
$$;
-- Uses a link up: whose it was, or no row. Of several at once only one gets the row. Locks the account before the link.
create function use_password_link(_token_hash bytea, _email text) returns table (user_id bigint, kind text)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select from public.app_user u where u.id = (select l.user_id from public.password_link l where l.token_hash = _token_hash)
    for no key update;
  delete from public.password_link l using public.app_user u
    where l.token_hash = _token_hash and l.expires_at > now() and u.id = l.user_id and u.email = _email and u.deactivated_at is null
      and l.email_hash = sha256(convert_to(u.email, 'UTF8'))
    returning l.user_id, l.kind
$$;
-- Whether use_password_link would find a row; says nothing to who does not hold the token.
create function is_password_link(_token_hash bytea, _email text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.password_link l join public.app_user u on u.id = l.user_id
    where l.token_hash = _token_hash and l.expires_at > now() and u.email = _email and u.deactivated_at is null
      and l.email_hash = sha256(convert_to(u.email, 'UTF8')))
$$;
-- When the link of each of these accounts ends; for the list of users, without the token.
create function password_links_of(_user_ids bigint[]) returns table (user_id bigint, kind text, expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select user_id, kind, expires_at from public.password_link where user_id = any(_user_ids)
$$;

-- As in 0001; of a status the log also keeps what it was and became, as `status:new>accepted` (domain §1.12).
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
        where a.value is distinct from b.value and a.key not in ('updated_at', 'version', 'search_name', 'search_contact') order by f.name) as fields
      from new_rows n join old_rows o using (school_id, id)) changed
    where changed.fields <> '{}';
  end if;
  return null;
end $$;

-- Logs what happened to an account in each of its schools, as each answers for its own log; without one where the
-- transaction is bound. Leaves the transaction bound as it was.
create function log_account(_user_id bigint, _action text, _fields text[], _result text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
begin
  for school in select a.school_id from public.user_school a where a.user_id = _user_id order by a.school_id loop
    perform set_config('app.school_id', school::text, true);
    perform public.log_entry('user', _user_id, _action, _fields, true, _result);
  end loop;
  if school is null then perform public.log_entry('user', _user_id, _action, _fields, true, _result); end if;
  perform set_config('app.school_id', bound, true);
end $$;

-- The log read by object and by action, also in the order of time; actions and objects that occur are found by skipping.
create index user_log_by_object on user_log (school_id, entity_type, entity_id, created_at desc, id desc);
create index user_log_by_action on user_log (school_id, action, created_at desc, id desc);
-- Events of the installation are seen by the owner alone, outside every school, to back them up and to let them go in
-- time: row-level security holds the owner like everyone.
create policy installation on user_log to current_user using (school_id is null and (select current_school()) is null);

-- What belongs to no school, the newest 50,000 events; only for an admin. The school is unbound inside, as the policy asks.
create function installation_log() returns setof user_log
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
begin
  perform set_config('app.school_id', '', true);
  return query select l.* from public.user_log l where l.school_id is null
    and exists (select from public.app_user u where u.id = public.current_actor() and u.role = 'admin' and u.deactivated_at is null)
    order by l.created_at desc, l.id desc limit 50000;
  perform set_config('app.school_id', bound, true);
end $$;
grant execute on function installation_log() to schulhof_app;

-- Lets old rows of the log go and takes the names of deleted accounts out of the rest (domain §5.2).
create function tidy_log(_before timestamptz, _gone bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
begin
  for school in select id from public.school loop
    perform set_config('app.school_id', school::text, true);
    delete from public.user_log where school_id = school and created_at < _before;
    update public.user_log set user_name = null where school_id = school and user_id = any(_gone);
  end loop;
  perform set_config('app.school_id', '', true);
  delete from public.user_log where school_id is null and created_at < _before;
  update public.user_log set user_name = null where school_id is null and user_id = any(_gone);
  perform set_config('app.school_id', bound, true);
end $$;

create or replace function tidy_installation(_now timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  -- Sessions, links and keys live by the database's clock, whatever day a demo stands on.
  delete from public.session where expires_at <= least(_now, now());
  delete from public.login_challenge where expires_at <= now();
  delete from public.password_link where expires_at < now() - interval '7 days';
  delete from public.account_mail where created_at < least(_now, now()) - interval '6 months';
  with gone as (delete from public.app_user where deactivated_at < least(_now, now()) - interval '6 months' returning id)
    select public.tidy_log(least(_now, now()) - interval '12 months', array(select id from gone));
  delete from public.idempotency where created_at < least(_now, now()) - interval '48 hours';
  delete from public.rate_limit where expire < extract(epoch from _now - interval '1 hour') * 1000;
$$;

grant execute on function is_two_factor_asked(bigint, text, bigint), log_account(bigint, text, text[], text), open_request(bytea, text, text), start_session(bytea, bigint, boolean, timestamptz, text, text),
  sessions_of(bigint, bytea), end_sessions_of(bigint, bigint, bytea),
  start_login_challenge(bytea, bigint, boolean, timestamptz), try_login_challenge(bytea, int), end_login_challenge(bytea), end_login_challenges_of(bigint),
  put_password_link(bigint, bytea, text, timestamptz), extend_password_link(bigint, timestamptz), drop_password_link(bigint),
  use_password_link(bytea, text), is_password_link(bytea, text), password_links_of(bigint[]) to schulhof_app;
grant select, insert, update, delete on recovery_code to schulhof_app;
grant select, insert, update on account_mail to schulhof_app;
grant select, insert on legal_text to schulhof_app;
