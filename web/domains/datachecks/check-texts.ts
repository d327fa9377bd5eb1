import { addressLines } from '#contract/addresses.ts'
import { countedIfAny } from '#contract/counted.ts'
import { changedLabel, type ProposedChange } from '#contract/datachecks/datachecks.decide.ts'
import type { DataCheckRow, ReaderState } from '#contract/datachecks/datachecks.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

export const READER_LOOKS: Record<ReaderState, StatusLook> = {
  changed: { tone: 'attention', icon: 'alert' },
  open: { tone: 'neutral', icon: 'wait' },
  confirmed: { tone: 'positive', icon: 'check' },
  decided: { tone: 'positive', icon: 'check' },
}

/** Grey until everybody has answered; changes that wait come first. */
export const progressLook = ({ open, changed }: DataCheckRow['counts']): StatusLook => {
  if (changed > 0) return READER_LOOKS.changed
  return open > 0 ? READER_LOOKS.open : READER_LOOKS.confirmed
}

/** „12 von 41 haben geantwortet, 3 mit offenen Änderungen“. */
export const progressText = ({ all, open, changed }: DataCheckRow['counts']) =>
  [
    `${all - open} von ${all} haben geantwortet`,
    ...countedIfAny(changed, 'mit offenen Änderungen', 'mit offenen Änderungen'),
  ].join(', ')

type Values = ProposedChange['after']

const wordOf = (value: Values[string] | undefined) => {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  return value ?? '–'
}

const addressOf = (values: Values) => addressLines(values as never).join(', ') || '–'

const NAMES = ['firstname', 'lastname'] as const
const personText = (values: Values) => {
  const name = NAMES.flatMap((key) => values[key] ?? []).join(' ')
  const others = Object.entries(values)
    .filter(([key, value]) => !NAMES.includes(key as 'firstname') && value !== null && value !== '')
    .map(([key, value]) => `${changedLabel(key)}: ${wordOf(value)}`)
  return [name, ...others].filter(Boolean).join(', ')
}

/** What stands in a cell for one side of a proposal; a remark is its own words. */
export const valuesText = ({ part }: Pick<ProposedChange, 'part'>, values: Values | null) => {
  if (values === null) return 'nicht mehr eingetragen'
  if (part === 'address') return addressOf(values)
  return part === 'person' ? personText(values) : wordOf(values[part])
}

const SUBJECTS: Partial<Record<ProposedChange['subject'], string>> = {
  contact_person: 'Kontaktperson',
  new_contact: 'neue Kontaktperson',
  gone_contact: 'Kontaktperson streichen',
  remark: 'Bemerkung',
}

/** What it becomes; a value that is taken away says so. */
export const newText = (change: ProposedChange) => {
  if (change.subject === 'gone_contact') return 'streichen'
  const text = valuesText(change, change.after)
  return text === '–' ? '– (wird gelöscht)' : text
}

/** Whether these changes take the last number and the mail address away. */
export const leavesUnreachable = (reachable: Values, changes: readonly ProposedChange[]) => {
  const own = changes.filter(({ subject, part }) => subject === 'guardian' && part !== 'address')
  const after = Object.assign({}, reachable, ...own.map((change) => change.after)) as Values
  return own.length > 0 && Object.values(after).every((value) => !value)
}

/** „Mia: Anschrift“. */
export const changeTitle = ({ subject, part, about }: ProposedChange) => {
  const what = SUBJECTS[subject] ?? (part === 'address' ? 'Anschrift' : changedLabel(part))
  return `${about}: ${what}`
}

/** Somebody has changed the record since the family looked. */
export const isChangedMeanwhile = ({ subject, state, before, current }: ProposedChange) =>
  state === 'open' &&
  subject !== 'new_contact' &&
  subject !== 'remark' &&
  (current === null || Object.keys(before).some((key) => before[key] !== (current[key] ?? null)))
