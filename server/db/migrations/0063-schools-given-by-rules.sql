-- A school that a rule gave is taken away again when no rule gives it any more (ADR 0076).
alter table identity add column given_school_ids bigint[] not null default '{}';
comment on column identity.given_school_ids is 'The schools that rules gave the account; those that people gave it are not in it, and no sign-in takes them away.';
update identity set given_school_ids = array(select a.school_id from user_school a where a.user_id = identity.user_id order by 1)
  where origin = 'rule';
