-- The log is tidied each hour at every school. Names are looked for only when an account has really gone: otherwise that
-- reads every line of every log, which took longer than a statement may at five thousand schools.
create or replace function tidy_log(_before timestamptz, _gone bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
begin
  for school in select id from public.school loop
    perform set_config('app.school_id', school::text, true);
    delete from public.user_log where school_id = school and created_at < _before;
    delete from public.view_log where school_id = school and viewed_at < _before;
    if _gone <> '{}' then
      update public.user_log set user_name = null where school_id = school and user_id = any(_gone);
      update public.view_log set user_name = null where school_id = school and user_id = any(_gone);
    end if;
  end loop;
  perform set_config('app.school_id', '', true);
  delete from public.user_log where school_id is null and created_at < _before;
  if _gone <> '{}' then
    update public.user_log set user_name = null where school_id is null and user_id = any(_gone);
  end if;
  perform set_config('app.school_id', bound, true);
end $$;
