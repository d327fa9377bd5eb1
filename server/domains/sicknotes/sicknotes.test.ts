import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sicknoteEndpoints as endpoints, LIST_TOO_LONG, type Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { makeMembership } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openSicknoteSchool, type SicknoteSchool } from '#server/test/sicknote-school.ts'

let school: SicknoteSchool

beforeAll(async () => {
  school = await openSicknoteSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.setClock('2026-11-20T07:40:00+01:00'))

const idsOf = (notes: Sicknote[]) => notes.map(({ id }) => id)

test('lists notes from today on by class, name and days, without past and cancelled ones and former pupils', async () => {
  const other = { grade: 2, schoolclass: 'a' }
  const [zoe, mueller, mueler] = [
    await school.newChild({ lastname: 'Zett', firstname: 'Zoe' }),
    await school.newChild({ lastname: 'Müller', firstname: 'Ada' }),
    await school.newChild({ lastname: 'Muerz', firstname: 'Ada' }),
  ]
  const second = await school.newChild({ ...other, lastname: 'Aal' })
  const left = await school.newChild({ lastname: 'Left' })
  const noteOf = (pupil: number, from: string, to = from) => school.makeNote(pupil, { from, to })
  const wanted = [
    await noteOf(mueller, '2026-11-18', '2026-11-20'),
    await noteOf(mueler, '2026-11-23'),
    await noteOf(zoe, '2026-11-20'),
    await noteOf(zoe, '2027-05-03'),
    await noteOf(second, '2026-11-20'),
  ]
  await noteOf(zoe, '2026-11-18', '2026-11-19')
  await school.makeNote(zoe, { from: '2026-11-24', cancelled_at: '2026-11-20T06:00:00Z' })
  await school.makeNote(zoe, { from: '2026-11-25', reason: 'leave', leave_decision: 'refused' })
  await noteOf(left, '2026-11-18', '2026-11-23')
  await school.setPupil({ id: left, uuid: '', school: school.fsw }, { date_exit: '2026-11-19', exit_reason: 'moved' })
  expect(idsOf(await school.list())).toEqual(wanted)
  const schoolclass_id = await school.classOf('2a')
  expect(idsOf(await school.list({ schoolclass_id }))).toEqual([wanted[4]])
  expect(idsOf(await school.list({ from: '2026-11-23', to: '2026-11-24' }))).toEqual([wanted[1]])
  expect(await school.list({ from: '2026-11-18', to: '2026-11-19' })).toHaveLength(3)
  expect(await school.list({ from: '2026-11-20', to: '2026-11-25', with_cancelled: true })).toHaveLength(6)
  expect(await school.list({ from: '2026-11-25', to: '2026-11-20' })).toEqual([])
  const { value, pupil, school_days } = (await school.list())[0] as Sicknote
  expect([value.dateStart, value.dateEnd, school_days]).toEqual(['2026-11-18', '2026-11-20', 3])
  expect(pupil).toMatchObject({ lastname: 'Müller', schoolclass: { classgradePlain: '1a' }, schoolgrade: { grade: 1 } })
})

test('the day changes at midnight in Berlin, whatever the server’s own clock says', async () => {
  const mia = await school.newChild()
  await school.makeNote(mia, { from: '2026-11-20' })
  school.setClock('2026-11-20T23:59:59+01:00')
  expect(await school.listOf(mia)).toHaveLength(1)
  school.setClock('2026-11-21T00:00:00+01:00')
  expect(await school.listOf(mia)).toEqual([])
})

const FOR_ALL = [
  'id',
  'pupil',
  'value',
  'school_days',
  'source',
  'created_at',
  'is_own',
  'is_late',
  'seen_at',
  'excuse_state',
  'excuse_due_at',
  'excuse_received_at',
  'cancelled_at',
  'version',
]
const NOT_FOR_VIEWERS = [
  'created_by_name',
  'excuse_confirmed_by_name',
  'certificate_requested_at',
  'certificate_seen_at',
  'leave',
  'hints',
  'history',
  'reach',
]
const WHEN = ['dateStart', 'dateEnd', 'partial', 'timeStart', 'timeEnd', 'lessons']
const WHY = ['reason', 'comment', 'reporterName', 'reporterRelation', 'reporterPhone']

test('who sees which child, and which keys of a note', async () => {
  const [mine, other] = [await school.newChild(), await school.newChild({ grade: 2 })]
  const more = { comment: 'Pflanzwort', reporter_name: 'Melderin Planta', reporter_phone: '0331 998877' }
  for (const child of [mine, other]) await school.makeNote(child, { from: '2026-11-20', ...more })
  await school.makeGuardian([{ id: mine, uuid: '', school: school.fsw }])
  await insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('guardian').set({ phone_mobile: '0152 28817399' }).execute(),
  )
  const seenBy = async (visitor: typeof school.head) => {
    const reply = await visitor.call(endpoints.list)
    const notes = (reply.json() as Sicknote[]).filter(({ pupil }) => [mine, other].includes(pupil.id))
    return { body: reply.body, children: notes.map(({ pupil }) => pupil.id), notes }
  }
  const keysOf = (notes: Sicknote[]) => notes.map((note) => [Object.keys(note).sort(), Object.keys(note.value).sort()])
  const whole = [[...FOR_ALL, ...NOT_FOR_VIEWERS].sort(), [...WHEN, ...WHY].sort()]
  for (const visitor of [school.head, (await school.signInAs('admin')).browser]) {
    const seen = await seenBy(visitor)
    expect(seen.children).toEqual([mine, other])
    expect(keysOf(seen.notes)).toEqual([whole, whole])
  }
  const taught = await seenBy(school.teacher)
  expect(taught.children).toEqual([mine])
  expect(keysOf(taught.notes)).toEqual([whole])
  expect(taught.notes[0]?.reach).toEqual([{ name: 'Anna Müller', relation: 'Mutter', phone: '0152 28817399' }])
  const { browser: viewer } = await school.signInAs('viewer')
  const looked = await seenBy(viewer)
  expect(looked.children).toEqual([mine, other])
  expect(keysOf(looked.notes)).toEqual(Array.from({ length: 2 }, () => [[...FOR_ALL].sort(), [...WHEN].sort()]))
  expect(looked.body).not.toMatch(/Pflanzwort|Planta|998877|28817399/)
  // The role viewer does not see cancelled notes, either.
  const mark = await school.makeNote(mine, { from: '2026-11-23', cancelled_at: '2026-11-20T06:00:00Z' })
  expect(idsOf(await school.list({ with_cancelled: true }, viewer))).not.toContain(mark)
  for (const stranger of [school.stranger, (await school.signInAs(null)).browser])
    expect((await seenBy(stranger)).body).toBe('[]')
})

test('a child who moved class yesterday is gone for the teacher today', async () => {
  const mia = await school.newChild({ date_end: '2026-11-19' })
  await makeMembership(school.app, school.fsw, { id: mia, grade: 1, schoolclass: 'b', date_start: '2026-11-20' })
  const id = await school.makeNote(mia, { from: '2026-11-18', to: '2026-11-20' })
  expect(await school.listOf(mia, {}, school.teacher)).toEqual([])
  expect((await school.teacher.call(endpoints.get, { params: { id } })).statusCode).toBe(404)
  expect(await school.listOf(mia)).toMatchObject([{ pupil: { schoolclass: { classgradePlain: '1b' } } }])
  school.setClock('2026-11-19T12:00:00+01:00')
  expect(await school.listOf(mia, {}, school.teacher)).toHaveLength(1)
})

test('numbers come in the order of an emergency, then of who has custody besides', async () => {
  const mia = await school.newChild()
  const row = { school_id: school.fsw, lastname: 'Muster' }
  await insideSchool(school.app, school.fsw, async (tx) => {
    const people = await tx
      .insertInto('guardian')
      .values([
        { ...row, firstname: 'Anna', phone_mobile: '1', phone_work: '2' },
        { ...row, firstname: 'Bert', phone_home: '3' },
        { ...row, firstname: 'Carl', phone_home: '4' },
        { ...row, firstname: 'Dora', phone_home: '5' },
      ])
      .returning('id')
      .execute()
    const ties = [
      { relationship: 'mother', has_custody: true, emergency_priority: 2 },
      { relationship: 'father', has_custody: true, emergency_priority: null },
      { relationship: 'other', has_custody: false, emergency_priority: null },
      { relationship: 'grandparent', has_custody: false, emergency_priority: 3 },
    ]
    const of = { school_id: school.fsw, pupil_id: mia }
    const relations = ties.map((tie, index) => ({
      ...of,
      ...tie,
      position: index + 1,
      guardian_id: people[index]?.id ?? 0,
    }))
    await tx.insertInto('pupil_guardian').values(relations).execute()
    const contact = { ...row, pupil_id: mia, firstname: 'Olga' }
    await tx
      .insertInto('pupil_contact_person')
      .values([
        { ...contact, phone: '6', is_emergency: true, priority: 1 },
        { ...contact, phone: '7', is_emergency: false, relation: 'Nachbar' },
        // Their time is over, or has not begun.
        { ...contact, phone: '8', is_emergency: true, priority: 4, valid_until: '2026-11-19' },
        { ...contact, phone: '9', is_emergency: true, priority: 5, valid_from: '2026-11-21' },
      ])
      .execute()
  })
  await school.makeNote(mia, { from: '2026-11-20' })
  const [note] = await school.listOf(mia)
  expect(note?.reach).toEqual([
    { name: 'Olga Muster', relation: 'Kontaktperson', phone: '6' },
    { name: 'Anna Muster', relation: 'Mutter, mobil', phone: '1' },
    { name: 'Anna Muster', relation: 'Mutter, dienstlich', phone: '2' },
    { name: 'Dora Muster', relation: 'Großmutter oder Großvater', phone: '5' },
    { name: 'Bert Muster', relation: 'Vater', phone: '3' },
  ])
})

test.for([
  // Domain §3.5: back on Monday 23.11., three school days later.
  ['2026-11-20', '2026-11-26'],
  ['2026-11-19', '2026-11-25'],
  ['2026-11-16', '2026-11-20'],
  // The Christmas holidays are in between: back on 04.01.2027.
  ['2026-12-22', '2027-01-07'],
] as const)('an absence up to %s is to be excused by %s, and missing from the day after', async ([day, due]) => {
  const mia = await school.newChild()
  const id = await school.makeNote(mia, { from: day, excuse_state: 'open' })
  const isMissing = async (at: string, visitor = school.head) => {
    school.setClock(at)
    return idsOf(await school.missing(visitor)).includes(id)
  }
  expect((await school.read(id)).excuse_due_at).toBe(due)
  expect(await isMissing(`${due}T23:59:59+01:00`)).toBe(false)
  const after = new Date(Date.parse(`${due}T00:00:00+01:00`) + 24 * 60 * 60 * 1000).toISOString()
  expect(await isMissing(after)).toBe(true)
  expect(await isMissing(after, school.teacher)).toBe(true)
  expect(await isMissing(after, school.stranger)).toBe(false)
  await school.excuse({ ids: [id], state: 'excused' })
  expect(await isMissing(after)).toBe(false)
})

test('an excuse for June that is due in August is missing in the next school year, until somebody enters its state', async () => {
  const mia = await school.newChild()
  const id = await school.makeNote(mia, { from: '2027-06-30', excuse_state: 'open' })
  const { excuse_due_at: due } = await school.read(id)
  const isMissing = async (day: string) => {
    school.setClock(`${day}T07:40:00+02:00`)
    return idsOf(await school.missing()).includes(id)
  }
  expect(due).toBe('2027-08-05')
  const days = ['2027-07-31', '2027-08-05', '2027-08-06', '2028-07-31']
  const found = []
  for (const day of days) found.push(await isMissing(day))
  expect(found).toEqual([false, false, true, true])
})

test('no excuse is missing for notes that need none, are cancelled, undecided or older than the last school year', async () => {
  const mia = await school.newChild()
  const noteOf = (more: object) => school.makeNote(mia, { from: '2026-11-02', excuse_state: 'open', ...more })
  const ids = [
    await noteOf({ excuse_state: 'unexcused' }),
    await noteOf({ from: '2026-11-03', excuse_state: 'not_required', reason: 'exempt' }),
    await noteOf({ from: '2026-11-04', cancelled_at: '2026-11-04T06:00:00Z' }),
    await noteOf({ from: '2026-11-05', reason: 'leave', leave_decision: 'refused' }),
    await noteOf({ from: '2025-07-31' }),
    await noteOf({ from: '2026-11-10', reason: 'leave', leave_decision: 'pending' }),
    // The child is still absent.
    await noteOf({ from: '2026-11-06', to: '2026-11-20' }),
  ]
  const missing = [await noteOf({ from: '2026-07-06' }), await noteOf({ from: '2026-11-09' })]
  const found = idsOf(await school.missing())
  expect(found).toEqual(expect.arrayContaining(missing))
  expect((await school.read(ids.at(-2) ?? 0)).excuse_due_at).toBe(null)
  expect(found.filter((id) => ids.includes(id))).toEqual([])
  for (const role of ['viewer', null] as const) {
    const { browser } = await school.signInAs(role)
    expect((await browser.call(endpoints.missingExcuse)).statusCode).toBe(403)
  }
})

test.for([
  // Domain §9.
  ['2026-10-15', '2026-11-03', 4],
  ['2026-12-21', '2027-01-05', 4],
  ['2026-11-20', '2026-11-23', 2],
  ['2026-10-29', '2026-11-02', 1],
  ['2027-05-05', '2027-05-19', 7],
] as const)('%s to %s are %i school days', async ([from, to, days]) => {
  const id = await school.makeNote(await school.newChild(), { from, to })
  expect((await school.read(id)).school_days).toBe(days)
})

test('a list holds 400 days: from today on by itself, and no more than that', async () => {
  const mia = await school.newChild()
  const notes = await Promise.all(['2027-12-25', '2027-12-26'].map((from) => school.makeNote(mia, { from })))
  expect((await school.listOf(mia)).map(({ id }) => id)).toEqual(notes.slice(0, 1))
  expect(await school.listOf(mia, { from: '2026-11-21' })).toHaveLength(2)
  const ask = async (query: { from?: string; to: string }) => {
    const reply = await school.head.call(endpoints.list, { query })
    return [reply.statusCode, reply.json().errors]
  }
  expect((await ask({ to: '2027-12-25' }))[0]).toBe(200)
  for (const query of [
    { to: '2027-12-26' },
    { from: '2026-01-01', to: '2027-02-06' },
    { from: '1990-01-01', to: '2099-12-31' },
  ])
    expect(await ask(query)).toEqual([422, { to: [LIST_TOO_LONG] }])
  expect((await ask({ from: '2026-01-01', to: '2027-02-05' }))[0]).toBe(200)
})

test('the form knows the calendar and the classes somebody sees', async () => {
  const options = (await school.teacher.call(endpoints.formOptions)).json()
  expect(options).toMatchObject({
    year: { name: '2026/2027', date_start: '2026-08-01', date_end: '2027-07-31' },
    schoolclasses: [{ classgradePlain: '1a' }],
  })
  expect(options.free_days).toContainEqual(expect.objectContaining({ kind: 'holiday', date_start: '2026-12-23' }))
  expect((await school.head.call(endpoints.formOptions)).json().schoolclasses.length).toBeGreaterThan(1)
})
