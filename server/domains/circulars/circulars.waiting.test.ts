import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CIRCULAR_TEXTS, circularEndpoints, NOBODY_TEXTS } from '#contract/circulars/circulars.ts'
import { outboxMailEndpoints } from '#contract/outboxes/outboxes.mails.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { restrictionEndpoints } from '#contract/restrictions/restrictions.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openWaitingFamilies, WAITING_TEXT, type WaitingFamilies } from '#server/test/waiting-families.ts'

let school: WaitingFamilies
beforeAll(async () => {
  school = await openWaitingFamilies()
})
beforeEach(() => school.forget())
afterAll(() => school.stop())

const planned = async (audience: object = school.everybody, visitor = school.head) =>
  (await school.plan(audience, visitor)).json() as {
    readers: { id: number; name: string; children: string }[]
    left_out: Record<string, unknown>[]
  }
const namesFor = async (audience?: object) => (await planned(audience)).readers.map(({ name }) => name)
const send = (change: object = {}) => school.send({ ...school.everybody, ...WAITING_TEXT, ...change })
const reasons = async (audience?: object) =>
  (await planned(audience)).left_out.map(({ child, reason }) => [child, reason])

describe('who gets it', () => {
  test('both parents singly, one with two applications once; the others are named with the reason', async () => {
    const { readers, left_out } = await planned()
    expect(readers.map(({ name, children }) => [name, children])).toEqual([
      ['Anna Weber', 'Mia, Klasse 1; Lea, Klasse 3'],
      ['Ole Berg', 'Mia, Klasse 1'],
    ])
    const ids = { pupil_id: null, employee_id: null, guardian_id: null }
    expect(left_out).toEqual([
      {
        ...{ ...ids, registration_id: school.Kim, contact_id: await school.contactOf(school.Kim) },
        ...{ child: 'Kim, Klasse 1', name: 'Sina Wald', reason: 'no_mail' },
      },
      {
        ...{ ...ids, registration_id: school.Tom, contact_id: await school.contactOf(school.Tom) },
        ...{ child: 'Tom, Klasse 1', name: 'Udo Zorn', reason: 'unconfirmed' },
      },
    ])
  })

  test('by waiting list, and by children who are ticked', async () => {
    const [first, third] = school.lists
    expect((await planned(school.chosen({ waitlists: [third] }))).readers).toMatchObject([
      { name: 'Anna Weber', children: 'Lea, Klasse 3' },
    ])
    expect(await namesFor(school.chosen({ waitlists: [first] }))).toEqual(['Anna Weber', 'Ole Berg'])
    const ticked = school.chosen({ waitlists: [third], registration_ids: [school.Mia, school.Lea] })
    expect(await namesFor(ticked)).toEqual(['Anna Weber', 'Ole Berg'])
    expect((await planned(school.chosen({ registration_ids: [school.Kim] }))).readers).toEqual([])
  })

  test('nobody without custody', async () => {
    await school.setContact(school.Mia, { has_custody: false }, 2)
    expect(await namesFor()).toEqual(['Anna Weber'])
    expect(await reasons()).toContainEqual(['Mia, Klasse 1', 'no_custody'])
    await school.setContact(school.Mia, { has_custody: true }, 2)
  })

  test.each(['new', 'accepted', 'rejected'])(
    'nobody whose application is %s: a ticked one is named',
    async (status) => {
      await school.setStatus(school.Lea, status)
      const { readers } = await planned()
      expect(readers[0]?.children).toBe('Mia, Klasse 1')
      expect(await reasons(school.chosen({ registration_ids: [school.Lea, school.Mia] }))).toEqual([
        ['Lea Weber, Klasse 3', 'not_waiting'],
      ])
      await school.setStatus(school.Lea, 'waiting')
    },
  )

  test('nobody of an application that is withdrawn or in the bin', async () => {
    const id = await school.apply({ firstname: 'Weg', lastname: 'Weg', mail: 'weg@example.org' })
    expect(await namesFor()).toHaveLength(3)
    const { version } = (await school.head.call(registrationEndpoints.get, { params: { id } })).json()
    await school.head.call(withdrawalEndpoints.withdraw, { params: { id }, body: { reason: null, version } })
    expect(await namesFor()).toHaveLength(2)
    expect(await reasons(school.chosen({ registration_ids: [id] }))).toEqual([['Weg Weg, Klasse 1', 'not_waiting']])
    await school.head.call(registrationEndpoints.remove, { params: { id } })
    expect(await planned(school.chosen({ registration_ids: [id] }))).toEqual({ readers: [], left_out: [] })
  })

  test('nobody whose processing is restricted, and no name of them', async () => {
    const params = { subject: 'registration', id: school.Lea } as const
    await school.head.call(restrictionEndpoints.set, { params, body: { reason: 'Streit' } as never })
    expect((await planned()).readers[0]).toMatchObject({ name: 'Anna Weber', children: 'Mia, Klasse 1' })
    const gone = await school.plan(school.chosen({ registration_ids: [school.Lea] }))
    expect(gone.statusCode).toBe(404)
    await school.head.call(restrictionEndpoints.lift, { params, body: { reason: 'Ende' } as never })
    expect((await planned()).readers[0]?.children).toBe('Mia, Klasse 1; Lea, Klasse 3')
  })

  test('an application or a year of another school is answered like one that never existed', async () => {
    const ticked = school.chosen({ registration_ids: [school.Mia] })
    const answers = [
      await school.plan(ticked, school.neighbour),
      await school.plan(school.chosen({ waitlists: [school.lists[0]] }), school.neighbour),
      await school.plan(school.chosen({ registration_ids: [987_654] })),
      await school.plan(school.chosen({ waitlists: [{ school_year_id: 987_654, grade: 1 }] })),
      await school.add({ ...ticked, registration_ids: [school.Mia, 987_654], ...WAITING_TEXT }),
      await school.add({ ...ticked, ...WAITING_TEXT }, { visitor: school.neighbour }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await planned(school.everybody, school.neighbour)).readers).toEqual([])
  })

  test.each([
    [{}, CIRCULAR_TEXTS.noReader],
    [{ is_whole_school: true, waitlists: [{ school_year_id: 1, grade: 1 }] }, CIRCULAR_TEXTS.noReader],
    [{ registration_ids: [1], class_ids: [1] }, CIRCULAR_TEXTS.noReader],
    [{ kind: 'families', class_ids: [1], registration_ids: [1] }, CIRCULAR_TEXTS.noClass],
    [{ kind: 'staff', waitlists: [{ school_year_id: 1, grade: 1 }] }, CIRCULAR_TEXTS.noReader],
  ])('%j is refused', async (audience, message) => {
    const reply = await school.plan(school.chosen(audience))
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { class_ids: [message] }])
  })

  test('a grade outside of 1 to 13 is refused', async () => {
    const reply = await school.plan(school.chosen({ waitlists: [{ ...school.lists[0], grade: 14 }] }))
    expect(reply.statusCode).toBe(422)
  })

  test('nobody is a refusal', async () => {
    const reply = await school.add({ ...school.chosen({ registration_ids: [school.Kim] }), ...WAITING_TEXT })
    expect(reply.json().errors).toEqual({ class_ids: [NOBODY_TEXTS.waiting] })
  })
})

describe('the mail', () => {
  const mailTo = (address: string) => school.post.mails.find(({ envelope }) => envelope[0] === address)?.text ?? ''

  test('names the own children with their wish, and never a rank; its page and the outbox lead to the application', async () => {
    const id = await send()
    await school.post.runDue()
    expect(school.readers()).toEqual(['ole@example.org', 'weber@example.org'])
    const text = mailTo('weber@example.org')
    expect(text).toContain('für Mia und Lea (Klassenstufe 1 und 3, 2027/2028) öffnen wir')
    expect(text).toContain('Diese E-Mail geht an die Sorgeberechtigten von Mia und Lea auf der Warteliste.')
    expect(text).not.toContain('Rang')
    expect(mailTo('ole@example.org')).toContain('für Mia (Klassenstufe 1, 2027/2028)')
    const read = await school.read(id)
    expect(read).toMatchObject({ kind: 'waiting', audience: 'alle Wartenden', counts: { sent: 2, unaddressed: 2 } })
    expect(read.recipients.map(({ name, children, registration_id }) => [name, children, registration_id])).toEqual([
      ['Ole Berg', 'Mia, Klasse 1', school.Mia],
      ['Anna Weber', 'Mia, Klasse 1; Lea, Klasse 3', school.Mia],
    ])
    expect(read.recipients[0]).toMatchObject({ pupil_id: null, employee_id: null })
    expect(read.left_out.map(({ name, child }) => [name, child])).toEqual([
      ['Sina Wald', 'Kim, Klasse 1'],
      ['Udo Zorn', 'Tom, Klasse 1'],
    ])
    expect(read.sample?.reader.name).toBe('Ole Berg')
    const { data } = (await school.head.call(outboxMailEndpoints.list, { query: { name: 'anna weber' } })).json()
    expect(data).toMatchObject([
      { children: 'Mia Weber, Lea Weber', about: { page: 'circular', id }, contact: { page: 'registration' } },
    ])
  })

  test('whoever it left out is found in the outbox by the own name and by the child', async () => {
    await send()
    const id = await send({ subject: 'Ein Platz wird frei' })
    const found = async (name: string, visitor = school.head) =>
      (await visitor.call(outboxMailEndpoints.list, { query: { name } })).json().left_out
    const sina = {
      ...{ pupil_id: null, guardian_id: null, employee_id: null, registration_id: school.Kim },
      ...{ contact_id: await school.contactOf(school.Kim), name: 'Sina Wald', child: 'Kim Wald, Klasse 1' },
      ...{ reason: 'no_mail', circular: { id, subject: 'Ein Platz wird frei' } },
    }
    expect(await found('sina')).toMatchObject({ people: [sina], total: 1 })
    expect(await found('kim wald')).toMatchObject({ people: [sina], total: 1 })
    expect((await found('Zorn')).people).toMatchObject([{ name: 'Udo Zorn', reason: 'unconfirmed' }])
    const none = { people: [], total: 0 }
    expect(await found('Anna')).toEqual(none)
    expect(await found('Sina', school.neighbour)).toEqual(none)
    const hide = (deleted_at: string | null) =>
      insideSchool(school.app, school.fsw, (tx) =>
        tx.updateTable('registration').set({ deleted_at }).where('id', '=', school.Kim).execute(),
      )
    // What waits is never in the bin.
    await school.setStatus(school.Kim, 'rejected')
    await hide('2026-11-20T08:00:00Z')
    expect(await found('Sina')).toEqual(none)
    await hide(null)
    await school.setStatus(school.Kim, 'waiting')
    await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .insertInto('restriction')
        .values({ registration_id: school.Kim, reason: 'Widerspruch' } as never)
        .execute(),
    )
    expect(await found('Sina')).toEqual(none)
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.deleteFrom('restriction').where('registration_id', '=', school.Kim).execute(),
    )
  })

  test('has its own words for whom it goes to', async () => {
    const audience = { ...school.chosen({ waitlists: school.lists, registration_ids: [school.Mia] }) }
    const id = await send(audience)
    const text = 'Klasse 1 für 2027/2028, Klasse 3 für 2027/2028, 1 gewähltes Kind'
    expect(await school.read(id)).toMatchObject({ audience: text })
  })

  test('a preview shows what one of them reads, and nobody else is found', async () => {
    const [anna] = (await planned()).readers
    const preview = (reader_id: number | undefined, visitor = school.head) =>
      visitor.call(circularEndpoints.preview, { body: { ...school.everybody, ...WAITING_TEXT, reader_id } as never })
    expect((await preview(anna?.id)).json().paragraphs[0]).toBe('Guten Tag Anna Weber,')
    expect((await preview(await school.contactOf(school.Tom))).statusCode).toBe(404)
    expect((await preview(anna?.id, school.neighbour)).statusCode).toBe(404)
  })

  test.each([
    ['waiting', 'Guten Tag {Klassen}', '{Klassen} darf nicht in einer E-Mail an die Warteliste stehen.'],
    ['families', 'Für {Schuljahr}', '{Schuljahr} darf nicht in einer E-Mail an Eltern stehen.'],
    ['waiting', 'Rang {Rang}', 'Diesen Platzhalter gibt es nicht: {Rang}.'],
  ])('to %s with %s is refused', async (kind, body, message) => {
    const audience = kind === 'waiting' ? school.everybody : school.both
    expect((await school.add({ ...audience, ...WAITING_TEXT, body })).json().errors).toEqual({ body: [message] })
  })

  test('goes to nobody who left the list before its turn, and names only children who still wait', async () => {
    const id = await send()
    // Anna's contact with the smallest number belongs to Mia, who leaves; Lea still waits.
    await school.setStatus(school.Mia, 'rejected')
    await school.post.runDue()
    expect(school.readers()).toEqual(['weber@example.org'])
    expect(mailTo('weber@example.org')).toContain('für Lea (Klassenstufe 3, 2027/2028)')
    const { recipients } = await school.read(id)
    expect(recipients.map(({ name, state }) => [name, state])).toEqual([
      ['Ole Berg', 'dropped'],
      ['Anna Weber', 'sent'],
    ])
    await school.setStatus(school.Mia, 'waiting')
  })

  test('goes to nobody who moved to a list that was not chosen', async () => {
    await send({ ...school.chosen({ waitlists: [school.lists[1]] }), reader_count: 1 })
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('registration').set({ desired_grade: 4 }).where('id', '=', school.Lea).execute(),
    )
    await school.post.runDue()
    expect(school.readers()).toEqual([])
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('registration').set({ desired_grade: 3 }).where('id', '=', school.Lea).execute(),
    )
  })

  test('goes to nobody whose address is no longer confirmed or is another by now', async () => {
    await send()
    await school.setContact(school.Mia, { mail: 'neu@example.org' }, 2)
    await school.setContact(school.Mia, { mail_verified_at: null })
    await school.setContact(school.Lea, { mail_verified_at: null })
    await school.post.runDue()
    expect(school.readers()).toEqual([])
    const at = school.app.platform.now().toISOString()
    await school.setContact(school.Mia, { mail: 'ole@example.org' }, 2)
    await school.setContact(school.Mia, { mail_verified_at: at })
    await school.setContact(school.Lea, { mail_verified_at: at })
  })

  test('a mail that comes back leaves the address out the next time', async () => {
    school.post.server.state.mood = 'refuse'
    school.post.server.state.words = '5.1.1 User unknown'
    await send()
    await school.post.runDue()
    school.post.server.state.mood = 'accept'
    expect(await reasons()).toContainEqual(['Mia, Klasse 1', 'unreachable'])
    expect(await namesFor({ ...school.everybody, tries_unreachable: true })).toEqual(['Anna Weber', 'Ole Berg'])
  })

  test('happens once for the same key, and is refused when the readers are others by now', async () => {
    const key = crypto.randomUUID()
    const body = { ...school.everybody, ...WAITING_TEXT }
    const [one, two] = [await school.add(body, { key }), await school.add(body, { key })]
    expect(two.json()).toEqual(one.json())
    const late = await school.add({ ...body, reader_count: 3 })
    expect([late.statusCode, late.json().message]).toEqual([409, CIRCULAR_TEXTS.changed])
    await school.post.runDue()
    expect(school.readers()).toHaveLength(2)
  })

  test('of another school does not exist there', async () => {
    const id = await send()
    const replies = [
      await school.neighbour.call(circularEndpoints.get, { params: { id } }),
      await school.act('pause', id, school.neighbour),
      await school.neighbour.call(circularEndpoints.letters, { params: { id }, body: { contact_ids: [] } }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })
})
