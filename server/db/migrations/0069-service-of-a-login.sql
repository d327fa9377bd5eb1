-- Devices name the service through which somebody came in, and mails the one whose link was made or ended. As in 0060,
-- with the name of the service.
drop function sessions_of(bigint, bytea);
create function sessions_of(_user_id bigint, _token_hash bytea)
returns table (id bigint, device text, ip_trunc text, created_at timestamptz, expires_at timestamptz, stays_signed_in boolean, is_current boolean, way text,
  provider text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.device, s.ip_trunc, s.created_at, s.expires_at, s.remember, s.token_hash = _token_hash, s.way, p.name from public.session s
  left join public.identity i on i.id = s.identity_id left join public.identity_provider p on p.id = i.provider_id
  where s.user_id = _user_id and s.expires_at > now() order by s.token_hash = _token_hash desc, s.created_at desc, s.id desc
$$;
grant execute on function sessions_of(bigint, bytea) to schulhof_app;

alter table account_mail add column provider_id bigint references identity_provider on delete set null;
comment on column account_mail.provider_id is 'The service that a notice about a link is about; null in all others, and when the service is gone.';
create index account_mail_by_provider on account_mail (provider_id) where provider_id is not null;
