import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id } from '#contract/formats.ts'
import { LISTED_COLUMNS } from '#contract/pupils/listed-fields.ts'
import { LIST_COLUMNS } from '#contract/pupils/pupil-list-columns.ts'
import { ChosenPupils } from '#contract/pupils/pupils.ts'

/** Domain §6: lists for people, files for other programs. */
export const EXPORT_FORMATS = [
  'xlsx',
  'csv',
  'schild',
  'webuntis',
  'iserv',
  'iserv_parents',
  'moodle',
  'oneroster',
] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Names of the formats in the dialog and in the log. */
export const EXPORT_LABELS: Record<ExportFormat, string> = {
  xlsx: 'Excel',
  csv: 'CSV für Excel',
  schild: 'SchILD-NRW',
  webuntis: 'WebUntis',
  iserv: 'IServ',
  iserv_parents: 'IServ, Eltern',
  moodle: 'Moodle',
  oneroster: 'OneRoster (Microsoft, LMS)',
}

/** The two formats with a choice of columns. */
export const hasColumnChoice = (format: ExportFormat) => format === 'xlsx' || format === 'csv'

/** How people sign in to Moodle; the keys are Moodle's own. */
export const MOODLE_AUTHS = ['manual', 'oauth2', 'ldap', 'saml2', 'shibboleth', 'db'] as const

const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/

const MailDomain = z
  .string()
  .max(120)
  .overwrite((text) => text.trim().toLowerCase().replace(/^@/, ''))
  .regex(DOMAIN, 'Bitte nur den Teil nach dem @ angeben, z. B. schule.example.')

/** Options of single formats; each format ignores those of the others. */
export const ExportOptions = z.object({
  /** WebUntis: with the children's addresses, phone numbers and mail addresses. */
  addresses: z.boolean().default(false),
  auth: z.enum(MOODLE_AUTHS).default('manual'),
  /** Moodle: the domain of the school's mail addresses; missing: the domain of the school's own address. */
  mail_domain: MailDomain.optional(),
  /** OneRoster: `1.2` has one column more than 1.2.1. */
  compat: z.enum(['1.2.1', '1.2']).default('1.2.1'),
  /** OneRoster: with birth dates and genders. */
  demographics: z.boolean().default(false),
})
export type ExportOptions = z.output<typeof ExportOptions>

export const PupilExportForm = z.object({
  format: z.enum(EXPORT_FORMATS),
  /** Exactly these, in this order; when the caller may not see one of them, the whole call is 404. */
  ids: ChosenPupils,
  /** Grade and class are those of this year, as in the list (`PupilQuery`); missing: today's. */
  school_year_id: Id.optional(),
  /** The columns of a list for people, in the order of `LIST_COLUMNS`. Missing: the house list. */
  columns: z.array(z.enum(LIST_COLUMNS)).min(1, 'Bitte mindestens eine Spalte wählen.').optional(),
  /** Further columns of a list for people: keys of `LISTED_COLUMNS`, after the columns and in this order. */
  fields: z.array(z.enum(LISTED_COLUMNS)).max(LISTED_COLUMNS.length).optional(),
  options: ExportOptions.prefault({}),
})
export type PupilExportForm = z.output<typeof PupilExportForm>

export const pupilExportEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/export',
    access: 'export personal data',
    body: PupilExportForm,
    maxBodyBytes: 512 * 1024,
    response: FileReply,
    isFile: true,
    summary: 'Gewählte Schülerinnen und Schüler als Datei für Menschen oder für ein anderes Programm',
  }),
}
