-- A school may run a service itself, such as the place of its backups: then nobody works on its behalf, and the list of
-- processors stops asking who does (Art. 28 DSGVO, domain DP-20).
alter table school add column own_services text[] not null default '{}'
  check (own_services <@ array['hosting', 'mail', 'backup']);
comment on column school.own_services is 'Services that the school or its carrier runs itself; nobody is asked for a processor of these.';
