import { mayChangeStatus, type RegistrationStatus, STATUS_LABELS } from '#contract/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations.texts.ts'
import type { RegistrationRow } from '#contract/registrations.ts'
import { registrationEndpoints } from '#contract/registrations.ts'
import { call } from '#web/api/client.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { notify } from '#web/shell/notify.tsx'
import { childName } from './child-name.ts'
import { cancelRegistrations, patchRegistration, refreshRegistrations } from './registration-cache.ts'

/** In the order of tabs, menus and the keys 1 to 4. */
export const STATUS_ORDER: readonly RegistrationStatus[] = ['new', 'accepted', 'waiting', 'rejected']

type Changeable = Pick<
  RegistrationRow,
  'id' | 'status' | 'version' | 'wait_rank' | 'withdrawn_at' | 'pupil_id' | 'meta'
>

/** Applications whose change is under way: another press is ignored meanwhile (spec §4). */
const running = new Set<number>()

const announce = (
  registration: Changeable,
  changed: { status: RegistrationStatus; version: number; warning: string | null },
) => {
  const text = `${childName(registration)}: ${STATUS_LABELS[changed.status]}.`
  void notify(changed.warning ? `${text} ${changed.warning}` : text, {
    about: `registration ${registration.id}`,
    undo: () => switchStatus({ ...registration, ...changed }, registration.status),
  })
}

/** Shows the new status at once and takes it back when the server refuses (ux §3.8); any status to any other (spec §4). */
export const switchStatus = async (registration: Changeable, status: RegistrationStatus) => {
  const { id, version } = registration
  if (registration.status === status || running.has(id) || !mayChangeStatus(registration)) return
  running.add(id)
  await cancelRegistrations()
  patchRegistration(id, { status, wait_rank: null })
  try {
    const { warning, ...changed } = await call(registrationEndpoints.changeStatus, {
      params: { id },
      body: { status, version },
    })
    patchRegistration(id, changed)
    announce(registration, { ...changed, warning })
  } catch (failure) {
    patchRegistration(id, { status: registration.status, wait_rank: registration.wait_rank })
    await refuseAction(failure, REGISTRATION_TEXTS.statusFailed)
  } finally {
    running.delete(id)
    void refreshRegistrations()
  }
}
