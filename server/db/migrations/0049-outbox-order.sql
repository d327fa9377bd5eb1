-- The outbox shows the mails of a school by the time at which they were written, and by id where that is the same.
create index mail_log_by_time on mail_log (school_id, created_at, id);
drop index mail_log_by_age;
