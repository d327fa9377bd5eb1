-- Import of lists of pupils (domain §6.2, §6.3, DP-19): a file, what its columns mean, a verdict for each row, and what
-- was written, so that it can be taken back for a day.

create table pupil_import (
  school_id bigint not null references school,
  id bigint generated always as identity,
  filename text not null check (length(filename) between 1 and 200),
  state text not null default 'uploaded' check (state in ('uploaded', 'checked', 'queued', 'running', 'done', 'failed', 'undone')),
  format text not null check (format in ('xlsx', 'csv', 'schild')),
  encoding text check (encoding in ('utf-8', 'windows-1252')),
  delimiter text check (delimiter in (';', ',', E'\t', '|')),
  sheet text,
  sheets text[] not null default '{}',
  file_encrypted bytea,
  headings text[] not null,
  mapping text[] not null,
  is_remembered boolean not null default false,
  preview jsonb not null default '[]',
  row_count int not null,
  missing_classes text[] not null default '{}',
  only_good boolean not null default false,
  progress_done int not null default 0,
  problem text,
  report jsonb, undo_report jsonb,
  created_by bigint,
  finished_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id));
comment on table pupil_import is 'Imports of lists of pupils. After a day only the report is left, which has numbers of rows and no names.';
comment on column pupil_import.file_encrypted is 'The file as it came, AES-256-GCM with a key outside the database, for it may have columns of Art. 9; gone after a day.';
comment on column pupil_import.mapping is 'The field of each column in the order of the headings, an empty text where it is not read.';
comment on column pupil_import.preview is 'The first rows of the file without the columns of Art. 9; gone after a day.';
comment on column pupil_import.progress_done is 'Rows the job has worked off; written beside its transaction, so that others see it.';
create index pupil_import_by_time on pupil_import (school_id, created_at);
select make_school_table('pupil_import', false);

create table pupil_import_row (
  school_id bigint not null references school,
  import_id bigint not null,
  line int not null,
  cells jsonb not null,
  verdict text not null check (verdict in ('new', 'changed', 'same', 'error', 'duplicate')),
  decision text check (decision in ('create', 'update', 'skip')),
  findings jsonb not null default '{}',
  written jsonb,
  child_key text,
  match_id bigint,
  primary key (school_id, import_id, line),
  foreign key (school_id, import_id) references pupil_import on delete cascade);
comment on table pupil_import_row is 'Rows of a file that was checked: only columns that are read, never those of Art. 9. Gone after a day.';
comment on column pupil_import_row.decision is 'What somebody chose; null: what the verdict proposes.';
comment on column pupil_import_row.findings is '{problems, changes, matches} as the check found them.';
comment on column pupil_import_row.child_key is 'Normalised names and birth date: the same child in two rows.';
comment on column pupil_import_row.match_id is 'The pupil that an update would change.';
comment on column pupil_import_row.written is 'What the import made and changed for this row and what was there before, to take it back.';
create index pupil_import_row_by_child on pupil_import_row (school_id, import_id, child_key);
create index pupil_import_row_by_verdict on pupil_import_row (school_id, import_id, verdict, line);
select make_school_table('pupil_import_row', false);

create table pupil_import_mapping (
  school_id bigint not null references school,
  headings_hash bytea not null,
  mapping text[] not null,
  updated_at timestamptz not null default now(),
  primary key (school_id, headings_hash));
comment on table pupil_import_mapping is 'What somebody of the school said that columns of a file with these headings mean.';
select make_school_table('pupil_import_mapping', false);

-- Several numbers at once; answers the last of them.
create function take_numbers(_name text, _count int) returns int language sql as $$
  insert into number_sequence as s (school_id, name, last_number) values (current_school(), _name, _count)
    on conflict (school_id, name) do update set last_number = s.last_number + _count returning last_number
$$;
grant execute on function take_numbers(text, int) to schulhof_app;

-- The log of one statement is written by one: an import, a year change or a deletion of many writes thousands of lines.
create type log_line as (entity_id bigint, fields text[]);
create function log_entries(_entity_type text, _lines log_line[], _action text, _named boolean, _result text default 'ok') returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.user_log as l (school_id, user_id, user_name, role, action, entity_type, entity_id, changed_fields, result, request_id, ip_trunc)
  select public.current_school(), public.current_actor(), u.name, u.role, _action, _entity_type, line.entity_id, coalesce(line.fields, '{}'), _result,
    nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.ip_trunc', true), '')
  from unnest(_lines) line left join public.app_user u on u.id = public.current_actor()
  on conflict (school_id, request_id, entity_type, entity_id) do update set
    action = case when l.action like '%\_created' then l.action when _named or l.action like '%\_updated' then excluded.action else l.action end,
    changed_fields = array(select distinct f from unnest(l.changed_fields || excluded.changed_fields) f order by f)
    -- Only what this very transaction wrote: a later one with the same request id changes nothing.
    where l.xmin = pg_current_xact_id()::xid
$$;
create or replace function log_entry(_entity_type text, _entity_id bigint, _action text, _fields text[], _named boolean, _result text default 'ok') returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select public.log_entries(_entity_type, array[row(_entity_id, _fields)::public.log_line], _action, _named, _result)
$$;
-- What is searched changes behind a record's back: such updates are told from others before their fields are looked at
-- one by one.
create or replace function log_change() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  unlogged constant text[] := array['updated_at', 'version', 'field_changes', 'search_name', 'search_contact'];
  named text := current_setting('app.action', true);
  is_named boolean := coalesce(split_part(named, ':', 1) = tg_table_name, false);
  action text := case when is_named then split_part(named, ':', 2) else tg_table_name || case tg_op when 'INSERT' then '_created' when 'UPDATE' then '_updated' else '_deleted' end end;
  lines public.log_line[];
begin
  if tg_op = 'INSERT' then
    lines := array(select row(n.id, '{}')::public.log_line from new_rows n);
  elsif tg_op = 'DELETE' then
    lines := array(select row(o.id, '{}')::public.log_line from old_rows o);
  else
    lines := array(select row(changed.id, changed.fields)::public.log_line from (
      select n.id, array(
        select f.name from jsonb_each(to_jsonb(n)) a join jsonb_each(to_jsonb(o)) b using (key) cross join lateral unnest(
          case when a.key in ('status', 'state') then array[a.key, format('%s:%s>%s', a.key, b.value #>> '{}', a.value #>> '{}')] else array[a.key] end) f (name)
        where a.value is distinct from b.value and a.key <> all(unlogged) order by f.name) as fields
      from new_rows n join old_rows o using (school_id, id)
      where to_jsonb(n) - unlogged <> to_jsonb(o) - unlogged) changed
    where changed.fields <> '{}');
  end if;
  if lines <> '{}' then perform public.log_entries(tg_table_name, lines, action, is_named); end if;
  return null;
end $$;
drop trigger note_changes on pupil;
create trigger note_changes before update on pupil for each row
  when (new.search_contact is not distinct from old.search_contact) execute function note_changes();

-- A first import fills tables that PostgreSQL believes empty, and it would read them as a whole for each row.
create function analyze_small_pupil_tables() returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  small text;
begin
  for small in select c.relname from pg_class c where c.reltuples < 2000 and c.oid = any(
    array['public.pupil', 'public.guardian', 'public.pupil_guardian', 'public.pupil_schoolclass', 'public.pupil_contact_person']::regclass[]) loop
    execute format('analyze public.%I', small);
  end loop;
end $$;
grant execute on function analyze_small_pupil_tables() to schulhof_app;
