-- Counting pupils by class, gender, status or year reads two indexes side by side in the order of the pupils, and no rows.

create index pupil_by_id on pupil (school_id, id) include (status, gender, date_exit) where deleted_at is null;
drop index pupil_schoolclass_by_pupil;
create index pupil_schoolclass_by_pupil on pupil_schoolclass (school_id, pupil_id, date_start) include (date_end, schoolclass_id, schoolgrade_id, school_year_id);
