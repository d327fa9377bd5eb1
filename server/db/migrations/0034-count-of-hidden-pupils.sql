-- The stored counts of pupils count everybody; a list shows fewer. How many it hides is read with the rights of the owner,
-- whom no policy keeps from counting: as a view, because a call of a function cost a twentieth of the list.
create view uncounted_pupil as select p.status from restriction r
  join pupil p on p.school_id = r.school_id and p.id = r.pupil_id
  where r.school_id = current_school() and r.pupil_id is not null and r.lifted_at is null and p.deleted_at is null;
comment on view uncounted_pupil is 'The status of each pupil of the active school, outside the bin, whom lists do not show (domain DP-08).';
grant select on uncounted_pupil to schulhof_app;
drop function count_hidden_pupils(text[]);
