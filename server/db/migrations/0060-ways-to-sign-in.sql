-- Ways to sign in besides the password (ADR 0075): passkeys here, identity providers in 0061.
alter table app_user add column asks_passkey boolean not null default false;
comment on column app_user.asks_passkey is 'After the password a passkey is asked for; only while the account has one. With it the account has a second factor.';

alter table session
  add column way text not null default 'password' check (way in ('password', 'passkey', 'provider')),
  add column has_second_factor boolean not null default false;
comment on column session.way is 'How this login was proved.';
comment on column session.has_second_factor is 'This login proved two factors by itself: a passkey with user verification, or a provider that said so.';

create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  locked_at timestamptz);
comment on table passkey is 'Keys on people''s devices; the private half never leaves them (WebAuthn).';
comment on column passkey.counter is 'Signature counter of the last use; one that does not grow tells of a copied key. 0: the device does not count.';
comment on column passkey.locked_at is 'Its counter did not grow, so there may be a copy: it opens nothing any more.';
comment on column passkey.is_synced is 'Kept in a password manager and so on several devices.';
create index passkey_by_user on passkey (user_id, id);
grant select, insert, update, delete on passkey to schulhof_app;

create table sign_in_attempt (
  token_hash bytea primary key,
  kind text not null check (kind in ('passkey_login', 'passkey_added', 'passkey_proof', 'provider_login', 'provider_link')),
  user_id bigint references app_user on delete cascade,
  content_encrypted bytea not null,
  expires_at timestamptz not null);
comment on table sign_in_attempt is 'What waits for an answer of a device or of a provider: its challenge, nonce and code verifier. Each is answered once.';
comment on column sign_in_attempt.token_hash is 'SHA-256 of the cookie of the browser that began it.';
comment on column sign_in_attempt.user_id is 'Who is signed in and adds a way; null while nobody is known.';
create index sign_in_attempt_by_user on sign_in_attempt (user_id);

create function begin_sign_in_attempt(_token_hash bytea, _kind text, _user_id bigint, _content bytea, _expires_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.sign_in_attempt (token_hash, kind, user_id, content_encrypted, expires_at)
    values (_token_hash, _kind, _user_id, _content, _expires_at)
$$;
-- Uses an attempt up; of several answers at once only one gets the row.
create function take_sign_in_attempt(_token_hash bytea, _kind text) returns table (user_id bigint, content_encrypted bytea)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with taken as (delete from public.sign_in_attempt where token_hash = _token_hash and kind = _kind
    returning user_id, content_encrypted, expires_at)
  select user_id, content_encrypted from taken where expires_at > now()
$$;
create function end_sign_in_attempts_of(_user_id bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.sign_in_attempt where user_id = _user_id
$$;

alter table account_mail drop constraint account_mail_event_check, add constraint account_mail_event_check check (event in
  ('enabled', 'disabled', 'reset', 'codes_renewed', 'passkey_added', 'passkey_removed', 'passkey_locked', 'passkey_asked', 'passkey_not_asked'));

drop function start_session(bytea, bigint, boolean, timestamptz, text, text);
create function start_session(_token_hash bytea, _user_id bigint, _remember boolean, _expires_at timestamptz, _device text default '', _ip_trunc text default null,
  _way text default 'password', _has_second_factor boolean default false)
returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.session (token_hash, user_id, remember, expires_at, device, ip_trunc, way, has_second_factor)
    values (_token_hash, _user_id, _remember, _expires_at, _device, _ip_trunc, _way, _has_second_factor);
  update public.app_user set last_login_at = now() where id = _user_id;
$$;

drop function sessions_of(bigint, bytea);
create function sessions_of(_user_id bigint, _token_hash bytea)
returns table (id bigint, device text, ip_trunc text, created_at timestamptz, expires_at timestamptz, stays_signed_in boolean, is_current boolean, way text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, device, ip_trunc, created_at, expires_at, remember, token_hash = _token_hash, way from public.session
  where user_id = _user_id and expires_at > now() order by token_hash = _token_hash desc, created_at desc, id desc
$$;

-- As in 0014; a passkey that is asked for and a login that proved two factors count, too.
create or replace function open_request(_token_hash bytea, _request_id text, _ip_trunc text)
returns table (user_id bigint, name text, email text, role text, may_view_sensitive boolean, may_manage_users boolean, school_id bigint,
  stays_signed_in boolean, lacks_two_factor boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare has_proved_two boolean;
begin
  -- Who has no role yet is asked like a head, as is_two_factor_asked does.
  select u.id, u.name, u.email, u.role, u.may_view_sensitive, u.may_manage_users, a.school_id, s.remember,
      u.two_factor_enabled_at is null and not u.asks_passkey and not s.has_second_factor
        and (u.role in ('admin', 'schooladmin')) is not false,
      s.has_second_factor
    into user_id, name, email, role, may_view_sensitive, may_manage_users, school_id, stays_signed_in, lacks_two_factor, has_proved_two
    from public.session s
    join public.app_user u on u.id = s.user_id and u.deactivated_at is null
    left join public.user_school a on a.user_id = u.id and a.school_id = u.school_id
    where s.token_hash = _token_hash and s.expires_at > now();
  perform set_config('app.request_id', _request_id, true), set_config('app.ip_trunc', _ip_trunc, true),
    set_config('app.user_id', coalesce(user_id::text, ''), true), set_config('app.school_id', coalesce(school_id::text, ''), true),
    set_config('app.has_proved_two', coalesce(has_proved_two, false)::text, true);
  if user_id is null then return; end if;
  if lacks_two_factor then
    if role = 'admin' then
      lacks_two_factor := public.is_two_factor_asked(user_id, role, school_id);
    else
      lacks_two_factor := coalesce((select (r.setting_value ->> 'two_factor_for_heads')::boolean from public.school_setting r
        where r.school_id = open_request.school_id and r.key = 'LOGIN_RULES'), false);
    end if;
  end if;
  return next;
end $$;

-- As in 0013, with a passkey as second factor.
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
      and (u.two_factor_enabled_at is not null or u.asks_passkey or not public.is_two_factor_asked(u.id, u.role, l.school_id));
  if found then
    perform set_config('app.user_id', user_id::text, true), set_config('app.school_id', school_id::text, true);
    return next;
  end if;
end $$;

grant execute on function begin_sign_in_attempt(bytea, text, bigint, bytea, timestamptz), take_sign_in_attempt(bytea, text),
  end_sign_in_attempts_of(bigint),
  start_session(bytea, bigint, boolean, timestamptz, text, text, text, boolean), sessions_of(bigint, bytea) to schulhof_app;

-- As in 0035; attempts that nobody answered go, too.
create or replace function tidy_installation(_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  today date := (least(_now, now()) at time zone 'Europe/Berlin')::date;
  gone bigint[] := array(select u.id from public.app_user u
    where ((u.deactivated_at at time zone 'Europe/Berlin')::date + interval '6 months')::date <= today);
  first_school bigint := (select min(id) from public.school);
  school bigint;
begin
  perform set_config('app.now', least(_now, now())::text, true);
  -- Sessions, links and keys live by the database's clock, whatever day a demo stands on.
  delete from public.session where expires_at <= least(_now, now());
  delete from public.login_challenge where expires_at <= now();
  delete from public.sign_in_attempt where expires_at <= now();
  delete from public.password_link where expires_at < now() - interval '7 days';
  delete from public.account_mail where created_at < least(_now, now()) - interval '6 months';
  if gone <> '{}' then
    for school in select id from public.school order by id loop
      perform set_config('app.school_id', school::text, true);
      insert into public.erasure (school_id, subject, subject_id, rule, action, erased_on)
        select school, 'user', u.id, 'account', 'delete', today from unnest(gone) u (id)
        where exists (select from public.user_school a where a.user_id = u.id and a.school_id = school)
          or (school = first_school and not exists (select from public.user_school a where a.user_id = u.id))
        on conflict do nothing;
    end loop;
    perform set_config('app.school_id', bound, true);
    delete from public.app_user where id = any(gone);
  end if;
  perform public.tidy_log(least(_now, now()) - interval '12 months', gone);
  if gone <> '{}' then perform public.forget_account_links(gone); end if;
  delete from public.idempotency where created_at < least(_now, now()) - interval '48 hours';
  delete from public.rate_limit where expire < extract(epoch from _now - interval '1 hour') * 1000;
end $$;
