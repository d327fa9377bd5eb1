import type { Connection } from '#server/db/database.ts'
import { connectAsOwner } from '#server/db/watched-client.ts'

/**
 * The timestamps from the database's clock that pages show. Sessions and waiting mails keep the real time, because they
 * are compared with that clock.
 */
const SHOWN_STAMPS: Record<string, readonly string[]> = {
  user_log: ['created_at'],
  view_log: ['viewed_at'],
  mail_log: ['sent_at', 'bounced_at'],
  account_mail: ['bounced_at'],
  pupil_link: ['created_at', 'rotated_at'],
  app_user: ['created_at', 'last_login_at'],
}

const MOVE_STAMPS = `
  create or replace function demo_stamps() returns trigger language plpgsql as $$
  declare
    stamp text;
  begin
    foreach stamp in array tg_argv[1:] loop
      if (to_jsonb(new) ->> stamp)::timestamptz = now() then
        new := jsonb_populate_record(new, jsonb_build_object(stamp, now() + make_interval(secs => tg_argv[0]::float)));
      end if;
    end loop;
    return new;
  end $$`

/**
 * In a demo with another day, timestamps that the database sets by its own clock show that day, too. `shiftMs` is how
 * far the demo's clock is ahead of the real one; 0 leaves everything as the product has it. Times that the program
 * writes already come from the demo's clock.
 */
export async function anchorStamps(owner: Connection, shiftMs: number) {
  const client = await connectAsOwner(owner)
  try {
    await client.query(MOVE_STAMPS)
    for (const [table, stamps] of Object.entries(SHOWN_STAMPS)) {
      await client.query(`drop trigger if exists zz_demo_stamps on ${table}`)
      if (shiftMs === 0) continue
      const names = stamps.map((stamp) => `'${stamp}'`).join(', ')
      // Triggers fire in the order of their names: this one comes last, so it also shifts what other triggers have set.
      await client.query(`create trigger zz_demo_stamps before insert or update on ${table}
        for each row execute function demo_stamps('${shiftMs / 1000}', ${names})`)
    }
  } finally {
    await client.end()
  }
}
