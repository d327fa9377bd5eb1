-- Texts of serial letters that an office keeps and uses again (ADR 0067).
create table letter_text (
  school_id bigint not null references school,
  id bigint generated always as identity,
  name text collate german not null check (length(name) between 1 and 60),
  subject text not null check (length(subject) between 1 and 120),
  body text not null check (length(body) between 1 and 4000),
  enclosures text check (length(enclosures) between 1 and 500),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id));
comment on table letter_text is 'Subject, text and enclosures of a serial letter under a name, for everybody at the school who writes letters.';
comment on column letter_text.enclosures is 'One line for each enclosure.';
create unique index letter_text_once on letter_text (school_id, lower(name));
select make_school_table('letter_text');
