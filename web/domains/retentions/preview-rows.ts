import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { ERASED_WORDS } from '#contract/retentions/erased-words.ts'
import {
  PREVIEW_KINDS,
  type PreviewFigure,
  type PreviewFigures,
  type PreviewKind,
} from '#contract/retentions/retentions.lists.ts'
import type { PeoplePreview } from '#contract/retentions/retentions.preview.ts'
import type { RetentionAction, RetentionReason } from '#contract/retentions/retentions.rules.ts'
import type { DueRow, HeldRow, RetentionPreview } from '#contract/retentions/retentions.ts'
import { paths } from '#web/paths.ts'
import type { HeldRecord } from './hold-actions.ts'

/** The kinds of the filter. */
export const KIND_LABELS: Record<PreviewKind, string> = {
  registration: ERASED_WORDS.registration.several,
  pupil: ERASED_WORDS.pupil.several,
  employee: ERASED_WORDS.employee.several,
  consent: ERASED_WORDS.consent.several,
  user: ERASED_WORDS.user.several,
  request: ERASED_WORDS.request.several,
  sicknote: 'Krankmeldungen',
}

/** A line of the preview, whatever it is about. */
export interface PreviewRow {
  kind: PreviewKind
  id: number
  name: string
  /** What tells people of one name apart. */
  about: string
  /** Undefined: it has no page to link to. */
  path: string | undefined
  isBinned: boolean
  /** What can be put on hold; undefined: nothing keeps it. */
  record: HeldRecord | undefined
}

export interface DueLine extends PreviewRow {
  reason: RetentionReason
  action: RetentionAction
  due_on: string
}

export interface HeldLine extends PreviewRow {
  hold: HeldRow['hold']
  record: HeldRecord
}

const applicationOf = (row: Omit<DueRow, 'reason' | 'action' | 'due_on'>): Omit<PreviewRow, 'record'> => ({
  kind: 'registration',
  id: row.registration_id,
  name: listName({ firstname: row.child_firstname, lastname: row.child_lastname }),
  about: `${row.number}, Klassenstufe ${row.desired_grade}, ${row.school_year}`,
  path: row.is_binned ? undefined : paths.registration(row.registration_id),
  isBinned: row.is_binned,
})

const ENDED: Record<PreviewKind, string> = {
  registration: '',
  pupil: 'Abgang am',
  employee: 'ausgeschieden am',
  consent: 'widerrufen am',
  user: 'geschlossen am',
  request: 'beantwortet am',
  sicknote: '',
}

const pathOf = (kind: PreviewKind, id: number) => {
  if (kind === 'employee') return paths.employee(id)
  if (kind === 'request') return paths.privacyRequest(id)
  return kind === 'user' ? undefined : paths.pupil(id)
}

type Person = Pick<PeoplePreview['due'][number], 'subject' | 'id' | 'name' | 'ended_on'>

const personOf = ({ subject, id, name, ended_on }: Person): Omit<PreviewRow, 'record'> => ({
  kind: subject,
  id,
  name,
  about: ended_on ? `${ENDED[subject]} ${formatDate(ended_on)}` : '',
  path: pathOf(subject, id),
  isBinned: false,
})

const recordOf = ({ kind, id, name }: Pick<PreviewRow, 'kind' | 'id' | 'name'>, hold: HeldRecord['hold']) =>
  kind !== 'registration' && kind !== 'pupil' && kind !== 'employee' ? undefined : { subject: kind, id, name, hold }

export const dueLines = (applications: RetentionPreview | undefined, people: PeoplePreview | undefined): DueLine[] =>
  [
    ...(applications?.due ?? []).map((row) => ({ ...applicationOf(row), ...row })),
    ...(people?.due ?? []).map((row) => ({ ...personOf(row), ...row })),
  ]
    .map(({ kind, id, name, about, path, isBinned, reason, action, due_on }) => {
      const record = recordOf({ kind, id, name }, null)
      return { kind, id, name, about, path, isBinned, reason, action, due_on, record }
    })
    .sort((a, b) => a.due_on.localeCompare(b.due_on))

export const heldLines = (applications: RetentionPreview | undefined, people: PeoplePreview | undefined): HeldLine[] =>
  [
    ...(applications?.held ?? []).map((row) => ({ ...applicationOf(row), hold: row.hold })),
    ...(people?.held ?? []).map((row) => ({ ...personOf(row), hold: row.hold })),
  ]
    .flatMap((row) => {
      const record = recordOf(row, row.hold)
      return record ? [{ ...row, record }] : []
    })
    .sort((a, b) => a.hold.until.localeCompare(b.hold.until))

/** The figures of both replies, in the order of the preview. */
export const joinFigures = (...replies: readonly (PreviewFigures | undefined)[]): PreviewFigures => ({
  figures: replies.flatMap((reply) => reply?.figures ?? []),
  held_figures: replies.flatMap((reply) => reply?.held_figures ?? []),
})

const sumOf = (figures: readonly { count: number }[]) => figures.reduce((sum, { count }) => sum + count, 0)

/** The same figures of one kind alone, and of all without a kind. */
export const figuresOfKind = ({ figures, held_figures }: PreviewFigures, kind: string | undefined) => {
  const isOfKind = (figure: { kind: PreviewKind }) => !kind || figure.kind === kind
  return { figures: figures.filter(isOfKind), held_figures: held_figures.filter(isOfKind) }
}

/** By the day of the next deletion; what is only asked about comes last. */
export const soonestFirst = (figures: readonly PreviewFigure[], today: string) => {
  const dayOf = ({ rule, first }: PreviewFigure) => [rule === 'ask' ? 1 : 0, first > today ? first : ''].join(' ')
  return figures.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)))
}

export const countHeld = ({ held_figures }: PreviewFigures) => sumOf(held_figures)
export const countDue = (figures: readonly PreviewFigure[]) => sumOf(figures)

/** The kinds of a filter, each with how many go; what is only on hold can be chosen too. */
export const kindOptions = (all: PreviewFigures) =>
  PREVIEW_KINDS.flatMap((value) => {
    const ofKind = figuresOfKind(all, value)
    const count = countDue(ofKind.figures)
    return count + countHeld(ofKind) > 0 ? [{ value, label: KIND_LABELS[value], count }] : []
  })
