-- What waits is asked for on the start page, beside the applications and by the receipt: few among very many lines.
create index mail_log_waiting on mail_log (school_id) where state = 'queued';
create index account_mail_waiting on account_mail (user_id) where state = 'queued';
