import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FILE_MESSAGES, GradeNumber, Id, IdParam, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, readOf } from '#contract/record.ts'
import { STATE_CODES } from '#contract/schoolyears/state-presets.ts'
import { SchoolFacts } from './school.record.ts'
import { Accent, RegistrationSettings, SCHOOL_TYPES, SchoolLabels } from './schools.facts.ts'
import { RetentionSettings, SettingsChange, SicknoteSettings } from './schools.settings.ts'

/** What a school requires of users with many rights (security §0.10). open_request reads it by its key; ways to sign in are in `login_demand`. */
export const LoginRules = z.object({
  /** Heads and admins have no rights here until their account has a second factor. */
  two_factor_for_heads: z.boolean().default(false),
})

/** The JSON settings of a school by key, each with its schema. */
export const SCHOOL_SETTINGS = {
  SCHOOL_REGISTRATION_SETTINGS: RegistrationSettings,
  SCHOOL_LABELS: SchoolLabels,
  SICKNOTE_SETTINGS: SicknoteSettings,
  RETENTION_SETTINGS: RetentionSettings,
  LOGIN_RULES: LoginRules,
} as const

/** The changed keys of the master data. */
export const SchoolChange = changeOf(SchoolFacts)
export type SchoolChange = z.output<typeof SchoolChange>

/** The master data of a school, for its page. */
export const School = readOf(SchoolFacts).extend({
  id: Id,
  short: z.string(),
  school_type: z.enum(SCHOOL_TYPES),
  /** The logo as data address, as pages show it. */
  logo: z.string().nullable(),
  version: Version,
})
export type School = z.output<typeof School>

/** A row of the list: the schools there are, and the one the viewer works in. */
export const SchoolRow = z.object({
  id: Id,
  short: z.string(),
  name: z.string(),
  city: z.string(),
  federal_state: z.enum(STATE_CODES),
  grade_min: GradeNumber,
  grade_max: GradeNumber,
  accent: Accent,
  /** The viewer may switch to it. */
  is_attached: z.boolean(),
  is_active_school: z.boolean(),
})
export type SchoolRow = z.output<typeof SchoolRow>

const section = <T extends z.ZodType>(value: T) => z.object({ value, version: Version.nullable() })

/** `version` null: nothing was ever changed, the defaults apply. */
export const SchoolSettings = z.object({
  SCHOOL_REGISTRATION_SETTINGS: section(RegistrationSettings),
  SCHOOL_LABELS: section(SchoolLabels),
  SICKNOTE_SETTINGS: section(SicknoteSettings),
  RETENTION_SETTINGS: section(RetentionSettings),
  /** Undecided applications, which would have no page when `isActive` is turned off. */
  undecided_registrations: z.int(),
})
export type SchoolSettings = z.output<typeof SchoolSettings>

/** A logo: PNG or JPEG (domain §9c), at most 500 kB. */
export const LOGO_BYTES = 500 * 1000
/** The limit as the message names it. */
export const LOGO_LIMIT = '500 kB'
export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const

/** Fixed texts of refusals. */
export const SCHOOL_TEXTS = {
  gradesOutside: (grades: string) => `Es gibt noch Klassenstufen außerhalb: ${grades}.`,
  gradeOrder: 'Die Einstiegsstufe muss zwischen erster und letzter Klassenstufe liegen.',
  logoUnreadable: 'Diese Datei ist kein lesbares Bild.',
  logoEmpty: 'Die Datei ist leer.',
  logoTooWide: 'Das Bild darf höchstens 4000 Bildpunkte breit und hoch sein.',
} as const

export const schoolEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/school',
    access: 'manage schoolyear',
    response: z.array(SchoolRow),
    summary: 'Die eigenen Schulen; für „debug view“ alle der Installation',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/school/:id',
    access: 'manage schoolyear',
    params: IdParam,
    response: School,
    summary: 'Stammdaten der aktiven Schule; jede andere ist nicht zu finden',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/school/:id',
    access: 'manage schoolyear',
    params: IdParam,
    body: SchoolChange,
    response: MessageReply,
    summary: 'Stammdaten der aktiven Schule ändern; sendet nur die geänderten Angaben',
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/admin/school/:id/settings',
    access: 'manage schoolyear',
    params: IdParam,
    response: SchoolSettings,
    summary: 'Einstellungen der aktiven Schule',
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/admin/school/:id/settings',
    access: 'manage schoolyear',
    params: IdParam,
    body: SettingsChange,
    response: MessageReply,
    summary: 'Einen Abschnitt der Einstellungen ändern; sendet nur die geänderten Angaben',
  }),
  formLink: endpoint({
    method: 'GET',
    path: '/api/admin/school/:id/formLink',
    access: 'manage schoolyear',
    params: IdParam,
    response: z.object({
      url: z.string(),
      qr_svg: z.string(),
      /** Years whose form is open now, or will open later. */
      schoolyears: z.array(z.object({ name: z.string(), is_open: z.boolean(), opens_at: z.iso.datetime().nullable() })),
    }),
    summary: 'Adresse des öffentlichen Formulars mit QR-Code',
  }),
  saveLogo: endpoint({
    method: 'PUT',
    path: '/api/admin/school/:id/logo',
    access: 'manage schoolyear',
    params: IdParam,
    /** Base64 of the file. */
    body: z.object({
      content: z
        .base64()
        .min(1, SCHOOL_TEXTS.logoEmpty)
        .max(Math.ceil(LOGO_BYTES / 3) * 4, FILE_MESSAGES.size(LOGO_LIMIT)),
    }),
    maxBodyBytes: 720_000,
    response: MessageReply.extend({ logo: z.string() }),
    summary: 'Logo der aktiven Schule; es wird neu geschrieben, ohne Angaben zur Aufnahme',
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/api/admin/school/:id/logo',
    access: 'manage schoolyear',
    params: IdParam,
    response: MessageReply,
    summary: 'Logo der aktiven Schule entfernen',
  }),
}
