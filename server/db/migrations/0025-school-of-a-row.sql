-- A new row belongs to the school that its transaction is bound to: no insert names it any more. A row for another
-- school is written in a transaction that is bound to that school; row-level security refuses anything else.

do $$
declare
  _table text;
begin
  for _table in select tablename from pg_policies where schemaname = 'public' and policyname = 'tenant' and tablename <> 'user_log' loop
    execute format('alter table %I alter column school_id set default current_school()', _table);
  end loop;
end $$;

create or replace function make_school_table(_table text, _logged boolean default true) returns void language plpgsql as $$
begin
  execute format('alter table %I alter column school_id set default current_school()', _table);
  execute format('alter table %I enable row level security', _table);
  execute format('alter table %I force row level security', _table);
  execute format('create policy tenant on %I using (school_id = (select current_school())) with check (school_id = (select current_school()))', _table);
  execute format('grant select, insert, update, delete on %I to schulhof_app', _table);
  if _logged then
    execute format('create trigger log_insert after insert on %I referencing new table as new_rows for each statement execute function log_change()', _table);
    execute format('create trigger log_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function log_change()', _table);
    execute format('create trigger log_delete after delete on %I referencing old table as old_rows for each statement execute function log_change()', _table);
  end if;
end $$;
