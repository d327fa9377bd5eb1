-- Colleagues from a file (ADR 0064). The file is not stored; the people know from which import they came.
create table employee_import (
  school_id bigint not null references school,
  id bigint generated always as identity,
  row_count int not null check (row_count >= 1),
  created_by bigint, undone_at timestamptz, undone_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id));
comment on table employee_import is 'Employees taken from a file at once; can be taken back for 24 hours.';
select make_school_table('employee_import');

alter table employee add column import_id bigint;
comment on column employee.import_id is 'The import that created this person; null: created by hand.';
alter table employee add foreign key (school_id, import_id) references employee_import on delete set null (import_id);
create index employee_by_import on employee (school_id, import_id) where import_id is not null;
