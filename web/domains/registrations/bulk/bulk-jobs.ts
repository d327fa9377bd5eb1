import { counted } from '#contract/counted.ts'
import {
  type BulkStatusForm,
  registrationBulkEndpoints as endpoints,
  type PlacesWarning,
  type ResendOutcome,
  type ResendResult,
  type StatusResult,
} from '#contract/registrations/registrations.bulk.ts'
import {
  type InformFamily,
  type InformResult,
  registrationInformEndpoints as informing,
} from '#contract/registrations/registrations.inform.ts'
import { isStatusMailKind } from '#contract/registrations/registrations.mail-labels.ts'
import { OPTIN_SENDS_MAX } from '#contract/registrations/registrations.mail-state.ts'
import { type RegistrationStatus, STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { call } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'

export type BulkResult = StatusResult | ResendResult | InformResult

/** What one call does; a second try after a lost answer carries the same key, so that nothing is done twice. */
export interface BulkChunk<C> {
  items: readonly C[]
  key: string
}

export interface BulkReply {
  results: readonly BulkResult[]
  warnings?: readonly PlacesWarning[]
}

export type BulkSend<C> = (chunk: BulkChunk<C>) => Promise<BulkReply>

/** There is nothing to be done about it again: confirmed or informed long ago, or over. */
const isSettled = (result: BulkResult) =>
  'is_informed' in result
    ? result.is_informed
    : 'outcome' in result && (result.outcome === 'verified' || result.outcome === 'left_out')

export const isRefused = (result: BulkResult) => !result.ok && !isSettled(result)

export const refusedOf = (results: readonly BulkResult[]) => results.filter(isRefused)

/** Something done with many applications, chunk by chunk. */
export interface BulkJob {
  /** While it runs and above its results. */
  title: string
  /** What it is done with, in the order it is sent. */
  items: readonly { id: number }[]
  send: BulkSend<{ id: number }>
  /** What came of it, in one sentence. */
  doneText: (results: readonly BulkResult[]) => string
  /** The results are worth a look even if all went well: they differ. */
  alwaysTells: boolean
  /** What follows for somebody to do, and the way there. */
  next?: (results: readonly BulkResult[]) => { text: string; link: { text: string; to: string } } | undefined
  /** The way back; undefined when nothing was changed. */
  undo: (results: readonly BulkResult[]) => BulkJob | undefined
}

type StatusChange = BulkStatusForm['changes'][number]

export const applicationsText = (count: number) => counted(count, 'Bewerbung', 'Bewerbungen')

const changesBack = (results: readonly BulkResult[]): StatusChange[] =>
  results
    .flatMap((result) =>
      'from' in result && result.from !== null && result.version !== null
        ? [{ id: result.id, status: result.from, version: result.version }]
        : [],
    )
    // Who left a waiting list last is the first to return: so each finds its old place.
    .toReversed()

const statusJob = (title: string, changes: readonly StatusChange[], doneText: BulkJob['doneText']): BulkJob => ({
  title,
  items: changes,
  send: ({ items, key }) => call(endpoints.status, { body: { changes: items as StatusChange[] }, idempotencyKey: key }),
  doneText,
  alwaysTells: false,
  undo: (results) => {
    const back = changesBack(results)
    return back.length === 0 ? undefined : undoJob(back)
  },
})

const undoJob = (changes: readonly StatusChange[]): BulkJob => ({
  ...statusJob('Änderung zurücknehmen', changes, (results) => {
    const count = results.length - refusedOf(results).length
    return count === 1 ? 'Eine Änderung ist zurückgenommen.' : `${count} Änderungen sind zurückgenommen.`
  }),
  undo: () => undefined,
})

type Choosable = Pick<StatusChange, 'id' | 'version'>

/** By arrival: whoever applied first is the first to join the waiting list. */
const byArrival = (one: Choosable, other: Choosable) => one.id - other.id

const changedText = (results: readonly BulkResult[], status: RegistrationStatus) => {
  const changed = changesBack(results).length
  const same = results.length - refusedOf(results).length - changed
  const sameText = same > 0 ? ` ${applicationsText(same)} ${same === 1 ? 'war' : 'waren'} es schon.` : ''
  return `${applicationsText(changed)}: ${STATUS_LABELS[status]}.${sameText}`
}

/** No mail goes out by itself (domain §2.3/8): who has a decision now knows nothing of it yet. */
const informNext = (count: number, status: RegistrationStatus) => {
  if (count === 0 || !isStatusMailKind(status)) return undefined
  return {
    text: `${counted(count, 'Familie ist', 'Familien sind')} noch nicht per E-Mail informiert.`,
    link: {
      text: 'Noch nicht informierte ansehen',
      to: `${paths.registrations}?school_year_id=alle&status=${status}&not_informed=1`,
    },
  }
}

export const changeStatusJob = (chosen: readonly Choosable[], status: RegistrationStatus): BulkJob => {
  const changes = chosen
    .toSorted(byArrival)
    .map(({ id, version }) => ({ id, status, ...(version === undefined ? {} : { version }) }))
  return {
    ...statusJob(`Status ändern: ${STATUS_LABELS[status]}`, changes, (results) => changedText(results, status)),
    next: (results) => informNext(changesBack(results).length, status),
  }
}

const NOT_SENT: Record<Exclude<ResendOutcome, 'sent'>, string> = {
  verified: 'schon bestätigt',
  no_address: 'ohne Adresse',
  left_out: 'abgelehnt oder zurückgezogen',
  failed: 'fehlgeschlagen',
}

/** „14 E-Mails gesendet, 16 schon bestätigt, 1 ohne Adresse.“ */
const sentText = (results: readonly BulkResult[]) => {
  const mails = results.flatMap((result) => ('outcome' in result ? [result] : []))
  const sent = mails.reduce((sum, result) => sum + result.sent, 0)
  const others = Object.entries(NOT_SENT).flatMap(([outcome, text]) => {
    const count = mails.filter((result) => result.outcome === outcome).length
    return count > 0 ? [`${count} ${text}`] : []
  })
  const isWaiting = mails.some((result) => result.is_waiting)
  const done = isWaiting ? (sent === 1 ? 'wartet im Postausgang' : 'warten im Postausgang') : 'gesendet'
  return `${[sent === 0 ? 'Keine E-Mail gesendet' : `${counted(sent, 'E-Mail', 'E-Mails')} ${done}`, ...others].join(', ')}.`
}

export const resendJob = (chosen: readonly Choosable[]): BulkJob => ({
  title: 'Bestätigungsmails erneut senden',
  items: chosen.toSorted(byArrival).map(({ id }) => ({ id })),
  send: ({ items, key }) => call(endpoints.resend, { body: { ids: items.map(({ id }) => id) }, idempotencyKey: key }),
  doneText: sentText,
  alwaysTells: true,
  undo: () => undefined,
})

/** „8 Familien sind per E-Mail informiert, 1 war es schon.“ */
const informedText = (results: readonly BulkResult[]) => {
  const own = results.flatMap((result) => ('is_informed' in result ? [result] : []))
  const done = own.filter(({ ok }) => ok).length
  const before = own.filter(({ is_informed }) => is_informed).length
  const isWaiting = own.some(({ ok, is_waiting }) => ok && is_waiting)
  const doneText =
    done === 0
      ? 'Keine E-Mail gesendet'
      : isWaiting
        ? `Die E-Mails an ${counted(done, 'Familie', 'Familien')} warten im Postausgang`
        : `${counted(done, 'Familie ist', 'Familien sind')} per E-Mail informiert`
  return `${doneText}${before > 0 ? `, ${counted(before, 'war', 'waren')} es schon` : ''}.`
}

/** Informs families of their decisions, as the dialog has shown them. */
export const informJob = (families: readonly InformFamily[]): BulkJob => ({
  title: 'Familien informieren',
  items: families.map(({ id, kind }) => ({ id, kind })),
  send: ({ items, key }) => call(informing.send, { body: { families: items as InformFamily[] }, idempotencyKey: key }),
  doneText: informedText,
  alwaysTells: false,
  // What has left cannot be taken back.
  undo: () => undefined,
})

/** From more than so many on a question names how many and what follows (ux §2). */
export const ASKED_ABOVE = 10

const STATUS_CONSEQUENCES: Record<RegistrationStatus, string> = {
  new: 'Bisherige Entscheidungen entfallen, ebenso Plätze auf der Warteliste.',
  accepted: 'Die Frist zur Bestätigung der Plätze beginnt heute; Plätze auf der Warteliste werden frei.',
  waiting: 'Sie kommen in der Reihenfolge ihres Eingangs ans Ende der Warteliste ihrer Klassenstufe.',
  rejected: 'Plätze auf der Warteliste werden frei.',
}

const STATUS_VERBS: Record<RegistrationStatus, string> = {
  new: 'zurücksetzen',
  accepted: 'annehmen',
  waiting: 'auf die Warteliste setzen',
  rejected: 'ablehnen',
}

export const statusQuestion = (count: number, status: RegistrationStatus) => ({
  title: `${applicationsText(count)} auf „${STATUS_LABELS[status]}“ setzen?`,
  message: `${STATUS_CONSEQUENCES[status]} Die Familien bekommen dadurch keine E-Mail.`,
  accept: `${applicationsText(count)} ${STATUS_VERBS[status]}`,
})

export const resendQuestion = (count: number) => ({
  title: `Bestätigungsmails zu ${applicationsText(count)} erneut senden?`,
  message: `Jede noch unbestätigte Adresse bekommt eine E-Mail, höchstens ${OPTIN_SENDS_MAX} insgesamt und eine pro Minute. Bestätigte Adressen sowie abgelehnte und zurückgezogene Bewerbungen bleiben außen vor. Das lässt sich nicht zurücknehmen.`,
  accept: 'Bestätigungsmails senden',
})
