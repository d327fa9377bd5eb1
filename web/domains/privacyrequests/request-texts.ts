import { counted } from '#contract/counted.ts'
import { DAY_MS, formatDate } from '#contract/dates.ts'
import {
  REQUEST_FIELD_LABELS,
  RESULT_LABELS,
  type RequestKind,
} from '#contract/privacyrequests/privacyrequest.record.ts'
import { LETTER_LABELS, type LetterKind } from '#contract/privacyrequests/privacyrequests.letters.ts'
import { dueDay, requestState } from '#contract/privacyrequests/privacyrequests.rules.ts'
import { type RequestSubject, UNKNOWN_SUBJECT } from '#contract/privacyrequests/privacyrequests.subjects.ts'
import type {
  RequestDetails,
  RequestEvent,
  RequestEventKind,
  RequestRow,
} from '#contract/privacyrequests/privacyrequests.ts'
import { SUBJECT_WORDS } from '#contract/subject-words.ts'
import { paths } from '#web/paths.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

const RESULT_LOOKS: Record<keyof typeof RESULT_LABELS, StatusLook> = {
  granted: { tone: 'positive', icon: 'check' },
  partly: { tone: 'positive', icon: 'check' },
  refused: { tone: 'neutral', icon: 'cross' },
  withdrawn: { tone: 'neutral', icon: 'cross' },
}

/** How far a request has come: text, icon and colour. */
export const requestLook = (request: RequestRow, today: string): StatusLook & { text: string } => {
  const state = requestState(request, today)
  if (state === 'done')
    return request.result
      ? { ...RESULT_LOOKS[request.result], text: RESULT_LABELS[request.result] }
      : { tone: 'neutral', icon: 'check', text: 'abgeschlossen' }
  if (state === 'overdue') {
    const late = counted(daysBetween(dueDay(request), today), 'Tag', 'Tagen')
    return { tone: 'negative', icon: 'alert', text: `seit ${late} überfällig` }
  }
  if (state === 'open') return { tone: 'neutral', icon: 'dot', text: 'offen' }
  const left = daysBetween(today, dueDay(request))
  return { tone: 'attention', icon: 'wait', text: left === 0 ? 'heute fällig' : `noch ${counted(left, 'Tag', 'Tage')}` }
}

/** What the school does next, so that its button stands out; undefined: the request is answered. */
export const nextStep = ({ kind, subject, done_on, identity_checked_on, events }: RequestDetails) => {
  if (done_on !== null) return undefined
  // To restrict is reversible and may be urgent; nothing is given or deleted before it is known who asks.
  if (kind !== 'restriction' && identity_checked_on === null) return 'identity'
  const isWorkDone = events.some((event) => ['package', 'restricted', 'erased'].includes(event.kind))
  return isWorkDone || subject.id === null || subject.name === null ? 'result' : 'work'
}

/** What answers a request of these kinds, and what to say while it is not done. Of the others the program cannot know. */
const WORK: Partial<Record<RequestKind, { event: RequestEventKind; lacking: string }>> = {
  access: { event: 'package', lacking: 'Es ist noch keine Auskunft erstellt.' },
  portability: { event: 'package', lacking: 'Es ist noch keine Auskunft erstellt.' },
  erasure: { event: 'erased', lacking: 'Es ist noch nichts gelöscht.' },
  restriction: { event: 'restricted', lacking: 'Die Verarbeitung ist noch nicht eingeschränkt.' },
}

/** Says that a request would be closed as granted although nothing was done; undefined: it was done. */
export const lackingWork = ({ kind, events, subject }: Pick<RequestDetails, 'kind' | 'events' | 'subject'>) => {
  const work = WORK[kind]
  const isDone = !work || events.some((event) => event.kind === work.event)
  return isDone || subject.id === null ? undefined : work.lacking
}

/** The kind of person whom a request is about. */
export const requestedKind = (type: RequestSubject | typeof UNKNOWN_SUBJECT) =>
  type === UNKNOWN_SUBJECT ? 'Der Schule nicht bekannt' : SUBJECT_WORDS[type].kind

/** The person of a request, also where no name is left. */
export const subjectText = ({ subject }: Pick<RequestRow, 'subject'>) =>
  subject.name ?? (subject.erased_on ? 'gelöschte Person' : requestedKind(subject.type))

/** The page about the person. Guardians have none of their own, their data stand on the page of a child. */
export const subjectPath = ({
  subject: { type, id, name },
  child_id: childId,
}: Pick<RequestDetails, 'subject' | 'child_id'>) => {
  if (id === null || name === null) return undefined
  if (type === 'guardian') return childId === null ? undefined : paths.pupil(childId)
  if (type === 'pupil') return paths.pupil(id)
  if (type === 'registration') return paths.registration(id)
  if (type === 'employee') return paths.employee(id)
  return type === 'user' ? paths.users : undefined
}

const EVENT_TEXTS: Record<RequestEventKind, string> = {
  received: 'hat die Anfrage erfasst',
  changed: 'hat geändert',
  extended: 'hat die Frist verlängert',
  identity_checked: 'hat die Identität geprüft',
  letter: 'hat ein Schreiben erstellt',
  package: 'hat ein Auskunftspaket erstellt',
  restricted: 'hat die Verarbeitung eingeschränkt',
  unrestricted: 'hat die Einschränkung aufgehoben',
  erased: 'hat die Person gelöscht',
  done: 'hat das Ergebnis eingetragen',
  reopened: 'hat das Ergebnis zurückgenommen',
}

const isLetter = (kind: string | undefined): kind is LetterKind => kind !== undefined && kind in LETTER_LABELS

/** What was done and by whom: „Anna Berg hat ein Schreiben erstellt: Antwort“. */
export const eventText = ({ kind, by, fields }: RequestEvent) => {
  const names =
    kind === 'letter'
      ? fields.flatMap((field) => (isLetter(field) ? [LETTER_LABELS[field]] : []))
      : fields.map((field) => REQUEST_FIELD_LABELS[field] ?? field)
  const sentence = `${by ?? 'Das System'} ${EVENT_TEXTS[kind]}`
  return names.length === 0 ? sentence : `${sentence}: ${[...new Set(names)].join(', ')}`
}

/** „02.12.2026“, with what the deadline was before it was extended. */
export const deadlineText = (request: RequestRow) =>
  request.extended_by === null
    ? formatDate(dueDay(request))
    : `${formatDate(dueDay(request))} (verlängert, zuerst ${formatDate(dueDay({ ...request, extended_by: null }))})`
