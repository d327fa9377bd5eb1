import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { childName } from '#web/domains/registrations/child-name.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { notify } from '#web/shell/notify.tsx'

type Told = Pick<RegistrationRow, 'id' | 'meta' | 'version'>

const send = ({ id, version }: Told, is_told: boolean) =>
  actOnce(
    `told ${id}`,
    async () => {
      const reply = await call(registrationMailEndpoints.tellByPhone, { params: { id }, body: { is_told, version } })
      await refreshRegistrations()
      return reply
    },
    async (failure) => {
      await explainFailure(failure)
      await refreshRegistrations()
    },
  )

/** Notes that the family knows the decision from a call, with the way back. */
export const noteCall = async (registration: Told) => {
  if (await send(registration, true))
    notify(`Die Familie von ${childName(registration)} ist telefonisch informiert.`, {
      about: `told ${registration.id}`,
      undo: () => void send(registration, false),
    })
}
