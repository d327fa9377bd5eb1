-- Pupils and employees are erased when their periods are over (ADR 0042): first everything but the proof, then the row.
alter table pupil add column reduced_on date;
comment on column pupil.reduced_on is 'Day on which everything was erased but the proof of attendance: name, birth date, gender, entry, exit, classes.';
alter table employee add column reduced_on date;
comment on column employee.reduced_on is 'Day on which everything was erased but name, kind of work, dates and functions in classes.';
-- For a person who comes back the periods begin again.
create function end_reduction() returns trigger language plpgsql as $$
begin
  if new.date_exit is null then new.reduced_on := null; end if;
  return new;
end $$;
create trigger end_reduction before update of date_exit on pupil for each row when (old.reduced_on is not null) execute function end_reduction();
create trigger end_reduction before update of date_exit on employee for each row when (old.reduced_on is not null) execute function end_reduction();
create index pupil_by_exit on pupil (school_id, date_exit) where date_exit is not null and deleted_at is null;

-- A hold and a notice belong to an application, a pupil or an employee.
alter table retention_hold
  alter column registration_id drop not null,
  add column pupil_id bigint, add column employee_id bigint,
  add foreign key (school_id, pupil_id) references pupil on delete cascade,
  add foreign key (school_id, employee_id) references employee on delete cascade,
  add unique (school_id, pupil_id), add unique (school_id, employee_id),
  add check (num_nonnulls(registration_id, pupil_id, employee_id) = 1);
alter table retention_notice
  alter column registration_id drop not null,
  add column pupil_id bigint, add column employee_id bigint, add column consent_id bigint, add column request_id bigint,
  add foreign key (school_id, pupil_id) references pupil on delete cascade,
  add foreign key (school_id, employee_id) references employee on delete cascade,
  add foreign key (school_id, consent_id) references consent on delete cascade,
  add unique (school_id, pupil_id), add unique (school_id, employee_id), add unique (school_id, consent_id), add unique (school_id, request_id),
  add check (num_nonnulls(registration_id, pupil_id, employee_id, consent_id, request_id) = 1);
comment on column retention_notice.consent_id is 'The proof of a withdrawn consent.';
comment on table retention_notice is 'Since when the preview says that something will be erased, and why: two weeks before anything goes (domain DP-07).';

-- An employee who is deleted leaves the classes that are long over.
alter table schoolclass_employee drop constraint schoolclass_employee_school_id_employee_id_fkey;
alter table schoolclass_employee add foreign key (school_id, employee_id) references employee on delete cascade;

create table erasure (
  school_id bigint not null references school,
  id bigint generated always as identity,
  subject text not null check (subject in
    ('registration', 'pupil', 'guardian', 'contact_person', 'employee', 'consent', 'request', 'user')),
  subject_id bigint not null,
  rule text not null,
  action text not null check (action in ('reduce', 'delete')),
  erased_on date not null,
  copied_at timestamptz,
  primary key (school_id, id),
  unique (school_id, subject, subject_id, action, erased_on));
comment on table erasure is 'What was erased, by id, rule and day, without names: proof for the authority, and what a restored backup has to erase again (domain DP-24).';
comment on column erasure.copied_at is 'When the row was written to the journal beside the backups; null: a job has it before it.';
select make_school_table('erasure', false);
create index erasure_to_copy on erasure (school_id, id) where copied_at is null;
create index erasure_by_day on erasure (school_id, erased_on, rule);

create table pupil_statistic (
  school_id bigint not null references school,
  id bigint generated always as identity,
  school_year_id bigint not null,
  grade int not null,
  gender text not null check (gender in ('m', 'f', 'd')),
  count int not null check (count >= 1),
  primary key (school_id, id),
  unique (school_id, school_year_id, grade, gender),
  foreign key (school_id, school_year_id) references schoolyear on delete cascade);
comment on table pupil_statistic is 'What remains of erased pupils: a number by school year, grade and gender (domain §5.2).';
select make_school_table('pupil_statistic', false);
