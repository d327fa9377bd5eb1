import { insideSchool } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Everything in the database about an account, to prove that a refusal changed nothing. */
export async function storedAccount({ database }: TestApp, id: number) {
  const { rows } = await database.owner.query(
    `select u.*, array(select school_id::int from user_school where user_id = u.id order by 1) as schools,
      (select count(*)::int from session s where s.user_id = u.id) as sessions,
      (select count(*)::int from password_link l where l.user_id = u.id) as links,
      array(select template from account_mail m where m.user_id = u.id order by m.id) as mails
     from app_user u where u.id = $1`,
    [id],
  )
  return rows[0]
}

/** A school's log about an account, oldest first. */
export const loggedAbout = (app: TestApp, schoolId: number, userId: number) =>
  insideSchool(app, schoolId, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['action', 'changed_fields', 'user_id'])
      .where('entity_type', '=', 'user')
      .where('entity_id', '=', userId)
      .orderBy('id')
      .execute(),
  )
