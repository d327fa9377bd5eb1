import { z } from 'zod'
import { addressFields } from '#contract/address.record.ts'
import { AddressText, EmptyToNull, GradeNumber, PersonName, Text } from '#contract/formats.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import {
  choice,
  choicesOf,
  day,
  field,
  flag,
  labelsOf,
  optionalChoice,
  optionalDay,
  optionalLines,
  optionalMail,
  optionalNumber,
  optionalPhone,
  optionalText,
  several,
  text,
} from '#contract/record.ts'
import { PREVIOUS_SCHOOL_LABELS } from '#contract/registrations/previous-schools.ts'
import {
  AFTERSCHOOL_DAY_LABELS,
  AFTERSCHOOL_LABELS,
  CountryCode,
  ENROLMENT_KIND_LABELS,
  ForeignLanguage,
  KITA_YEAR_LABELS,
  LanguageCode,
  MEASLES_PROOF_KIND_LABELS,
  SCHOOL_RECOMMENDATION_LABELS,
  SWIM_LEVEL_LABELS,
} from './pupils.fields.ts'
import { type ATTENDING_STATUSES, EXIT_REASON_LABELS, PUPIL_STATUS_LABELS } from './pupils.ts'

/** The longest name of the next school, in characters. */
export const NEXT_SCHOOL_MAX = 120

const Year = z.int().min(1900).max(2199)
const { active, on_leave, guest } = PUPIL_STATUS_LABELS
const ATTENDING_LABELS = { active, on_leave, guest } satisfies Record<(typeof ATTENDING_STATUSES)[number], string>

/** The record of a child, without family, classes and confidential entries (domain §1.5). */
export const Pupil = z.object({
  lastname: text('Nachname', PersonName, { dataClass: 'A' }),
  lastname_prefix: optionalText('Namensvorsatz', Text(30), { dataClass: 'A', hint: 'Zum Beispiel von oder de.' }),
  firstname: text('Vorname', PersonName, { dataClass: 'A', hint: 'Der Rufname.' }),
  firstnames_all: optionalText('Alle Vornamen', Text(160), { hint: 'Wie in der Geburtsurkunde.' }),
  birthname: optionalText('Geburtsname', PersonName),
  /** Class B, but shown to everybody who may see the child. */
  gender: choice('Geschlecht', GENDER_LABELS, { dataClass: 'A' }),
  birthdate: day('Geburtsdatum', { isPast: true }),
  birthplace: optionalText('Geburtsort', AddressText(80)),
  birth_country: field(EmptyToNull(CountryCode), z.string(), { label: 'Geburtsland', kind: 'country' }),
  nationalities: field(z.array(CountryCode).max(2), z.array(z.string()), {
    label: 'Staatsangehörigkeit',
    kind: 'countries',
    hint: 'Höchstens zwei.',
  }),
  immigration_year: optionalNumber('Jahr des Zuzugs', Year, {
    hint: 'Nur bei einem Geburtsland außerhalb Deutschlands.',
  }),
  family_language: field(EmptyToNull(LanguageCode), z.string(), { label: 'Sprache in der Familie', kind: 'language' }),
  /** The child's address, which is read as one object (domain §1.5). */
  ...addressFields,
  phone: optionalPhone('Telefon', { dataClass: 'C', hint: 'Nur die eigene Nummer des Kindes.' }),
  mail: optionalMail('E-Mail', { dataClass: 'C', hint: 'Nur die eigene Adresse des Kindes.' }),
  date_entry: day('Aufnahme am'),
  date_exit: optionalDay('Letzter Tag an der Schule'),
  exit_reason: optionalChoice('Grund des Abgangs', EXIT_REASON_LABELS),
  next_school: optionalText('Neue Schule', Text(NEXT_SCHOOL_MAX), { max: NEXT_SCHOOL_MAX }),
  first_enrolment_year: optionalNumber('Einschulungsjahr', Year),
  enrolment_kind: optionalChoice('Einschulungsart', ENROLMENT_KIND_LABELS),
  previous_institution: optionalText('Vorherige Kita oder Schule', Text(120)),
  previous_city: optionalText('Vorheriger Ort', AddressText(80)),
  /** Free text, because imports bring their own words. */
  previous_school_type: field(EmptyToNull(Text(80)), z.string(), {
    label: 'Vorherige Schulform',
    kind: 'choice',
    choices: choicesOf(PREVIOUS_SCHOOL_LABELS),
  }),
  previous_grade: optionalNumber('Vorherige Klassenstufe', GradeNumber),
  kita_years: optionalChoice('Dauer des Kita-Besuchs', KITA_YEAR_LABELS),
  school_recommendation: optionalChoice('Bildungsgangempfehlung', SCHOOL_RECOMMENDATION_LABELS),
  foreign_languages: field(z.array(ForeignLanguage).max(5), z.array(ForeignLanguage), {
    label: 'Fremdsprachen',
    kind: 'languages',
  }),
  afterschool_care: optionalChoice('Hort', AFTERSCHOOL_LABELS),
  afterschool_days: several('Hort-Tage', AFTERSCHOOL_DAY_LABELS),
  may_go_home_alone: flag('Geht allein nach Hause', { dataClass: 'C' }),
  swim_level: optionalChoice('Schwimmerlaubnis', SWIM_LEVEL_LABELS),
  measles_proof_seen_at: optionalDay('Masernnachweis gesehen am', { isPast: true }),
  measles_proof_kind: optionalChoice('Art des Masernnachweises', MEASLES_PROOF_KIND_LABELS, {
    hint: 'Ein ärztliches Zeugnis über eine Kontraindikation gehört zu „Vertraulich“.',
  }),
  note: optionalLines('Bemerkung', 1000, { dataClass: 'E', hint: 'Keine Gesundheitsangaben.' }),
  /** Can only be changed for attending pupils; coming and leaving follow from the dates. */
  status: choice('Status', ATTENDING_LABELS, { dataClass: 'A' }),
})

/** The labels of the fields on the page, in forms, in the history and in the log. */
export const PUPIL_LABELS = {
  ...labelsOf(Pupil),
  pupil_number: 'SuS-Nummer',
  measles_proof_seen_by: 'Masernnachweis gesehen von',
}

export const ADDRESS_KEYS = Object.keys(addressFields) as (keyof typeof addressFields)[]
