-- Files that go along with a circular (ADR 0068).
create table circular_attachment (
  school_id bigint not null references school,
  id bigint generated always as identity,
  circular_id bigint,
  filename text not null check (length(filename) between 1 and 120),
  size int not null check (size between 1 and 5242880),
  content bytea not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, circular_id) references circular on delete cascade);
comment on table circular_attachment is 'PDF files of a circular. Those that nobody sent are deleted the next night.';
comment on column circular_attachment.circular_id is 'Null: chosen while the circular is being written, by created_by.';
create index circular_attachment_by_circular on circular_attachment (school_id, circular_id);
alter table circular_attachment alter column content set storage external;
select make_school_table('circular_attachment', false);
