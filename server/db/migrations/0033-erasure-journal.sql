-- Rows of erasure are proof: the application adds them and marks them as copied, and changes nothing else about them.
revoke update, delete on erasure from schulhof_app;
grant update (copied_at) on erasure to schulhof_app;

-- The journal may name schools that a restored database does not know yet. No new school gets such a number, because its
-- people would have the numbers of erased ones.
create function skip_school_ids(_highest bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select setval(pg_get_serial_sequence('public.school', 'id'),
    greatest(_highest, nextval(pg_get_serial_sequence('public.school', 'id')) - 1))
$$;
revoke execute on function skip_school_ids(bigint) from public;
grant execute on function skip_school_ids(bigint) to schulhof_app;
