-- The state of the installation: what ran when, what has failed, and which alarms are open (ADR 0054). None of it is
-- about people, and none of it is in a backup.
create table task_run (
  task text primary key,
  finished_at timestamptz,
  seconds real,
  failed_at timestamptz);
comment on table task_run is 'When each timed task last ended, written by the worker.';
comment on column task_run.finished_at is 'The end of its last success.';
comment on column task_run.seconds is 'How long that took.';
comment on column task_run.failed_at is 'The end of its last failure.';
grant select on task_run to schulhof_app;

create table system_alarm (
  key text not null check (key in ('backup_old', 'mails_wait', 'job_failed', 'disk_full')),
  host text not null,
  subject text not null,
  since timestamptz not null,
  confirmed_at timestamptz not null,
  mailed_at timestamptz,
  ended_at timestamptz,
  primary key (key, host, subject));
comment on table system_alarm is 'Alarms that are open, and those that ended within the last days.';
comment on column system_alarm.host is 'The machine that sees it: a disk or a folder. Empty when every machine sees the same.';
comment on column system_alarm.subject is 'Which disk or which kind of job; empty when there is only one.';
comment on column system_alarm.confirmed_at is 'When a process last saw it. A machine that is gone confirms nothing.';
comment on column system_alarm.mailed_at is 'When the admins were last written to; null when they were not.';
grant select, insert, update, delete on system_alarm to schulhof_app;

create table mail_passage (
  is_only boolean primary key default true check (is_only),
  left_at timestamptz not null);
comment on table mail_passage is 'When the mail server last accepted a mail, in one row.';

-- Called after each mail. Mails of one moment write once, so that they do not wait for each other.
create function note_mail_left() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.mail_passage as passage (left_at) values (clock_timestamp())
    on conflict (is_only) do update set left_at = excluded.left_at where passage.left_at < excluded.left_at - interval '5 seconds'
$$;
revoke execute on function note_mail_left() from public;
grant execute on function note_mail_left() to schulhof_app;

-- As in 0001, and the job learns which request it comes from and since when it is waiting. A job that queues another one
-- gives what it knows itself.
create or replace function enqueue(_task text, _payload json, _job_key text default null, _run_at timestamptz default null, _max_attempts int default 25) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  origin jsonb := jsonb_build_object('request', nullif(current_setting('app.request_id', true), ''), 'since', now())
    || coalesce(_payload::jsonb -> '_origin', '{}');
begin
  perform graphile_worker.add_job(_task, (_payload::jsonb || jsonb_build_object('_origin', origin))::json,
    run_at => _run_at, max_attempts => _max_attempts, job_key => _job_key);
end $$;

-- Everything that the database knows about the state of the installation, without a word about people. A mail that waits
-- although a later one has left is a matter of its recipient, so it does not count as held up. A job that failed counts no
-- more once a later run of the same timed task succeeded.
create function system_state() returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with job as (
    select t.identifier as task, j.attempts, j.max_attempts, j.run_at, j.updated_at, j.locked_at, j.last_error is not null as has_error,
      coalesce((j.payload -> '_origin' ->> 'since')::timestamptz, j.created_at) as since,
      j.attempts - (j.locked_at is not null)::int as failures
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  ), mail as (
    select since from job where task in ('send_mail', 'send_account_mail')
  ), failed as (
    select job.* from job left join public.task_run r using (task)
    where has_error and failures >= 3 and (r.finished_at is null or r.finished_at < job.updated_at)
  )
  select jsonb_build_object(
    'at', clock_timestamp(),
    'postgres', current_setting('server_version'),
    'database_bytes', pg_database_size(current_database()),
    'migration', (select max(name collate "C") from public.schema_migration),
    'installed_at', (select min(applied_at) from public.schema_migration),
    'mails', (select jsonb_build_object(
      'waiting', count(*),
      'since', min(since),
      'held_since', min(since) filter (where since > coalesce((select left_at from public.mail_passage), '-infinity')),
      'left_at', (select left_at from public.mail_passage)) from mail),
    'jobs', jsonb_build_object(
      'waiting', (select count(*) from job where task not in ('send_mail', 'send_account_mail')),
      'due_since', (select min(run_at) from job where task not in ('send_mail', 'send_account_mail')
        and locked_at is null and attempts < max_attempts and run_at < now()),
      'failed', (select coalesce(jsonb_agg(to_jsonb(one) order by one.task), '[]') from (
        select task, count(*)::int as count, min(since) as since, max(failures) as failures,
          bool_and(attempts >= max_attempts) as is_given_up, max(updated_at) as tried_at
        from failed group by task) one)),
    'tasks', (select coalesce(jsonb_agg(to_jsonb(r) order by r.task), '[]') from public.task_run r),
    'processes', (select coalesce(jsonb_agg(distinct application_name), '[]') from pg_stat_activity
      where datname = current_database() and application_name like 'schulhof %'))
$$;
revoke execute on function system_state() from public;
grant execute on function system_state() to schulhof_app;
