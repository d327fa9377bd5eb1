import { sql } from 'kysely'
import { type CheckedFamily, dataCheckDecideEndpoints as decisions } from '#contract/datachecks/datachecks.decide.ts'
import { type DataCheckFamily, dataCheckFamilyEndpoints } from '#contract/datachecks/datachecks.family.ts'
import { DATA_CHECK_MAIL } from '#contract/datachecks/datachecks.texts.ts'
import { type DataCheckDetails, dataCheckEndpoints } from '#contract/datachecks/datachecks.ts'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { openCircularSchool } from './circular-school.ts'
import { insideSchool } from './factories.ts'
import { TEST_NOW } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

/** Somebody whom a family names, and where it moves to. */
export const EVA = { firstname: 'Eva', lastname: 'Neu', relation: 'Tante', phone: '030 555123' }
export const NEW_HOME = { street: 'Neuweg', house_number: '7', address_extra: null, zip: '14467', city: 'Neustadt' }

const key = () => ({ 'idempotency-key': crypto.randomUUID() as string })

/** What a family does with its link. */
const familyCalls = (visitor: TestVisitor) => {
  const page = async (token: string) =>
    (await visitor.call(dataCheckFamilyEndpoints.read, { params: { token } })).json() as DataCheckFamily
  const answer = (token: string, body: object) =>
    visitor.call(dataCheckFamilyEndpoints.answer, { params: { token }, body })
  /** Answers what the page shows now; without a body everything is right. */
  const send = async (token: string, body: object = {}) =>
    answer(token, { seen: (await page(token)).seen, remarks: null, ...body })
  const open = (token: string) => visitor.call(dataCheckFamilyEndpoints.read, { params: { token } })
  return { page, answer, send, open }
}

/** No rounds, mails and limits any more, on the day of the tests. */
const forgetAll = async ({ app, post }: Awaited<ReturnType<typeof openCircularSchool>>) => {
  app.setNow(TEST_NOW)
  await app.database.owner.query('delete from graphile_worker._private_jobs')
  await app.database.owner.query('truncate mail_log, data_check cascade')
  await app.database.owner.query("delete from rate_limit where key like '%ataCheck%'")
  post.server.mails.length = 0
}

/**
 * The families of a circular: Anna lives with Mia (1a) and Ben (2a); Jan, Mia's father, lives apart; Olga (Ole, 2a) has
 * no mail address. Mia has a neighbour as contact person.
 */
export async function openCheckSchool() {
  const school = await openCircularSchool()
  const { app, fsw, head, post, both } = school
  const audience = { ...both, grade_ids: [] as number[] }
  await insideSchool(app, fsw, async (tx) => {
    const home = { street: 'Annaweg', house_number: '1', zip: '15999', city: 'Annastadt' }
    await tx.updateTable('pupil').set(home).where('id', 'in', [school.Mia, school.Ben]).execute()
    const apart = { street: 'Jandamm', house_number: '2', zip: '14467', city: 'Janheim', phone_mobile: '0152 5550123' }
    await tx.updateTable('guardian').set(apart).where('id', '=', school.Jan).execute()
  })
  await school.addContact(school.Mia, { firstname: 'Nora', lastname: 'Nachbar' })
  const calls = familyCalls(app.visitor())

  const start = (change: object = {}, { visitor: by = head, headers = key() } = {}) =>
    by.call(dataCheckEndpoints.start, {
      body: { ...audience, ...DATA_CHECK_MAIL, ends_on: '2026-12-18', reader_count: 3, ...change },
      headers,
    })
  const read = async (id: number, by = head) =>
    (await by.call(dataCheckEndpoints.get, { params: { id } })).json() as DataCheckDetails
  const decide = (
    name: 'accept' | 'decline' | 'undo',
    id: number,
    { by = head, ...body }: { by?: typeof head; [field: string]: unknown },
  ) => by.call(decisions[name], { params: { id }, body, headers: key() })
  const begin = async (change: object = {}) => {
    const reply = await start(change)
    if (reply.statusCode !== 201) throw new Error(reply.body)
    return reply.json().id as number
  }
  const readerOf = async (round: number, guardian: number) => {
    const found = (await read(round)).readers.find(({ id }) => id === guardian)
    if (!found) throw new Error('Not in this round.')
    return found
  }
  /** The token in the newest mail to this address. */
  const tokenOf = async (address: string) => {
    await post.runDue()
    const mail = post.mails.findLast(({ envelope }) => envelope.includes(address))
    const token = /datenabgleich\/([\w-]+)/.exec(decodeURIComponent(mail?.text ?? ''))?.[1]
    if (!token) throw new Error(`No link for ${address}`)
    return token
  }
  const family = async (reader: number, by = head) =>
    (await by.call(decisions.family, { params: { id: reader } })).json() as CheckedFamily
  return {
    ...school,
    ...calls,
    ...{ audience, start, begin, readerOf, tokenOf, family, decide },
    forgetChecks: () => forgetAll(school),
    /** Begins a round in place of all others, on the day of the tests: its id, the links of both parents of Mia, and Anna's row. */
    async beginAnew() {
      await forgetAll(school)
      const round = await begin()
      const { reader_id: reader } = await readerOf(round, school.Anna)
      return { round, reader, anna: await tokenOf('anna@example.org'), jan: await tokenOf('jan@example.org') }
    },
    /** Sends changes; returns what the office sees of them, with the ids that wait. */
    async propose({ anna, reader }: { anna: string; reader: number }, body: object) {
      const reply = await calls.send(anna, body)
      if (reply.statusCode !== 200) throw new Error(reply.body)
      const seen = await family(reader)
      return { ...seen, ids: seen.changes.filter(({ state }) => state === 'open').map(({ id }) => id) }
    },
    readRound: read,
    act: (name: 'remind' | 'end', id: number, by = head) => by.call(dataCheckEndpoints[name], { params: { id } }),
    /** How many rows a table has for this school. */
    async count(table: string) {
      const { rows } = await insideSchool(app, fsw, (tx) =>
        sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(tx),
      )
      return rows[0]?.count
    },
    /** The pupil's page. */
    child: async (id: number) =>
      (await head.call(pupilDetailsEndpoints.get, { params: { id } })).json() as PupilDetails,
  }
}
export type CheckSchool = Awaited<ReturnType<typeof openCheckSchool>>
