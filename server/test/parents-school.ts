import type { PupilStatus } from '#contract/pupils/pupils.ts'
import { publicSicknoteEndpoints as endpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { listLinks } from '#server/domains/parentlinks/parentlinks.shared.queries.ts'
import { updateSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { openAbsenceSchool } from './absence-school.ts'
import { makePupil } from './child-factories.ts'
import { insideSchool } from './factories.ts'
import type { TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

interface NewChild {
  firstname?: string
  lastname?: string
  birthdate?: string
  status?: PupilStatus
}

interface NewGuardian {
  mail?: string | null
  /** False for an address from an application that nobody confirmed. */
  isVerified?: boolean
  mail_origin?: 'school' | 'application'
  has_custody?: boolean
  receives_sicknote_mail?: boolean
}

export interface LinkedChild {
  id: number
  uuid: string
  school: number
}

/** A guardian with custody of children of one school, by default with a verified address. Returns the id. */
const makeGuardianIn = (app: TestApp, children: LinkedChild[], guardian: NewGuardian) => {
  const school_id = children[0]?.school ?? 0
  const {
    mail = 'anna@example.org',
    isVerified = true,
    mail_origin = isVerified ? 'school' : 'application',
    ...relation
  } = guardian
  const mail_verified_at = mail !== null && isVerified ? '2026-05-01T10:00:00Z' : null
  return insideSchool(app, school_id, async (tx) => {
    const { id } = await tx
      .insertInto('guardian')
      .values({ school_id, firstname: 'Anna', lastname: 'Müller', mail, mail_verified_at, mail_origin })
      .returning('id')
      .executeTakeFirstOrThrow()
    const link = { school_id, guardian_id: id, relationship: 'mother', has_custody: true, receives_sicknote_mail: true }
    const rows = children.map((child) => ({ ...link, pupil_id: child.id, ...relation }))
    await tx.insertInto('pupil_guardian').values(rows).execute()
    return id
  })
}

/** The calls of parents, by default each in a new browser. */
const callsOf = (app: TestApp) => ({
  report: (
    body: Record<string, unknown>,
    { visitor = app.visitor(), key = crypto.randomUUID() }: { visitor?: TestVisitor; key?: string | null } = {},
  ) => visitor.call(endpoints.add, { body, headers: key === null ? {} : { 'idempotency-key': key } }),
  readPage: (uuid: string, visitor = app.visitor()) => visitor.call(endpoints.pupil, { params: { uuid } }),
  addSibling: (uuid: string, ...uuids: string[]) => app.visitor().call(endpoints.sibling, { body: { uuid, uuids } }),
  takeBack: (take_back: string, visitor = app.visitor()) => visitor.call(endpoints.takeBack, { body: { take_back } }),
  askForLinks: (mail: string, visitor = app.visitor()) => visitor.call(endpoints.resendLink, { body: { mail } }),
})

/** fsw with the calendar of Brandenburg 2026/2027, fow, and parents with links. */
export async function openParentsSchool() {
  const school = await openAbsenceSchool()
  const { app, fsw } = school

  const uuidOf = (id: number, schoolId = fsw) =>
    insideSchool(app, schoolId, async (tx) => (await listLinks(tx, app.platform.keys, [id])).get(id)?.uuid ?? '')

  /** A child and its link. */
  const makeChild = async (child: NewChild = {}, schoolId = fsw): Promise<LinkedChild> => {
    const id = await makePupil(app, schoolId, child)
    return { id, uuid: await uuidOf(id, schoolId), school: schoolId }
  }

  /** All notes of a child, oldest first, cancelled ones included. */
  const notesOf = ({ id, school: schoolId }: LinkedChild) =>
    insideSchool(app, schoolId, (tx) =>
      tx.selectFrom('pupil_sicknote').selectAll().where('pupil_id', '=', id).orderBy('id').execute(),
    )

  const setPupil = ({ id, school: schoolId }: LinkedChild, change: Record<string, unknown>) =>
    insideSchool(app, schoolId, (tx) => tx.updateTable('pupil').set(change).where('id', '=', id).execute())

  /** Changes the settings for reports; missing keys get their defaults. */
  const setSettings = (value: Record<string, unknown>, schoolId = fsw) =>
    insideSchool(app, schoolId, (tx) => updateSetting(tx, { key: 'SICKNOTE_SETTINGS', value }))

  return {
    ...school,
    ...callsOf(app),
    uuidOf,
    makeChild,
    makeGuardian: (children: LinkedChild[], guardian: NewGuardian = {}) => makeGuardianIn(app, children, guardian),
    notesOf,
    setPupil,
    setSettings,
    /** Moves the clock to an instant (ISO 8601 with an offset). */
    setClock: (moment: string) => app.setNow(new Date(moment)),
    /** Resets all counters of limits. */
    forgetLimits: () => app.database.owner.query('delete from rate_limit'),
  }
}
export type ParentsSchool = Awaited<ReturnType<typeof openParentsSchool>>
