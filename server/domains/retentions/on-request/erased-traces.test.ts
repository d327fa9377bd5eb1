import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { privacyRequestEndpoints } from '#contract/privacyrequests/privacyrequests.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { type ErasureSchool, openErasureSchool } from '#server/test/erasure-school.ts'
import { plantImport } from '#server/test/planted-import.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
import { findInDump } from '#server/test/superuser-dump.ts'

let school: ErasureSchool
beforeAll(async () => {
  school = await openErasureSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  await school.begin()
  for (const table of ['registration', 'pupil_import', 'privacy_request']) await school.rowsOf(`delete from ${table}`)
})

/** The hash of headings is planted as the word itself. */
const plantRow = async (word: string, change: string) => {
  const id = await school.inFsw((tx) => plantImport(tx, { school_id: school.fsw, word }))
  await school.rowsOf('delete from pupil_import_mapping')
  await school.rowsOf(`update pupil_import_row set ${change} where import_id = ${id}`)
  return id
}

const find = (...words: string[]) => findInDump(school.app.database.connection.database, words)
const REQUEST = { requester: 'custodian', channel: 'mail', received_on: '2027-01-28', note: null } as const

const addRequest = async (change: object) => {
  const reply = await school.head.call(privacyRequestEndpoints.add, {
    body: { kind: 'erasure', contact: null, wish: null, ...REQUEST, ...change } as never,
  })
  expect(reply.statusCode, reply.body).toBe(201)
}

test('a guardian who lives elsewhere leaves nothing: reports, the application, its mails, requests, imports', async () => {
  const { pupil, guardian } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`update guardian set firstname = 'Gerlinde', lastname = 'Zwetschge', mail = 'zwetschge@example.org',
    street = null, city = null, title = null, phone_mobile = '0152 12345999' where id = ${guardian}`)
  await school.rowsOf(`update pupil_guardian set lives_with_pupil = false where guardian_id = ${guardian}`)
  await school.rowsOf(`insert into pupil_sicknote (pupil_id, date_start, date_end, source, reporter_name, reporter_relation, reporter_phone)
    values (${pupil}, '2027-01-18', '2027-01-18', 'public_link', 'Frau Zwetschge', 'mother', null),
      (${pupil}, '2027-01-20', '2027-01-21', 'public_link', 'Mama', 'mother', '0152/12345999')`)
  const { id } = await school.made({ status: 'accepted', pupil_id: pupil }, { lastname: 'Kind' })
  await school.rowsOf(`update registration_contact set firstname = 'Gerlinde', lastname = 'Zwetschge',
    mail = 'zwetschge@example.org' where registration_id = ${id}`)
  await school.rowsOf(`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id)
    select 'registration_optin', 'zwetschge@', '', 'registration_contact', id from registration_contact where registration_id = ${id}`)
  await plantRow('Gerlinde Zwetschge', `match_id = ${pupil}`)
  await addRequest({
    subject: `pupil:${pupil}`,
    requested_by: 'Gerlinde Zwetschge',
    contact: 'Zwetschgenweg 1',
    wish: 'Zwetschge will weg',
  })
  expect((await school.read('guardian', guardian)).json().consequences).toContain(
    'Dieselbe Person geht auch in der Bewerbung dieser Kinder, in Krankmeldungen und in Anfragen zum Datenschutz.',
  )
  const reply = await school.erase('guardian', guardian)
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await find('Zwetschge', '12345999')).toEqual([])
  expect(await school.rowsOf(`select id from registration where id = ${id}`)).toHaveLength(1)
})

test('requests of a guardian whose name was typed in another way are emptied, those of others stay', async () => {
  const { pupil, guardian } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`update guardian set firstname = 'Gerlinde', lastname = 'Zwetschge' where id = ${guardian}`)
  await addRequest({ subject: `pupil:${pupil}`, requested_by: 'Frau Dr. Gerlinde M. Zwetschge', wish: 'Alles weg' })
  await addRequest({ subject: `pupil:${pupil}`, requested_by: 'Herr Zwetschge', wish: 'Auch alles weg' })
  expect((await school.erase('guardian', guardian)).statusCode).toBe(200)
  expect(await school.rowsOf('select requested_by, wish from privacy_request order by id')).toEqual([
    { requested_by: null, wish: null },
    { requested_by: 'Herr Zwetschge', wish: 'Auch alles weg' },
  ])
})

test('a contact of the same mail and another first name stays, and so does what somebody else reported', async () => {
  const { pupil, guardian } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`update guardian set firstname = 'Gerlinde', lastname = 'Zwetschge', mail = 'familie@example.org',
    phone_mobile = '0152 12345999' where id = ${guardian}`)
  await school.rowsOf(`delete from pupil_sicknote`)
  await school.rowsOf(`insert into pupil_sicknote (pupil_id, date_start, date_end, source, reporter_name, reporter_phone)
    values (${pupil}, '2027-01-18', '2027-01-18', 'public_link', 'Opa Karl', '030 23125')`)
  const { id } = await school.made({ status: 'accepted', pupil_id: pupil }, { lastname: 'Kind' })
  await school.rowsOf(`update registration_contact set firstname = 'Hans', lastname = 'Anders',
    mail = 'familie@example.org' where registration_id = ${id}`)
  expect((await school.erase('guardian', guardian)).statusCode).toBe(200)
  expect(await school.rowsOf('select firstname from registration_contact')).toEqual([{ firstname: 'Hans' }])
  expect(await school.rowsOf('select reporter_name from pupil_sicknote')).toEqual([{ reporter_name: 'Opa Karl' }])
})

test('a pupil leaves no own mails, no rows of imports, and no typed name in the register of requests', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`update pupil set firstname = 'Mirabelle' where id = ${pupil}`)
  await school.rowsOf(`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id)
    values ('pupil_own_link', 'quittenbaum@example.org', '', 'pupil', ${pupil})`)
  const imported = await plantRow('Quittenbaum', `written = '{"pupil_id": ${pupil}}'`)
  await school.rowsOf(`update pupil_import set state = 'done', finished_at = now() where id = ${imported}`)
  await addRequest({
    subject: 'unknown',
    subject_name: 'Mirabelle Maria Quittenbaum',
    requested_by: 'Frau Quittenbaum',
    wish: 'Quittenbaum löschen',
  })
  await addRequest({ subject: 'unknown', subject_name: 'Mirabelle Anders', requested_by: 'Frau Anders' })
  const reply = await school.erase('pupil', pupil)
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await find('Quittenbaum')).toEqual([])
  expect(await school.rowsOf('select filename, file_encrypted from pupil_import')).toEqual([
    { filename: 'Datei.csv', file_encrypted: null },
  ])
  expect(await school.rowsOf('select subject_name, subject_erased_on from privacy_request order by id')).toEqual([
    { subject_name: null, subject_erased_on: '2027-02-01' },
    { subject_name: 'Mirabelle Anders', subject_erased_on: null },
  ])
})

describe('lists of pupils that are on their way into the program', () => {
  const imports = () => school.rowsOf('select state, filename, headings, mapping from pupil_import')

  test.each(['queued', 'running'])('a %s one goes on without file, name and row of the child', async (state) => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    const id = await plantRow('Quittenbaum', `match_id = ${pupil}`)
    await school.rowsOf(`insert into pupil_import_row (import_id, line, cells, verdict, child_key)
      values (${id}, 3, '{"lastname": "Holunder"}', 'new', 'Holunder')`)
    await school.rowsOf(`update pupil_import set state = '${state}' where id = ${id}`)
    expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
    expect(await find('Quittenbaum')).toEqual([])
    expect(await imports()).toEqual([{ state, filename: 'Datei.csv', headings: [], mapping: ['lastname'] }])
    expect(await school.rowsOf('select line from pupil_import_row')).toEqual([{ line: 3 }])
    // What the import still needed goes a day after its end, as with every other one.
    await school.rowsOf(
      `update pupil_import set state = 'done', created_at = '2027-02-01', finished_at = '2027-02-01T10:00Z'`,
    )
    school.goTo('2027-02-03')
    await tidyUp(school.app.platform)({})
    expect(await imports()).toEqual([{ state: 'done', filename: 'Datei.csv', headings: [], mapping: [] }])
    expect(await school.rowsOf('select line from pupil_import_row')).toEqual([])
  })

  test('one that nobody has checked goes as a whole, because nobody knows who is in it', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    const id = await plantRow('Quittenbaum', `match_id = null`)
    await school.rowsOf('delete from pupil_import_row')
    await school.rowsOf(`update pupil_import set state = 'uploaded' where id = ${id}`)
    expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
    expect(await imports()).toEqual([])
  })

  test('a row of somebody else that shows the child as similar goes with its import', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    await plantRow('Anders', `findings = jsonb_set(findings, '{matches}', '[{"id": ${pupil}, "name": "Quittenbaum"}]')`)
    expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
    expect(await find('Quittenbaum')).toEqual([])
    expect(await imports()).toEqual([])
  })

  test('a checked one without the child stays', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    await plantRow('Anders', 'match_id = null')
    expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
    expect(await imports()).toMatchObject([{ state: 'checked', filename: 'Anders' }])
  })
})

test('requests about the child say the day of the erasure by the clock of the program', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  await addRequest({ subject: `pupil:${pupil}`, requested_by: 'Frau Quittenbaum' })
  expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
  expect(await school.rowsOf('select subject_erased_on from privacy_request')).toEqual([
    { subject_erased_on: '2027-02-01' },
  ])
  expect(
    await school.rowsOf(
      `select (created_at at time zone 'Europe/Berlin')::date as day from privacy_request_event where kind = 'erased'`,
    ),
  ).toEqual([{ day: '2027-02-01' }])
})

test.each([
  ['the first name', 'search=Mirabelle'],
  ['a short last name', 'search=Ng&schoolclass=3'],
  ['the mail', 'search=mira.ng%40example.org'],
  ['the phone', 'search=%2B49+30+7654321'],
  ['the number', 'search=ZZZ-00077'],
])('a stored search for %s goes with the person', async (_what, query) => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`update pupil set firstname = 'Mirabelle', lastname = 'Ng', mail = 'mira.ng@example.org',
    phone = '030 7654321', pupil_number = 'ZZZ-00077' where id = ${pupil}`)
  await school.rowsOf('delete from saved_view')
  await school.rowsOf(`insert into saved_view (user_id, page, name, query) values (1, 'pupils', 'Suche', '${query}'),
    (1, 'pupils', 'Lange Namen', 'search=Nguyen')`)
  expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
  expect(await school.rowsOf('select name from saved_view')).toEqual([{ name: 'Lange Namen' }])
})

test.each(['guardian', 'contact_person', 'employee'] as const)(
  'a stored search for a %s goes as well',
  async (subject) => {
    const { guardian, contactPerson } = await school.plantPupil('Quittenbaum')
    const employee = await makeEmployee(school.app, school.fsw, { date_exit: '2026-12-01' })
    const id = { guardian, contact_person: contactPerson, employee }[subject]
    const table = subject === 'contact_person' ? 'pupil_contact_person' : subject
    await school.rowsOf(`update ${table} set lastname = 'Zwetschge' where id = ${id}`)
    await school.rowsOf('delete from saved_view')
    await school.rowsOf(
      `insert into saved_view (user_id, page, name, query) values (1, 'pupils', 'Suche', 'search=Zwetschge')`,
    )
    if (subject === 'guardian') await school.rowsOf(`update pupil_guardian set has_custody = false`)
    const reply = await school.erase(subject, id)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await school.rowsOf('select name from saved_view')).toEqual([])
  },
)

test('a stored search for a first name that somebody else has stays', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.rowsOf('delete from sicknote_feed')
  await school.plantPupil('Holunder', null)
  await school.rowsOf(`update pupil set firstname = 'Mirabelle'`)
  await school.rowsOf('delete from saved_view')
  await school.rowsOf(
    `insert into saved_view (user_id, page, name, query) values (1, 'pupils', 'Suche', 'search=Mirabelle')`,
  )
  expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
  expect(await school.rowsOf('select name from saved_view')).toEqual([{ name: 'Suche' }])
})

test('a kept text of a letter goes with whom it names by first and last name or by an address, a word stays', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`update pupil set firstname = 'Mirabelle', lastname = 'Winter', mail = 'Mira@example.org'`)
  await school.rowsOf('delete from letter_text')
  await school.rowsOf(`insert into letter_text (name, subject, body, enclosures) values
    ('Name', 'Gruß', 'an Mirabelle Winter.', null), ('Umgekehrt', 'Winter, Mirabelle', 'Text', null),
    ('Adresse', 'Gruß', 'Text', 'Antwort an mira@example.org'), ('Wort', 'Im Winter', 'Mirabelle', null)`)
  expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
  expect(await school.rowsOf('select name from letter_text')).toEqual([{ name: 'Wort' }])
})
