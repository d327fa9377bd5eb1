-- The list of pupils without counting and comparing ten thousand rows at each call: numbers that are kept, words that are
-- found by their beginning, an index that alone tells the order.

create table pupil_tally (
  school_id bigint not null references school,
  id bigint generated always as identity,
  status text not null,
  delta int not null,
  primary key (school_id, id));
comment on table pupil_tally is 'How many pupils outside the bin have a status: the sum of all rows. Each statement that changes it adds a row, so nobody waits for another; a job of the night makes one row of many.';
select make_school_table('pupil_tally', false);

create table pupil_word (
  school_id bigint not null references school,
  word text collate "C" not null,
  pupil_id bigint not null,
  is_contact boolean not null,
  status text not null,
  primary key (school_id, word, pupil_id, is_contact) include (status));
comment on table pupil_word is 'The words a pupil outside the bin is found by, folded. Kept by triggers of pupil, therefore without a foreign key, which a large import would pay for row by row.';
comment on column pupil_word.is_contact is 'From town, phones, guardians and contact persons: only searched for who may see them.';
comment on column pupil_word.status is 'As the pupil''s, so that an index alone tells how many are found.';
create index pupil_word_by_pupil on pupil_word (school_id, pupil_id);
select make_school_table('pupil_word', false);
drop index pupil_by_name;
create index pupil_by_name on pupil (school_id, lastname, firstname, birthdate, id) include (status) where deleted_at is null;

create function words_of_pupil(_search_name text, _search_contact text) returns table (word text, is_contact boolean) language sql immutable as $$
  select word, false from string_to_table(_search_name, ' ') word where word <> ''
  union select word, true from string_to_table(_search_contact, ' ') word where word <> ''
$$;
create function keep_found_pupils() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into pupil_tally (school_id, status, delta)
      select school_id, status, -count(*) from old_rows where deleted_at is null group by school_id, status;
    delete from pupil_word w using old_rows o where w.school_id = o.school_id and w.pupil_id = o.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into pupil_tally (school_id, status, delta)
      select school_id, status, count(*) from new_rows where deleted_at is null group by school_id, status;
    insert into pupil_word (school_id, word, pupil_id, is_contact, status)
      select n.school_id, w.word, n.id, w.is_contact, n.status from new_rows n
      cross join lateral words_of_pupil(n.search_name, n.search_contact) w
      where n.deleted_at is null;
    return null;
  end if;
  insert into pupil_tally (school_id, status, delta)
    select school_id, status, sum(delta) from (
      select n.school_id, n.status, 1 as delta from new_rows n join old_rows o using (school_id, id)
        where n.deleted_at is null and (o.deleted_at is not null or o.status <> n.status)
      union all
      select o.school_id, o.status, -1 from new_rows n join old_rows o using (school_id, id)
        where o.deleted_at is null and (n.deleted_at is not null or o.status <> n.status)) changed
    group by school_id, status having sum(delta) <> 0;
  delete from pupil_word w using new_rows n join old_rows o using (school_id, id)
    where w.school_id = n.school_id and w.pupil_id = n.id
      and (n.search_name, n.search_contact, n.status, n.deleted_at is null)
        is distinct from (o.search_name, o.search_contact, o.status, o.deleted_at is null);
  insert into pupil_word (school_id, word, pupil_id, is_contact, status)
    select n.school_id, w.word, n.id, w.is_contact, n.status from new_rows n join old_rows o using (school_id, id)
    cross join lateral words_of_pupil(n.search_name, n.search_contact) w
    where n.deleted_at is null
      and (n.search_name, n.search_contact, n.status, n.deleted_at is null)
        is distinct from (o.search_name, o.search_contact, o.status, o.deleted_at is null);
  return null;
end $$;
create trigger found_insert after insert on pupil referencing new table as new_rows for each statement execute function keep_found_pupils();
create trigger found_update after update on pupil referencing old table as old_rows new table as new_rows for each statement execute function keep_found_pupils();
create trigger found_delete after delete on pupil referencing old table as old_rows for each statement execute function keep_found_pupils();

-- Both anew, from what is there: one row for each status. Run again it changes nothing, nor twice at once: the second waits and then sees what the first left.
create function count_pupils_anew() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('count_pupils_anew', current_school()));
  with gone as (delete from pupil_tally where school_id = current_school() returning 1)
  insert into pupil_tally (school_id, status, delta)
    select p.school_id, p.status, count(*) from pupil p where p.deleted_at is null and p.school_id = current_school() group by p.school_id, p.status;
end $$;
create function find_pupils_anew() returns void language sql as $$
  delete from pupil_word where school_id = current_school();
  insert into pupil_word (school_id, word, pupil_id, is_contact, status)
    select p.school_id, w.word, p.id, w.is_contact, p.status from pupil p
    cross join lateral words_of_pupil(p.search_name, p.search_contact) w
    where p.deleted_at is null and p.school_id = current_school()
$$;
grant execute on function words_of_pupil(text, text), count_pupils_anew() to schulhof_app;
do $$
declare
  school bigint;
begin
  for school in select s.id from school s loop
    perform set_config('app.school_id', school::text, true);
    perform count_pupils_anew();
    perform find_pupils_anew();
  end loop;
  perform set_config('app.school_id', '', true);
end $$;
