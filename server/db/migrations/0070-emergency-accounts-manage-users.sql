-- The emergency account lifts the demand, so it is an admin or a head who may manage users. As in 0066, with that right.
create or replace function can_be_emergency(_user_id bigint, _school_id bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.app_user u join public.user_school a on a.user_id = u.id and a.school_id = _school_id
    where u.id = _user_id and u.deactivated_at is null and u.password_hash is not null
      and (u.role = 'admin' or (u.role = 'schooladmin' and u.may_manage_users))
      and (u.two_factor_enabled_at is not null
        or (u.asks_passkey and exists (select from public.passkey k where k.user_id = u.id and k.locked_at is null))))
$$;
