import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, IsoDate, Lines, MultilineText, OptionalText, Text } from '#contract/formats.ts'
import { unknownFault, unknownPlaceholders } from '#contract/placeholders.ts'

export const PDF_TYPE = 'application/pdf'

/** Most pupils in one file. */
export const SHEETS_MAX = 1000

export const SHEET_KINDS = ['link_sheets', 'link_letters', 'labels', 'letters'] as const
export type SheetKind = (typeof SHEET_KINDS)[number]

export const SHEET_KIND_LABELS: Record<SheetKind, string> = {
  link_sheets: 'Elternlinks als Kärtchen (8 je Blatt)',
  link_letters: 'Elternlinks als Briefe',
  labels: 'Etiketten',
  letters: 'Serienbrief',
}

/** Sheets of labels as shops sell them: columns, rows and the size of one label. */
export const LABEL_FORMATS = ['3x8-70x36', '3x8-70x37', '3x7-63x38'] as const
export type LabelFormat = (typeof LABEL_FORMATS)[number]
export const LABEL_FORMAT_LABELS: Record<LabelFormat, string> = {
  '3x8-70x36': '24 je Blatt, 70 × 36 mm',
  '3x8-70x37': '24 je Blatt, 70 × 37 mm',
  '3x7-63x38': '21 je Blatt, 63,5 × 38,1 mm',
}
export const LABELS_PER_SHEET: Record<LabelFormat, number> = { '3x8-70x36': 24, '3x8-70x37': 24, '3x7-63x38': 21 }

/** The content of a label: the child with its class, or the recipient of a letter. */
export const LABEL_CONTENTS = ['child', 'address'] as const
export const LABEL_CONTENT_LABELS: Record<(typeof LABEL_CONTENTS)[number], string> = {
  child: 'Name und Klasse des Kindes',
  address: 'Anschrift der Sorgeberechtigten',
}

/** Placeholders in the text of a letter, filled in for each household; named as in a circular. */
export const LETTER_PLACEHOLDERS = {
  Kinder: 'Vor- und Nachname der Kinder, zum Beispiel „Mia und Ben Müller“',
  Klassen: 'ihre Klassen, zum Beispiel „2a und 3b“',
} as const
/** `Kind` and `Klasse` are what they were called before. */
const LETTER_NAMES = [...Object.keys(LETTER_PLACEHOLDERS), 'Kind', 'Klasse']

const placed = (text: string, context: z.RefinementCtx<string>) => {
  const unknown = unknownPlaceholders(text, LETTER_NAMES)
  if (unknown.length > 0)
    context.addIssue({ code: 'custom', message: unknownFault(unknown, Object.keys(LETTER_PLACEHOLDERS)) })
}

export const LETTER_SUBJECT_MAX = 120
export const LETTER_TEXT_MAX = 4000
export const ENCLOSURES_MAX = 500

export const LetterSubject = Text(LETTER_SUBJECT_MAX).superRefine(placed)
export const LetterBody = Lines(LETTER_TEXT_MAX).superRefine(placed)

const ids = z.array(Id).min(1).max(SHEETS_MAX)

export const PupilSheetsForm = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('link_sheets'), ids }),
    z.object({ kind: z.literal('link_letters'), ids }),
    z.object({
      kind: z.literal('labels'),
      ids,
      format: z.enum(LABEL_FORMATS),
      content: z.enum(LABEL_CONTENTS),
      /** The first unused label of a sheet, from 1, row by row. */
      start: z.int().min(1).max(24).default(1),
    }),
    z.object({
      kind: z.literal('letters'),
      ids,
      subject: LetterSubject,
      body: LetterBody,
      /** The day on the letter; missing: today. */
      date: IsoDate.optional(),
      /** One line for each. */
      enclosures: MultilineText(ENCLOSURES_MAX),
      /** True: only households that no mail reaches; false: all that get letters. */
      only_without_mail: z.boolean().default(true),
    }),
  ])
  .refine((form) => form.kind !== 'labels' || form.start <= LABELS_PER_SHEET[form.format], {
    path: ['start'],
    message: 'So viele Etiketten hat das Blatt nicht.',
  })
export type PupilSheetsForm = z.output<typeof PupilSheetsForm>

/** Why somebody is missing in a file. */
export const LEFT_OUT_LABELS = {
  left: 'hat die Schule verlassen',
  no_recipient: 'niemand erhält Briefe',
  no_address: 'die Anschrift ist unvollständig',
} as const
export type LeftOutReason = keyof typeof LEFT_OUT_LABELS

export const LeftOut = z.object({
  pupil_id: Id,
  name: z.string(),
  classgradePlain: z.string().nullable(),
  reason: z.enum(Object.keys(LEFT_OUT_LABELS) as [LeftOutReason, ...LeftOutReason[]]),
  /** The name of the person whose address is missing. */
  recipient: z.string().nullable(),
})
export type LeftOut = z.output<typeof LeftOut>

/** One line about it in the dialog and on the last page of the file. */
export const leftOutText = ({ name, classgradePlain, reason, recipient }: LeftOut) =>
  `${name}${classgradePlain ? ` (${classgradePlain})` : ''}: ${LEFT_OUT_LABELS[reason]}${recipient ? ` – ${recipient}` : ''}`

/** A person named in a letter, and whether this person may decide for the children. */
export const LetterRecipient = z.object({ name: z.string(), has_custody: z.boolean() })
export type LetterRecipient = z.output<typeof LetterRecipient>

export const SheetsPreview = z.object({
  /** Cards, labels or letters. */
  count: z.int(),
  /** Households that get no letter because mail reaches them. */
  reached_by_mail: z.int(),
  /** Everybody named in the letters or labels; empty when a sheet is only about children. */
  recipients: z.array(LetterRecipient),
  left_out: z.array(LeftOut),
  /** Lines with letters that the font lacks; they are printed as empty boxes. */
  unprintable: z.array(z.object({ line: z.string(), letters: z.string() })),
})
export type SheetsPreview = z.output<typeof SheetsPreview>

export const PURPOSE_MAX = 120

export const CertificateForm = z.object({
  /** „zur Vorlage bei …“ */
  purpose: OptionalText(PURPOSE_MAX),
})
export type CertificateForm = z.output<typeof CertificateForm>

export const PUPIL_DOCUMENT_TEXTS = {
  nothing: 'Für diese Auswahl gibt es nichts zu drucken.',
  unprintable: (letters: string) => `Diese Zeichen kann das PDF nicht darstellen: ${letters}`,
} as const

/** A paper for many pupils is an export like any other; everybody with this right also manages pupils (domain §4). */
const accessToMany = 'export personal data' as const

export const pupilDocumentEndpoints = {
  certificate: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/:id/certificate',
    access: 'manage pupil',
    params: IdParam,
    body: CertificateForm,
    response: FileReply,
    isFile: true,
    summary: 'Schulbescheinigung als PDF',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/documents/preview',
    access: accessToMany,
    body: PupilSheetsForm,
    response: SheetsPreview,
    summary: 'Wie viele Kärtchen, Etiketten oder Briefe es würden und wer fehlt',
  }),
  sheets: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/documents',
    access: accessToMany,
    body: PupilSheetsForm,
    response: FileReply,
    isFile: true,
    summary: 'Elternlinks, Etiketten oder Briefe für viele als PDF',
  }),
}
