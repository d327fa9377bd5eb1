-- What somebody said about a list of pupils that has no column for the class or the gender (ADR 0037).

alter table pupil_import add answers jsonb not null default '{}';
comment on column pupil_import.answers is '{schoolclass?, gender?}: a text holds for every row of the file, null means that the file does not say; a missing key is a question that nobody has answered. Emptied with the file after a day.';
