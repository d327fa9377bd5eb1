import { addDays } from '#contract/dates.ts'
import type { RequestEventKind } from '#contract/privacyrequests/privacyrequests.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertRows, insertWithIds, listAskingGuardians } from './demo-rows.queries.ts'
import { officeHour } from './enrolments.ts'
import type { DemoShort } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  short: DemoShort
  anchor: string
  random: SeededRandom
  headId: number
}

interface DemoRequest {
  school: DemoShort
  /** How many days before the anchor it came in, and what was done when. */
  daysAgo: number
  identity?: { daysAgo: number; method: string }
  extension?: { daysAgo: number; months: number; reason: string }
  answer?: { daysAgo: number; result: string; reason?: string }
  letters?: readonly { daysAgo: number; kind: string }[]
  /** A guardian asks for the child or for herself; without it somebody whom the school does not know. */
  about: 'pupil' | 'guardian' | { name: string }
  facts: { kind: string; channel: string; wish?: string }
}

/** One that is overdue, one that is due soon, and some that were answered. */
const REQUESTS: readonly DemoRequest[] = [
  {
    school: 'fsw',
    daysAgo: 40,
    identity: { daysAgo: 36, method: 'stored_mail' },
    letters: [{ daysAgo: 38, kind: 'receipt' }],
    about: 'pupil',
    facts: { kind: 'access', channel: 'mail', wish: 'Alle Angaben zum Kind, auch Notizen.' },
  },
  {
    school: 'fsw',
    daysAgo: 26,
    about: 'guardian',
    facts: { kind: 'rectification', channel: 'in_person', wish: 'Die Hausnummer ist falsch.' },
  },
  {
    school: 'fsw',
    daysAgo: 21,
    identity: { daysAgo: 20, method: 'id_card' },
    extension: { daysAgo: 3, months: 1, reason: 'Die Unterlagen von sechs Schuljahren müssen durchgesehen werden.' },
    letters: [{ daysAgo: 3, kind: 'extension' }],
    about: 'pupil',
    facts: { kind: 'erasure', channel: 'letter', wish: 'Löschung aller Angaben, die die Schule nicht mehr braucht.' },
  },
  {
    school: 'fsw',
    daysAgo: 5,
    about: { name: 'Gerda Nachbar' },
    facts: { kind: 'objection', channel: 'letter', wish: 'Keine Einladungen zum Schulfest mehr.' },
  },
  {
    school: 'fsw',
    daysAgo: 120,
    identity: { daysAgo: 118, method: 'known' },
    answer: { daysAgo: 101, result: 'granted' },
    letters: [{ daysAgo: 101, kind: 'answer' }],
    about: 'guardian',
    facts: { kind: 'access', channel: 'mail' },
  },
  {
    school: 'fsw',
    daysAgo: 200,
    answer: { daysAgo: 185, result: 'refused', reason: 'Der Nachweis des Schulbesuchs muss zehn Jahre bleiben.' },
    letters: [{ daysAgo: 185, kind: 'answer' }],
    about: 'pupil',
    facts: { kind: 'erasure', channel: 'mail' },
  },
  {
    school: 'fow',
    daysAgo: 9,
    identity: { daysAgo: 9, method: 'id_card' },
    about: 'pupil',
    facts: { kind: 'portability', channel: 'in_person', wish: 'Für den Wechsel an eine andere Schule.' },
  },
]

const identityOf = ({ identity }: DemoRequest, { anchor, headId }: Scene) => ({
  identity_checked_on: identity ? addDays(anchor, -identity.daysAgo) : null,
  identity_method: identity?.method ?? null,
  identity_checked_by: identity ? headId : null,
})
const extensionOf = ({ extension }: DemoRequest, { anchor }: Scene) => ({
  extended_by: extension?.months ?? null,
  extended_on: extension ? addDays(anchor, -extension.daysAgo) : null,
  extension_reason: extension?.reason ?? null,
})
const answerOf = ({ answer }: DemoRequest, { anchor, headId }: Scene) => ({
  done_on: answer ? addDays(anchor, -answer.daysAgo) : null,
  result: answer?.result ?? null,
  result_reason: answer?.reason ?? null,
  done_by: answer ? headId : null,
})

type Asker = Awaited<ReturnType<typeof listAskingGuardians>>[number]

const whoAsks = ({ about }: DemoRequest, asker: Asker) => {
  if (typeof about === 'object')
    return {
      subject_type: 'unknown',
      subject_id: null,
      subject_name: about.name,
      requested_by: about.name,
      requester: 'self',
      requester_guardian_id: null,
    }
  return {
    subject_type: about,
    subject_id: about === 'pupil' ? asker.pupil_id : asker.guardian_id,
    subject_name: null,
    requested_by: asker.name,
    requester: about === 'pupil' ? 'custodian' : 'self',
    requester_guardian_id: asker.guardian_id,
  }
}

interface DemoEvent {
  kind: RequestEventKind
  daysAgo: number
  fields?: string[]
}

const eventsOf = ({ daysAgo, identity, extension, answer, letters = [] }: DemoRequest): DemoEvent[] => [
  { kind: 'received', daysAgo },
  ...(identity ? [{ kind: 'identity_checked' as const, daysAgo: identity.daysAgo }] : []),
  ...(extension ? [{ kind: 'extended' as const, daysAgo: extension.daysAgo }] : []),
  ...(answer ? [{ kind: 'done' as const, daysAgo: answer.daysAgo }] : []),
  ...letters.map(({ kind, ...when }) => ({ kind: 'letter' as const, ...when, fields: [kind] })),
]

/** Requests of families and others about their data (domain DP-05). */
export async function fillRequests(tx: SchoolTransaction, scene: Scene) {
  const { short, anchor, random, headId } = scene
  const wanted = REQUESTS.filter(({ school }) => school === short)
  const askers = random.shuffled(await listAskingGuardians(tx)).slice(0, wanted.length)
  const rows = wanted.flatMap((request, index) => {
    const asker = askers[index]
    if (!asker) return []
    const received_on = addDays(anchor, -request.daysAgo)
    const at = officeHour(received_on, scene)
    const facts = { note: null, contact: null, wish: null, ...request.facts }
    const steps = { ...identityOf(request, scene), ...extensionOf(request, scene), ...answerOf(request, scene) }
    return [
      {
        ...facts,
        ...whoAsks(request, asker),
        ...steps,
        received_on,
        created_by: headId,
        created_at: at,
        updated_at: at,
      },
    ]
  })
  const ids = await insertWithIds(tx, 'privacy_request', rows)
  await insertRows(
    tx,
    'privacy_request_event',
    wanted.slice(0, ids.length).flatMap((request, index) =>
      eventsOf(request).map(({ kind, daysAgo, fields = [] }) => ({
        request_id: ids[index] ?? 0,
        kind,
        fields,
        created_by: headId,
        created_at: officeHour(addDays(anchor, -daysAgo), scene),
      })),
    ),
  )
}
