import { formatDateTime } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import {
  mayChangeStatus,
  type RegistrationStatus,
  STATUS_LABELS,
} from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { actOnce } from '#web/api/act-once.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { failureText, isOtherSchool } from '#web/api/errors.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { offerToInform } from '#web/domains/registrations/mails/InformFamilyWidget.tsx'
import { paths } from '#web/paths.ts'
import { currentPath } from '#web/shell/app-history.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { childName } from './child-name.ts'
import { cancelRegistrations, patchRegistration, refreshRegistrations } from './registration-cache.ts'

export type Changeable = Pick<
  RegistrationRow,
  'id' | 'status' | 'version' | 'wait_rank' | 'withdrawn_at' | 'pupil_id' | 'meta' | 'told_at'
> &
  // A row of a list does not know of a mail that still waits.
  Partial<Pick<RegistrationDetails, 'last_told'>>

interface Changed {
  status: RegistrationStatus
  version: number
  warning: string | null
}

/** What is taken back was not told by now, or was told before: nothing is offered. */
const announce = (registration: Changeable, changed: Changed, isUndo: boolean) => {
  const text = `${childName(registration)}: ${STATUS_LABELS[changed.status]}.`
  notify(changed.warning ? `${text} ${changed.warning}` : text, {
    about: `registration ${registration.id}`,
    undo: () => switchStatus({ ...registration, ...changed, told_at: null }, registration.status, { isUndo: true }),
    ...(isUndo ? {} : offerToInform(registration, changed.status)),
  })
}

/** Who has gone on meanwhile is told which application it was, and finds it again; a dialog would be about the wrong one. */
const tellBehind = (registration: Changeable, failure: ApiFailure) => {
  const reason = failure.status === 409 ? conflictText(failure) : failureText(failure)
  return notify(`${childName(registration)}: ${REGISTRATION_TEXTS.statusFailed} ${reason}`, {
    id: `status ${registration.id}`,
    type: 'negative',
    isLasting: true,
    link: { text: 'Zur Bewerbung', to: paths.registration(registration.id) },
  })
}

/** A digit is pressed easily, and a decision that the family has read is not taken back by one. */
const maySwitch = (registration: Changeable, status: RegistrationStatus) => {
  const toldAt = registration.last_told?.at ?? registration.told_at
  if (toldAt === null) return true
  return confirmDialog({
    title: 'Status trotzdem ändern?',
    message: `Die Familie von ${childName(registration)} ist schon informiert: „${STATUS_LABELS[registration.status]}“, ${formatDateTime(toldAt)} Uhr. Von „${STATUS_LABELS[status]}“ erfährt sie erst, wenn Sie es ihr mitteilen.`,
    accept: `Auf „${STATUS_LABELS[status]}“ setzen`,
    type: 'attention',
    prefers: 'dismiss',
  })
}

const pageOf = (path: string) => path.split('?')[0]

const tellFailure = (registration: Changeable, failure: unknown, startedAt: string) => {
  const isBehind = pageOf(currentPath()) !== pageOf(startedAt)
  if (isBehind && failure instanceof ApiFailure && failure.status !== 401 && !isOtherSchool(failure))
    return tellBehind(registration, failure)
  return refuseAction(failure, REGISTRATION_TEXTS.statusFailed)
}

/** Shows the new status at once and takes it back when the server refuses (ux §3.8); any status to any other (spec §4). */
export const switchStatus = async (
  registration: Changeable,
  status: RegistrationStatus,
  { isUndo = false }: { isUndo?: boolean } = {},
) => {
  const { id, version, told_at } = registration
  if (registration.status === status || !mayChangeStatus(registration)) return
  if (!isUndo && !(await maySwitch(registration, status))) return
  const startedAt = currentPath()
  await actOnce(
    `registration ${id}`,
    async () => {
      await cancelRegistrations(id)
      patchRegistration(id, { status, wait_rank: null, told_at: null })
      const body = { status, version }
      const { warning, ...changed } = await call(registrationEndpoints.changeStatus, { params: { id }, body })
      patchRegistration(id, changed)
      announce(registration, { ...changed, warning }, isUndo)
      void refreshRegistrations()
    },
    async (failure) => {
      patchRegistration(id, { status: registration.status, wait_rank: registration.wait_rank, told_at })
      await tellFailure(registration, failure, startedAt)
      void refreshRegistrations()
    },
  )
}
