import { sql } from 'kysely'
import { type CheckedFamily, dataCheckDecideEndpoints as decisions } from '#contract/datachecks/datachecks.decide.ts'
import { type DataCheckFamily, dataCheckFamilyEndpoints } from '#contract/datachecks/datachecks.family.ts'
import { DATA_CHECK_MAIL } from '#contract/datachecks/datachecks.texts.ts'
import { type DataCheckDetails, dataCheckEndpoints } from '#contract/datachecks/datachecks.ts'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { openCircularSchool } from './circular-school.ts'
import { insideSchool } from './factories.ts'

const key = () => ({ 'idempotency-key': crypto.randomUUID() as string })

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
  const visitor = app.visitor()

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
  return {
    ...school,
    audience,
    start,
    /** Begins a round; returns the id. */
    async begin(change: object = {}) {
      const reply = await start(change)
      if (reply.statusCode !== 201) throw new Error(reply.body)
      return reply.json().id as number
    },
    readRound: read,
    act: (name: 'remind' | 'end', id: number, by = head) => by.call(dataCheckEndpoints[name], { params: { id } }),
    async readerOf(round: number, guardian: number) {
      const found = (await read(round)).readers.find(({ id }) => id === guardian)
      if (!found) throw new Error('Not in this round.')
      return found
    },
    /** The token in the newest mail to this address. */
    async tokenOf(address: string) {
      await post.runDue()
      const mail = post.mails.findLast(({ envelope }) => envelope.includes(address))
      const token = /datenabgleich\/([\w-]+)/.exec(decodeURIComponent(mail?.text ?? ''))?.[1]
      if (!token) throw new Error(`No link for ${address}`)
      return token
    },
    open: (token: string) => visitor.call(dataCheckFamilyEndpoints.read, { params: { token } }),
    async page(token: string) {
      return (await visitor.call(dataCheckFamilyEndpoints.read, { params: { token } })).json() as DataCheckFamily
    },
    answer: (token: string, body: object) => visitor.call(dataCheckFamilyEndpoints.answer, { params: { token }, body }),
    async family(reader: number, by = head) {
      return (await by.call(decisions.family, { params: { id: reader } })).json() as CheckedFamily
    },
    decide,
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
    async forgetChecks() {
      await app.database.owner.query('delete from graphile_worker._private_jobs')
      await app.database.owner.query('truncate mail_log, data_check cascade')
      post.server.mails.length = 0
    },
  }
}
export type CheckSchool = Awaited<ReturnType<typeof openCheckSchool>>
