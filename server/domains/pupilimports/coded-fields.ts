import { COUNTRIES, countryName } from '#contract/countries.ts'
import { LANGUAGES, languageName } from '#contract/languages.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import {
  ENROLMENT_KIND_LABELS,
  type EnrolmentKind,
  KITA_YEAR_LABELS,
  type KitaYears,
  type SchoolRecommendation,
} from '#contract/pupils/pupils.fields.ts'
import { type CellReader, foldWord, readWord, wordsOf } from './cell-words.ts'

/** Fields that other programs fill with codes for their statistics. */
export const CODED_FIELDS = [
  'birth_country',
  'family_language',
  'enrolment_kind',
  'kita_years',
  'school_recommendation',
] as const
export type CodedField = (typeof CODED_FIELDS)[number]

/** ISO codes, German names, and the one SchILD-NRW code that its manual mentions. */
const COUNTRIES_BY_WORD = new Map([
  ['000', 'DEU'],
  ...COUNTRIES.flatMap(([two, three]) =>
    [two, three, countryName(three)].map((word) => [foldWord(word), three] as const),
  ),
])

const LANGUAGES_BY_WORD = new Map(
  LANGUAGES.flatMap((code) => [code, languageName(code)].map((word) => [foldWord(word), code] as const)),
)

/** The shorter code of a language that has one: `deu` and `ger` are `de` (ISO 639-2). */
const shortLanguage = (text: string) => (/^[a-z]{3}$/i.test(text) ? (Intl.getCanonicalLocales(text)[0] ?? text) : text)

const ENROLMENTS_BY_WORD = wordsOf<EnrolmentKind>({
  regular: [ENROLMENT_KIND_LABELS.regular, 'normal', 'normale Einschulung', 'reguläre Einschulung'],
  early: [ENROLMENT_KIND_LABELS.early, 'vorzeitige Einschulung'],
  deferred: [ENROLMENT_KIND_LABELS.deferred, 'zurückgestellt', 'Zurückstellung'],
  lateral: [ENROLMENT_KIND_LABELS.lateral, 'Quereinsteiger'],
})

/** Our own words and the codes of SchILD-NRW. */
const KITA_BY_WORD = wordsOf<KitaYears>({
  none: [KITA_YEAR_LABELS.none, '0', 'keine', 'kein Kindergarten'],
  lt1: [KITA_YEAR_LABELS.lt1, '1', 'weniger als 1 Jahr'],
  '1to2': [KITA_YEAR_LABELS['1to2'], '2', '1 bis unter 2 Jahre'],
  '2to3': [KITA_YEAR_LABELS['2to3'], '3', '2 bis unter 3 Jahre'],
  ge3: [KITA_YEAR_LABELS.ge3, '4', '3 Jahre und mehr'],
})

/** Only Brandenburg's recommendations count; a school type that another state recommends is none of them. */
const RECOMMENDATIONS_BY_WORD = wordsOf<SchoolRecommendation>({
  EBR: ['EBR', 'erweiterte Berufsbildungsreife'],
  FOR: ['FOR', 'Fachoberschulreife'],
  AHR: ['AHR', 'allgemeine Hochschulreife'],
})

// An unknown code is not guessed, and does not stop the import of the child (domain §6.2).
const unknown = { note: IMPORT_TEXTS.codeIgnored }
const readLanguage = readWord(LANGUAGES_BY_WORD, unknown)

export const CODED_READERS: Record<CodedField, CellReader> = {
  birth_country: readWord(COUNTRIES_BY_WORD, unknown),
  family_language: (text, today) => readLanguage(shortLanguage(text), today),
  enrolment_kind: readWord(ENROLMENTS_BY_WORD, unknown),
  kita_years: readWord(KITA_BY_WORD, unknown),
  school_recommendation: readWord(RECOMMENDATIONS_BY_WORD, unknown),
}

const WORDS: Record<CodedField, (code: string) => string> = {
  birth_country: countryName,
  family_language: languageName,
  enrolment_kind: (code) => ENROLMENT_KIND_LABELS[code as keyof typeof ENROLMENT_KIND_LABELS],
  kita_years: (code) => KITA_YEAR_LABELS[code as keyof typeof KITA_YEAR_LABELS],
  school_recommendation: (code) => code,
}

export const isCoded = (field: string): field is CodedField => (CODED_FIELDS as readonly string[]).includes(field)

/** A code as readable text. */
export const codedWord = (field: CodedField, code: string) => WORDS[field](code)
