import { sql } from 'kysely'
import { formatDate } from '#contract/dates.ts'
import { whereaboutsText } from '#contract/pupils/whereabouts.ts'
import { shortYearName } from '#contract/schoolyears/schoolyears.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { CLASS_COLUMNS, toClassRef } from './memberships.classes.shared.queries.ts'
import { withClass } from './memberships.pupils.shared.queries.ts'

type Ids = readonly number[]

/** Class, or the last day, of each of these pupils. */
async function listWhereabouts(tx: SchoolTransaction, ids: Ids, today: string) {
  const rows = await withClass(tx.selectFrom('pupil as p').where('p.deleted_at', 'is', null), today)
    .select(['p.id', 'p.status', 'p.date_entry', 'p.date_exit', 'p.birthdate'])
    .select(CLASS_COLUMNS)
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    birthdate: row.birthdate,
    text: whereaboutsText({ ...row, classgradePlain: toClassRef(row)?.classgradePlain ?? null }),
  }))
}

async function listPupilHints(tx: SchoolTransaction, ids: Ids, today: string) {
  const found = await listWhereabouts(tx, ids, today)
  return found.map(({ id, birthdate, text }) => ({ id, hint: `${text}, geboren am ${formatDate(birthdate)}` }))
}

async function listGuardianHints(tx: SchoolTransaction, ids: Ids, today: string) {
  const { rows } = await sql<{ guardian_id: number; pupil_id: number; firstname: string }>`
    select pg.guardian_id, p.id as pupil_id, p.firstname from pupil_guardian pg
    join pupil p on p.school_id = pg.school_id and p.id = pg.pupil_id and p.deleted_at is null
    where pg.guardian_id = any(${[...ids]}::bigint[]) order by p.firstname, p.id`.execute(tx)
  const pupilIds = rows.map(({ pupil_id }) => pupil_id)
  const texts = new Map((await listWhereabouts(tx, pupilIds, today)).map(({ id, text }) => [id, text]))
  return [...Map.groupBy(rows, ({ guardian_id }) => guardian_id)].map(([id, children]) => ({
    id,
    hint: `bei ${children.map(({ pupil_id, firstname }) => `${firstname} (${texts.get(pupil_id)})`).join(', ')}`,
  }))
}

async function listRegistrationHints(tx: SchoolTransaction, ids: Ids) {
  const rows = await tx
    .selectFrom('registration as r')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'r.school_id').onRef('y.id', '=', 'r.school_year_id'),
    )
    .select(['r.id', 'r.number', 'r.child_birthdate', 'y.name'])
    .where((eb) => eb('r.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return rows.map(({ id, number, child_birthdate, name }) => ({
    id,
    hint: `für ${shortYearName(name)}, ${number}, geboren am ${formatDate(child_birthdate)}`,
  }))
}

async function listEmployeeHints(tx: SchoolTransaction, ids: Ids, today: string) {
  const rows = await tx
    .selectFrom('employee')
    .select(['id', 'short_name', 'date_exit'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return rows.map(({ id, short_name, date_exit }) => {
    const left = date_exit !== null && date_exit < today ? `, ehemalig, bis ${formatDate(date_exit)}` : ''
    return { id, hint: `Kürzel ${short_name}${left}` }
  })
}

const HINTS = {
  pupil: listPupilHints,
  guardian: listGuardianHints,
  registration: listRegistrationHints,
  employee: listEmployeeHints,
}
export type HintedSubject = keyof typeof HINTS

/** What tells people of one name apart, by id: class, children, school year of an application, short name. */
export async function listPersonHints(
  tx: SchoolTransaction,
  { subject, ids }: { subject: HintedSubject; ids: Ids },
  today: string,
) {
  const rows = ids.length === 0 ? [] : await HINTS[subject](tx, ids, today)
  return new Map(rows.map(({ id, hint }) => [id, hint]))
}
