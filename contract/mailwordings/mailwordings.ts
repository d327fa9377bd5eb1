import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { cleanLine, Instant, Lines, Text } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import {
  bracedNames,
  hasPlaceholder,
  loneBraces,
  nearestName,
  unknownFault,
  unknownPlaceholders,
} from '#contract/placeholders.ts'
import {
  MAIL_WORDINGS,
  PLACEHOLDER_MEANINGS,
  type Placeholder,
  requiredPlaceholders,
  SUBJECT_PLACEHOLDERS,
  WORDING_KEYS,
  type WordingKey,
} from './mailwordings.texts.ts'

const KeyParam = z.object({ key: z.enum(WORDING_KEYS) })

/** Longest subject and body that a school writes, in letters. */
export const SUBJECT_MAX = 120
export const BODY_MAX = 4000

/** 0 is the wording that comes with the product; each change adds one. */
const WordingVersion = z.int().min(0).max(2_147_483_647)

export const MailWording = z.object({
  key: z.enum(WORDING_KEYS),
  version: WordingVersion,
  /** False: the wording of the product. */
  is_own: z.boolean(),
  subject: z.string(),
  body: z.string(),
  /** Null: never changed. */
  changed_at: Instant.nullable(),
  changed_by: z.string().nullable(),
})
export type MailWording = z.output<typeof MailWording>

const quoted = (names: readonly string[]) => bracedNames(names).join(', ')

const LONE_BRACE = 'Geschweifte Klammern stehen nur um einen Platzhalter, zum Beispiel {Nummer}.'

const braceFault = (found: string) => {
  if (found.length === 1) return LONE_BRACE
  return found.startsWith('{') ? `Nach ${found} fehlt die Klammer }.` : `Vor ${found} fehlt die Klammer {.`
}

/** Names every placeholder of a text that is not allowed there, and a brace that belongs to none. */
const placeholderFaults = (text: string, allowed: readonly Placeholder[], place: string) => {
  const unknown = unknownPlaceholders(text, allowed)
  const known = unknown.filter((name) => Object.hasOwn(PLACEHOLDER_MEANINGS, name))
  const invented = unknown.filter((name) => !known.includes(name))
  return [
    known.length > 0 && `${quoted(known)} gibt es ${place} nicht. Möglich sind: ${quoted(allowed)}.`,
    ...invented.map((name) => unknownFault([name], allowed)),
    ...loneBraces(text).map(braceFault),
  ]
}

/** Names the placeholders that a text must use and does not (domain §2.3); one that is mistyped is a fault already. */
const lackFault = (text: string, key: WordingKey) => {
  const { placeholders } = MAIL_WORDINGS[key]
  const tried = [
    ...unknownPlaceholders(text, placeholders),
    ...loneBraces(text).map((found) => found.replace(/[{}]/, '')),
  ]
  const meant = tried.map((name) => placeholders.find((one) => one === name) ?? nearestName(name, placeholders))
  const lacking = requiredPlaceholders(key).filter((name) => !hasPlaceholder(text, name) && !meant.includes(name))
  if (lacking.length === 0) return false
  return `Im Text ${lacking.length === 1 ? 'fehlt' : 'fehlen'} ${bracedNames(lacking).join(' und ')}.`
}

/** All faults of a field in one message with a line for each, because a form shows the first message of each field. */
const reportFaults = (faults: readonly (string | false)[], context: z.RefinementCtx) => {
  const message = [...new Set(faults.filter(Boolean))].join('\n')
  if (message) context.addIssue({ code: 'custom', message })
}

/** A subject is one line (security case 26) and does not name the child (domain DP-17). */
const Subject = z
  .string()
  .refine((text) => !/[\r\n\u2028\u2029]/.test(text.trim()), {
    error: 'Der Betreff darf keinen Zeilenumbruch enthalten.',
    abort: true,
  })
  .overwrite(cleanLine)
  .pipe(Text(SUBJECT_MAX))
  .superRefine((text, context) => reportFaults(placeholderFaults(text, SUBJECT_PLACEHOLDERS, 'im Betreff'), context))

/** The text a school writes itself; the allowed placeholders depend on the mail. */
export const wordingText = (key: WordingKey) =>
  z.object({
    subject: Subject,
    body: Lines(BODY_MAX).superRefine((text, context) => {
      const faults = placeholderFaults(text, MAIL_WORDINGS[key].placeholders, 'in dieser E-Mail')
      reportFaults([...faults, lackFault(text, key)], context)
    }),
  })
/** Accepts any text: `wordingText` validates it later, because its messages depend on the mail. */
const PlainText = z.object({ subject: z.string().max(1000), body: z.string().max(20_000) })
export type WordingText = z.output<typeof PlainText>

/** A mail as the family sees it: the school's text and the fixed parts. */
export const MailPreview = z.object({
  subject: z.string(),
  from: z.string(),
  reply_to: z.string(),
  /** Blocks of the school's own text; line breaks inside them stay. */
  paragraphs: z.array(z.string()),
  /** The label of the only button; null when there is none. */
  action: z.string().nullable(),
  /** The label of the link to the status page; null when there is none. */
  link: z.string().nullable(),
  /** The fixed text at the end. */
  closing: z.array(z.string()),
  school_name: z.string(),
})
export type MailPreview = z.output<typeof MailPreview>

const access = 'manage schoolyear'

export const mailWordingEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/mailWording',
    access,
    response: z.array(MailWording),
    summary: 'Alle Mailvorlagen der Schule',
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/admin/mailWording/:key/versions',
    access,
    params: KeyParam,
    response: z.array(MailWording),
    summary: 'Alle Fassungen einer Mailvorlage, neueste zuerst',
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/mailWording/:key',
    access,
    params: KeyParam,
    /**
     * `version` is the one loaded before writing; 409 when there is a newer one, together with it and the name of its
     * author.
     */
    body: PlainText.extend({ version: WordingVersion }),
    response: MessageReply,
    summary: 'Mailvorlage ändern; die früheren Fassungen bleiben lesbar',
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/admin/mailWording/:key/reset',
    access,
    params: KeyParam,
    /** `version` as in `save`. */
    body: z.object({ version: WordingVersion }),
    response: MessageReply,
    summary: 'Wieder den mitgelieferten Text nehmen',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/mailWording/:key/preview',
    access,
    params: KeyParam,
    body: PlainText,
    response: MailPreview,
    summary: 'Eine Mailvorlage mit Beispieldaten ansehen',
  }),
}
