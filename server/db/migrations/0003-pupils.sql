create table pupil (
  school_id bigint not null references school,
  id bigint generated always as identity,
  pupil_number text collate german not null,
  lastname text collate person_name not null check (length(lastname) between 1 and 80),
  lastname_prefix text check (length(lastname_prefix) <= 30),
  firstname text collate person_name not null check (length(firstname) between 1 and 80),
  gender text not null check (gender in ('m', 'f', 'd')),
  birthdate date not null,
  street text, house_number text, address_extra text, zip text, city text collate german, country text not null default 'DE',
  phone text, mail text,
  status text not null check (status in ('upcoming', 'active', 'on_leave', 'guest', 'left', 'graduated')),
  date_entry date not null, date_exit date check (date_exit >= date_entry),
  enrolment_kind text check (enrolment_kind in ('regular', 'early', 'deferred', 'lateral')),
  previous_institution text, previous_city text, previous_school_type text, previous_grade int,
  afterschool_care text check (afterschool_care in ('none', 'short', 'long')),
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), deleted_at timestamptz,
  search_name text collate "C" not null generated always as
    (' ' || search_fold(firstname || ' ' || coalesce(lastname_prefix || ' ', '') || lastname || ' ' || pupil_number)) stored,
  search_contact text collate "C" not null default '',
  primary key (school_id, id),
  unique (school_id, pupil_number));
comment on table pupil is 'Schülerinnen und Schüler. Class and grade are those of the membership of the day; nothing else stores them.';
comment on column pupil.lastname_prefix is 'von, de: displayed before the name, ignored in sorting.';
comment on column pupil.gender is 'd: divers or no entry.';
comment on column pupil.deleted_at is 'In the bin since; removed for good after 30 days.';
comment on column pupil.search_contact is 'Town, phone and guardians, folded; only searched for who may see contacts. Kept by trigger.';
create index pupil_by_name on pupil (school_id, lastname, firstname, birthdate, id) where deleted_at is null;
create index pupil_by_search on pupil (school_id, search_name) include (status) where deleted_at is null;
create index pupil_by_status on pupil (school_id, status) where deleted_at is null;
create index pupil_by_birthdate on pupil (school_id, birthdate) where deleted_at is null;
select make_school_table('pupil');

create table pupil_link (
  uuid_hash bytea primary key,
  school_id bigint not null references school,
  pupil_id bigint not null,
  uuid_encrypted bytea not null,
  created_at timestamptz not null default now(),
  unique (school_id, pupil_id),
  foreign key (school_id, pupil_id) references pupil on delete cascade);
comment on table pupil_link is 'Directory of the parents'' links: hash of the uuid to school and pupil; the uuid itself encrypted, for it is shown and printed again.';

-- Gives a pupil of the bound school its link, or a new one in place of the old.
create function set_pupil_link(_pupil_id bigint, _uuid_hash bytea, _uuid_encrypted bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.pupil_link (uuid_hash, school_id, pupil_id, uuid_encrypted) values (_uuid_hash, public.current_school(), _pupil_id, _uuid_encrypted)
    on conflict (school_id, pupil_id) do update set uuid_hash = excluded.uuid_hash, uuid_encrypted = excluded.uuid_encrypted, created_at = now()
$$;
grant execute on function set_pupil_link(bigint, bytea, bytea) to schulhof_app;

create table pupil_schoolclass (
  school_id bigint not null references school,
  id bigint generated always as identity,
  pupil_id bigint not null, school_year_id bigint not null, schoolgrade_id bigint not null, schoolclass_id bigint,
  date_start date not null, date_end date check (date_end >= date_start),
  reason text not null check (reason in ('entry', 'rollover', 'change', 'exit')),
  created_by bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, pupil_id) references pupil on delete cascade,
  foreign key (school_id, school_year_id) references schoolyear,
  foreign key (school_id, schoolgrade_id) references schoolgrade,
  foreign key (school_id, schoolclass_id) references schoolclass,
  constraint pupil_schoolclass_no_overlap exclude using gist
    (school_id with =, pupil_id with =, daterange(date_start, date_end, '[]') with &&));
comment on table pupil_schoolclass is 'Dated class membership; never overwritten (domain §1.6).';
comment on column pupil_schoolclass.schoolclass_id is 'Null: the grade is known, the class still open.';
create index pupil_schoolclass_by_pupil on pupil_schoolclass (school_id, pupil_id, date_start) include (date_end, schoolclass_id, schoolgrade_id);
create index pupil_schoolclass_by_class on pupil_schoolclass (school_id, schoolclass_id, date_start);
select make_school_table('pupil_schoolclass');

create table guardian (
  school_id bigint not null references school,
  id bigint generated always as identity,
  salutation text not null default 'none' check (salutation in ('ms', 'mr', 'none')),
  title text check (length(title) <= 20),
  firstname text collate person_name not null, lastname text collate person_name not null,
  street text, house_number text, zip text, city text collate german,
  phone_home text, phone_mobile text, phone_work text,
  mail text, mail_verified_at timestamptz,
  interpreter_language text,
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), deleted_at timestamptz,
  primary key (school_id, id));
comment on table guardian is 'Sorgeberechtigte; siblings share one row.';
create index guardian_by_name on guardian (school_id, lastname, firstname, id) where deleted_at is null;
select make_school_table('guardian');

create table pupil_guardian (
  school_id bigint not null references school,
  id bigint generated always as identity,
  pupil_id bigint not null, guardian_id bigint not null,
  relationship text not null check (relationship in ('mother', 'father', 'grandparent', 'foster_parent', 'legal_guardian', 'youth_welfare_office', 'other')),
  has_custody boolean not null, lives_with_pupil boolean not null default false,
  receives_letters boolean not null default true, receives_sicknote_mail boolean not null default false,
  emergency_priority int, may_pickup boolean not null default true,
  position int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, pupil_id, guardian_id),
  foreign key (school_id, pupil_id) references pupil on delete cascade,
  foreign key (school_id, guardian_id) references guardian on delete cascade);
comment on table pupil_guardian is 'What a guardian is and may do for one pupil.';
create index pupil_guardian_by_guardian on pupil_guardian (school_id, guardian_id);
select make_school_table('pupil_guardian');

create function pupil_search_contact(_pupil pupil) returns text language sql stable as $$
  select ' ' || concat_ws(' ', search_fold(_pupil.city), phone_digits(_pupil.phone), (
    select string_agg(concat_ws(' ', search_fold(g.firstname || ' ' || g.lastname), phone_digits(g.phone_home), phone_digits(g.phone_mobile), phone_digits(g.phone_work)), ' ' order by pg.position)
    from pupil_guardian pg join guardian g on g.school_id = pg.school_id and g.id = pg.guardian_id
    where pg.school_id = _pupil.school_id and pg.pupil_id = _pupil.id))
$$;
create function keep_own_search_contact() returns trigger language plpgsql as $$
begin
  new.search_contact := pupil_search_contact(new);
  return new;
end $$;
create trigger search_contact before insert or update of city, phone on pupil for each row execute function keep_own_search_contact();
create function keep_search_contact_of_guardian() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'guardian' then
    update pupil p set search_contact = pupil_search_contact(p) from pupil_guardian pg
      where pg.school_id = new.school_id and pg.guardian_id = new.id and p.school_id = pg.school_id and p.id = pg.pupil_id;
  else
    update pupil p set search_contact = pupil_search_contact(p)
      where p.school_id = coalesce(new.school_id, old.school_id) and p.id = coalesce(new.pupil_id, old.pupil_id);
  end if;
  return null;
end $$;
create trigger search_contact after insert or delete on pupil_guardian for each row execute function keep_search_contact_of_guardian();
create trigger search_contact after update of firstname, lastname, phone_home, phone_mobile, phone_work on guardian for each row execute function keep_search_contact_of_guardian();
grant execute on function pupil_search_contact(pupil) to schulhof_app;
