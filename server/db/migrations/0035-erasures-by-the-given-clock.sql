-- The moment that the program gave to this transaction (`setClock`), otherwise the database's own: what triggers write down
-- carries the same day as the rest of an erasure, also in a demo of another day.
create function current_moment() returns timestamptz language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now())
$$;
grant execute on function current_moment() to schulhof_app;

create or replace function strip_requests(_subject_type text, _ids bigint[], _is_gone boolean) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  with stripped as (
    update public.privacy_request set
      subject_id = case when _is_gone then null else subject_id end,
      subject_erased_on = case when _is_gone then (public.current_moment() at time zone 'Europe/Berlin')::date end,
      requested_by = null, requester_guardian_id = null, contact = null, wish = null, note = null,
      extension_reason = null, identity_note = null, result_reason = null
    where subject_type = _subject_type and subject_id = any(_ids) returning id)
  insert into public.privacy_request_event (request_id, kind, created_by, created_at)
    select id, 'erased', public.current_actor(), public.current_moment() from stripped where _is_gone
$$;

-- As in 0031, and the triggers of deleted accounts learn the given time.
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

-- The names of those who looked are read from this index one by one, however many views each of them has, and so are the
-- views of one name, the newest first.
create index view_log_by_name on view_log (school_id, user_name, viewed_at desc, id desc);
