import { counted } from '#contract/counted.ts'
import { joinedWords } from '#contract/joined-words.ts'
import {
  LABELS_PER_SHEET,
  type LabelFormat,
  type PupilSheetsForm,
  pupilDocumentEndpoints,
  type SheetKind,
  type SheetsPreview,
} from '#contract/pupildocuments/pupildocuments.ts'
import { call } from '#web/api/client.ts'

/** What the dialog asks, for all kinds at once. */
export interface SheetsChoice {
  kind: SheetKind
  format: LabelFormat
  content: 'child' | 'address'
  start: number
  subject: string
  body: string
  /** One line for each. */
  enclosures: string
  /** YYYY-MM-DD; empty: today. */
  date: string
  only_without_mail: boolean
}

export const FIRST_CHOICE: SheetsChoice = {
  kind: 'link_sheets',
  format: '3x8-70x36',
  content: 'child',
  start: 1,
  subject: '',
  body: '',
  enclosures: '',
  date: '',
  only_without_mail: false,
}

/** What is sent: only what belongs to the kind. */
export const bodyOf = (choice: SheetsChoice, ids: readonly number[]): PupilSheetsForm => {
  const { kind, format, content, start, subject, body, enclosures, date, only_without_mail } = choice
  const chosen = { ids: [...ids] }
  if (kind === 'labels') return { kind, ...chosen, format, content, start: Math.min(start, LABELS_PER_SHEET[format]) }
  if (kind === 'letters')
    return { kind, ...chosen, subject, body, enclosures, ...(date && { date }), only_without_mail }
  return { kind, ...chosen }
}

/** For counting, what is written does not matter: nothing is asked again while somebody types. */
export const previewOf = (choice: SheetsChoice, ids: readonly number[]) =>
  bodyOf({ ...choice, start: 1, subject: '–', body: '–', enclosures: '', date: '' }, ids)

/** What it would become, counted anew whenever somebody looks. */
export const sheetsPreviewQuery = (body: PupilSheetsForm) => ({
  queryKey: ['pupil sheets', body],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(pupilDocumentEndpoints.preview, { body, signal }),
  gcTime: 0,
  meta: { quiet: true },
})

const NAMED_MAX = 10

/** Names, with what makes a second look worth while. */
export const recipientsText = (recipients: SheetsPreview['recipients']) => {
  const more = recipients.length - NAMED_MAX
  const named = recipients.slice(0, NAMED_MAX).map((one) => `${one.name}${one.has_custody ? '' : ' (kein Sorgerecht)'}`)
  return joinedWords(more > 0 ? [...named, counted(more, 'weitere Person', 'weitere Personen')] : named)
}

const UNITS: Record<SheetKind, [one: string, many: string]> = {
  link_sheets: ['Kärtchen', 'Kärtchen'],
  link_letters: ['Brief', 'Briefe'],
  labels: ['Etikett', 'Etiketten'],
  letters: ['Brief', 'Briefe'],
}

/** „12 Briefe“ */
export const countText = (kind: SheetKind, count: number) => counted(count, ...UNITS[kind])
