-- An answer by telephone that was entered by mistake can be taken back while the round runs (ADR 0070).
alter table data_check_reader add column is_by_phone boolean not null default false;
comment on column data_check_reader.is_by_phone is 'The last answer was given on the telephone and entered by the school.';
