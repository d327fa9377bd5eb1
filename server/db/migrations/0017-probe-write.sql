-- Asked by /readyz after a write failed for want of room: whether PostgreSQL can write again. A new table must grow on the
-- disk, while a row in an old one might still find a free place. The table goes with the transaction.
create function probe_write() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  create temp table write_probe (content text) on commit drop;
  insert into write_probe select repeat('x', 1000) from generate_series(1, 256);
end $$;
grant execute on function probe_write() to schulhof_app;
