-- A school may demand a way to sign in (ADR 0077).
create table login_demand (
  school_id bigint primary key references school,
  ways text not null check (ways in ('no_password', 'provider')),
  provider_id bigint references identity_provider,
  emergency_user_id bigint references app_user on delete set null,
  check ((ways = 'provider') = (provider_id is not null)),
  check (ways = 'provider' or emergency_user_id is null));
comment on table login_demand is 'Schools whose people need a certain way to sign in. A school without a row accepts all.';
comment on column login_demand.ways is 'no_password: a passkey or any provider. provider: this one only.';
comment on column login_demand.emergency_user_id is 'May sign in with password and second factor when the provider is gone. Null: that account was erased.';
create index login_demand_by_provider on login_demand (provider_id);
create index login_demand_by_emergency_user on login_demand (emergency_user_id);
grant select, insert, update, delete on login_demand to schulhof_app;

-- Whether a demand accepts a login. Other ways than a provider have no identity.
create function is_login_accepted(_demand login_demand, _user_id bigint, _has_second_factor boolean, _way text, _identity_id bigint) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(case _demand.ways
    when 'no_password' then _way <> 'password'
    else exists (select from public.identity i where i.id = _identity_id and i.provider_id = _demand.provider_id)
      or (_demand.emergency_user_id = _user_id and _has_second_factor)
  end, false)
$$;

-- Whether an account has a way that the school accepts, however its owner is signed in now.
create function has_accepted_way(_user_id bigint, _school_id bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select case d.ways
    when 'no_password' then exists (select from public.passkey k where k.user_id = _user_id and k.locked_at is null)
      or exists (select from public.identity i join public.identity_provider p on p.id = i.provider_id and p.is_active where i.user_id = _user_id)
    else exists (select from public.identity i where i.user_id = _user_id and i.provider_id = d.provider_id)
      or exists (select from public.app_user u where u.id = _user_id and u.id = d.emergency_user_id
        and (u.two_factor_enabled_at is not null or u.asks_passkey))
  end from public.login_demand d where d.school_id = _school_id), true)
$$;

-- The demands that the session of this request does not meet, of all schools of its account.
create function unmet_demands() returns setof login_demand
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.* from public.app_user u
    join public.user_school a on a.user_id = u.id
    join public.login_demand d on d.school_id = a.school_id
    where u.id = nullif(current_setting('app.user_id', true), '')::bigint
      and not public.is_login_accepted(d, u.id, u.two_factor_enabled_at is not null or u.asks_passkey,
        nullif(current_setting('app.session_way', true), ''), nullif(current_setting('app.session_identity', true), '')::bigint)
$$;

-- Whether the two factors that a login proved by itself count at a school. Those of a provider count where it serves, so
-- for an admin, who reaches all accounts from anywhere, only when it serves all of the admin's schools.
create function is_proof_valid(_way text, _identity_id bigint, _user_id bigint, _role text, _school_id bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select _way <> 'provider' or exists (
    select from public.identity i join public.identity_provider p on p.id = i.provider_id
    where i.id = _identity_id and case when _role = 'admin'
      then not exists (select from public.user_school a where a.user_id = _user_id and a.school_id <> all (p.school_ids))
      else _school_id = any (p.school_ids) end)
$$;

-- Whether an account may see a school: it has the second factor that the school requires, or its own session has proved
-- one, and its own session came in by a way that the school accepts. Without a session, as in a job, only the first counts.
create function may_enter_school(_user_id bigint, _role text, _school_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  has_second_factor boolean := (select u.two_factor_enabled_at is not null or u.asks_passkey from public.app_user u where u.id = _user_id);
  way text := case when _user_id::text = current_setting('app.user_id', true) then nullif(current_setting('app.session_way', true), '') end;
  identity_id bigint := nullif(current_setting('app.session_identity', true), '')::bigint;
begin
  if way is not null and exists (select from public.login_demand d where d.school_id = _school_id
      and not public.is_login_accepted(d, _user_id, has_second_factor, way, identity_id)) then
    return false;
  end if;
  return has_second_factor
    or (way is not null and current_setting('app.has_proved_two', true) = 'true'
      and public.is_proof_valid(way, identity_id, _user_id, _role, _school_id))
    or not public.is_two_factor_asked(_user_id, _role, _school_id);
end $$;

-- As in 0060, and the login must be one that the school accepts. Of an admin the active school decides; if it accepts all,
-- one of the ways that the admin's other schools demand is needed.
drop function open_request(bytea, text, text);
create function open_request(_token_hash bytea, _request_id text, _ip_trunc text)
returns table (user_id bigint, name text, email text, role text, may_view_sensitive boolean, may_manage_users boolean, school_id bigint,
  stays_signed_in boolean, lacks_two_factor boolean, lacks_way boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  has_second_factor boolean;
  has_proved_two boolean;
  session_way text;
  session_identity bigint;
begin
  select u.id, u.name, u.email, u.role, u.may_view_sensitive, u.may_manage_users, a.school_id, s.remember,
      u.two_factor_enabled_at is not null or u.asks_passkey, s.has_second_factor, s.way, s.identity_id
    into user_id, name, email, role, may_view_sensitive, may_manage_users, school_id, stays_signed_in,
      has_second_factor, has_proved_two, session_way, session_identity
    from public.session s
    join public.app_user u on u.id = s.user_id and u.deactivated_at is null
    left join public.user_school a on a.user_id = u.id and a.school_id = u.school_id
    where s.token_hash = _token_hash and s.expires_at > now();
  perform set_config('app.request_id', _request_id, true), set_config('app.ip_trunc', _ip_trunc, true),
    set_config('app.user_id', coalesce(user_id::text, ''), true), set_config('app.school_id', coalesce(school_id::text, ''), true),
    set_config('app.has_proved_two', coalesce(has_proved_two, false)::text, true),
    set_config('app.session_way', coalesce(session_way, ''), true),
    set_config('app.session_identity', coalesce(session_identity::text, ''), true);
  if user_id is null then return; end if;
  -- Who has no role yet is asked like a head, as is_two_factor_asked does.
  lacks_two_factor := not has_second_factor and (role in ('admin', 'schooladmin')) is not false;
  if lacks_two_factor and has_proved_two then
    lacks_two_factor := not public.is_proof_valid(session_way, session_identity, user_id, role, school_id);
  end if;
  if lacks_two_factor then
    if role = 'admin' then
      lacks_two_factor := public.is_two_factor_asked(user_id, role, school_id);
    else
      lacks_two_factor := coalesce((select (r.setting_value ->> 'two_factor_for_heads')::boolean from public.school_setting r
        where r.school_id = open_request.school_id and r.key = 'LOGIN_RULES'), false);
    end if;
  end if;
  if role = 'admin' then
    lacks_way := (select not coalesce(bool_or(x.is_accepted) filter (where x.school_id = open_request.school_id), bool_or(x.is_accepted), true)
      from (select d.school_id, public.is_login_accepted(d, open_request.user_id, has_second_factor, session_way, session_identity) as is_accepted
        from public.user_school a join public.login_demand d on d.school_id = a.school_id where a.user_id = open_request.user_id) x);
  else
    lacks_way := exists (select from public.login_demand d where d.school_id = open_request.school_id
      and not public.is_login_accepted(d, open_request.user_id, has_second_factor, session_way, session_identity));
  end if;
  return next;
end $$;

-- As in 0060. A calendar shows who is ill, so its owner needs what the pages of the school need: a second factor, and a way
-- to sign in that the school accepts. There is no session here, so the account must have that way.
create or replace function open_sicknote_calendar(_token_hash bytea)
returns table (user_id bigint, name text, email text, role text, may_view_sensitive boolean, may_manage_users boolean, school_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select u.id, u.name, u.email, u.role, u.may_view_sensitive, u.may_manage_users, a.school_id
    into user_id, name, email, role, may_view_sensitive, may_manage_users, school_id
    from public.sicknote_calendar_link l
    join public.app_user u on u.id = l.user_id and u.deactivated_at is null
    join public.user_school a on a.user_id = u.id and a.school_id = l.school_id
    where l.token_hash = _token_hash
      and (u.two_factor_enabled_at is not null or u.asks_passkey or not public.is_two_factor_asked(u.id, u.role, l.school_id))
      and public.has_accepted_way(u.id, l.school_id);
  if found then
    perform set_config('app.user_id', user_id::text, true), set_config('app.school_id', school_id::text, true);
    return next;
  end if;
end $$;

grant execute on function is_login_accepted(login_demand, bigint, boolean, text, bigint), has_accepted_way(bigint, bigint),
  unmet_demands(), may_enter_school(bigint, text, bigint), open_request(bytea, text, text) to schulhof_app;
