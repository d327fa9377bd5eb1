import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { ERASED_WORDS } from '#contract/retentions/erased-words.ts'
import { type PeoplePreview, PREVIEW_SUBJECTS } from '#contract/retentions/retentions.preview.ts'
import {
  RETENTION_LABELS,
  RETENTION_REASONS,
  type RetentionAction,
  type RetentionReason,
} from '#contract/retentions/retentions.rules.ts'
import type { DueRow, HeldRow, RetentionPreview } from '#contract/retentions/retentions.ts'
import { paths } from '#web/paths.ts'
import type { HeldRecord } from './hold-actions.ts'

/** The kinds in the order of the filter. */
const PREVIEW_KINDS = ['registration', ...PREVIEW_SUBJECTS] as const
type PreviewKind = (typeof PREVIEW_KINDS)[number]

export const KIND_LABELS = Object.fromEntries(PREVIEW_KINDS.map((kind) => [kind, ERASED_WORDS[kind].several]))

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
  kind === 'consent' || kind === 'user' || kind === 'request' ? undefined : { subject: kind, id, name, hold }

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

export interface PreviewFigure {
  reason: RetentionReason
  label: string
  count: number
  /** The day of the first one. */
  first: string
}

/** How many go for each reason, in the order of the preview. */
export const figuresOf = (lines: readonly DueLine[]): PreviewFigure[] =>
  RETENTION_REASONS.flatMap((reason) => {
    const [first, ...more] = lines.filter((line) => line.reason === reason)
    return first ? [{ reason, label: RETENTION_LABELS[reason], count: more.length + 1, first: first.due_on }] : []
  })
