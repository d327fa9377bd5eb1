create table school_setting (
  school_id bigint not null references school,
  id bigint generated always as identity,
  key text not null,
  setting_value jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, key));
comment on table school_setting is 'JSON settings by key; contract/schools.ts holds their schemas and defaults.';
select make_school_table('school_setting');

create table privacy_notice (
  school_id bigint not null references school,
  id bigint generated always as identity,
  version_number int not null,
  body_markdown text not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, version_number));
comment on table privacy_notice is 'Art. 13 notices; applications keep the version that was read, so rows are never changed (domain DP-01).';
select make_school_table('privacy_notice');

create table number_sequence (
  school_id bigint not null references school,
  name text not null,
  last_number int not null,
  primary key (school_id, name));
comment on table number_sequence is 'Running numbers that people quote: pupil, registration-2027. Never reused.';
select make_school_table('number_sequence', false);

-- Takes the next number; concurrent takers wait for each other, so there are no gaps.
create function next_number(_name text) returns int language sql as $$
  insert into number_sequence as s (school_id, name, last_number) values (current_school(), _name, 1)
    on conflict (school_id, name) do update set last_number = s.last_number + 1 returning last_number
$$;
grant execute on function next_number(text) to schulhof_app;

create table schoolyear (
  school_id bigint not null references school,
  id bigint generated always as identity,
  name text collate german not null check (name ~ '^\d{4}/\d{4}$'),
  date_start date not null, date_end date not null check (date_end > date_start),
  first_school_day date check (first_school_day between date_start and date_end),
  last_school_day date check (last_school_day between date_start and date_end),
  half_year_end date not null,
  state text not null default 'planned' check (state in ('planned', 'active', 'closed')),
  registration_from timestamptz, registration_until timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, name),
  constraint schoolyear_no_overlap exclude using gist (school_id with =, daterange(date_start, date_end, '[]') with &&));
comment on column schoolyear.registration_from is 'The online form for this year is open from here to registration_until; both null: closed.';
comment on table schoolyear is 'Schuljahre; exactly one of a school is active.';
create unique index schoolyear_one_active on schoolyear (school_id) where state = 'active';
select make_school_table('schoolyear');

create table schoolyear_free_day (
  school_id bigint not null references school,
  id bigint generated always as identity,
  school_year_id bigint not null,
  name text not null,
  kind text not null check (kind in ('holiday', 'public_holiday', 'flexible_day', 'closed')),
  date_start date not null, date_end date not null check (date_end >= date_start),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, school_year_id) references schoolyear on delete cascade);
comment on table schoolyear_free_day is 'Schulfreie Tage: Ferien, Feiertage, variable Tage.';
create index schoolyear_free_day_by_year on schoolyear_free_day (school_id, school_year_id, date_start);
select make_school_table('schoolyear_free_day');

create table schoolgrade (
  school_id bigint not null references school,
  id bigint generated always as identity,
  grade int not null check (grade between 1 and 13),
  name text collate german not null check (length(name) <= 30),
  is_entry boolean not null default false,
  accepts_lateral boolean not null default true,
  next_schoolgrade_id bigint,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, grade),
  foreign key (school_id, next_schoolgrade_id) references schoolgrade on delete set null (next_schoolgrade_id));
comment on table schoolgrade is 'Klassenstufen.';
comment on column schoolgrade.next_schoolgrade_id is 'Null: the leaving grade.';
select make_school_table('schoolgrade');

create table schoolgrade_capacity (
  school_id bigint not null references school,
  id bigint generated always as identity,
  school_year_id bigint not null, schoolgrade_id bigint not null,
  places int not null check (places between 0 and 500),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, school_year_id, schoolgrade_id),
  foreign key (school_id, school_year_id) references schoolyear on delete cascade,
  foreign key (school_id, schoolgrade_id) references schoolgrade on delete cascade);
comment on table schoolgrade_capacity is 'Places of a grade in a school year.';
select make_school_table('schoolgrade_capacity');

create table schoolclass (
  school_id bigint not null references school,
  id bigint generated always as identity,
  school_year_id bigint not null, schoolgrade_id bigint not null, schoolgrade_to_id bigint,
  description text collate german not null check (length(description) between 1 and 30),
  room text check (length(room) <= 20),
  capacity int default 24 check (capacity between 1 and 40),
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, school_year_id) references schoolyear,
  foreign key (school_id, schoolgrade_id) references schoolgrade,
  foreign key (school_id, schoolgrade_to_id) references schoolgrade);
comment on table schoolclass is 'Klassen; each belongs to one school year.';
comment on column schoolclass.schoolgrade_to_id is 'Mixed-age group: up to this grade (1/2 Füchse).';
create unique index schoolclass_once on schoolclass (school_id, school_year_id, schoolgrade_id, lower(description));
select make_school_table('schoolclass');
