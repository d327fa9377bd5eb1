-- The page of a service shows how its last check ended, also after a reload.
alter table identity_provider add column last_check_at timestamptz, add column last_check_fault text;
comment on column identity_provider.last_check_fault is 'What the last check found, one of the faults of the contract; null: everything was right.';
