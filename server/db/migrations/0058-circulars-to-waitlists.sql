-- Circulars to the families on a waiting list (ADR 0073).
alter table circular
  add column waitlists jsonb not null default '[]',
  add column registration_ids bigint[] not null default '{}',
  drop constraint circular_kind_check,
  add constraint circular_kind_check check (kind in ('families', 'staff', 'waiting')),
  drop constraint circular_check,
  add constraint circular_check check (is_whole_school = (class_ids = '{}' and employee_types = '{}' and employee_ids = '{}'
    and waitlists = '[]' and registration_ids = '{}'));
comment on column circular.kind is 'families: the parents of chosen classes. staff: those who lead these classes, who do this kind of work, and these people. waiting: the contacts of applications on these waiting lists, and of these applications.';
comment on column circular.waitlists is '[{school_year_id, grade}]: the chosen waiting lists. Whoever has left them when the mail leaves gets none.';
comment on column circular.left_out is '[{pupil_id, guardian_id, employee_id, registration_id, contact_id, reason}] at the moment of sending, ids or null: who got none, and why. Names are looked up.';
