import { DATA_CHECK_MAIL, lastDayFrom } from '#contract/datachecks/datachecks.texts.ts'
import { addDays } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listFamilyRows } from '#server/domains/circulars/circulars.families.shared.queries.ts'
import { toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { insertRows, insertWithIds } from './demo-rows.queries.ts'
import { officeHour } from './enrolments.ts'
import type { DemoShort } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  short: DemoShort
  anchor: string
  random: SeededRandom
  headId: number
}

const GRADE: Record<DemoShort, number> = { fsw: 5, fow: 9 }
const DAYS_AGO = 4
/** Every so manieth reader has confirmed the data. */
const CONFIRMED_EACH = 3

/** A data check of one grade that runs: some have confirmed, and one person has sent a new number. */
export async function fillDataChecks(tx: SchoolTransaction, { short, anchor, random, headId }: Scene) {
  const day = addDays(anchor, -DAYS_AGO)
  const at = officeHour(day, { anchor, random })
  const everybody = await listFamilyRows(tx, { classIds: null, pupilIds: null, today: anchor })
  const rows = everybody.filter(
    (row) => row.class_grade === GRADE[short] && row.has_custody && row.informs_parents && row.guardian_id !== null,
  )
  // In the summer holidays nobody is in a class yet.
  if (rows.length === 0) return
  const named = new Map(rows.map((row) => [row.schoolclass_id, toClassRef(row)?.classgradePlain ?? '']))
  const families = Map.groupBy(rows, ({ guardian_id }) => guardian_id as number)
  const [checkId = 0] = await insertWithIds(tx, 'data_check', [
    {
      class_ids: [...named.keys()],
      audience: [...named.values()].join(', '),
      ...DATA_CHECK_MAIL,
      ends_on: lastDayFrom(day),
      created_by: headId,
      created_at: at,
      updated_at: at,
    },
  ])
  const readerIds = await insertWithIds(
    tx,
    'data_check_reader',
    [...families].map(([guardian_id, [row]], index) => ({
      ...{ data_check_id: checkId, guardian_id, is_mailed: row?.mail !== null && row?.is_usable === true },
      secret: `00000000-0000-4000-8000-${String(checkId * 10_000 + index).padStart(12, '0')}`,
      ...{ answered_at: index % CONFIRMED_EACH === 0 ? at : null, created_at: at, updated_at: at },
    })),
  )
  const children = [...families.values()].map((own) => [...new Set(own.map(({ pupil_id }) => pupil_id))])
  await insertRows(
    tx,
    'data_check_child',
    children.flatMap((own, index) => own.map((pupil_id) => ({ reader_id: readerIds[index] as number, pupil_id }))),
  )
  const [guardian_id] = families.keys()
  const before = await tx
    .selectFrom('guardian')
    .select('phone_home')
    .where('id', '=', guardian_id as number)
    .executeTakeFirstOrThrow()
  await insertRows(tx, 'data_check_change', [
    {
      ...{ reader_id: readerIds[0] as number, pupil_id: children[0]?.[0] as number, subject: 'guardian' },
      ...{ subject_id: guardian_id as number, part: 'phone_home', before: { ...before } as never },
      ...{ after: { phone_home: '030 23125-999' } as never, created_at: at },
    },
  ])
}
