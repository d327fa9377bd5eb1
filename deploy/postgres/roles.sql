-- Roles and database of Schulhof in a PostgreSQL of your own, 15 or newer, once as its superuser:
--   sudo -u postgres env OWNER_PASSWORD=… APP_PASSWORD=… psql --file deploy/postgres/roles.sql
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD

-- The owner migrates and runs the jobs; with createdb it can restore a backup on trial. It inherits nothing: rules that
-- hide rows from the application must not hide them from backups.
create role schulhof_owner login createrole createdb noinherit password :'owner_password';
-- Requests are served as this one. It owns nothing, and row-level security binds it.
create role schulhof_app login password :'app_password';
-- The owner may then switch to it.
grant schulhof_app to schulhof_owner;
create database schulhof owner schulhof_owner template template0 encoding 'UTF8' locale_provider icu icu_locale 'de-DE' locale 'C.UTF-8';
