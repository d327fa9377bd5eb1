-- Taking back a decision of a data check restores what stood there just before, and a remark becomes a note (ADR 0070).
alter table data_check_change
  add column replaced jsonb,
  add column note_ids bigint[] not null default '{}';
comment on column data_check_change.replaced is 'The stored values that were replaced when the office accepted it; of a removed contact person the whole row.';
comment on column data_check_change.note_ids is 'The notes of the children that an accepted remark became.';

alter table data_check_reader add column declined_at timestamptz;
comment on column data_check_reader.declined_at is 'When the office last declined a proposal of this guardian: an answer before it confirms nothing.';
