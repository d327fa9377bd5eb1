import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, Instant, QueryId } from '#contract/formats.ts'
import { PACKAGE_SUBJECTS } from './accesspackages.tree.ts'

const PASSWORD_MAX = 100

/** How long a file waits for its only download. */
export const PACKAGE_HOURS = 24

export type PackageSubject = (typeof PACKAGE_SUBJECTS)[number]

export const ALSO_KINDS = ['guardian', 'contact'] as const

/** A record that seems to be the same person: a guardian, or the contact of an application. */
const AlsoRecord = z.object({ kind: z.enum(ALSO_KINDS), school_id: Id, id: Id })
export type AlsoRecord = z.output<typeof AlsoRecord>

/** Why a person does not get what is stored about the child. */
export const RECIPIENT_REFUSALS = {
  custody: 'Hat kein Sorgerecht',
  of_age: 'Das Kind ist volljährig',
} as const

export const PackageRecipient = z.object({
  /** Null: the pupil itself, or the person of the record. */
  id: Id.nullable(),
  name: z.string(),
  /** „Mutter“, which tells people of one name apart; null: the record is about this person alone. */
  role: z.string().nullable(),
  refusal: z.enum(Object.keys(RECIPIENT_REFUSALS) as [keyof typeof RECIPIENT_REFUSALS]).nullable(),
})
export type PackageRecipient = z.output<typeof PackageRecipient>

export const PackageOptions = z.object({
  recipients: z.array(PackageRecipient),
  /** The same person in other records that the viewer can reach, each to be confirmed. */
  also: z.array(AlsoRecord.extend({ school_short: z.string(), text: z.string() })),
  /** Confidential entries can be included, because the viewer may see them and the package is about a child. */
  may_include_sensitive: z.boolean(),
  /** One of the children has a blocking note: somebody may be in danger. */
  has_blocking_note: z.boolean(),
})
export type PackageOptions = z.output<typeof PackageOptions>

const Subject = { subject: z.enum(PACKAGE_SUBJECTS) }

const AlsoList = z.array(AlsoRecord).max(50)

export const PackageForm = z.object({
  ...Subject,
  id: Id,
  recipient_id: Id.nullable().default(null),
  also: AlsoList.default([]),
  with_sensitive: z.boolean().default(false),
  /** Blocking notes have a choice of their own, because they may say where somebody hides. */
  with_blocking_notes: z.boolean().default(false),
  /** The request for which it is made. */
  request_id: Id.nullable().default(null),
})
export type PackageForm = z.output<typeof PackageForm>

export const PackageReply = z.object({
  id: Id,
  /** Stored nowhere: whoever loses it makes a new package. */
  password: z.string(),
  filename: z.string(),
  bytes: z.int(),
  expires_at: Instant,
})
export type PackageReply = z.output<typeof PackageReply>

export const PACKAGE_TEXTS = {
  self: 'Schülerin oder Schüler selbst',
  noRecipient: 'Bitte wählen Sie, für wen die Auskunft ist.',
  notAlso: 'Diese Angaben gehören nicht nachweisbar zu derselben Person.',
  notRequest: 'Zu dieser Person gibt es diese Anfrage nicht.',
  gone: 'Diese Datei gibt es nicht mehr. Bitte erstellen Sie die Auskunft neu.',
  outdated: 'Inzwischen wurden Daten gelöscht oder eingeschränkt. Bitte erstellen Sie die Auskunft neu.',
  printed: 'Diese PDF wurde schon einmal angezeigt. Bitte speichern Sie die Datei oder erstellen Sie die Auskunft neu.',
  wrongPassword: 'Das Passwort stimmt nicht.',
  running: 'Es wird gerade eine Auskunft für Sie erstellt. Bitte warten Sie einen Moment.',
} as const

/** The password of the reply, which the program does not store, opens the file for the paper. */
export const PaperForm = z.object({ password: z.string().min(1).max(PASSWORD_MAX) })

const path = '/api/admin/accessPackages' as const

/** Access packages: what is stored about a person, for this person (Art. 15 and 20 GDPR). */
export const accessPackageEndpoints = {
  options: endpoint({
    method: 'GET',
    path: `${path}/options`,
    access: 'export personal data',
    query: z.object({ ...Subject, id: QueryId }),
    response: PackageOptions,
    summary: 'Für wen eine Auskunft erstellt werden kann und was sie umfasst',
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'export personal data',
    body: PackageForm,
    response: PackageReply,
    status: 201,
    summary: 'Auskunft nach Art. 15 und 20 DSGVO erstellen; das Passwort steht nur in dieser Antwort',
  }),
  download: endpoint({
    method: 'POST',
    path: `${path}/:id/download`,
    access: 'export personal data',
    params: IdParam,
    response: FileReply,
    isFile: true,
    summary: 'Die verschlüsselte Auskunft abholen, einmal innerhalb von 24 Stunden',
  }),
  print: endpoint({
    method: 'POST',
    path: `${path}/:id/paper`,
    access: 'export personal data',
    params: IdParam,
    body: PaperForm,
    response: FileReply,
    isFile: true,
    summary: 'Nur die PDF einer Auskunft lesen und drucken, einmal innerhalb von 24 Stunden',
  }),
}
