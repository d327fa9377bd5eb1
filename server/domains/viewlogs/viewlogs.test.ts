import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { absenceEndpoints } from '#contract/absences/absences.ts'
import { consentEndpoints } from '#contract/consents/consents.ts'
import { parentLinkEndpoints } from '#contract/parentlinks/parentlinks.ts'
import { pupilDocumentEndpoints } from '#contract/pupildocuments/pupildocuments.ts'
import { pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilHistoryEndpoints, pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { viewlogEndpoints } from '#contract/viewlogs/viewlogs.ts'
import { makeApplication, makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openViewedSchool, type ViewedSchool } from '#server/test/viewed-school.ts'

let school: ViewedSchool
let head: TestVisitor
let list: ViewedSchool['list']
let open: ViewedSchool['open']
let ben: number
beforeAll(async () => {
  school = await openViewedSchool()
  ;({ head, list, open, ben } = school)
})
afterAll(() => school.app.stop())
beforeEach(() => school.beginAnew())

const told = async (query = {}) =>
  (await list(query)).data.map(({ kind, what, subject_label, subject_count }) => [
    kind,
    what,
    subject_label ?? subject_count,
  ])

describe('opening a pupil’s page', () => {
  test('is noted with person, role, time and child, for heads, teachers, viewers and admins alike', async () => {
    const [viewer, admin] = [await school.signIn('viewer'), await school.signIn('admin')]
    for (const visitor of [head, school.teacher, viewer, admin]) expect((await open(visitor)).statusCode).toBe(200)
    const { data, total } = await list()
    expect(total).toBe(4)
    expect(data.map(({ role }) => role).sort()).toEqual(['admin', 'schooladmin', 'teacher_level_1', 'viewer'])
    expect(data[0]).toMatchObject({
      kind: 'page',
      what: null,
      subject: 'pupil',
      subject_id: school.mia,
      subject_count: 1,
      subject_label: 'Mia Müller',
      viewed_at: school.app.platform.now().toISOString().replace('.000', ''),
    })
    expect(data.every(({ user_name }) => user_name?.startsWith('Person '))).toBe(true)
  })

  test('is one opening for five minutes, however often the page asks, and another one then', async () => {
    const begun = school.app.platform.now().getTime()
    for (const endpoint of [
      pupilDetailsEndpoints.get,
      pupilNoteEndpoints.list,
      pupilHistoryEndpoints.list,
      absenceEndpoints.pupil,
      pupilDetailsEndpoints.get,
    ])
      expect((await head.call(endpoint, { params: { id: school.mia } })).statusCode).toBe(200)
    school.app.setNow(new Date(begun + 5 * 60_000 - 1))
    await open(head)
    expect((await list()).total).toBe(1)
    school.app.setNow(new Date(begun + 5 * 60_000))
    await open(head)
    expect((await list()).total).toBe(2)
  })

  test('of one part alone counts as well: a note, the consents, the history, an absence', async () => {
    const note = await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .insertInto('pupil_sicknote')
        .values({
          school_id: school.fsw,
          pupil_id: ben,
          date_start: '2026-11-20',
          date_end: '2026-11-20',
          source: 'phone',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const params = { id: school.mia }
    await head.call(consentEndpoints.list, { params })
    await school.teacher.call(pupilNoteEndpoints.list, { params })
    await (await school.signIn('admin')).call(pupilHistoryEndpoints.list, { params })
    expect((await head.call(sicknoteEndpoints.get, { params: note })).statusCode).toBe(200)
    expect((await list()).data.map(({ subject_id }) => subject_id).sort()).toEqual(
      [school.mia, school.mia, school.mia, ben].sort(),
    )
  })

  test('of two children by two people is four openings', async () => {
    for (const visitor of [head, await school.signIn('admin')])
      for (const id of [school.mia, ben]) await open(visitor, id)
    expect((await list()).total).toBe(4)
  })

  test('that is refused is none: an unknown child, one of another school, another teacher’s child, nobody signed in', async () => {
    const foreign = await makePupil(school.app, school.fow, { grade: 7 })
    const refused = [
      await open(head, 987_654),
      await open(head, foreign),
      await open(school.otherTeacher),
      await open(school.app.visitor()),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 401])
    expect((await list()).total).toBe(0)
  })

  test('is noted in the school that the person is really in, although the process remembers another one', async () => {
    const { id } = await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw, school.fow] })
    const there = await makePupil(school.app, school.fow, { grade: 7 })
    const browser = await school.app.signedIn(id)
    await open(browser)
    await school.app.database.owner.query('update app_user set school_id = $2 where id = $1', [id, school.fow])
    expect((await open(browser, there)).statusCode).toBe(200)
    await school.app.platform.views.flush()
    const noted = (schoolId: number) =>
      insideSchool(school.app, schoolId, (tx) => tx.selectFrom('view_log').select(['user_id', 'subject_id']).execute())
    expect(await noted(school.fsw)).toEqual([{ user_id: id, subject_id: school.mia }])
    expect(await noted(school.fow)).toEqual([{ user_id: id, subject_id: there }])
  })

  test('writes nothing in the request itself, so the page does not wait', async () => {
    await open(head)
    const count = () =>
      insideSchool(
        school.app,
        school.fsw,
        async (tx) => (await tx.selectFrom('view_log').select('id').execute()).length,
      )
    expect(await count()).toBe(0)
    await school.app.platform.views.flush()
    expect(await count()).toBe(1)
  })

  test('of an application is noted, too', async () => {
    const { id } = await makeApplication(school.app, school.fsw)
    expect((await head.call(registrationEndpoints.get, { params: { id } })).statusCode).toBe(200)
    expect((await list()).data).toMatchObject([{ kind: 'page', subject: 'registration', subject_id: id }])
  })
})

describe('what leaves the program', () => {
  test('is noted with everybody in it: an export, a paper, the link, class D, contacts of a class', async () => {
    const ids = [school.mia, ben]
    const done = [
      await head.call(pupilExportEndpoints.create, { body: { ids, format: 'csv' } }),
      await head.call(pupilDocumentEndpoints.sheets, { body: { ids, kind: 'link_sheets' } }),
      await head.call(pupilDocumentEndpoints.certificate, { params: { id: ben }, body: {} }),
      await head.call(parentLinkEndpoints.get, { params: { id: ben } }),
      await school.read(head),
      await head.call(schoolclassEndpoints.contacts, { params: { id: await school.classOf('1a') } }),
    ]
    expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
    expect((await told()).sort()).toEqual(
      [
        ['contacts', null, 2],
        ['export', 'CSV für Excel', 2],
        ['link', null, 'Ben Berg'],
        ['print', 'Elternlinks als Kärtchen (8 je Blatt)', 2],
        ['print', 'Schulbescheinigung', 'Ben Berg'],
        ['sensitive', null, 'Mia Müller'],
      ].sort(),
    )
  })

  test('is found by the child, alone and among others, and names all on request', async () => {
    await head.call(pupilExportEndpoints.create, { body: { ids: [school.mia, ben], format: 'csv' } })
    await open(head, ben)
    const ofMia = await list({ subject: 'pupil', subject_id: school.mia })
    expect(ofMia.data.map(({ kind }) => kind)).toEqual(['export'])
    expect((await list({ subject: 'pupil', subject_id: ben })).data.map(({ kind }) => kind).sort()).toEqual([
      'export',
      'page',
    ])
    const records = await head.call(viewlogEndpoints.records, { params: { id: ofMia.data[0]?.id ?? 0 } })
    expect(records.json()).toEqual([
      { id: ben, label: 'Ben Berg' },
      { id: school.mia, label: 'Mia Müller' },
    ])
  })

  test('is not noted when it is refused', async () => {
    const foreign = await makePupil(school.app, school.fow, { grade: 7 })
    const reply = await head.call(pupilExportEndpoints.create, { body: { ids: [school.mia, foreign], format: 'csv' } })
    expect(reply.statusCode).toBe(404)
    expect((await list()).total).toBe(0)
  })
})
