-- The page of a search says by itself whether one of its words names a class: few do, and only then the classes are read.

alter table schoolclass add column search_name text collate "C" not null generated always as (' ' || search_fold(description)) stored;
comment on column schoolclass.search_name is 'The words of the description, folded, each after a blank. Grades are missing: a word of digits always asks for the classes.';

-- Those who have the words of a search are put into the order of the list without a look at their rows.

create index pupil_by_id_and_name on pupil (school_id, id) include (status, gender, date_exit, lastname, firstname, birthdate) where deleted_at is null;
drop index pupil_by_id;
alter index pupil_by_id_and_name rename to pupil_by_id;
