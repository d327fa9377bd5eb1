import { z } from 'zod'
import { isIsoDay } from './dates.ts'
import { PLAIN_MESSAGES } from './plain-messages.ts'
import { cleanZip } from './zip.ts'

const entries = (count: number) => `${count} ${count === 1 ? 'Eintrag' : 'Einträge'}`

/** The generic messages of spec §5, verbatim; the last four are the product's own. */
export const MESSAGES = {
  ...PLAIN_MESSAGES,
  boolean: 'Bitte wählen Sie einen Wert.',
  numbers: 'Bitte nur Zahlen angeben.',
  minLength: (count: number) => `Mindestens ${count} Zeichen angeben.`,
  maxLines: (count: number) => `Bitte maximal ${count} Zeilen.`,
  minEntries: (count: number) => `Bitte mindestens ${entries(count)}.`,
  maxEntries: (count: number) => `Bitte maximal ${entries(count)}.`,
  url: (host: string) => `Muss eine gültige URL sein (z.B. ${host}).`,
  email: 'Dies ist keine gültige E-Mail-Adresse.',
  minNumber: (count: number | bigint) => `Bitte mindestens ${count} angeben.`,
  maxNumber: (count: number | bigint) => `Bitte höchstens ${count} angeben.`,
  invalid: 'Diese Angabe ist ungültig.',
  ahead: 'Dieser Tag liegt in der Zukunft.',
  address: 'Eine Anschrift darf nicht mit =, +, - oder @ beginnen.',
  name: 'Bitte einen Namen ohne Ziffern und ohne die Zeichen < > { } [ ] | ; " angeben.',
  nameStart: 'Ein Name darf nicht mit =, +, - oder @ beginnen.',
} as const

/** The messages about files of spec §5, verbatim. */
export const FILE_MESSAGES = {
  size: (limit: string) => `Die Dateigröße der einzelnen Dateien darf ${limit} nicht übersteigen!`,
  totalSize: (limit: string) => `Insgesamt sind nur ${limit} zulässig!`,
  type: 'Dieser Dateityp wird nicht unterstützt.',
  count: (count: number) => `Bitte maximal ${count} Dateien.`,
} as const

type Issue = Parameters<z.core.$ZodErrorMap>[0]
type IssueOf<C extends Issue['code']> = Extract<Issue, { code: C }>

const EXAMPLE_URL = 'https://www.example.org'

const isMissing = (input: unknown) => input === undefined || input === null || input === ''

const typeMessage = ({ expected, input }: IssueOf<'invalid_type'>) => {
  if (isMissing(input)) return MESSAGES.required
  if (expected === 'number' || expected === 'int' || expected === 'bigint') return MESSAGES.numbers
  return expected === 'boolean' ? MESSAGES.boolean : MESSAGES.invalid
}

const formatMessage = ({ format }: IssueOf<'invalid_format'>) => {
  if (format === 'email') return MESSAGES.email
  if (format === 'url') return MESSAGES.url(EXAMPLE_URL)
  return format === 'date' || format === 'datetime' ? MESSAGES.date : MESSAGES.invalid
}

const tooSmallMessage = ({ origin, minimum }: IssueOf<'too_small'>) => {
  if (origin === 'string') return Number(minimum) === 1 ? MESSAGES.required : MESSAGES.minLength(Number(minimum))
  return origin === 'array' || origin === 'set' ? MESSAGES.minEntries(Number(minimum)) : MESSAGES.minNumber(minimum)
}

const tooBigMessage = ({ origin, maximum }: IssueOf<'too_big'>) => {
  if (origin === 'string') return MESSAGES.maxLength(Number(maximum))
  return origin === 'array' || origin === 'set' ? MESSAGES.maxEntries(Number(maximum)) : MESSAGES.maxNumber(maximum)
}

/** The message of spec §5 for whatever zod finds wrong; empty input is always "required". */
export const issueMessage = (issue: Issue): string => {
  if (issue.code === 'invalid_value' && issue.values.length === 1 && issue.values[0] === true) {
    return MESSAGES.mustBeTrue
  }
  if (isMissing(issue.input)) return MESSAGES.required
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue)
    case 'invalid_format':
      return formatMessage(issue)
    case 'too_small':
      return tooSmallMessage(issue)
    case 'too_big':
      return tooBigMessage(issue)
    case 'invalid_value':
      return MESSAGES.boolean
    case 'not_multiple_of':
      return MESSAGES.numbers
    default:
      return MESSAGES.invalid
  }
}

z.config({ customError: issueMessage })

// Control, direction and other invisible characters never carry meaning in a text; NUL and half a surrogate pair cannot
// even be stored. Line ends and tabs count as blanks, joiners depend on their neighbours.
const UNSEEN = /(?![\t-\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u2065\u2800\u3164\uffa0]/gu

// Persian, Hindi, Sinhala and other scripts need joiners inside a word to shape their letters; in the scripts listed
// here they are only invisible.
const NEEDS_JOINER = /^(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zinh}\p{sc=Zyyy}])[\p{L}\p{M}]$/u
const ENDS_PICTURE = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const STARTS_PICTURE = /^\p{Extended_Pictographic}$/u

const isNeeded = (before: string, joiner: string, after: string) =>
  (NEEDS_JOINER.test(before) && NEEDS_JOINER.test(after)) ||
  (joiner === '\u200d' && ENDS_PICTURE.test(before) && STARTS_PICTURE.test(after))

const JOINERS = /[\u200c\u200d]/gu

/**
 * Keeps joiners only between letters that need them, and inside emojis made of several signs. Removing one can reorder
 * marks and give another joiner a new neighbour, so the text is checked again; if it still changes after that, which no
 * real text does, all joiners go.
 */
const withoutNeedlessJoiners = (text: string, looks = 3): string => {
  if (text.search(JOINERS) < 0) return text
  if (looks === 0) return text.replace(JOINERS, '').normalize('NFC')
  const letters = [...text]
  const kept = letters
    .filter(
      (letter, at) => letter.search(JOINERS) < 0 || isNeeded(letters[at - 1] ?? '', letter, letters[at + 1] ?? ''),
    )
    .join('')
    .normalize('NFC')
  return kept === text ? kept : withoutNeedlessJoiners(kept, looks - 1)
}

/** Composed (NFC), without invisible characters (domain §1.0). */
const cleanSigns = (text: string) => withoutNeedlessJoiners(text.replace(UNSEEN, '').normalize('NFC'))

/** Domain §1.0: NFC, trimmed, inner blanks collapsed; one line. */
export const cleanLine = (text: string) => cleanSigns(text).replace(/\s+/g, ' ').trim()

const cleanName = (text: string) => cleanLine(text).replace(/[’‘ʼ‛´`′]/g, "'")

const cleanLines = (text: string) =>
  cleanSigns(text.replace(/\r\n?/g, '\n'))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()

const emptyToNull = (value: string | null | undefined) => value || null

/** A Klassenstufe (domain §1.3). */
export const GradeNumber = z.int().min(1).max(13)

/** A Klassenstufe in a query. */
export const QueryGrade = z.coerce.number().pipe(GradeNumber)

/** For forms that send every field: null, empty and blank become null, which removes the stored value. */
export const EmptyToNull = <T extends z.ZodType<unknown, string>>(schema: T) =>
  z
    .string()
    .nullable()
    .transform((text) => (text?.trim() ? text : null))
    .pipe(schema.nullable())

/** A line that must be filled, at most `max` characters. */
export const Text = (max: number) => z.string().overwrite(cleanLine).min(1, { abort: true }).max(max)

/**
 * A text that does not begin like a spreadsheet formula, also in the wide signs of Asian keyboards: names and addresses
 * are exported to other programs, which do not accept an apostrophe before them. A lone - is allowed, people type it
 * for an empty value.
 */
const NO_FORMULA = /^(?:[^=+\-@＝＋－＠]|-+$)/u

/** A line of an address. */
export const AddressText = (max: number) => Text(max).regex(NO_FORMULA, MESSAGES.address)

/** A line that may be left out: missing and empty are null. */
export const OptionalText = (max: number) => z.string().overwrite(cleanLine).max(max).nullish().transform(emptyToNull)

/** Several lines that must be filled. */
export const Lines = (max: number) => z.string().overwrite(cleanLines).min(1, { abort: true }).max(max)

/** Several lines that may be left out: missing and empty are null. */
export const MultilineText = (max: number) => z.string().overwrite(cleanLines).max(max).nullish().transform(emptyToNull)

/** Domain §1.0: every letter of Unicode, no digits and none of <>{}[]|;" in names; ’ is stored as '. */
export const PersonName = z
  .string()
  .overwrite(cleanName)
  .min(1, { abort: true })
  .max(80)
  .regex(/^(?=.*\p{L})[^\d<>{}[\]|;"]*$/u, MESSAGES.name)
  .regex(NO_FORMULA, MESSAGES.nameStart)

const lowerDomain = (mail: string) => {
  const at = mail.lastIndexOf('@') + 1
  // NFKC: for a mail server a full-width ｖ is the same as v.
  return mail.slice(0, at) + mail.slice(at).normalize('NFKC').toLowerCase()
}

// Domains may have umlauts, local parts are ASCII as most mail servers want them.
const MAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]{0,63}[\w!#$%&'*+/=?^`{|}~-]@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u

/** Trimmed, the domain in lower case, the local part as typed (domain §7). */
export const Email = z
  .string()
  .trim()
  .overwrite(lowerDomain)
  .min(1, { abort: true })
  .max(254, { abort: true })
  .check(z.email({ pattern: MAIL_PATTERN }))

/** A real day between 1900 and 2199 as YYYY-MM-DD. */
export const IsoDate = z.iso.date({ abort: true }).refine(isIsoDay, MESSAGES.date)

/** An instant in UTC as ISO 8601 with Z. */
export const Instant = z.iso.datetime()

const ZIP_MESSAGE = 'Bitte eine Postleitzahl mit fünf Ziffern angeben, zum Beispiel 15999.'

/** Domain §1.1: five digits, 01001 to 99998; blanks, points and a leading D- are dropped. */
export const Zip = z
  .string()
  .overwrite(cleanZip)
  .min(1, { abort: true })
  .regex(/^\d{5}$/, { error: ZIP_MESSAGE, abort: true })
  .refine((zip) => zip >= '01001' && zip <= '99998', ZIP_MESSAGE)

export const PHONE_MESSAGES = {
  signs: 'Bitte nur Ziffern und die Zeichen + - / . ( ) angeben, mit + nur am Anfang.',
  digits: 'Bitte eine Telefonnummer mit mindestens 6 Ziffern angeben.',
} as const

/** Stored as typed; +49, 0049, (0), /, - and blanks are fine, six digits at least (domain §7). */
export const Phone = z
  .string()
  .overwrite(cleanLine)
  .min(1, { abort: true })
  .max(40)
  .regex(/^\+?[\d\s()/.-]+$/, { error: PHONE_MESSAGES.signs, abort: true })
  .refine((raw) => raw.replace(/\D/g, '').length >= 6, PHONE_MESSAGES.digits)

/** A box that must be ticked. */
export const MustBeTrue = z.literal(true)

/** Counts the changes of a record, within the range of an integer column. */
export const Version = z.int().min(1).max(2_147_483_647)

/** A database id as numbers travel in JSON. */
export const Id = z.int().positive()

const CoercedId = z.coerce.number().int().positive()

export const IdParam = z.object({ id: CoercedId })

/** Parts of a list's query (domain §9a): `per_page=0` means all. */
export const Page = z.coerce.number().int().min(1).max(1_000_000).default(1)
export const PerPage = z.coerce.number().int().min(0).max(200).default(50)
export const Search = z.string().overwrite(cleanLine).max(100).default('')

/** An id in a query, where everything is text. */
export const QueryId = CoercedId

/** A switch in a query: true, 1 and false, 0. */
export const QueryFlag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((value) => value === true || value === 'true' || value === '1')

/** A filter that takes several values: `?status=new,waiting` or the key repeated. */
export const Several = <T extends z.ZodType>(item: T) =>
  z
    .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])
    .transform((value) => [value].flat().flatMap((part) => String(part).split(',').filter(Boolean)) as z.input<T>[])
    .pipe(z.array(item))

/** The database prepares a statement for each order, so there are few: two keys, each once. */
const SORT_TERMS_MAX = 2

const isSortable = (terms: { key: string }[], keys: readonly string[]) =>
  terms.length <= SORT_TERMS_MAX &&
  new Set(terms.map(({ key }) => key)).size === terms.length &&
  terms.every(({ key }) => keys.includes(key))

/** `lastname,-created_at`: the keys to sort by, a minus for descending. */
export const Sort = (keys: readonly string[], initial: string) =>
  z
    .string()
    .max(100)
    .default(initial)
    .refine((sort) => isSortable(sortTerms(sort), keys), MESSAGES.boolean)

export const sortTerms = (sort: string) =>
  sort
    .split(',')
    .filter(Boolean)
    .map((term) => ({ key: term.replace(/^-/, ''), isDescending: term.startsWith('-') }))
