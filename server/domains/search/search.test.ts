import { afterAll, beforeAll, expect, test } from 'vitest'
import { rankNames } from '#contract/name-rank.ts'
import { listName } from '#contract/person-names.ts'
import { type SearchHit, searchEndpoints } from '#contract/search/search.ts'
import { searchWords } from '#contract/search-fold.ts'
import { makeApplication, makePupil } from '#server/test/child-factories.ts'
import { openClassSchool } from '#server/test/class-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { giveClass, makeEmployee } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: Awaited<ReturnType<typeof openClassSchool>>
let mia: number
let teacher: TestVisitor

const ask = (visitor: TestVisitor, q: string) => visitor.call(searchEndpoints.search, { query: { q } })
const hits = async (visitor: TestVisitor, q: string): Promise<SearchHit[]> => (await ask(visitor, q)).json().hits
const texts = async (visitor: TestVisitor, q: string) =>
  (await hits(visitor, q)).map(({ group, text, hint }) => `${group}: ${text} (${hint})`)

const addFamily = (pupil: number) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const own = { school_id: school.fsw, pupil_id: pupil }
    const { id } = await tx
      .insertInto('guardian')
      .values({ school_id: school.fsw, firstname: 'Zoë', lastname: 'Übermut', phone_mobile: '0152 28817386' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('pupil_guardian')
      .values({ ...own, guardian_id: id, relationship: 'mother', has_custody: true })
      .execute()
    await tx
      .insertInto('pupil_contact_person')
      .values({ ...own, firstname: 'Olaf', lastname: 'Nachbar', relation: 'Nachbar', phone: '030 23125-777' })
      .execute()
  })

const open = async (role: 'admin' | 'schooladmin' | 'viewer' | null, schoolId = school.fsw) =>
  school.app.signedIn((await makeUser(school.app, { role, schools: [schoolId] })).id)

beforeAll(async () => {
  school = await openClassSchool()
  const { app, fsw } = school
  mia = await makePupil(app, fsw, { lastname: 'Müller', grade: 1, schoolclass: 'a', phone: '0331 5550001' })
  await makePupil(app, fsw, { firstname: 'Max', lastname: 'Mueller', grade: 1, schoolclass: 'b' })
  await addFamily(mia)
  await makeEmployee(app, fsw, { firstname: 'Vera', lastname: 'Müllner', short_name: 'Mül' })
  await makeApplication(app, fsw, {
    firstname: 'Pia',
    lastname: 'Müller',
    parent: { firstname: 'Uwe', lastname: 'Ohm' },
  })
  const one = await school.makeTeacher()
  await giveClass(app, fsw, { employee: one.employee, schoolclass: await school.classOf('1a') })
  teacher = one.browser
})
afterAll(() => school.app.stop())

test('a head finds children, staff and applications by one word in any spelling', async () => {
  // Groups in the order of the page, in each by name.
  const expected = [
    'pupils: Mueller, Max (1b)',
    'pupils: Müller, Mia (1a)',
    'employees: Müllner, Vera (Mül)',
    'registrations: Müller, Pia (FSW-2027-0001, Neu)',
  ]
  for (const word of ['mül', 'MUEL', 'mul']) expect(await texts(school.head, word)).toEqual(expected)
  expect((await hits(school.head, 'mia müller'))[0]).toMatchObject({ group: 'pupils', id: mia })
})

test('a whole surname comes before its beginning, a first name and a part, as in the contract', async () => {
  const names = ['Ahorn, Rotbart', 'Kern-Rotbart, Finn', 'Rotbart, Arthur', 'Rotbart-Kern, Zoë', 'Rotbarth, Ada']
  const people = names.map((name) => {
    const [lastname = '', firstname = ''] = name.split(', ')
    return { lastname, firstname }
  })
  for (const person of people) await makePupil(school.app, school.fsw, { ...person, grade: 1 })
  for (const search of ['rotbart', 'Kern-Rotbart', 'rotbart zoe', 'kern']) {
    const found = (await hits(school.head, search)).map(({ text }) => text)
    const expected = rankNames(people, searchWords(search)).map(listName)
    expect([search, ...found]).toEqual([search, ...expected.filter((name) => found.includes(name))])
  }
  expect((await hits(school.head, 'rotbart'))[0]?.text).toBe('Rotbart, Arthur')
})

test('a guardian and a phone number lead to the child', async () => {
  expect(await texts(school.head, 'uebermut')).toEqual(['guardians: Zoë Übermut (Mutter von Mia Müller, 1a)'])
  const number = 'phones: 0152 28817386 (Zoë Übermut, Mutter von Mia Müller, 1a)'
  for (const typed of ['0152 2881', '+49 152 28817386', '28817386'])
    expect(await texts(school.head, typed)).toEqual([number])
  expect(await texts(school.head, '23125-777')).toEqual([
    'phones: 030 23125-777 (Olaf Nachbar, Nachbar von Mia Müller)',
  ])
  expect(await texts(school.head, '03315550001')).toEqual(['phones: 0331 5550001 (Mia Müller)'])
  expect((await hits(school.head, '0152 2881'))[0]?.id).toBe(mia)
})

test('a hit names the child an absence can be reported for, never one who has left', async () => {
  const child = { id: mia, firstname: 'Mia', lastname: 'Müller', lastname_prefix: null }
  const schoolclass = expect.objectContaining({ classgradePlain: '1a' })
  const childOf = async (q: string) => (await hits(school.head, q))[0]?.child
  expect(await childOf('mia müller')).toEqual({ ...child, schoolclass })
  expect(await childOf('uebermut')).toEqual({ ...child, schoolclass })
  expect(await childOf('0152 2881')).toEqual({ ...child, schoolclass })
  expect(await childOf('23125-777')).toEqual({ ...child, schoolclass: null })
  expect(await childOf('03315550001')).toEqual({ ...child, schoolclass: null })
  const gone = await makePupil(school.app, school.fsw, { lastname: 'Fortgezogen', grade: 1 })
  await insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('pupil').set({ status: 'left', date_exit: '2026-10-30' }).where('id', '=', gone).execute(),
  )
  const [found] = await hits(school.head, 'fortgezogen')
  expect([found?.id, found?.child]).toEqual([gone, undefined])
  expect((await hits(school.head, 'müllner'))[0]?.child).toBeUndefined()
})

test('an application found by a contact names the contact', async () => {
  const found = ['registrations: Müller, Pia (über Mutter Uwe Ohm, FSW-2027-0001, Neu)']
  for (const typed of ['ohm', 'pia ohm', 'uwe 0001', '0331 123456'])
    expect(await texts(school.head, typed)).toEqual(found)
  for (const typed of ['pia mül', 'FSW-2027-0001'])
    expect(await texts(school.head, typed)).toEqual(['registrations: Müller, Pia (FSW-2027-0001, Neu)'])
})

test('classes of this and the next year are found by name', async () => {
  expect(await texts(school.head, 'klasse 1a')).toEqual(['classes: 1a (2026/2027)', 'classes: 1a (2027/2028)'])
})

test('a teacher finds only their own class: no hit reveals that somebody else has the number', async () => {
  expect(await texts(teacher, 'mül')).toEqual(['pupils: Müller, Mia (1a)'])
  expect((await hits(teacher, '0152 2881')).map(({ group }) => group)).toEqual(['phones'])
  expect(await texts(teacher, '1b')).toEqual([])
  const { browser } = await school.makeTeacher()
  for (const q of ['mül', 'uebermut', '0152 2881', '23125', '1a', 'FSW', 'ohm'])
    expect(await hits(browser, q)).toEqual([])
})

test('a viewer finds children and classes, nothing of their contacts, staff and applications', async () => {
  const viewer = await open('viewer')
  expect(await texts(viewer, 'mül')).toEqual(['pupils: Mueller, Max (1b)', 'pupils: Müller, Mia (1a)'])
  expect(await texts(viewer, '1b')).toContain('classes: 1b (2026/2027)')
  for (const q of ['uebermut', '0152 2881', '03315550001', 'ohm']) expect(await hits(viewer, q)).toEqual([])
  // The colleague is not found, only children who are called nearly so.
  expect((await hits(viewer, 'müllner')).map(({ group }) => group)).toEqual(['pupils', 'pupils'])
})

test('there are no hits from another school or the bin, nor for users without rights', async () => {
  expect(await hits(await open('schooladmin', school.fow), 'mül')).toEqual([])
  expect((await ask(await open(null), 'mül')).statusCode).toBe(403)
  const gone = await makePupil(school.app, school.fsw, { lastname: 'Xaverfort', grade: 1 })
  expect(await hits(school.head, 'xaverfort')).toHaveLength(1)
  await insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('pupil').set({ deleted_at: '2026-11-01T00:00:00Z' }).where('id', '=', gone).execute(),
  )
  expect(await hits(school.head, 'xaverfort')).toEqual([])
})

test('one character is too short, LIKE patterns and hostile text find nothing, each group has five hits at most', async () => {
  expect((await ask(school.head, 'm')).statusCode).toBe(422)
  for (const q of ['%%', '__', "' or 1=1 --", '\\\\', '%_%'])
    expect((await hits(school.head, q)).filter(({ group }) => group !== 'classes')).toEqual([])
  for (let i = 0; i < 7; i++)
    await makePupil(school.app, school.fsw, { lastname: 'Vielzahl', firstname: `Kind ${'abcdefg'[i]}` })
  const { hits: shown, more } = (await ask(school.head, 'vielzahl')).json()
  expect([shown.length, more]).toEqual([5, ['pupils']])
  expect((await ask(school.head, 'mül')).json().more).toEqual([])
})

test.each([
  ['a wrong letter', 'Mülter mia'],
  ['a missing one', 'Mia Müler'],
  ['one too many', 'Mia Müllner'],
  ['two that changed places', 'Mia Mlüler'],
])('who is heard on the phone is found with %s, and the reply says that it is only alike', async (_slip, typed) => {
  const reply = (await ask(school.head, typed)).json()
  expect(reply.is_alike).toBe(true)
  expect(reply.hits[0]).toMatchObject({ group: 'pupils', text: 'Müller, Mia' })
})

test('nothing alike is looked for where something is found, in numbers, or in short words; and rights stay', async () => {
  expect((await ask(school.head, 'müller')).json().is_alike).toBe(false)
  for (const typed of ['FSW-2027-0009', '0152 2881799', 'mix'])
    expect([typed, await hits(school.head, typed)]).toEqual([typed, []])
  expect(await texts(teacher, 'Mülter')).toEqual(['pupils: Müller, Mia (1a)'])
  const { browser } = await school.makeTeacher()
  expect(await hits(browser, 'Mülter')).toEqual([])
  expect(await hits(await open('schooladmin', school.fow), 'Mülter')).toEqual([])
})

test('the children opened last are answered in that order, and none that the viewer may not see', async () => {
  const other = await makePupil(school.app, school.fow, { lastname: 'Fremd', grade: 7 })
  const max = (await hits(school.head, 'max mueller'))[0]?.id ?? 0
  const recent = async (visitor: TestVisitor, ids: string) => {
    const reply = await visitor.call(searchEndpoints.recent, { query: { ids } })
    expect(reply.statusCode).toBe(200)
    return searchEndpoints.recent.response.parse(reply.json()).map(({ text, hint }) => `${text} (${hint})`)
  }
  expect(await recent(school.head, `${max},${mia},${other},999999`)).toEqual(['Mueller, Max (1b)', 'Müller, Mia (1a)'])
  expect(await recent(school.head, `${mia},${max}`)).toEqual(['Müller, Mia (1a)', 'Mueller, Max (1b)'])
  expect(await recent(teacher, `${max},${mia}`)).toEqual(['Müller, Mia (1a)'])
  const [foreign, ...more] = await recent(await open('schooladmin', school.fow), `${mia},${other}`)
  expect([foreign?.split(',')[0], more]).toEqual(['Fremd', []])
  for (const ids of ['1,2,3,4,5,6', 'x', '-1'])
    expect((await school.head.call(searchEndpoints.recent, { query: { ids } })).statusCode).toBe(422)
  expect((await (await open(null)).call(searchEndpoints.recent, { query: { ids: String(mia) } })).statusCode).toBe(403)
})
