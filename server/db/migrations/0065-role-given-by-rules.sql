-- A role that a rule gave becomes lower when the person is only in a group with a lower one (ADR 0076).
alter table identity add column given_role text check (given_role in ('teacher_level_1', 'viewer'));
comment on column identity.given_role is 'The role that a rule gave the account; null when no rule did. As soon as people have given the account another one, no sign-in changes it.';
