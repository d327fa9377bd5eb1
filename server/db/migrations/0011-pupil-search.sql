-- Searching reads an index alone: a row is wide, and reading it costs more than comparing. A row of an index is short
-- (2,704 bytes at most), so pupils with very long contacts, if there are any, stand in an index of their own.
create index pupil_by_search_contact on pupil (school_id, search_name, search_contact)
  include (status, lastname, firstname, birthdate, id) where deleted_at is null and octet_length(search_contact) <= 400;
create index pupil_by_long_contact on pupil (school_id) where deleted_at is null and octet_length(search_contact) > 400;
