-- Saved views can be shown to all colleagues, and name the columns of the list as well as conditions (ADR 0060).
alter table saved_view add column shared boolean not null default false;
comment on column saved_view.shared is 'Everybody at the school who may see the list sees the view; only who manages pupils shares.';
alter table saved_view drop constraint saved_view_query_check, add constraint saved_view_query_check check (length(query) <= 4000);
create index saved_view_shared on saved_view (school_id, page) where shared;
