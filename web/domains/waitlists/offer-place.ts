import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { notify } from '#web/shell/notify.tsx'
import { refreshWaitlist } from './waitlist-queries.ts'
import { nameOf } from './waitlist-texts.ts'

interface Changed {
  id: number
  version: number
  meta: { child_firstname: string; child_lastname: string }
}

/** Back to a former status; within ten minutes to the former rank as well (domain §3.1). */
export const takeStatusBack = async (child: Changed, status: RegistrationStatus) => {
  const { id, version } = child
  const body = { status, version }
  const done = await actOnce(`registration ${id}`, () =>
    call(registrationEndpoints.changeStatus, { params: { id }, body }),
  )
  await refreshWaitlist()
  if (done?.wait_rank) await notify(`${nameOf(child)} steht wieder auf Rang ${done.wait_rank}.`)
}
