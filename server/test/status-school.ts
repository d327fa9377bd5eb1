import { registrationFamilyEndpoints as endpoints } from '#contract/registrations/registrations.family.ts'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { makeStatusLink } from '#server/domains/registrations/family/status-link.ts'
import { confirmMails, makeApplication } from './child-factories.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { openPostOffice } from './post-office.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

export interface LinkedFamily {
  id: number
  number: string
  school: number
  /** The ids of the contacts by position. */
  contactIds: number[]
  tokens: string[]
}

const SECOND = { firstname: 'Ole', lastname: 'Berg', mail: 'ole@example.org' }

const listContactsOf = (app: TestApp, school: number, registrationId: number) =>
  insideSchool(app, school, (tx) =>
    tx
      .selectFrom('registration_contact')
      .select(['id', 'mail'])
      .where('registration_id', '=', registrationId)
      .orderBy('position')
      .execute(),
  )

/** Each link belongs to a separate mail. */
let mails = 0
const makeToken = async (app: TestApp, school: number, { id, mail }: { id: number; mail: string | null }) => {
  mails += 1
  const linking = { contact: { id, mail: mail ?? '' }, mailId: 1_000_000 + mails, now: app.platform.now() }
  const url = await insideSchool(app, school, (tx) => makeStatusLink(tx, linking, app.platform))
  return url.split('/').at(-1) ?? ''
}

/** The stored rows of a family's application. */
const openRecords = (app: TestApp) => ({
  set: ({ id, school }: LinkedFamily, change: Record<string, unknown>) =>
    insideSchool(app, school, (tx) => tx.updateTable('registration').set(change).where('id', '=', id).execute()),
  row: ({ id, school }: LinkedFamily) =>
    insideSchool(app, school, (tx) =>
      tx.selectFrom('registration').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ),
  /** The events of the application, in order. */
  eventsOf: ({ id, school }: LinkedFamily) =>
    insideSchool(app, school, (tx) =>
      tx
        .selectFrom('registration_event')
        .select(['kind', 'contact_position', 'note', 'created_by'])
        .where('registration_id', '=', id)
        .orderBy('id')
        .execute(),
    ),
  /** The templates and recipients' positions of the mails queued about the family. */
  mailsOf: ({ contactIds, school }: LinkedFamily) =>
    insideSchool(app, school, async (tx) => {
      const rows = await tx
        .selectFrom('mail_log')
        .select(['template', 'related_id'])
        .where('related_id', 'in', contactIds)
        .orderBy('id')
        .execute()
      return rows.map(({ template, related_id }) => [template, contactIds.indexOf(related_id) + 1])
    }),
})

/** fsw and fow with a head each, families with links to the status of their applications, and calls about them. */
export async function openStatusSchool() {
  const app = await startTestApp()
  const post = await openPostOffice(app)
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const signIn = async (schoolId: number) =>
    app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [schoolId] })).id)
  const head = await signIn(fsw)

  /** An application whose contacts have confirmed their addresses; two of them have custody when `isJoint`. */
  async function makeFamily(
    given: Parameters<typeof makeApplication>[2] & { isJoint?: boolean; school?: number } = {},
  ): Promise<LinkedFamily> {
    const { isJoint, school = fsw, ...application } = given
    const { id, number } = await makeApplication(app, school, { ...(isJoint && { second: SECOND }), ...application })
    await confirmMails(app, school, id)
    const contacts = await listContactsOf(app, school, id)
    const tokens = []
    for (const contact of contacts) tokens.push(await makeToken(app, school, contact))
    return { id, number, school, contactIds: contacts.map((contact) => contact.id), tokens }
  }

  /** Queues the mail that informs the contacts, or the first one, of the present status. */
  const sendDecision = async ({ id, contactIds }: LinkedFamily, contact_ids = contactIds.slice(0, 1)) => {
    const { version } = (await head.call(registrationEndpoints.get, { params: { id } })).json()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { contact_ids, version, again: true }
    const reply = await head.call(registrationMailEndpoints.sendStatusMail, { params: { id }, body, headers })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply
  }

  return {
    app,
    fsw,
    fow,
    head,
    signIn,
    makeFamily,
    /** One more link of the first contact. */
    makeLink: async ({ id, school }: LinkedFamily) => {
      const [contact] = await listContactsOf(app, school, id)
      return makeToken(app, school, contact ?? { id: 0, mail: null })
    },
    tokenOf: (family: LinkedFamily, position: 1 | 2 = 1) => family.tokens[position - 1] ?? '',
    read: (token: string, visitor: TestVisitor = app.visitor()) =>
      visitor.call(endpoints.status, { params: { token } }),
    wish: (token: string, body: object, visitor: TestVisitor = app.visitor()) =>
      visitor.call(endpoints.wish, { params: { token }, body }),
    resend: (contactId: number, visitor: TestVisitor = head) =>
      visitor.call(endpoints.resendLink, { params: { contactId } }),
    changeStatus: (id: number, status: RegistrationStatus) =>
      head.call(registrationEndpoints.changeStatus, { params: { id }, body: { status } }),
    sendDecision,
    /** The school informs the first contact of the present status, and the mail arrives. */
    tell: async (family: LinkedFamily) => {
      await sendDecision(family)
      await post.runAll()
    },
    post,
    async stop() {
      await post.stop()
      await app.stop()
    },
    forgetLimits: () => app.database.owner.query('delete from rate_limit'),
    ...openRecords(app),
  }
}
export type StatusSchool = Awaited<ReturnType<typeof openStatusSchool>>
