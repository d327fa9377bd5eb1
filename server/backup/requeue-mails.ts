import type pg from 'pg'
import { bindSchool, readSchoolIds } from './table-catalogue.ts'

/** Jobs are not in the archive: each mail that still waits gets its own again (server/mail). */
export async function requeueMails(client: pg.Client) {
  for (const id of await readSchoolIds(client)) {
    await bindSchool(client, id)
    await client.query(
      `select graphile_worker.add_job('send_mail', json_build_object('school_id', school_id, 'mail_id', id))
       from mail_log where state = 'queued' order by id`,
    )
  }
  await bindSchool(client, null)
  await client.query(
    `select graphile_worker.add_job('send_account_mail', json_build_object('mail_id', id))
     from account_mail where state = 'queued' order by id`,
  )
}
