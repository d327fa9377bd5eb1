import type { CircularKind, WaitingFor } from '#contract/circulars/circulars.audience.ts'
import { addDays } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listFamilyRows } from '#server/domains/circulars/circulars.families.shared.queries.ts'
import { CIRCULAR_TEMPLATE, RELATED_TYPES } from '#server/domains/circulars/circulars.queries.ts'
import { planReaders } from '#server/domains/circulars/plan-circular.ts'
import { planStaff } from '#server/domains/circulars/plan-staff.ts'
import { planWaiting } from '#server/domains/circulars/plan-waiting.ts'
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
  /** The school year that applications are for. */
  plannedYear: { id: number; name: string }
}

const GRADE: Record<DemoShort, number> = { fsw: 3, fow: 7 }
const ENTRY_GRADE: Record<DemoShort, number> = { fsw: 1, fow: 7 }

const TRIP = `{Anrede},

am Mittwoch kommender Woche fahren wir mit {Kinder} in den Wildpark ({Klassen}). Wir treffen uns um 8 Uhr an der Schule und sind um 14 Uhr zurück. Bitte geben Sie Frühstück, Getränk und wetterfeste Kleidung mit.

Ist {Kinder} an diesem Tag krank, melden Sie es bitte wie immer bis 8 Uhr.`
const MEETING = `{Anrede},

am Donnerstag um 14 Uhr treffen wir uns im Lehrerzimmer, um die Projektwoche vorzubereiten. Bitte bringen Sie Ihre Vorschläge mit.

Mit freundlichen Grüßen
{Schule}`
const OPEN_DAY = `{Anrede},

die Bewerbung für {Kinder} ({Schuljahr}, Klassenstufe {Klassenstufe}) steht auf unserer Warteliste. Wir laden Sie zum Tag der offenen Tür ein: am Sonnabend von 10 bis 13 Uhr.

Mit freundlichen Grüßen
{Schule}`

interface SentCircular {
  kind: CircularKind
  daysAgo: number
  circular: {
    audience: string
    subject: string
    body: string
    class_ids?: number[]
    is_whole_school?: boolean
    waitlists?: WaitingFor[]
  }
  plan: ReturnType<typeof planReaders>
}

/** A mail that left some days ago; the first address of families took none. */
async function insertSent(tx: SchoolTransaction, scene: Scene, { kind, daysAgo, circular, plan }: SentCircular) {
  const { schoolId, anchor, random, headId } = scene
  const { readers, leftOut } = plan
  const { waitlists = [], ...columns } = circular
  if (readers.length === 0) return
  const at = officeHour(addDays(anchor, -daysAgo), { anchor, random })
  const stamps = { created_at: at, updated_at: at }
  const [id = 0] = await insertWithIds(tx, 'circular', [
    {
      ...columns,
      waitlists: waitlists as never,
      kind,
      state: 'sending',
      left_out: leftOut.map(({ child: _, name: __, ...ids }) => ids) as never,
      created_by: headId,
      ...stamps,
    },
  ])
  const isFailed = (index: number) => kind === 'families' && index === 0
  await insertRows(
    tx,
    'mail_log',
    readers.map((reader, index) => ({
      template: CIRCULAR_TEMPLATE,
      recipient_masked: maskMail(reader.mail),
      recipient_hash: hashMail(reader.mail),
      related_type: RELATED_TYPES[kind],
      related_id: reader.id,
      related_ids: [id, ...reader.children.map((child) => child.id)],
      state: isFailed(index) ? 'failed' : 'sent',
      error: isFailed(index) ? '550 5.1.1 mailbox unavailable' : null,
      bounce_reason: isFailed(index) ? 'unknown' : null,
      bounced_at: isFailed(index) ? at : null,
      message_id: `<demo-rundmail-${schoolId}-${kind}-${index}@example.org>`,
      sent_at: isFailed(index) ? null : at,
      ...stamps,
    })),
  )
}

async function insertToFamilies(tx: SchoolTransaction, scene: Scene) {
  const everybody = await listFamilyRows(tx, { classIds: null, pupilIds: null, today: scene.anchor })
  const rows = everybody.filter(({ class_grade }) => class_grade === GRADE[scene.short])
  const named = new Map(rows.map((row) => [row.schoolclass_id, toClassRef(row)?.classgradePlain ?? '']))
  await insertSent(tx, scene, {
    ...{ kind: 'families', daysAgo: 9, plan: planReaders(rows) },
    circular: {
      class_ids: [...named.keys()],
      audience: [...named.values()].join(', '),
      ...{ subject: 'Ausflug in den Wildpark', body: TRIP },
    },
  })
}

async function insertToStaff(tx: SchoolTransaction, scene: Scene) {
  const everybody = { is_whole_school: true, class_ids: [], employee_types: [], employee_ids: [] }
  await insertSent(tx, scene, {
    ...{ kind: 'staff', daysAgo: 6, plan: await planStaff(tx, everybody, { today: scene.anchor }) },
    circular: {
      is_whole_school: true,
      audience: 'alle Mitarbeitenden',
      ...{ subject: 'Vorbereitung der Projektwoche', body: MEETING },
    },
  })
}

async function insertToWaitlist(tx: SchoolTransaction, scene: Scene) {
  const { id: school_year_id, name } = scene.plannedYear
  const grade = ENTRY_GRADE[scene.short]
  const waitlists = [{ school_year_id, grade }]
  await insertSent(tx, scene, {
    kind: 'waiting',
    daysAgo: 3,
    plan: await planWaiting(tx, { is_whole_school: false, waitlists, registration_ids: [] }),
    circular: {
      waitlists,
      audience: `Klasse ${grade} für ${name}`,
      ...{ subject: 'Einladung zum Tag der offenen Tür', body: OPEN_DAY },
    },
  })
}

/** A mail of each kind that left some days ago. In the summer holidays nobody is in a class yet, and nobody may wait. */
export async function fillCirculars(tx: SchoolTransaction, scene: Scene) {
  await insertToFamilies(tx, scene)
  await insertToStaff(tx, scene)
  await insertToWaitlist(tx, scene)
}
