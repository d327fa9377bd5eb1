import { addDays } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listFamilyRows } from '#server/domains/circulars/circulars.families.shared.queries.ts'
import { CIRCULAR_TEMPLATE } from '#server/domains/circulars/circulars.queries.ts'
import { planReaders } from '#server/domains/circulars/plan-circular.ts'
import { toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { hashMail, maskMail } from '#server/mail/outbox.ts'
import { insertRows, insertWithIds } from './demo-rows.queries.ts'
import { officeHour } from './enrolments.ts'
import type { DemoShort } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  short: DemoShort
  schoolId: number
  anchor: string
  random: SeededRandom
  headId: number
}

const GRADE: Record<DemoShort, number> = { fsw: 3, fow: 7 }
const DAYS_AGO = 9
const BODY = `{Anrede},

am Mittwoch kommender Woche fahren wir mit {Kinder} in den Wildpark ({Klassen}). Wir treffen uns um 8 Uhr an der Schule und sind um 14 Uhr zurück. Bitte geben Sie Frühstück, Getränk und wetterfeste Kleidung mit.

Ist {Kinder} an diesem Tag krank, melden Sie es bitte wie immer bis 8 Uhr.`

/** A mail to the parents of one grade that left some days ago; one address took none. */
export async function fillCirculars(tx: SchoolTransaction, scene: Scene) {
  const { short, schoolId, anchor, random, headId } = scene
  const day = addDays(anchor, -DAYS_AGO)
  const at = officeHour(day, { anchor, random })
  const everybody = await listFamilyRows(tx, { classIds: null, pupilIds: null, today: anchor })
  const rows = everybody.filter(({ class_grade }) => class_grade === GRADE[short])
  // In the summer holidays nobody is in a class yet.
  if (rows.length === 0) return
  const named = new Map(rows.map((row) => [row.schoolclass_id, toClassRef(row)?.classgradePlain ?? '']))
  const { readers, leftOut } = planReaders(rows)
  const [id = 0] = await insertWithIds(tx, 'circular', [
    {
      class_ids: [...named.keys()],
      audience: [...named.values()].join(', '),
      subject: 'Ausflug in den Wildpark',
      body: BODY,
      state: 'sending',
      left_out: leftOut.map(({ pupil_id, guardian_id, reason }) => ({ pupil_id, guardian_id, reason })) as never,
      created_by: headId,
      created_at: at,
      updated_at: at,
    },
  ])
  await insertRows(
    tx,
    'mail_log',
    readers.map((reader, index) => ({
      template: CIRCULAR_TEMPLATE,
      recipient_masked: maskMail(reader.mail),
      recipient_hash: hashMail(reader.mail),
      related_type: 'guardian',
      related_id: reader.id,
      related_ids: [id, ...reader.children.map((child) => child.id)],
      state: index === 0 ? 'failed' : 'sent',
      error: index === 0 ? '550 5.1.1 mailbox unavailable' : null,
      bounce_reason: index === 0 ? 'unknown' : null,
      bounced_at: index === 0 ? at : null,
      message_id: `<demo-rundmail-${schoolId}-${index}@example.org>`,
      sent_at: index === 0 ? null : at,
      created_at: at,
      updated_at: at,
    })),
  )
}
