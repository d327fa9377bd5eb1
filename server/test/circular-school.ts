import type { CircularDetails } from '#contract/circulars/circulars.ts'
import { circularEndpoints } from '#contract/circulars/circulars.ts'
import { makePupil } from './child-factories.ts'
import { insideSchool } from './factories.ts'
import { type FamilySchool, openFamilySchool } from './family-school.ts'
import { openPostOffice } from './post-office.ts'
import type { TestVisitor } from './test-visitor.ts'

/** A text with every placeholder that names somebody. */
export const CIRCULAR_TEXT = {
  subject: 'Wandertag an der {Schule}',
  body: '{Anrede},\n\nmorgen wandern wir mit {Kinder} ({Klassen}).',
}

/**
 * Mia (1a) and her brother Ben (2a), whose parents Anna and Jan live apart; Jan is the guardian of Mia alone. Ole (2a):
 * his mother Olga has no address. Ida (3a) with Ina: a class that nobody chooses.
 */
async function makeFamilies({ app, fsw, addGuardian, linkGuardian }: FamilySchool) {
  const classOf = (grade: number) =>
    insideSchool(app, fsw, async (tx) => {
      const { id } = await tx
        .selectFrom('schoolclass as c')
        .innerJoin('schoolyear as y', 'y.id', 'c.school_year_id')
        .innerJoin('schoolgrade as g', 'g.id', 'c.schoolgrade_id')
        .select('c.id')
        .where('y.state', '=', 'active')
        .where('g.grade', '=', grade)
        .where('c.description', '=', 'a')
        .executeTakeFirstOrThrow()
      return id
    })
  const child = (firstname: string, grade: number) =>
    makePupil(app, fsw, { firstname, grade, schoolclass: 'a', birthdate: '2018-05-05' })
  const classes = { '1a': await classOf(1), '2a': await classOf(2) }
  const children = {
    Mia: await child('Mia', 1),
    Ben: await child('Ben', 2),
    Ole: await child('Ole', 2),
    Ida: await child('Ida', 3),
  }
  const custody = { has_custody: true }
  const Anna = await addGuardian(children.Mia, { ...custody, mail: 'anna@example.org' })
  await linkGuardian(children.Ben, Anna, { relationship: 'mother', ...custody })
  const jan = { firstname: 'Jan', lastname: 'Krüger', relationship: 'father', mail: 'jan@example.org' }
  const Jan = await addGuardian(children.Mia, { ...custody, ...jan, lives_with_pupil: false })
  const Olga = await addGuardian(children.Ole, { ...custody, firstname: 'Olga', lastname: 'Noack', mail: null })
  const Ina = await addGuardian(children.Ida, {
    ...custody,
    firstname: 'Ina',
    lastname: 'Richter',
    mail: 'ina@example.org',
  })

  return { classes, ...children, Anna, Jan, Olga, Ina }
}

/** What the tests ask of circulars, as the head of fsw. */
function callsOf(head: TestVisitor, { classes }: Pick<Awaited<ReturnType<typeof makeFamilies>>, 'classes'>) {
  const both = { is_whole_school: false, class_ids: [classes['1a'], classes['2a']] }
  const add = (change: object = {}, { visitor = head, key = crypto.randomUUID() as string } = {}) =>
    visitor.call(circularEndpoints.add, {
      body: { ...both, ...CIRCULAR_TEXT, reader_count: 2, ...change },
      headers: { 'idempotency-key': key },
    })
  return {
    /** The audience of both classes. */
    both,
    plan: (body: object = both, visitor = head) => visitor.call(circularEndpoints.plan, { body }),
    add,
    /** Sends it; returns the id. */
    async send(change: object = {}) {
      const reply = await add(change)
      if (reply.statusCode !== 201) throw new Error(reply.body)
      return reply.json().id as number
    },
    read: async (id: number) => (await head.call(circularEndpoints.get, { params: { id } })).json() as CircularDetails,
    act: (name: 'pause' | 'goOn' | 'stop' | 'retry', id: number, visitor: TestVisitor = head) =>
      visitor.call(circularEndpoints[name], { params: { id } }),
  }
}

/** fsw with families, fow beside it, and a mail server. */
export async function openCircularSchool() {
  const school = await openFamilySchool()
  const { app, fsw } = school
  const post = await openPostOffice(app)
  app.platform.mailTransport = post.transport
  const neighbour = await school.signIn('schooladmin', school.fow)
  const families = await makeFamilies(school)
  return {
    ...school,
    ...families,
    ...callsOf(school.head, families),
    post,
    neighbour,
    /** To whom the mail server has taken a mail. */
    readers: () => post.server.mails.map(({ envelope }) => envelope[0]).toSorted(),
    setCustody: (has_custody: boolean) =>
      insideSchool(app, fsw, (tx) =>
        tx.updateTable('pupil_guardian').set({ has_custody }).where('guardian_id', '=', families.Jan).execute(),
      ),
    setOrigin: (mail_origin: string) =>
      insideSchool(app, fsw, (tx) =>
        tx.updateTable('guardian').set({ mail_origin }).where('id', '=', families.Anna).execute(),
      ),
    /** Nothing was ever sent. */
    async forget() {
      post.server.mails.length = 0
      post.server.state.mood = 'accept'
      await app.database.owner.query('delete from graphile_worker._private_jobs')
      await app.database.owner.query('truncate mail_log, circular, circular_attachment')
    },
    async stop() {
      await post.stop()
      await app.stop()
    },
  }
}
export type CircularSchool = Awaited<ReturnType<typeof openCircularSchool>>
