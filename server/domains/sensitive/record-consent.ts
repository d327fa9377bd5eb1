import {
  CONSENT_TEXT_VERSION,
  type ConsentDecision,
  type ConsentPurpose,
  type ConsentState,
  type Deciders,
  decidersFor,
  isAskedFor,
  isClassDPurpose,
  isGrant,
  pupilVoice,
} from '#contract/consents/consents.state.ts'
import { type ConsentForm, CONSENT_TEXTS_OF_REFUSAL as TEXTS } from '#contract/consents/consents.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { CONSENT_KINDS, type ConsentKind } from '#contract/sensitive/sensitive.kinds.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting, SchoolViewer } from '#server/db/viewer.ts'
import { conflict, forbidden, found, invalid } from '#server/http/api-error.ts'
import { OF_AGE_TASK } from '#server/jobs/of-age-task.ts'
import { type ConsentRow, findDeciders, insertConsent, updateWithdrawals } from './consents.queries.ts'
import { findConsent } from './find-consent.ts'
import { lockEntries, lockPupilFor, unlockEntries } from './sensitive.queries.ts'

/** Consents about class D are only for viewers who may see class D. */
const refusePurpose = (purpose: ConsentPurpose, { permissions }: SchoolViewer) => {
  if (isClassDPurpose(purpose) && !permissions.includes('view pupil sensitive')) throw forbidden()
}

const faultsOf = (form: ConsentForm, { custodianIds, voice }: Deciders, today: string) => {
  const { purpose, given_by_guardian_ids: givers, pupil_decision, given_at } = form
  const faults: Record<string, string[]> = {}
  if (given_at > today) faults.given_at = [TEXTS.ahead]
  if (purpose === 'parents_informed' && givers.length > 0) faults.given_by_guardian_ids = [TEXTS.onlyPupil]
  else if (givers.some((id) => !custodianIds.includes(id))) faults.given_by_guardian_ids = [TEXTS.notCustodian]
  else if (voice === 'alone' && givers.length > 0) faults.given_by_guardian_ids = [TEXTS.ofAge]
  else if (givers.length === 0 && pupil_decision === null) faults.given_by_guardian_ids = [TEXTS.nobody]
  if (voice === 'none' && pupil_decision !== null) faults.pupil_decision = [TEXTS.tooYoung]
  return faults
}

const isConsentKind = (purpose: ConsentPurpose): purpose is ConsentKind =>
  (CONSENT_KINDS as readonly ConsentPurpose[]).includes(purpose)

interface Consequence {
  pupilId: number
  purpose: ConsentPurpose
  state: ConsentState
  consentId: number
}

/**
 * Entries that need the consent follow at once: without it nobody can read the entry, and if it comes back within the
 * days the entry is back, too (domain DP-09).
 */
async function followConsent(tx: SchoolTransaction, { pupilId, purpose, state, consentId }: Consequence, now: Date) {
  // Parents lose the link at once and not only at night.
  if (purpose === 'parents_informed' && state !== 'granted') await enqueue(tx, OF_AGE_TASK, {})
  if (!isConsentKind(purpose) || state === 'incomplete') return
  const entries = { pupilId, kind: purpose }
  if (state === 'granted') {
    await nameAction(tx, 'pupil_sensitive', 'sensitive_unlocked')
    await unlockEntries(tx, entries, consentId)
  } else {
    await nameAction(tx, 'pupil_sensitive', 'sensitive_locked')
    await lockEntries(tx, entries, now.toISOString())
  }
}

/** Records a decision, its people and the way it was given; 422 when it is not their decision. */
export async function recordConsent(
  tx: SchoolTransaction,
  { pupilId, form }: { pupilId: number; form: ConsentForm },
  { viewer, now, today }: Acting,
) {
  const { purpose } = form
  refusePurpose(purpose, viewer)
  const pupil = found(await lockPupilFor(tx, pupilId, { viewer, today }))
  const deciders = decidersFor(purpose, await findDeciders(tx, pupil, today))
  const voiceThen = pupilVoice(pupil.birthdate, form.given_at)
  // A sheet from a year ago was signed by the people who had to sign then; from 18 on only the pupil counts.
  const faults = faultsOf(form, { ...deciders, voice: deciders.voice === 'alone' ? 'alone' : voiceThen }, today)
  if (!isAskedFor(purpose, pupil.birthdate, form.given_at)) faults.given_at = [TEXTS.notYet]
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const consentId = await insertConsent(tx, {
    ...form,
    pupil_id: pupilId,
    text_version: CONSENT_TEXT_VERSION,
    recorded_by: viewer.user_id,
  })
  const { state } = await findConsent(tx, { pupil, purpose }, today)
  await followConsent(tx, { pupilId, purpose, state, consentId }, now)
  const message = form.decision === 'granted' ? 'Die Einwilligung ist eingetragen.' : 'Die Ablehnung ist eingetragen.'
  return { id: consentId, message }
}

/** A record to be entered again by those who may still decide; undefined when none of them is left. */
const asFormAgain = (row: ConsentRow, { custodianIds, voice }: Deciders): ConsentForm | undefined => {
  const givers = voice === 'alone' ? [] : row.given_by_guardian_ids.filter((id) => custodianIds.includes(id))
  if (givers.length === 0 && row.pupil_decision === null) return undefined
  return {
    purpose: row.purpose as ConsentPurpose,
    decision: row.decision as ConsentDecision,
    given_by_guardian_ids: givers,
    pupil_decision: row.pupil_decision as ConsentDecision | null,
    method: row.method as ConsentForm['method'],
    given_at: row.given_at,
  }
}

interface Withdrawal {
  pupilId: number
  purpose: ConsentPurpose
}

/** One of the custodians is enough: no consent for the purpose is valid from now on (domain DP-09). */
export async function withdrawConsent(
  tx: SchoolTransaction,
  { pupilId, purpose }: Withdrawal,
  { viewer, now, today }: Acting,
) {
  refusePurpose(purpose, viewer)
  const pupil = found(await lockPupilFor(tx, pupilId, { viewer, today }))
  const { rows, records } = await findConsent(tx, { pupil, purpose }, today)
  const granted = rows.filter((_, index) => isGrant(records[index] as (typeof records)[number]))
  const last = granted.at(-1)
  if (!last) throw conflict(TEXTS.nothing)
  await nameAction(tx, 'consent', 'consent_withdrawn')
  await updateWithdrawals(
    tx,
    granted.map(({ id }) => id),
    { withdrawn_at: now.toISOString(), withdrawn_by: viewer.user_id },
  )
  const { state, deciders } = await findConsent(tx, { pupil, purpose }, today)
  await followConsent(tx, { pupilId, purpose, state, consentId: last.id }, now)
  return {
    message: 'Die Einwilligung ist widerrufen. Das gilt ab sofort.',
    withdrawn: granted.flatMap((row) => asFormAgain(row, deciders) ?? []),
  }
}

/** A later remark about the last withdrawal, which may have ended several records at once. */
export async function noteWithdrawal(
  tx: SchoolTransaction,
  { pupilId, purpose, withdrawn_note }: Withdrawal & { withdrawn_note: string | null },
  { viewer, today }: Acting,
) {
  refusePurpose(purpose, viewer)
  const pupil = found(await lockPupilFor(tx, pupilId, { viewer, today }))
  const { rows } = await findConsent(tx, { pupil, purpose }, today)
  const last = rows.map(({ withdrawn_at }) => withdrawn_at ?? '').reduce((a, b) => (a > b ? a : b), '')
  if (last === '') throw conflict(TEXTS.notWithdrawn)
  const ids = rows.filter(({ withdrawn_at }) => withdrawn_at === last).map(({ id }) => id)
  await updateWithdrawals(tx, ids, { withdrawn_note })
  return { message: REPLY_TEXTS.saved }
}
