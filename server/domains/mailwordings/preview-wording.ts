import { addDays, formatDate } from '#contract/dates.ts'
import { composeWording } from '#contract/mailwordings/mailwordings.compose.ts'
import type { WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import type { MailPreview, WordingText } from '#contract/mailwordings/mailwordings.ts'
import { registrationNumber } from '#contract/registrations/registrations.number.ts'
import { endOfPeriod } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSchool, getSetting } from '#server/domains/schools/schools.shared.queries.ts'

const CONFIRM_DAYS = 14
const ENTRY_GRADE = { primary: '1', secondary_1: '7' } as const

/** The mail as a family would get it today; it contains no child of the school. */
export async function previewWording(
  tx: SchoolTransaction,
  key: WordingKey,
  { text, today }: { text: WordingText; today: string },
): Promise<MailPreview> {
  const school = await getSchool(tx)
  const { optin_valid_days } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  const deletedOn: Partial<Record<WordingKey, string>> = {
    registration_rejected: endOfPeriod.rejected(today, periods),
    registration_withdrawn: endOfPeriod.withdrawn(today, periods),
  }
  const deletion = deletedOn[key]
  const year = Number(today.slice(0, 4)) + 1
  const composed = composeWording(key, text, {
    Vorname: 'Mia',
    Nummer: registrationNumber(school.short, year, 42),
    Schule: school.name,
    Schuljahr: `${year}/${year + 1}`,
    Klassenstufe: ENTRY_GRADE[school.school_type as keyof typeof ENTRY_GRADE] ?? '1',
    Telefon: school.phone,
    'E-Mail': school.mail,
    Frist: formatDate(addDays(today, CONFIRM_DAYS)),
    ...(deletion === undefined ? {} : { Löschdatum: formatDate(deletion) }),
    validUntil: formatDate(addDays(today, optin_valid_days)),
  })
  return { ...composed, from: school.name, reply_to: school.mail, school_name: school.name }
}
