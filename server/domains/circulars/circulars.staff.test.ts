import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CIRCULAR_TEXTS, circularEndpoints } from '#contract/circulars/circulars.ts'
import { outboxMailEndpoints } from '#contract/outboxes/outboxes.mails.ts'
import { reduceEmployees } from '#server/domains/employees/employees.erasure.shared.queries.ts'
import { type CircularSchool, openCircularSchool } from '#server/test/circular-school.ts'
import { insideSchool } from '#server/test/factories.ts'

let school: CircularSchool
const people: Record<string, number> = {}
beforeAll(async () => {
  school = await openCircularSchool()
  const employee = (firstname: string, more: object = {}) =>
    insideSchool(school.app, school.fsw, async (tx) => {
      const { id } = await tx
        .insertInto('employee')
        .values({
          ...{ firstname, lastname: 'Kranz', short_name: firstname.slice(0, 3), employee_type: 'teacher' },
          ...{ salutation: 'none', mail: `${firstname.toLowerCase()}@example.org`, ...more },
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      people[firstname] = id
      return id
    })
  const tina = await employee('Tina')
  await employee('Emil', { employee_type: 'educator' })
  await employee('Ohne', { mail: null })
  await employee('Gegangen', { date_exit: '2026-11-19', active: false })
  await employee('Korb', { deleted_at: '2026-11-19T08:00:00Z' })
  await lead(tina, school.classes['1a'])
})
const lead = (employee_id: number | undefined, schoolclass_id: number) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .insertInto('schoolclass_employee')
      .values({ employee_id, schoolclass_id, function: 'responsible', date_start: '2026-08-01', position: 1 } as never)
      .execute(),
  )
beforeEach(() => school.forget())
afterAll(() => school.stop())

const ALL = { kind: 'staff', is_whole_school: true, class_ids: [] }
const some = (more: object) => ({ kind: 'staff', is_whole_school: false, class_ids: [], ...more })
const TEXT = { subject: 'Konferenz', body: '{Anrede},\n\num 14 Uhr ist Konferenz.\n\n{Schule}' }
const namesFor = async (audience: object, visitor = school.head) =>
  (await school.plan(audience, visitor)).json().readers.map(({ name }: { name: string }) => name)

describe('who gets it', () => {
  test('everybody who works here today; whoever has no address is named', async () => {
    const { readers, left_out } = (await school.plan(ALL)).json()
    expect(readers.map(({ name, children }: Record<string, string>) => [name, children])).toEqual([
      ['Emil Kranz', ''],
      ['Tina Kranz', ''],
    ])
    const nobody = { pupil_id: null, guardian_id: null, registration_id: null, contact_id: null, child: '' }
    expect(left_out).toEqual([{ ...nobody, employee_id: people.Ohne, name: 'Ohne Kranz', reason: 'no_mail' }])
  })

  test('by kind of work, by the class that they lead, or one by one, each once', async () => {
    expect(await namesFor(some({ employee_types: ['educator'] }))).toEqual(['Emil Kranz'])
    expect(await namesFor(some({ class_ids: [school.classes['1a']] }))).toEqual(['Tina Kranz'])
    expect(await namesFor(some({ class_ids: [school.classes['2a']] }))).toEqual([])
    const both = { employee_ids: [people.Tina, people.Gegangen, people.Korb], class_ids: [school.classes['1a']] }
    expect(await namesFor(some(both))).toEqual(['Tina Kranz'])
  })

  test('nobody of another school', async () => {
    expect(await namesFor(some({ employee_ids: [people.Tina] }), school.neighbour)).toEqual([])
    expect(await namesFor(ALL, school.neighbour)).not.toContain('Tina Kranz')
  })

  test.each([
    [{ ...ALL, is_whole_school: false }, CIRCULAR_TEXTS.noReader],
    [{ ...ALL, employee_types: ['educator'] }, CIRCULAR_TEXTS.noReader],
    [{ kind: 'families', is_whole_school: false, class_ids: [1], employee_ids: [1] }, CIRCULAR_TEXTS.noClass],
    [{ kind: 'families', is_whole_school: false, class_ids: [], employee_types: ['educator'] }, CIRCULAR_TEXTS.noClass],
  ])('%j is refused', async (audience, message) => {
    const reply = await school.plan(audience)
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { class_ids: [message] }])
  })
})

describe('the mail', () => {
  const send = (change: object = {}) => school.send({ ...ALL, ...TEXT, reader_count: 2, ...change })

  test('greets each by name, names no child, and its page and the outbox lead to the person', async () => {
    const id = await send()
    await school.post.runDue()
    expect(school.readers()).toEqual(['emil@example.org', 'tina@example.org'])
    const text = school.post.mails[0]?.text ?? ''
    expect(text).toMatch(/^Guten Tag (Emil|Tina) Kranz,/)
    expect(text).toContain('Diese E-Mail geht an Mitarbeitende')
    expect(text).not.toContain('Sorgeberechtigten')
    const read = await school.read(id)
    expect(read).toMatchObject({ kind: 'staff', audience: 'alle Mitarbeitenden', counts: { sent: 2, unaddressed: 1 } })
    expect(read.recipients[0]).toMatchObject({ pupil_id: null, employee_id: people.Emil, children: '' })
    expect(read.left_out).toMatchObject([{ employee_id: people.Ohne, name: 'Ohne Kranz' }])
    expect(read.sample?.reader.name).toBe('Emil Kranz')
    const { data } = (await school.head.call(outboxMailEndpoints.list, { query: { name: 'kranz tin' } })).json()
    expect(data).toMatchObject([{ name: 'Tina Kranz', about: { page: 'circular' }, contact: { page: 'employee' } }])
    const { left_out } = (await school.head.call(outboxMailEndpoints.list, { query: { name: 'Ohne Kr' } })).json()
    expect(left_out.people).toMatchObject([{ employee_id: people.Ohne, name: 'Ohne Kranz', child: '' }])
  })

  test('has its own words for whom it went to', async () => {
    const id = await send({ ...some({ employee_types: ['educator'], class_ids: [school.classes['1a']] }) })
    expect(await school.read(id)).toMatchObject({ audience: 'Erzieher/in, Klassenleitung 1a' })
    await lead(people.Emil, school.classes['2a'])
    const both = some({ class_ids: [school.classes['2a'], school.classes['1a']] })
    expect(await school.read(await send(both))).toMatchObject({ audience: 'alle Klassenleitungen' })
    const one = await send({ ...some({ class_ids: [school.classes['2a']] }), reader_count: 1 })
    expect(await school.read(one)).toMatchObject({ audience: 'Klassenleitung 2a' })
  })

  test('with a placeholder about children is refused', async () => {
    const reply = await school.add({ ...ALL, ...TEXT, body: 'Guten Tag {Kinder}', reader_count: 2 })
    expect(reply.json().errors).toEqual({
      body: ['{Kinder} darf nicht in einer E-Mail an das Kollegium stehen.'],
    })
  })

  test('goes to nobody who left or changed the address before its turn', async () => {
    await send()
    const change = (set: object) =>
      insideSchool(school.app, school.fsw, (tx) =>
        tx
          .updateTable('employee')
          .set(set)
          .where('id', '=', people.Emil ?? 0)
          .execute(),
      )
    await change({ active: false })
    await school.post.runDue()
    expect(school.readers()).toEqual(['tina@example.org'])
    await change({ active: true })
  })

  test('of another school does not exist there', async () => {
    const id = await send()
    expect((await school.neighbour.call(circularEndpoints.get, { params: { id } })).statusCode).toBe(404)
  })

  test('leaves no trace of somebody who was erased', async () => {
    await send()
    await insideSchool(school.app, school.fsw, (tx) => reduceEmployees(tx, [people.Emil ?? 0], '2026-11-20'))
    const rows = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('mail_log').select('recipient_masked').orderBy('recipient_masked').execute(),
    )
    expect(rows.map(({ recipient_masked }) => recipient_masked)).toEqual(['***', 't***@example.org'])
  })
})
