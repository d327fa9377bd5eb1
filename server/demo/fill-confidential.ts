import { type ConsentPurpose, pupilVoice } from '#contract/consents/consents.state.ts'
import { addDays } from '#contract/dates.ts'
import { LEGAL_BASES, needsConsent, type SensitiveKind } from '#contract/sensitive/sensitive.kinds.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { sealContent } from '#server/domains/sensitive/seal-entry.shared.ts'
import { takeSensitiveId } from '#server/domains/sensitive/sensitive.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { consentVersionOn } from './consent-versions.ts'
import { insertRows, insertWithIds, listCustody } from './demo-rows.queries.ts'
import { type Enrolment, officeHour } from './enrolments.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  /** In the order of the enrolments. */
  pupilIds: readonly number[]
  schoolId: number
  anchor: string
  random: SeededRandom
  keys: SecretRing
  headId: number
}

/** The percentages of families that agree and that refuse; the others have not been asked yet. */
const ANSWERS: readonly (readonly [ConsentPurpose, { granted: number; refused: number }])[] = [
  ['photo_school_internal', { granted: 82, refused: 8 }],
  ['photo_website', { granted: 55, refused: 25 }],
  ['photo_press', { granted: 40, refused: 30 }],
  ['phone_list', { granted: 70, refused: 15 }],
]

interface DemoEntry {
  kind: SensitiveKind
  content: Record<string, string>
  /** A field with a day in the past, and how many days before the anchor it is. */
  daysAgo?: { field: string; days: number }
  isForTeachers: boolean
}

/** A few children of whom the school must know more. */
const ENTRIES: readonly DemoEntry[] = [
  {
    kind: 'health_hint',
    content: {
      hint: 'Erdnussallergie: Notfallset im Sekretariat, obere Schublade. Sofort 112, dann die Eltern anrufen.',
    },
    isForTeachers: true,
  },
  {
    kind: 'special_needs',
    content: { focus: 'learning' },
    daysAgo: { field: 'notice_date', days: 230 },
    isForTeachers: true,
  },
  {
    kind: 'disadvantage_compensation',
    content: { measure: 'Ein Viertel mehr Zeit bei schriftlichen Arbeiten, große Schrift.' },
    isForTeachers: true,
  },
  {
    kind: 'blocking_note',
    content: { text: 'Keine Auskunft an Dritte über Anschrift und Klasse. Rückfragen nur an die Schulleitung.' },
    isForTeachers: false,
  },
  {
    kind: 'health_hint',
    content: { hint: 'Asthma: eigenes Spray im Ranzen. Bei Atemnot hinsetzen lassen, Spray geben, Eltern anrufen.' },
    isForTeachers: true,
  },
  { kind: 'religion_class', content: { course: 'ler' }, isForTeachers: true },
]

/** One of this many children has an entry. */
const EVERY = 23
const FIRST = 5
/** All entries but the first were confirmed this many days ago. */
const CONFIRMED_DAYS = 80

interface Child {
  id: number
  birthdate: string
  custodians: number[]
  /** When the family signed, which is also when staff entered it. */
  day: string
  created_at: string
}

const consentOf = (
  child: Child,
  purpose: ConsentPurpose,
  { decision, schoolId, headId }: { decision: 'granted' | 'refused' } & Pick<Scene, 'schoolId' | 'headId'>,
) => ({
  school_id: schoolId,
  pupil_id: child.id,
  purpose,
  text_version: consentVersionOn(child.day),
  decision,
  given_by_guardian_ids: decision === 'granted' ? child.custodians : child.custodians.slice(0, 1),
  pupil_decision: pupilVoice(child.birthdate, child.day) === 'none' ? null : decision,
  method: 'paper',
  given_at: child.day,
  recorded_by: headId,
  created_at: child.created_at,
  updated_at: child.created_at,
})

const fillPhotos = (tx: SchoolTransaction, children: readonly Child[], scene: Scene) => {
  const rows = children.flatMap((child) =>
    ANSWERS.flatMap(([purpose, { granted, refused }]) => {
      const drawn = scene.random.int(0, 99)
      if (drawn >= granted + refused) return []
      return consentOf(child, purpose, { ...scene, decision: drawn < granted ? 'granted' : 'refused' })
    }),
  )
  return insertRows(tx, 'consent', rows)
}

const fillEntry = async (
  tx: SchoolTransaction,
  { child, entry, isDue }: { child: Child; entry: DemoEntry; isDue: boolean },
  scene: Scene,
) => {
  const { kind, daysAgo, isForTeachers } = entry
  const content = daysAgo ? { ...entry.content, [daysAgo.field]: addDays(scene.anchor, -daysAgo.days) } : entry.content
  const { schoolId, headId, keys } = scene
  const lately = addDays(scene.anchor, -CONFIRMED_DAYS)
  const [consent_id] = needsConsent(kind)
    ? await insertWithIds(tx, 'consent', [consentOf(child, kind, { ...scene, decision: 'granted' })])
    : [null]
  const place = { school_id: schoolId, pupil_id: child.id, id: await takeSensitiveId(tx) }
  await insertRows(tx, 'pupil_sensitive', [
    {
      ...place,
      kind,
      value_encrypted: sealContent(keys, place, content),
      visible_to_teachers: isForTeachers,
      legal_basis: LEGAL_BASES[kind],
      consent_id: consent_id ?? null,
      confirmed_at: isDue || child.day > lately ? child.day : lately,
      created_by: headId,
      created_at: child.created_at,
      updated_at: child.created_at,
    },
  ])
}

/**
 * The consents of most families and the confidential entries of a few children (domain §1.5, §1.12), dated in the first
 * weeks of school.
 */
export async function fillConfidential(tx: SchoolTransaction, enrolments: readonly Enrolment[], scene: Scene) {
  const { anchor, random, pupilIds } = scene
  const custody = await listCustody(tx)
  const children = enrolments.flatMap(({ child, status, date_entry }, index): Child[] => {
    const id = pupilIds[index] ?? 0
    const signed = addDays(date_entry, random.int(3, 20))
    const custodians = custody.get(id) ?? []
    const day = signed < anchor ? signed : addDays(anchor, -1)
    if (status !== 'active' || custodians.length === 0 || day < date_entry) return []
    return [{ id, birthdate: child.birthdate, custodians, day, created_at: officeHour(day, { anchor, random }) }]
  })
  await fillPhotos(tx, children, scene)
  const chosen = children.filter((_, index) => index % EVERY === FIRST)
  for (const [index, child] of chosen.entries()) {
    const entry = ENTRIES[index % ENTRIES.length]
    if (entry) await fillEntry(tx, { child, entry, isDue: index === 0 }, scene)
  }
}
