create table registration (
  school_id bigint not null references school,
  id bigint generated always as identity,
  number text collate german not null,
  school_year_id bigint not null,
  desired_grade int not null check (desired_grade between 1 and 13),
  entry_type text not null check (entry_type in ('regular', 'lateral')),
  desired_start_date date,
  status text not null default 'new' check (status in ('new', 'accepted', 'rejected', 'waiting')),
  status_changed_at timestamptz, status_changed_by bigint, decided_at timestamptz,
  wait_rank int check (wait_rank >= 1),
  place_confirm_due_at date, place_confirmed_at date,
  withdrawn_at timestamptz, withdrawn_by text check (withdrawn_by in ('applicant', 'staff')), withdraw_reason text,
  pupil_id bigint, transformed_at timestamptz, transformed_by bigint,
  source text not null check (source in ('web', 'staff', 'import')),
  internal_note text check (length(internal_note) <= 2000),
  meta jsonb not null,
  form_version text not null,
  privacy_notice_id bigint,
  payload_hash bytea,
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), deleted_at timestamptz,
  child_lastname text collate person_name not null generated always as (meta ->> 'child_lastname') stored,
  child_firstname text collate person_name not null generated always as (meta ->> 'child_firstname') stored,
  child_birthdate date not null generated always as (make_date(split_part(meta ->> 'child_birthdate', '-', 1)::int,
    split_part(meta ->> 'child_birthdate', '-', 2)::int, split_part(meta ->> 'child_birthdate', '-', 3)::int)) stored,
  search_name text collate "C" not null generated always as
    (' ' || search_fold(coalesce(meta ->> 'child_firstname', '') || ' ' || coalesce(meta ->> 'child_lastname', '') || ' ' || number)) stored,
  primary key (school_id, id),
  unique (school_id, number),
  foreign key (school_id, school_year_id) references schoolyear,
  foreign key (school_id, pupil_id) references pupil on delete set null (pupil_id),
  foreign key (school_id, privacy_notice_id) references privacy_notice,
  check ((wait_rank is not null) = (status = 'waiting' and withdrawn_at is null and deleted_at is null)),
  constraint registration_rank_once exclude using btree
    (school_id with =, school_year_id with =, desired_grade with =, wait_rank with =) where (wait_rank is not null) deferrable initially deferred);
comment on table registration is 'Bewerbungen. Exactly four statuses; withdrawal, expiry and transformation are timestamps (domain §0.7).';
comment on column registration.number is 'FSW-2027-0042: printed and quoted.';
comment on column registration.decided_at is 'The last change to accepted or rejected.';
comment on column registration.wait_rank is 'Gapless 1…n within school year and grade; only while waiting.';
comment on column registration.meta is 'The answers of the form by the keys of domain §2; hidden answers are not in it.';
comment on column registration.payload_hash is 'HMAC of the whole application: the same sent again within 24 hours is the same application.';
comment on column registration.deleted_at is 'In the bin since; removed for good after 30 days.';
create index registration_by_arrival on registration (school_id, created_at desc, id desc) where deleted_at is null;
create index registration_by_child on registration (school_id, school_year_id, child_birthdate);
create index registration_by_payload on registration (school_id, payload_hash) where payload_hash is not null;
create index registration_by_pupil on registration (school_id, pupil_id) where pupil_id is not null;
select make_school_table('registration');

create table registration_contact (
  school_id bigint not null references school,
  id bigint generated always as identity,
  registration_id bigint not null,
  position int not null check (position in (1, 2)),
  firstname text collate person_name not null, lastname text collate person_name not null,
  relationship text not null check (relationship in ('mother', 'father', 'grandparent', 'foster_parent', 'legal_guardian', 'youth_welfare_office', 'other')),
  has_custody boolean not null,
  mail text, phone text,
  same_address boolean not null default true,
  street text, house_number text, zip text, city text,
  mail_verified_at timestamptz,
  mail_corrections int not null default 0,
  optin_sent_at timestamptz, optin_sent_count int not null default 0, optin_expires_at timestamptz,
  optin_proof jsonb,
  search_contact text collate "C" not null generated always as
    (' ' || search_fold(firstname || ' ' || lastname) || ' ' || coalesce(phone_digits(phone), '') || ' ' || lower(coalesce(mail, ''))) stored,
  version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, registration_id, position),
  foreign key (school_id, registration_id) references registration on delete cascade);
comment on table registration_contact is 'The one or two people an application names; position 1 is its contact.';
comment on column registration_contact.mail_corrections is 'How often the family corrected the address through a receipt; at most twice.';
comment on column registration_contact.optin_proof is '{template_version, sent_at, confirmed_at, user_agent_family}: no address of the network (domain DP-03).';
comment on column registration_contact.search_contact is 'Name, phone and mail, for who calls and says them.';
create index registration_contact_by_mail on registration_contact (school_id, lower(mail));
select make_school_table('registration_contact');

create table registration_contact_link (
  school_id bigint not null references school,
  id bigint generated always as identity,
  contact_id bigint not null,
  uuid_hash bytea not null,
  mail text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, uuid_hash),
  foreign key (school_id, contact_id) references registration_contact on delete cascade);
comment on table registration_contact_link is 'Every opt-in mail carries a uuid of its own; all to the unchanged address stay valid until they expire (domain §2.3).';
create index registration_contact_link_by_contact on registration_contact_link (school_id, contact_id);
create index registration_contact_link_by_expiry on registration_contact_link (school_id, expires_at);
select make_school_table('registration_contact_link', false);

create table registration_status_history (
  school_id bigint not null references school,
  id bigint generated always as identity,
  registration_id bigint not null,
  from_status text, to_status text not null,
  from_rank int, version int not null default 1,
  changed_by bigint, note text,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, registration_id) references registration on delete cascade);
comment on table registration_status_history is 'Each change of status, for the timeline of the application.';
comment on column registration_status_history.from_rank is 'The place on the waiting list that was left; taken again by an undo within ten minutes.';
comment on column registration_status_history.version is 'The version of the application this change made: who held an older one did not see it.';
comment on column registration_status_history.from_status is 'Null: the arrival.';
create index registration_status_history_by_registration on registration_status_history (school_id, registration_id, id);
select make_school_table('registration_status_history', false);

create table registration_draft (
  school_id bigint not null references school,
  visitor_hash bytea not null,
  draft_number int not null check (draft_number between 1 and 5),
  body_encrypted bytea not null check (length(body_encrypted) <= 70000),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, visitor_hash, draft_number));
comment on table registration_draft is 'Half-filled forms, 24 hours, encrypted with a key that only the visitor''s cookie holds.';
create index registration_draft_by_age on registration_draft (school_id, updated_at);
select make_school_table('registration_draft', false);

create table registration_receipt (
  school_id bigint not null references school,
  id bigint generated always as identity,
  visitor_hash bytea not null,
  registration_id bigint not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, registration_id) references registration on delete cascade);
comment on table registration_receipt is 'What the visitor''s cookie may still see for 60 minutes after sending: number, masked mail, contacts.';
create index registration_receipt_by_visitor on registration_receipt (school_id, visitor_hash);
select make_school_table('registration_receipt', false);
