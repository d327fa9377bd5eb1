-- The stored counts of pupils count everybody; a list shows fewer. How many it hides is read with the rights of the owner,
-- whom no policy keeps from counting: as a view, because a call of a function cost a twentieth of the list.
create view hidden_pupil_count as select p.status, count(*) as count from restriction r
  join pupil p on p.school_id = r.school_id and p.id = r.pupil_id
  where r.school_id = current_school() and r.lifted_at is null and p.deleted_at is null
  group by p.status;
comment on view hidden_pupil_count is 'How many pupils of the active school, outside the bin, each status has that lists do not show (domain DP-08).';
grant select on hidden_pupil_count to schulhof_app;
drop function count_hidden_pupils(text[]);
