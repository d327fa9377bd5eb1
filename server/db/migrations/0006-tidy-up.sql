-- What no school owns and nobody needs any more; each school's own rows go under its row-level security.
create function tidy_installation(_now timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  -- Sessions and keys live by the database's clock, whatever day a demo stands on.
  delete from public.session where expires_at <= least(_now, now());
  delete from public.idempotency where created_at < least(_now, now()) - interval '48 hours';
  delete from public.rate_limit where expire < extract(epoch from _now - interval '1 hour') * 1000;
$$;
grant execute on function tidy_installation(timestamptz) to schulhof_app;
