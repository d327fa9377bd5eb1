-- The same answers as before for half the price, as every request asks: one statement finds who asks, the transaction is
-- bound at once, also to nobody, and only what the active school says is read here. An admin's schools are asked elsewhere.
create or replace function open_request(_token_hash bytea, _request_id text, _ip_trunc text)
returns table (user_id bigint, name text, email text, role text, may_view_sensitive boolean, may_manage_users boolean, school_id bigint,
  stays_signed_in boolean, lacks_two_factor boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Who has no role yet is asked like a head, as is_two_factor_asked does.
  select u.id, u.name, u.email, u.role, u.may_view_sensitive, u.may_manage_users, a.school_id, s.remember,
      u.two_factor_enabled_at is null and (u.role in ('admin', 'schooladmin')) is not false
    into user_id, name, email, role, may_view_sensitive, may_manage_users, school_id, stays_signed_in, lacks_two_factor
    from public.session s
    join public.app_user u on u.id = s.user_id and u.deactivated_at is null
    left join public.user_school a on a.user_id = u.id and a.school_id = u.school_id
    where s.token_hash = _token_hash and s.expires_at > now();
  perform set_config('app.request_id', _request_id, true), set_config('app.ip_trunc', _ip_trunc, true),
    set_config('app.user_id', coalesce(user_id::text, ''), true), set_config('app.school_id', coalesce(school_id::text, ''), true);
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
