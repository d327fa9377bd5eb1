-- Notices are written with placeholders for facts of the school, which are filled in when a version is published (ADR 0042).
alter table privacy_notice add column template_markdown text, add column facts jsonb, add column created_by bigint;
comment on column privacy_notice.template_markdown is 'The text before its placeholders were filled in; null: a version from before there were placeholders.';
comment on column privacy_notice.facts is 'What each placeholder of the text was filled with, so that a later change of these facts is noticed.';
revoke update, delete on privacy_notice from schulhof_app;
alter table legal_text add column template_markdown text, add column facts jsonb;
comment on column legal_text.template_markdown is 'The text before its placeholders were filled in; null: a version from before there were placeholders.';

create table processor (
  school_id bigint not null references school,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('hosting', 'mail', 'backup', 'support', 'other')),
  service text not null check (length(service) between 1 and 300),
  place text not null check (length(place) between 1 and 120),
  contract_on date,
  reviewed_on date,
  note text check (length(note) <= 1000),
  version int not null default 1, field_changes jsonb not null default '{}',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id));
comment on table processor is 'Who processes data on behalf of the school (Art. 28 DSGVO, domain DP-20).';
comment on column processor.contract_on is 'Day of the contract; null: there is none yet.';
comment on column processor.reviewed_on is 'When somebody last looked whether contract and measures still hold.';
select make_school_table('processor');
create trigger note_changes before update on processor for each row execute function note_changes();

create table processing (
  school_id bigint not null references school,
  id bigint generated always as identity,
  key text check (key ~ '^[a-z_]{1,40}$'),
  title text check (length(title) between 1 and 120),
  purpose text check (length(purpose) <= 1000),
  legal_basis text check (length(legal_basis) <= 500),
  persons text check (length(persons) <= 500),
  categories text check (length(categories) <= 1000),
  recipients text check (length(recipients) <= 1000),
  retention text check (length(retention) <= 500),
  note text check (length(note) <= 2000),
  reviewed_on date,
  version int not null default 1, field_changes jsonb not null default '{}',
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, key),
  check (num_nonnulls(key, title) = 1));
comment on table processing is 'What the school adds to the register of processing (Art. 30 DSGVO, domain DP-21).';
comment on column processing.key is 'An activity of the product, whose text the program writes and the school only completes and reviews; null: an activity of the school''s own.';
comment on column processing.note is 'What the school adds to the activity, such as its own measures.';
select make_school_table('processing');
create trigger note_changes before update on processing for each row execute function note_changes();
