-- Sign in with the school's own accounts over OpenID Connect (ADR 0076).
create table identity_provider (
  id bigint generated always as identity primary key,
  name text collate german not null unique check (length(name) between 1 and 40),
  kind text not null check (kind in ('iserv', 'entra', 'nextcloud', 'keycloak', 'univention', 'other')),
  issuer text not null unique check (issuer ~ '^https?://'),
  client_id text,
  client_secret_encrypted bytea,
  is_active boolean not null default false,
  second_factor_acr text,
  mail_domain text check (mail_domain = lower(mail_domain)),
  groups_claim text not null default 'groups',
  school_ids bigint[] not null default '{}',
  last_failure text, last_failure_at timestamptz, last_success_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  check (not is_active or (client_id is not null and client_secret_encrypted is not null)));
comment on table identity_provider is 'Services of the schools where people sign in: IServ, Microsoft Entra and others.';
comment on column identity_provider.issuer is 'Named in every token; the documents of the provider are read below it.';
comment on column identity_provider.second_factor_acr is 'Asked for where a school demands a second factor, and taken as its proof.';
comment on column identity_provider.mail_domain is 'Addresses of this domain may be linked at the first sign-in, if the provider says that it has checked them. Null: none.';
comment on column identity_provider.school_ids is 'Whose people may sign in with it.';
comment on column identity_provider.last_failure is 'What went wrong at the last try, one of the faults of the contract.';

create table identity_provider_rule (
  id bigint generated always as identity primary key,
  provider_id bigint not null references identity_provider on delete cascade,
  group_name text not null check (length(group_name) between 1 and 200),
  school_id bigint not null references school,
  role text not null check (role in ('teacher_level_1', 'viewer')),
  unique (provider_id, group_name, school_id));
comment on table identity_provider_rule is 'Who is in this group gets an account with this role at this school. Higher roles are given by people only.';

create table identity (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user on delete cascade,
  provider_id bigint not null references identity_provider on delete cascade,
  subject text not null check (length(subject) between 1 and 255),
  label text not null,
  origin text not null check (origin in ('self', 'mail', 'rule')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (provider_id, subject),
  unique (user_id, provider_id));
comment on table identity is 'An account of a provider that signs in to an account here. What a provider says of names and addresses decides nothing.';
comment on column identity.subject is 'The provider''s own number of the person, for Entra tenant and object id; never an address, which people can change.';
comment on column identity.label is 'How the provider called the person when the link was made, to be recognised by its owner.';
comment on column identity.origin is 'How the link was made. self: by its owner, who was signed in. mail: at the first sign-in, by a checked address. rule: the account was created because of a group.';

alter table session
  add column identity_id bigint references identity on delete cascade,
  add column provider_session text;
comment on column session.provider_session is 'The provider''s own name of the session (sid), so that it can end this one.';
create index session_by_identity on session (identity_id) where identity_id is not null;
alter table login_challenge
  add column way text not null default 'password' check (way in ('password', 'provider')),
  add column identity_id bigint references identity on delete cascade,
  add column provider_session text;
comment on column login_challenge.way is 'What the first step was.';

grant select, insert, update, delete on identity_provider, identity_provider_rule, identity to schulhof_app;

-- Whether somebody signed in through a provider; told after the session was started.
create function bind_session_to_identity(_token_hash bytea, _identity_id bigint, _provider_session text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.session set identity_id = _identity_id, provider_session = _provider_session where token_hash = _token_hash
$$;
create function bind_challenge_to_identity(_token_hash bytea, _identity_id bigint, _provider_session text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.login_challenge set way = 'provider', identity_id = _identity_id, provider_session = _provider_session
    where token_hash = _token_hash
$$;
-- What the first step of a login was; read before the second one ends it.
create function first_step_of(_token_hash bytea) returns table (way text, identity_id bigint, provider_session text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select way, identity_id, provider_session from public.login_challenge where token_hash = _token_hash
$$;
-- The provider through which a session began.
create function identity_of_session(_token_hash bytea) returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select identity_id from public.session where token_hash = _token_hash
$$;
-- Whose session a provider means that names only the session.
create function identity_of_provider_session(_provider_id bigint, _provider_session text) returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id from public.identity i join public.session s on s.identity_id = i.id
    where i.provider_id = _provider_id and s.provider_session = _provider_session limit 1
$$;
-- Ends what began through an identity: the session that the provider names, or all of them; a session whose name the
-- provider never told ends with any of them. Answers how many.
create function end_sessions_of_identity(_identity_id bigint, _provider_session text) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with open as (delete from public.login_challenge where identity_id = _identity_id
      and (_provider_session is null or provider_session is null or provider_session = _provider_session) returning 1),
    ended as (delete from public.session where identity_id = _identity_id
      and (_provider_session is null or provider_session is null or provider_session = _provider_session) returning 1)
  select (select count(*) from ended)::int + (select count(*) from open)::int
$$;
grant execute on function bind_session_to_identity(bytea, bigint, text), bind_challenge_to_identity(bytea, bigint, text),
  first_step_of(bytea), identity_of_provider_session(bigint, text), identity_of_session(bytea), end_sessions_of_identity(bigint, text) to schulhof_app;

alter table account_mail drop constraint account_mail_event_check, add constraint account_mail_event_check check (event in
  ('enabled', 'disabled', 'reset', 'codes_renewed', 'passkey_added', 'passkey_removed', 'passkey_locked', 'passkey_asked', 'passkey_not_asked',
  'identity_linked', 'identity_unlinked'));
