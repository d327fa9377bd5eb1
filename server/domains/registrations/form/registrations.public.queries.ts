import { sql } from 'kysely'
import type { FormFacts } from '#contract/registrations/registrations.form.ts'
import { PublicRegistrationSettings } from '#contract/registrations/registrations.form.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listGrades } from '#server/domains/schoolgrades/schoolgrades.queries.ts'
import { type findSchoolByShort, getSetting } from '#server/domains/schools/schools.queries.ts'

export type SchoolRow = NonNullable<Awaited<ReturnType<typeof findSchoolByShort>>>

/** This school first, then those of the same carrier: where brothers and sisters can be. */
const listPartnerSchools = (tx: SchoolTransaction, school: Pick<SchoolRow, 'id' | 'carrier_name'>) =>
  tx
    .selectFrom('school')
    .select(['short', 'name'])
    .where('carrier_name', '=', school.carrier_name)
    .orderBy((eb) => eb('id', '<>', school.id))
    .orderBy('short')
    .execute()

/** Summer holidays not yet over: no child begins in them (domain §2.1). */
const listSummerBreaks = (tx: SchoolTransaction, today: string) =>
  tx
    .selectFrom('schoolyear_free_day')
    .select(['date_start', 'date_end'])
    .where('kind', '=', 'holiday')
    .where('name', 'ilike', 'sommerferien%')
    .where('date_end', '>=', today)
    .orderBy('date_start')
    .execute()

interface FormScope {
  school: Pick<SchoolRow, 'id' | 'school_type' | 'carrier_name'>
  /** The day in Berlin. */
  today: string
  /** The years one can apply for: the open ones in public, any for staff. */
  schoolyears: FormFacts['schoolyears']
}

/** What the form of the bound school depends on, for public pages, staff entry and details alike. */
export async function getFormFacts(tx: SchoolTransaction, { school, today, schoolyears }: FormScope) {
  const settings = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const grades = await listGrades(tx)
  return {
    variant: school.school_type as FormFacts['variant'],
    today,
    schoolyears: schoolyears.map(({ id, name, date_start, first_school_day }) => ({
      id,
      name,
      date_start,
      first_school_day,
    })),
    grades: grades.map(({ grade, name, is_entry, accepts_lateral }) => ({ grade, name, is_entry, accepts_lateral })),
    schools: await listPartnerSchools(tx, school),
    summer_breaks: await listSummerBreaks(tx, today),
    settings: PublicRegistrationSettings.parse(settings),
  } satisfies FormFacts
}

/** Lets one of several identical applications go first; the others then see what it wrote. */
export const lockPayload = (tx: SchoolTransaction, payloadHash: Buffer) =>
  sql`select pg_advisory_xact_lock(${payloadHash.readBigInt64BE().toString()}::bigint)`.execute(tx)

/** The same application sent since then (ISO 8601), if it still stands. */
export const findByPayload = (tx: SchoolTransaction, payloadHash: Buffer, since: string) =>
  tx
    .selectFrom('registration')
    .select(['id', 'number'])
    .where('payload_hash', '=', payloadHash)
    .where('created_at', '>', since)
    .where('deleted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
