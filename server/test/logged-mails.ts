import { insideSchool } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** The rest of a mail to a deleted person. */
export const TO_NOBODY = { recipient_masked: '***', recipient_hash: '', error: null }

/** Logs a failed mail to an application's contact; returns a function that reads its line. */
export async function logMail(app: TestApp, school_id: number, registrationId: number) {
  const { id } = await insideSchool(app, school_id, async (tx) => {
    const contact = await tx
      .selectFrom('registration_contact')
      .select('id')
      .where('registration_id', '=', registrationId)
      .executeTakeFirstOrThrow()
    return tx
      .insertInto('mail_log')
      .values({
        ...{ school_id, template: 'registration_optin', related_type: 'registration_contact', related_id: contact.id },
        ...{ recipient_masked: 'a***@example.org', recipient_hash: Buffer.from('a'), error: 'a@example.org unknown' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return async () => (await listLogged(app, school_id)).filter((row) => row.id === id).map(toSaid)
}

const listLogged = (app: TestApp, school_id: number) =>
  insideSchool(app, school_id, (tx) =>
    tx
      .selectFrom('mail_log')
      .select(['id', 'related_id', 'recipient_masked', 'recipient_hash', 'error'])
      .where('related_type', '=', 'registration_contact')
      .orderBy('id')
      .execute(),
  )

const toSaid = ({ recipient_masked, recipient_hash, error }: Awaited<ReturnType<typeof listLogged>>[number]) => ({
  recipient_masked,
  recipient_hash: recipient_hash.toString(),
  error,
})

/** The mails to a contact of an application in the log. */
export const listMailsTo = async (app: TestApp, school_id: number, contactId: number) =>
  (await listLogged(app, school_id)).filter(({ related_id }) => related_id === contactId).map(toSaid)
