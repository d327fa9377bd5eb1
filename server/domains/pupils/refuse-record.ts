import { MESSAGES, Zip } from '#contract/formats.ts'
import { immigrationRefusal, isOfSchoolAge, PUPIL_TEXTS } from '#contract/pupils/pupils.change.ts'
import type { ForeignLanguage } from '#contract/pupils/pupils.fields.ts'
import { invalid } from '#server/http/api-error.ts'

/** The facts for rules over several fields: the stored values with the change applied. */
interface RecordFacts {
  birthdate: string
  date_entry: string
  date_exit: string | null
  birth_country: string | null
  immigration_year: number | null
  country: string
  zip: string | null
  measles_proof_seen_at: string | null
  measles_proof_kind: string | null
  foreign_languages: readonly ForeignLanguage[]
}
type Field = keyof RecordFacts

interface Rule {
  /** The rule is checked when one of these fields changed; its message belongs to the first one that did. */
  fields: readonly Field[]
  refusal: (facts: RecordFacts, today: string) => string | undefined
}

const RULES: readonly Rule[] = [
  {
    fields: ['birthdate'],
    refusal: ({ birthdate }, today) => (birthdate > today ? PUPIL_TEXTS.bornLater : undefined),
  },
  {
    fields: ['birthdate', 'date_entry'],
    refusal: ({ birthdate, date_entry }) => (isOfSchoolAge(birthdate, date_entry) ? undefined : PUPIL_TEXTS.ageAtEntry),
  },
  {
    fields: ['date_entry'],
    refusal: ({ date_entry, date_exit }) =>
      date_exit !== null && date_exit < date_entry ? PUPIL_TEXTS.exitBeforeEntry : undefined,
  },
  { fields: ['immigration_year', 'birth_country', 'birthdate'], refusal: immigrationRefusal },
  {
    fields: ['zip', 'country'],
    refusal: ({ zip, country }) =>
      zip === null || country !== 'DE' ? undefined : Zip.safeParse(zip).error?.issues[0]?.message,
  },
  {
    fields: ['measles_proof_seen_at'],
    refusal: ({ measles_proof_seen_at }, today) => ((measles_proof_seen_at ?? '') > today ? MESSAGES.ahead : undefined),
  },
  {
    fields: ['measles_proof_seen_at', 'measles_proof_kind'],
    refusal: ({ measles_proof_seen_at, measles_proof_kind }) =>
      measles_proof_kind !== null && measles_proof_seen_at === null ? PUPIL_TEXTS.proofDayMissing : undefined,
  },
  {
    fields: ['foreign_languages'],
    refusal: ({ foreign_languages }) =>
      foreign_languages.some(({ since_grade, until_grade }) => until_grade !== null && until_grade < since_grade)
        ? PUPIL_TEXTS.languageEnd
        : undefined,
  },
]

/** 422 when changed fields break a rule together with each other or with stored values (domain §1.5). */
export function refuseRecord(facts: RecordFacts, { changed, today }: { changed: readonly string[]; today: string }) {
  const errors: Record<string, string[]> = {}
  for (const { fields, refusal } of RULES) {
    const field = fields.find((one) => changed.includes(one))
    const text = field && refusal(facts, today)
    if (field && text) errors[field] ??= [text]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
