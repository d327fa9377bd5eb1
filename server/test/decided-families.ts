import type { Updateable } from 'kysely'
import {
  type Decided,
  registrationInformEndpoints as endpoints,
  type InformPlan,
} from '#contract/registrations/registrations.inform.ts'
import type { StatusMailKind } from '#contract/registrations/registrations.mail-labels.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { RegistrationContact } from '#server/db/schema.generated.ts'
import { confirmMails, makeApplication } from './child-factories.ts'
import { insideSchool } from './factories.ts'
import { openTwoSchools } from './two-schools.ts'

type Making = Parameters<typeof makeApplication>[2] & { isConfirmed?: boolean }

/** A parent besides the one that every application has. */
export const OLE = { firstname: 'Ole', lastname: 'Berg', mail: 'ole@example.org' }

/** What a page sends about a family whose decision it has shown. */
export const decided = (id: number, kind: StatusMailKind = 'accepted'): Decided => ({ id, kind })

/** Two schools, and in the first one families about whose applications somebody has decided. */
export async function openDecidedFamilies() {
  const school = await openTwoSchools()
  const { app, fsw, head } = school
  let families = 0
  return {
    ...school,
    /** The id of a decided application; its addresses are confirmed unless it says otherwise. */
    async family(status: RegistrationStatus, { isConfirmed = true, ...making }: Making = {}) {
      families += 1
      const { id } = await makeApplication(app, fsw, { mail: `p${families}@example.org`, ...making })
      if (isConfirmed) await confirmMails(app, fsw, id)
      if (status !== 'new') await head.call(registrationEndpoints.changeStatus, { params: { id }, body: { status } })
      return id
    },
    setContact: (registrationId: number, position: number, change: Updateable<RegistrationContact>) =>
      insideSchool(app, fsw, (tx) =>
        tx
          .updateTable('registration_contact')
          .set(change)
          .where('registration_id', '=', registrationId)
          .where('position', '=', position)
          .execute(),
      ),
    plan: async (ids: number[]) => {
      const reply = await head.call(endpoints.plan, { body: { ids } })
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json() as InformPlan
    },
    letters: (families: Decided[], visitor = head) => visitor.call(endpoints.letters, { body: { families } }),
    details: async (id: number) => (await head.call(registrationEndpoints.get, { params: { id } })).json(),
  }
}
export type DecidedFamilies = Awaited<ReturnType<typeof openDecidedFamilies>>
