-- User names for Moodle (domain §6.6) that never become another child's, whoever leaves or is deleted.

create table moodle_name (
  school_id bigint not null references school,
  name_hash bytea not null,
  pupil_number text not null,
  created_at timestamptz not null default now(),
  primary key (school_id, name_hash));
comment on table moodle_name is 'Who was exported first under a name without a number; stays when the pupil is deleted, so that nobody else comes into the account.';
comment on column moodle_name.name_hash is 'SHA-256 of school and name: the names of the deleted do not stay.';
comment on column moodle_name.pupil_number is 'Never given to another pupil (domain §1.5); no foreign key, for it outlives the pupil.';
select make_school_table('moodle_name', false);
