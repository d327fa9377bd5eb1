-- Photo lists that were printed or saved, so that the next one marks what has changed since (ADR 0065).
create table photo_print (
  school_id bigint not null references school,
  id bigint generated always as identity,
  schoolclass_id bigint,
  selection bytea check (length(selection) = 32),
  kind text not null check (kind in ('paper', 'excel')),
  printed_by bigint,
  printed_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, schoolclass_id) references schoolclass on delete cascade,
  check (num_nonnulls(schoolclass_id, selection) = 1));
comment on table photo_print is 'A photo list that was printed or saved as a file: of a class or of chosen children.';
comment on column photo_print.selection is 'SHA-256 of the ids of the chosen children: the same children are the same list.';
create index photo_print_of_class on photo_print (school_id, schoolclass_id, id) where schoolclass_id is not null;
create index photo_print_of_selection on photo_print (school_id, selection, id) where selection is not null;
select make_school_table('photo_print', false);

create table photo_print_pupil (
  school_id bigint not null references school,
  print_id bigint not null,
  pupil_id bigint not null,
  states jsonb not null,
  primary key (school_id, print_id, pupil_id),
  foreign key (school_id, print_id) references photo_print on delete cascade,
  foreign key (school_id, pupil_id) references pupil on delete cascade);
comment on table photo_print_pupil is 'The children of a printed photo list.';
comment on column photo_print_pupil.states is 'The state of the consent for each purpose, as it was printed: {"photo_website": "granted"}.';
create index photo_print_pupil_of_pupil on photo_print_pupil (school_id, pupil_id);
select make_school_table('photo_print_pupil', false);
select hide_restricted('photo_print_pupil', 'pupil', 'pupil_id');
