-- Pupils complete: all master data, families, contact persons, notes, consents, what is confidential, saved views.

alter table pupil
  add column firstnames_all text check (length(firstnames_all) <= 160),
  add column birthname text check (length(birthname) <= 80),
  add column birthplace text check (length(birthplace) <= 80),
  add column birth_country text check (birth_country ~ '^[A-Z]{3}$'),
  add column nationalities text[] not null default '{}' check (cardinality(nationalities) <= 2),
  add column immigration_year int check (immigration_year between 1900 and 2199),
  add column family_language text check (family_language ~ '^[a-z]{2}$'),
  add column first_enrolment_year int check (first_enrolment_year between 1900 and 2199),
  add column kita_years text check (kita_years in ('none', 'lt1', '1to2', '2to3', 'ge3')),
  add column school_recommendation text check (school_recommendation in ('EBR', 'FOR', 'AHR')),
  add column foreign_languages jsonb not null default '[]',
  add column afterschool_days text[] not null default '{}' check (afterschool_days <@ array['mo', 'tu', 'we', 'th', 'fr']),
  add column may_go_home_alone boolean,
  add column swim_level text check (swim_level in ('none', 'seahorse', 'bronze', 'silver', 'gold', 'unknown')),
  add column measles_proof_seen_at date,
  add column measles_proof_seen_by bigint,
  add column measles_proof_kind text check (measles_proof_kind in ('vaccination', 'immunity', 'other_institution')),
  add column note text check (length(note) <= 1000),
  add column field_changes jsonb not null default '{}';
comment on column pupil.firstname is 'Rufname; all given names, as certificates need them, stand in firstnames_all.';
comment on column pupil.nationalities is 'ISO 3166-1 alpha-3, two at most.';
comment on column pupil.family_language is 'ISO 639-1.';
comment on column pupil.foreign_languages is '[{language, since_grade, until_grade}]';
comment on column pupil.may_go_home_alone is 'Null: not known.';
comment on column pupil.measles_proof_seen_at is 'Day on which the proof was seen; no copy is kept (domain §0.5).';
comment on column pupil.measles_proof_kind is 'A contraindication is health data and stands in pupil_sensitive.';
comment on column pupil.note is 'Class E; without health data.';
create trigger note_changes before update on pupil for each row execute function note_changes();

alter table guardian
  add column address_extra text check (length(address_extra) <= 80),
  add column country text not null default 'DE',
  add column field_changes jsonb not null default '{}',
  add column search_name text collate "C" not null generated always as (' ' || search_fold(firstname || ' ' || lastname)) stored,
  add column search_contact text collate "C" not null generated always as (' ' || coalesce(phone_digits(phone_home) || ' ', '')
    || coalesce(phone_digits(phone_mobile) || ' ', '') || coalesce(phone_digits(phone_work), '')) stored;
comment on column guardian.search_contact is 'Phone numbers as they are searched; only for who may see contacts.';
create index guardian_by_search on guardian (school_id, search_name) include (search_contact) where deleted_at is null;
create trigger note_changes before update on guardian for each row execute function note_changes();

alter table pupil_guardian
  add column custody_proof_seen_at date,
  add column custody_proof_kind text check (custody_proof_kind in ('birth_certificate', 'negative_certificate', 'court_decision', 'declaration')),
  add column version int not null default 1,
  add column field_changes jsonb not null default '{}';
comment on column pupil_guardian.custody_proof_seen_at is 'Day on which the proof was seen; no copy is kept.';
comment on column pupil_guardian.emergency_priority is 'Order in which to call, shared with pupil_contact_person.priority; null: not to be called.';
create trigger note_changes before update on pupil_guardian for each row execute function note_changes();

create table pupil_contact_person (
  school_id bigint not null references school,
  id bigint generated always as identity,
  pupil_id bigint not null,
  firstname text collate person_name not null check (length(firstname) between 1 and 80),
  lastname text collate person_name not null check (length(lastname) between 1 and 80),
  relation text check (length(relation) <= 40),
  phone text not null,
  is_emergency boolean not null default true, may_pickup boolean not null default false,
  valid_from date, valid_until date check (valid_until >= valid_from),
  priority int,
  version int not null default 1, field_changes jsonb not null default '{}',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, pupil_id) references pupil on delete cascade);
comment on table pupil_contact_person is 'Other people to call or who may fetch the child (domain §1.8); no mail, no address.';
comment on column pupil_contact_person.priority is 'Order in which to call, shared with pupil_guardian.emergency_priority.';
create index pupil_contact_person_by_pupil on pupil_contact_person (school_id, pupil_id, priority, id);
select make_school_table('pupil_contact_person');
create trigger note_changes before update on pupil_contact_person for each row execute function note_changes();

create table pupil_note (
  school_id bigint not null references school,
  id bigint generated always as identity,
  pupil_id bigint not null,
  body_markdown text not null check (length(body_markdown) between 1 and 4000),
  created_by bigint,
  version int not null default 1, field_changes jsonb not null default '{}',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, pupil_id) references pupil on delete cascade);
comment on table pupil_note is 'Dated notes of staff, class E: who holds ''manage pupil'' sees all, teachers their own.';
create index pupil_note_by_pupil on pupil_note (school_id, pupil_id, created_at);
select make_school_table('pupil_note');
create trigger note_changes before update on pupil_note for each row execute function note_changes();

create table consent (
  school_id bigint not null references school,
  id bigint generated always as identity,
  pupil_id bigint not null,
  purpose text not null check (purpose in
    ('photo_school_internal', 'photo_website', 'photo_press', 'phone_list', 'health_hint', 'special_needs', 'trip_messenger')),
  text_version text not null check (length(text_version) between 1 and 20),
  decision text not null check (decision in ('granted', 'refused')),
  given_by_guardian_ids bigint[] not null default '{}',
  pupil_decision text check (pupil_decision in ('granted', 'refused')),
  method text not null check (method in ('paper', 'online')),
  given_at date not null,
  recorded_by bigint,
  withdrawn_at timestamptz, withdrawn_by bigint, withdrawn_note text check (length(withdrawn_note) <= 300),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, pupil_id) references pupil on delete cascade);
comment on table consent is 'Einwilligungen (domain §1.12): what was decided, by whom, for which wording; withdrawn, never deleted.';
comment on column consent.text_version is 'Version of the wording that was agreed to.';
comment on column consent.pupil_decision is 'From 14 years on the pupil decides as well.';
create index consent_by_pupil on consent (school_id, pupil_id, purpose, id);
select make_school_table('consent');

create table pupil_sensitive (
  school_id bigint not null references school,
  id bigint generated by default as identity,
  pupil_id bigint not null,
  kind text not null check (kind in ('religion_class', 'health_hint', 'special_needs', 'disadvantage_compensation',
    'education_participation', 'blocking_note', 'measles_contraindication')),
  value_encrypted bytea not null,
  visible_to_teachers boolean not null default false,
  legal_basis text not null check (length(legal_basis) <= 120),
  consent_id bigint,
  valid_until date,
  confirmed_at date not null,
  locked_at timestamptz,
  created_by bigint,
  version int not null default 1, field_changes jsonb not null default '{}',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, pupil_id) references pupil on delete cascade,
  foreign key (school_id, consent_id) references consent on delete set null (consent_id));
comment on table pupil_sensitive is 'Class D (domain §1.5): health, religion, court orders. Only on its own endpoint, each read logged.';
comment on column pupil_sensitive.id is 'Taken before the row is written: the encryption is bound to it.';
comment on column pupil_sensitive.value_encrypted is 'JSON of the kind, AES-256-GCM with a key outside the database, for this row of this school only.';
comment on column pupil_sensitive.legal_basis is 'What the entry rested on when it was made.';
comment on column pupil_sensitive.confirmed_at is 'Day on which it was last said to hold still; what rests on a consent, once a year (domain §5.3).';
comment on column pupil_sensitive.locked_at is 'The consent was withdrawn: nobody reads it any more; deleted some days later.';
create index pupil_sensitive_by_pupil on pupil_sensitive (school_id, pupil_id, kind, id);
select make_school_table('pupil_sensitive');
grant usage on sequence pupil_sensitive_id_seq to schulhof_app;
create trigger note_changes before update on pupil_sensitive for each row execute function note_changes();

create table saved_view (
  school_id bigint not null references school,
  id bigint generated always as identity,
  user_id bigint not null,
  page text not null check (page in ('pupils')),
  name text collate german not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 1000),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id));
comment on table saved_view is 'Filters, order and columns of a list that somebody keeps under a name; each person has their own.';
create unique index saved_view_once on saved_view (school_id, user_id, page, lower(name));
select make_school_table('saved_view', false);

-- Accounts that are gone for good leave no view behind.
create or replace function forget_account_links(_user_ids bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  bound text := coalesce(current_setting('app.school_id', true), '');
  school bigint;
begin
  for school in select id from public.school loop
    perform set_config('app.school_id', school::text, true);
    update public.employee set user_id = null, closes_account_by = null where school_id = school and user_id = any(_user_ids);
    update public.employee set closes_account_by = null where school_id = school and closes_account_by = any(_user_ids);
    delete from public.saved_view where school_id = school and user_id = any(_user_ids);
  end loop;
  perform set_config('app.school_id', bound, true);
end $$;

-- Parents' links: many at once, to be shown, and to be revoked when a pupil has left or is deleted.
alter table pupil_link add column rotated_at timestamptz;
comment on column pupil_link.rotated_at is 'When it took the place of another link, which is dead since then.';
create function set_pupil_links(_pupil_ids bigint[], _uuid_hashes bytea[], _uuids_encrypted bytea[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.pupil_link (uuid_hash, school_id, pupil_id, uuid_encrypted)
    select l.hash, public.current_school(), l.pupil_id, l.sealed from unnest(_pupil_ids, _uuid_hashes, _uuids_encrypted) l (pupil_id, hash, sealed)
    on conflict (school_id, pupil_id) do update
      set uuid_hash = excluded.uuid_hash, uuid_encrypted = excluded.uuid_encrypted, created_at = now(), rotated_at = now()
$$;
create function read_pupil_links(_pupil_ids bigint[])
returns table (school_id bigint, pupil_id bigint, uuid_encrypted bytea, created_at timestamptz, rotated_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.school_id, l.pupil_id, l.uuid_encrypted, l.created_at, l.rotated_at from public.pupil_link l
    where l.school_id = public.current_school() and l.pupil_id = any(_pupil_ids)
$$;
create function revoke_pupil_links(_pupil_ids bigint[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.pupil_link where school_id = public.current_school() and pupil_id = any(_pupil_ids)
$$;
grant execute on function set_pupil_links(bigint[], bytea[], bytea[]), read_pupil_links(bigint[]), revoke_pupil_links(bigint[]) to schulhof_app;

-- What is searched beside the name: town, phones, guardians and contact persons. Once for each statement: an import
-- writes thousands of rows at a time, and says with each pupil what it is to be; then it is only compared.
create function pupil_own_contact(_city text, _phone text) returns text language sql stable as $$
  select ' ' || concat_ws(' ', search_fold(_city), phone_digits(_phone))
$$;
create or replace function pupil_search_contact(_pupil pupil) returns text language sql stable as $$
  select pupil_own_contact(_pupil.city, _pupil.phone) || coalesce((
    select string_agg(g.search_name || g.search_contact, '' order by pg.position, pg.id)
    from pupil_guardian pg join guardian g on g.school_id = pg.school_id and g.id = pg.guardian_id
    where pg.school_id = _pupil.school_id and pg.pupil_id = _pupil.id), '') || coalesce((
    select string_agg(' ' || concat_ws(' ', search_fold(c.firstname || ' ' || c.lastname), phone_digits(c.phone)), '' order by c.id)
    from pupil_contact_person c where c.school_id = _pupil.school_id and c.pupil_id = _pupil.id), '')
$$;
grant execute on function pupil_own_contact(text, text) to schulhof_app;
drop trigger search_contact on pupil;
create trigger search_contact_update before update of city, phone on pupil for each row execute function keep_own_search_contact();
-- On a new pupil nothing hangs yet.
create function begin_search_contact() returns trigger language plpgsql as $$
begin
  new.search_contact := pupil_own_contact(new.city, new.phone);
  return new;
end $$;
create trigger search_contact_insert before insert on pupil for each row when (new.search_contact = '') execute function begin_search_contact();
drop trigger search_contact on pupil_guardian;
drop trigger search_contact on guardian;
drop function keep_search_contact_of_guardian();
create function keep_search_contact_of_new() returns trigger language plpgsql as $$
begin
  update pupil p set search_contact = pupil_search_contact(p) from (select distinct school_id, pupil_id from new_rows) n
    where p.school_id = n.school_id and p.id = n.pupil_id and p.search_contact <> pupil_search_contact(p);
  return null;
end $$;
create function keep_search_contact_of_old() returns trigger language plpgsql as $$
begin
  update pupil p set search_contact = pupil_search_contact(p) from (select distinct school_id, pupil_id from old_rows) o
    where p.school_id = o.school_id and p.id = o.pupil_id and p.search_contact <> pupil_search_contact(p);
  return null;
end $$;
create function keep_search_contact_of_guardian() returns trigger language plpgsql as $$
begin
  update pupil p set search_contact = pupil_search_contact(p)
    from (select distinct pg.school_id, pg.pupil_id from new_rows n join old_rows o using (school_id, id)
      join pupil_guardian pg on pg.school_id = n.school_id and pg.guardian_id = n.id
      where (n.firstname, n.lastname, n.phone_home, n.phone_mobile, n.phone_work)
        is distinct from (o.firstname, o.lastname, o.phone_home, o.phone_mobile, o.phone_work)) c
    where p.school_id = c.school_id and p.id = c.pupil_id and p.search_contact <> pupil_search_contact(p);
  return null;
end $$;
create trigger search_contact_insert after insert on pupil_guardian referencing new table as new_rows for each statement execute function keep_search_contact_of_new();
create trigger search_contact_delete after delete on pupil_guardian referencing old table as old_rows for each statement execute function keep_search_contact_of_old();
create trigger search_contact_update after update on guardian referencing old table as old_rows new table as new_rows for each statement execute function keep_search_contact_of_guardian();
create trigger search_contact_insert after insert on pupil_contact_person referencing new table as new_rows for each statement execute function keep_search_contact_of_new();
create trigger search_contact_update after update on pupil_contact_person referencing new table as new_rows for each statement execute function keep_search_contact_of_new();
create trigger search_contact_delete after delete on pupil_contact_person referencing old table as old_rows for each statement execute function keep_search_contact_of_old();
