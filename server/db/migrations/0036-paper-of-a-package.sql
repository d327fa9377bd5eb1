-- A family that wrote a letter gets paper: the head reads the PDF of a waiting package once, without saving the file (ADR 0043).
alter table access_package add column printed_at timestamptz;
comment on column access_package.printed_at is 'When its maker read the PDF in the program, once; the file waits on for its own download.';
