-- Another reason changes the excuse, a leave's decision and what was said: all of it comes back when the change is undone.
alter table pupil_sicknote add column reason_before jsonb;
comment on column pupil_sicknote.reason_before is 'The columns that a new reason changed, as they stood before it, so that this can be undone; the next change by form empties it.';
