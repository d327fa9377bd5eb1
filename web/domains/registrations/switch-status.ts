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
import { type DecisionUnderWay, decisionUnderWay, followDecision } from './decisions-under-way.ts'
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

const toldAtOf = ({ last_told, told_at }: Changeable) => last_told?.at ?? told_at

/** A digit is pressed easily, and a decision that the family has read is not taken back by one. */
const maySwitch = (registration: Changeable, status: RegistrationStatus, toldAt: string) =>
  confirmDialog({
    title: 'Status trotzdem ändern?',
    message: `Die Familie von ${childName(registration)} ist schon informiert: „${STATUS_LABELS[registration.status]}“, ${formatDateTime(toldAt)} Uhr. Von „${STATUS_LABELS[status]}“ erfährt sie erst, wenn Sie es ihr mitteilen.`,
    accept: `Auf „${STATUS_LABELS[status]}“ setzen`,
    type: 'attention',
    prefers: 'dismiss',
  })

const pageOf = (path: string) => path.split('?')[0]

const tellFailure = (registration: Changeable, failure: unknown, startedAt: string) => {
  const isBehind = pageOf(currentPath()) !== pageOf(startedAt)
  if (isBehind && failure instanceof ApiFailure && failure.status !== 401 && !isOtherSchool(failure))
    return tellBehind(registration, failure)
  return refuseAction(failure, REGISTRATION_TEXTS.statusFailed)
}

/** What this page's last decision about an application was made on, and what came of it. */
const ownVersions = new Map<number, { before: number; after: number }>()

/** A page that was drawn before the reply came still holds the version that this browser itself has changed. */
const versionNow = ({ id, version }: Changeable) => {
  const own = ownVersions.get(id)
  return own?.before === version ? own.after : version
}

const send = async (registration: Changeable, status: RegistrationStatus, { isUndo }: { isUndo: boolean }) => {
  const { id, version, wait_rank, told_at } = registration
  const startedAt = currentPath()
  try {
    await cancelRegistrations(id)
    patchRegistration(id, { status, wait_rank: null, told_at: null })
    const body = { status, version }
    const { warning, ...changed } = await call(registrationEndpoints.changeStatus, { params: { id }, body })
    ownVersions.set(id, { before: version, after: changed.version })
    patchRegistration(id, changed)
    announce(registration, { ...changed, warning }, isUndo)
    return changed.version
  } catch (failure) {
    patchRegistration(id, { status: registration.status, wait_rank, told_at })
    void tellFailure(registration, failure, startedAt)
    return undefined
  } finally {
    void refreshRegistrations()
  }
}

/** A decision about the same application that is still on its way goes first; when it is refused, the later one is not sent. */
const sendAfter = async (earlier: DecisionUnderWay, ...[registration, status, options]: Parameters<typeof send>) => {
  patchRegistration(registration.id, { status, wait_rank: null, told_at: null })
  const version = await earlier.version
  if (version === undefined) return undefined
  return send({ ...registration, status: earlier.status, version }, status, options)
}

/**
 * Shows the new status at once and takes it back when the server refuses (ux §3.8); any status to any other (spec §4).
 * Who decides twice in a hurry gets the later decision, and never a conflict with themselves.
 */
export const switchStatus = async (
  registration: Changeable,
  status: RegistrationStatus,
  { isUndo = false }: { isUndo?: boolean } = {},
) => {
  const { id } = registration
  const earlier = decisionUnderWay(id)
  if ((earlier ?? registration).status === status || !mayChangeStatus(registration)) return
  const toldAt = toldAtOf(registration)
  if (!(isUndo || earlier || toldAt === null || (await maySwitch(registration, status, toldAt)))) return
  const version = earlier
    ? sendAfter(earlier, registration, status, { isUndo })
    : send(isUndo ? registration : { ...registration, version: versionNow(registration) }, status, { isUndo })
  await followDecision(id, { status, version })
}
