import type { Updateable } from 'kysely'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { RegistrationContact } from '#server/db/schema.generated.ts'
import { confirmMails, makeApplication } from './child-factories.ts'
import { openCircularSchool } from './circular-school.ts'
import { insideSchool } from './factories.ts'

/** What a mail to the waiting list may name. */
export const WAITING_TEXT = {
  subject: 'Tag der offenen Tür',
  body: '{Anrede},\n\nfür {Kinder} (Klassenstufe {Klassenstufe}, {Schuljahr}) öffnen wir die Schule.',
}

/**
 * The school of the circulars with four applications that wait. Mia (grade 1) and her sister Lea (grade 3): Anna Weber for
 * both, Ole Berg, who lives apart, for Mia alone. Kim (grade 1): Sina has no address. Tom (grade 1): Udo has not confirmed his.
 */
export async function openWaitingFamilies() {
  const school = await openCircularSchool()
  const { app, fsw, head } = school
  const setStatus = (id: number, status: string) =>
    head.call(registrationEndpoints.changeStatus, { params: { id }, body: { status } as never })
  const apply = async (making: Parameters<typeof makeApplication>[2], isConfirmed = true) => {
    const { id } = await makeApplication(app, fsw, making)
    if (isConfirmed) await confirmMails(app, fsw, id)
    await setStatus(id, 'waiting')
    return id
  }
  const anna = { parent: { firstname: 'Anna', lastname: 'Weber' }, lastname: 'Weber', mail: 'weber@example.org' }
  const lateral = { grade: 3, entry_type: 'lateral' as const, birthdate: '2018-02-02' }
  const Mia = await apply({
    ...{ ...anna, firstname: 'Mia' },
    second: { firstname: 'Ole', lastname: 'Berg', mail: 'ole@example.org' },
  })
  const Lea = await apply({ ...anna, ...lateral, firstname: 'Lea' })
  const Kim = await apply({
    ...{ firstname: 'Kim', lastname: 'Wald', mail: null },
    parent: { firstname: 'Sina', lastname: 'Wald' },
  })
  const Tom = await apply(
    { firstname: 'Tom', lastname: 'Zorn', mail: 'udo@example.org', parent: { firstname: 'Udo', lastname: 'Zorn' } },
    false,
  )
  const { school_year_id } = await insideSchool(app, fsw, (tx) =>
    tx.selectFrom('registration').select('school_year_id').where('id', '=', Mia).executeTakeFirstOrThrow(),
  )
  const first = { school_year_id, grade: 1 }
  const chosen = (more: object) => ({ kind: 'waiting', is_whole_school: false, class_ids: [], ...more })
  return {
    ...school,
    ...{ apply, setStatus, Mia, Lea, Kim, Tom, chosen },
    /** The waiting lists of both grades. */
    lists: [first, { school_year_id, grade: 3 }],
    /** Everybody who waits. */
    everybody: chosen({ is_whole_school: true }),
    contactOf: async (registrationId: number, position = 1) => {
      const { id } = await insideSchool(app, fsw, (tx) =>
        tx
          .selectFrom('registration_contact')
          .select('id')
          .where('registration_id', '=', registrationId)
          .where('position', '=', position)
          .executeTakeFirstOrThrow(),
      )
      return id
    },
    setContact: (registrationId: number, change: Updateable<RegistrationContact>, position = 1) =>
      insideSchool(app, fsw, (tx) =>
        tx
          .updateTable('registration_contact')
          .set(change)
          .where('registration_id', '=', registrationId)
          .where('position', '=', position)
          .execute(),
      ),
  }
}
export type WaitingFamilies = Awaited<ReturnType<typeof openWaitingFamilies>>
