-- Erasure on request (Art. 17, ADR 0042): a second person where the school asks for one, accounts, and the stored replies of a school.
create table erasure_proposal (
  school_id bigint not null references school,
  id bigint generated always as identity,
  subject text not null check (subject in ('registration', 'pupil', 'guardian', 'contact_person', 'employee', 'user')),
  subject_id bigint not null,
  ground text not null,
  note text check (length(note) <= 300),
  request_id bigint,
  proposed_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, subject, subject_id));
comment on table erasure_proposal is 'Erasures on request that a second person still has to confirm; a row goes with the record, with the refusal, or after 30 days.';
comment on column erasure_proposal.ground is 'The reason in the words of Art. 17 (1), the only thing that the proof keeps of it.';
comment on column erasure_proposal.note is 'What the first person tells the second one; it may name people, so it is erased with the record.';
comment on column erasure_proposal.request_id is 'The request in the register of requests that asked for it, if there is one.';
comment on column erasure_proposal.proposed_by is 'No foreign key: an account may go before its proposal does.';
select make_school_table('erasure_proposal', false);

-- Which school a stored reply is about, so that all replies of a school can go with an erased record.
alter table idempotency add column school_id bigint references school on delete cascade;
comment on column idempotency.school_id is 'The school of the call; null: it had none, or was answered before this column existed.';
create index idempotency_by_school on idempotency (school_id) where school_id is not null;
create or replace function keep_idempotent_reply(_key_hash bytea, _reply jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.idempotency set reply = _reply, school_id = public.current_school() where key_hash = _key_hash
$$;
-- Replies may contain the erased record. Whoever repeats one of these calls is answered anew.
create function forget_school_replies() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.idempotency where school_id = public.current_school() and reply is not null
$$;

-- Removes an account at once, with its name in the log, its mails and all that schools keep for it.
create function erase_account(_user_id bigint) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
begin
  for school in select id from public.school loop
    perform set_config('app.school_id', school::text, true);
    delete from public.mail_log where school_id = school and related_type = 'sicknote_feed'
      and related_id in (select f.id from public.sicknote_feed f where f.school_id = school and f.user_id = _user_id);
  end loop;
  perform set_config('app.school_id', bound, true);
  delete from public.app_user where id = _user_id;
  perform public.tidy_log('-infinity', array[_user_id]);
  perform public.forget_account_links(array[_user_id]);
end $$;
grant execute on function forget_school_replies(), erase_account(bigint) to schulhof_app;

-- Accounts go half a year after they were closed, by the calendar of Berlin as the preview counts it; each is proof and goes
-- again after a restore. An account of no school stands with the first one.
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
