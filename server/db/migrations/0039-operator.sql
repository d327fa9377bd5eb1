-- The operator works on the command line without an account: the log names that person's role instead of a user, and new
-- keys for stored secrets are no change of a record.

create or replace function log_entries(_entity_type text, _lines log_line[], _action text, _named boolean, _result text default 'ok') returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.user_log as l (school_id, user_id, user_name, role, action, entity_type, entity_id, changed_fields, result, request_id, ip_trunc)
  select public.current_school(), public.current_actor(),
    -- Without an account the name is what the command line says of itself, otherwise it is the account's.
    case when public.current_actor() is null then nullif(current_setting('app.actor_name', true), '') else u.name end,
    u.role, _action, _entity_type, line.entity_id, coalesce(line.fields, '{}'), _result,
    nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.ip_trunc', true), '')
  from unnest(_lines) line left join public.app_user u on u.id = public.current_actor()
  on conflict (school_id, request_id, entity_type, entity_id) do update set
    action = case when l.action like '%\_created' then l.action when _named or l.action like '%\_updated' then excluded.action else l.action end,
    changed_fields = array(select distinct f from unnest(l.changed_fields || excluded.changed_fields) f order by f)
    -- Only what this very transaction wrote: a later one with the same request id changes nothing.
    where l.xmin = pg_current_xact_id()::xid
$$;
comment on column user_log.user_name is 'Snapshot: the log outlives the account. Without an account it names the operator at the command line.';

-- Whether this transaction only encrypts secrets again with a new key. The setting alone is not enough: it must be a
-- connection of the owner, because the application may not change records without a trace.
create function is_resealing() returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(current_setting('app.resealing', true), '') = 'on' and pg_has_role(session_user, c.relowner, 'member')
  from pg_class c where c.oid = 'public.pupil_sensitive'::regclass
$$;
grant execute on function is_resealing() to schulhof_app;

drop trigger log_update on pupil_sensitive;
create trigger log_update after update on pupil_sensitive referencing old table as old_rows new table as new_rows
  for each statement when (not is_resealing()) execute function log_change();
drop trigger note_changes on pupil_sensitive;
create trigger note_changes before update on pupil_sensitive for each row when (not is_resealing()) execute function note_changes();
