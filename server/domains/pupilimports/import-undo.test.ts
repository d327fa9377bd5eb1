import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { consentEndpoints } from '#contract/consents/consents.ts'
import { familyEndpoints } from '#contract/families/families.change.ts'
import { pupilImportEndpoints as endpoints } from '#contract/pupilimports/pupilimports.ts'
import { pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { removeGuardian } from '#server/domains/families/remove-guardian.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'

let school: ImportSchool
beforeAll(async () => {
  school = await openImportSchool()
})
afterAll(() => school.app.stop())

let family = 0
beforeEach(() => {
  family++
})

const HEAD = 'Nachname;Vorname;Geburtsdatum;Klasse;Sorge1_Vorname;Sorge1_Nachname;Sorge1_Telefon;Sorge1_E-Mail'
const NAMES = ['Ahornberg', 'Kirschbaum', 'Olschewski', 'Petersen', 'Radtke', 'Tiedemann', 'Vogt', 'Wegener', 'Zimmer']
const surname = () => NAMES.at(family - 1) ?? ''
/** A list of children of one family; each test uses another family. */
const listOf = (...rows: string[]) =>
  [HEAD, ...rows.map((row) => row.replaceAll('~', surname()).replace(';1.', `;${family}.`))].join('\n')
const MIA = '~;Mia;1.3.2018;1a;Jana;~;030 23125-100;jana~@example.org'
const BEN = '~;Ben;1.3.2017;2a;Jana;~;030 23125-100;jana~@example.org'

const inside = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)

const pupilIds = async () => {
  const rows = await inside((tx) =>
    tx.selectFrom('pupil').select(['id', 'firstname']).where('lastname', '=', surname()).orderBy('id').execute(),
  )
  return rows.map(({ id }) => id)
}
const guardians = () =>
  inside((tx) =>
    tx
      .selectFrom('guardian')
      .select(['id', 'mail', 'mail_origin', 'phone_home', 'deleted_at'])
      .where('lastname', '=', surname())
      .execute(),
  )
const classesOf = (pupilId: number) =>
  inside((tx) =>
    tx
      .selectFrom('pupil_schoolclass')
      .select(['schoolclass_id', 'date_end'])
      .where('pupil_id', '=', pupilId)
      .orderBy('date_start')
      .execute(),
  )
const classId = async (letter: string, grade: number) => {
  const { rows } = await inside((tx) =>
    sql<{
      id: number
    }>`select c.id from schoolclass c join schoolgrade g on g.school_id = c.school_id and g.id = c.schoolgrade_id
      join schoolyear y on y.school_id = c.school_id and y.id = c.school_year_id
      where c.description = ${letter} and g.grade = ${grade} and '2026-11-20' between y.date_start and y.date_end`.execute(
      tx,
    ),
  )
  return rows[0]?.id as number
}

const undo = async (id: number) => {
  const reply = await school.head.call(endpoints.undo, { params: { id } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().undo_report
}
const move = async (pupilId: number, schoolclass_id: number) => {
  const body = { pupil_ids: [pupilId], schoolclass_id, date_start: '2026-11-20', changes_grade: true }
  const reply = await school.head.call(schoolclassEndpoints.movePupils, { body })
  expect(reply.statusCode, reply.body).toBe(200)
}

test('a child whose guardian was edited by hand stays with everything; the other rows are undone', async () => {
  const { id } = await school.importText(listOf(MIA, '~;Leo;1.3.2016;2a;Ute;~;030 23125-102;'))
  const [mia = 0] = await pupilIds()
  const [jana] = await guardians()
  const body = { custody_proof_seen_at: '2026-11-19', custody_proof_kind: 'court_decision' }
  const params = { id: mia, guardian_id: jana?.id ?? 0 }
  expect((await school.head.call(familyEndpoints.changeGuardian, { params, body })).statusCode).toBe(200)
  expect(await undo(id)).toEqual({ removed: 1, restored: 0, kept_lines: [2] })
  expect(await pupilIds()).toEqual([mia])
  expect(await guardians()).toEqual([{ ...jana, deleted_at: null }])
})

test('a class changed by hand since stays, for a new child and for one of before, also on the same day', async () => {
  const first = await school.importText(listOf(MIA, BEN))
  const [mia = 0, ben = 0] = await pupilIds()
  const third = await classId('a', 3)
  await move(mia, third)
  expect(await undo(first.id)).toEqual({ removed: 1, restored: 0, kept_lines: [2] })
  expect(await pupilIds()).toEqual([mia])
  expect((await classesOf(mia)).at(-1)?.schoolclass_id).toBe(third)
  expect(ben).toBeGreaterThan(0)

  const second = await school.importText(listOf(MIA))
  expect(second.report).toMatchObject({ changed: 1 })
  await move(mia, third)
  expect(await undo(second.id)).toEqual({ removed: 0, restored: 0, kept_lines: [2] })
  expect((await classesOf(mia)).at(-1)?.schoolclass_id).toBe(third)
})

test.each([
  [
    'a note',
    (id: number) => school.head.call(pupilNoteEndpoints.add, { params: { id }, body: { body_markdown: 'x' } }),
  ],
  [
    'an absence',
    (id: number) =>
      school.head.call(sicknoteChangeEndpoints.add, { body: { pupil_ids: [id], dateStart: '2026-11-20' } }),
  ],
  [
    'a contact person',
    (id: number) =>
      school.head.call(familyEndpoints.addContactPerson, {
        params: { id },
        body: { firstname: 'Opa', lastname: 'Wald', phone: '030 23125-101' },
      }),
  ],
  [
    'a consent',
    async (id: number) => {
      const [jana] = await guardians()
      const body = {
        purpose: 'photo_website',
        decision: 'granted',
        given_by_guardian_ids: [jana?.id],
        method: 'paper',
        given_at: '2026-11-20',
      }
      return school.head.call(consentEndpoints.record, { params: { id }, body })
    },
  ],
])('%s entered since keeps the line, of a new child and of one of before', async (_what, enter) => {
  const first = await school.importText(listOf(MIA))
  const [mia = 0] = await pupilIds()
  const second = await school.importText(listOf(MIA.replace(';1a;', ';2a;')))
  const entered = await enter(mia)
  expect(entered.statusCode, entered.body).toBe(201)
  for (const { id } of [second, first]) expect((await undo(id)).kept_lines).toEqual([2])
  expect(await pupilIds()).toEqual([mia])
})

test('guardians in several rows get their former values back, but not while one of their rows stays', async () => {
  await school.importText(listOf(MIA, BEN))
  await inside((tx) =>
    tx.updateTable('guardian').set({ mail_origin: 'application' }).where('lastname', '=', surname()).execute(),
  )
  const newer = [MIA, BEN].map((row) => row.replace('jana~@', 'neu~@'))
  const second = await school.importText(listOf(...newer))
  expect(await guardians()).toMatchObject([{ mail: expect.stringMatching(/^neu/), mail_origin: 'school' }])
  expect(await undo(second.id)).toEqual({ removed: 0, restored: 2, kept_lines: [] })
  expect(await guardians()).toMatchObject([{ mail: expect.stringMatching(/^jana/), mail_origin: 'application' }])

  const third = await school.importText(listOf(...newer))
  const [mia = 0] = await pupilIds()
  await school.head.call(pupilNoteEndpoints.add, { params: { id: mia }, body: { body_markdown: 'x' } })
  expect(await undo(third.id)).toMatchObject({ kept_lines: [2] })
  expect((await guardians()).map(({ mail }) => mail)[0]).toMatch(/^neu/)
})

test('guardians left without a child are in the bin', async () => {
  await school.importText(listOf(MIA))
  const [mia = 0] = await pupilIds()
  const second = await school.importText(listOf(BEN))
  await inside((tx) => tx.deleteFrom('pupil').where('id', '=', mia).execute())
  expect(await undo(second.id)).toMatchObject({ removed: 1 })
  const left = await guardians()
  expect(left).toHaveLength(1)
  expect(left[0]?.deleted_at).not.toBeNull()
})

test('a guardian removed from the last child while an import starts becomes visible at the next one', async () => {
  await school.importText(listOf(MIA))
  const [mia = 0] = await pupilIds()
  const [jana] = await guardians()
  await school.head.call(familyEndpoints.addGuardian, {
    params: { id: mia },
    body: { firstname: 'Uwe', lastname: 'Anders', relationship: 'father', has_custody: true },
  })
  const { id } = await school.upload('a.csv', Buffer.from(listOf(BEN)))
  await school.check(id)
  await school.head.call(endpoints.commit, { params: { id }, body: {} })
  let job: Promise<void> | undefined
  await inside(async (tx) => {
    await removeGuardian(tx, { pupilId: mia, guardianId: jana?.id ?? 0, now: new Date('2026-11-20T08:00:00Z') })
    job = school.runJob(id) as Promise<void>
    const waiting = () => school.app.database.owner.query('select pid from pg_locks where not granted')
    await vi.waitUntil(async () => (await waiting()).rows.length > 0, { interval: 20, timeout: 5000 })
  })
  await job
  expect((await school.detail(id)).report).toMatchObject({ created: 1 })
  const ben = (await pupilIds()).at(-1) ?? 0
  const visible = await inside((tx) =>
    sql`select from pupil_guardian pg join guardian g using (school_id)
      where pg.pupil_id = ${ben} and g.id = pg.guardian_id and g.deleted_at is null`.execute(tx),
  )
  expect(visible.rows).toHaveLength(1)
})
