import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '#server/test/backup-drill.ts'
import { type ErasureSchool, openErasureSchool } from '#server/test/erasure-school.ts'
import { readSchool } from '#server/test/rollover-school.ts'
import { tablesNaming } from '#server/test/tables-naming.ts'
import { appendToJournal, type JournalErasure } from './erasure-journal.ts'
import { repeatErasures } from './repeat-erasures.ts'

const folder = makeFolder()
let school: ErasureSchool
beforeAll(async () => {
  school = await openErasureSchool()
})
afterAll(async () => {
  await school.app.stop()
  folder.remove()
})
beforeEach(() => school.begin())

let files = 0
/** The start of a program whose restored database knows nothing of these erasures. */
const startAfter = (...erasures: (Pick<JournalErasure, 'subject' | 'subject_id'> & { rule?: string })[]) => {
  files += 1
  const file = join(folder.path, `${files}.jsonl`)
  const erased = { school: school.fsw, rule: 'request_withdrawn', action: 'delete', erased_on: '2027-01-30' } as const
  appendToJournal(
    file,
    school.app.platform.keys,
    erasures.map((one) => ({ ...erased, ...one })),
  )
  return repeatErasures({ ...school.app.platform, erasureJournal: file })
}

test('a restored restriction does not save somebody who was erased on request', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`insert into restriction (pupil_id, reason) values (${pupil}, 'Bestritten')`)
  await startAfter({ subject: 'pupil', subject_id: pupil })
  // As the owner of the database, from whom nothing is hidden.
  const ask = readSchool(school.app, school.fsw)
  expect(await ask('select id::int from pupil')).toEqual([])
  expect(await ask('select id::int from restriction where lifted_at is null')).toEqual([])
})

test('a guardian who was erased alone goes again with mails and as contact of the application', async () => {
  const { pupil, guardian } = await school.plantPupil('Quittenbaum')
  const { id } = await school.made({ status: 'accepted', pupil_id: pupil }, { lastname: 'Schlehe' })
  await school.rowsOf(`delete from registration_contact where registration_id = ${id}`)
  await school.rowsOf(`insert into registration_contact (registration_id, position, firstname, lastname, relationship, has_custody)
    select ${id}, 1, firstname, lastname, 'mother', true from guardian where id = ${guardian}`)
  await startAfter({ subject: 'guardian', subject_id: guardian })
  expect(await school.rowsOf('select id from guardian')).toEqual([])
  expect(await school.rowsOf(`select id from registration_contact where registration_id = ${id}`)).toEqual([])
  expect(await school.rowsOf(`select id from mail_log where related_type = 'guardian'`)).toEqual([])
  expect(await school.rowsOf('select id from pupil')).toHaveLength(1)
})

test('the mails about a pupil who was erased on request go again', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id)
    values ('pupil_own_link', 'q***', '\\x01', 'pupil', ${pupil})`)
  await startAfter({ subject: 'pupil', subject_id: pupil })
  expect(await school.rowsOf(`select id from mail_log where related_type = 'pupil'`)).toEqual([])
  expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).not.toContain('public.pupil')
})

test.each(['request_withdrawn', 'contacts'])(
  'a contact person and a guardian go again by their own lines (%s)',
  async (rule) => {
    const { pupil, guardian, contactPerson } = await school.plantPupil('Quittenbaum')
    await startAfter(
      { subject: 'contact_person', subject_id: contactPerson, rule },
      { subject: 'guardian', subject_id: guardian, rule },
    )
    expect(await school.rowsOf('select id from pupil_contact_person union all select id from guardian')).toEqual([])
    expect(await school.rowsOf(`select id from pupil where id = ${pupil}`)).toHaveLength(1)
  },
)

test('the name that was typed into the register of requests goes again, with what was written there', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`update pupil set firstname = 'Mirabelle' where id = ${pupil}`)
  await school.rowsOf('delete from privacy_request')
  await school.rowsOf(`insert into privacy_request (kind, subject_type, subject_name, requested_by, requester, channel, received_on, wish)
    select 'erasure', 'unknown', 'Mirabelle ' || name, 'Frau ' || name, 'custodian', 'mail', '2027-01-28', name
    from unnest(array['Quittenbaum', 'Anders']) name`)
  await startAfter({ subject: 'pupil', subject_id: pupil })
  expect(await school.rowsOf('select subject_name, requested_by, wish from privacy_request order by id')).toEqual([
    { subject_name: null, requested_by: null, wish: null },
    { subject_name: 'Mirabelle Anders', requested_by: 'Frau Anders', wish: 'Anders' },
  ])
})

test('proofs of consents and answered requests go again by their lines, and others stay', async () => {
  await school.plantPupil('Quittenbaum')
  const idsOf = async (table: string) =>
    (await school.rowsOf(`select id::int from ${table} order by id`)).map((row) => (row as { id: number }).id)
  await school.rowsOf('delete from privacy_request')
  await school.rowsOf(`insert into privacy_request (kind, subject_type, subject_name, requested_by, requester, channel, received_on)
    select 'access', 'unknown', name, name, 'self', 'mail', '2027-01-28' from unnest(array['Holunder', 'Schlehe']) name`)
  await school.rowsOf(`insert into consent (pupil_id, purpose, text_version, decision, method, given_at)
    select id, 'photo_press', '1', 'granted', 'paper', '2026-11-20' from pupil`)
  const [consents, requests] = [await idsOf('consent'), await idsOf('privacy_request')]
  expect([consents.length > 1, requests.length]).toEqual([true, 2])
  await startAfter(
    { subject: 'consent', subject_id: consents[0] as number, rule: 'consent_proof' },
    { subject: 'request', subject_id: requests[0] as number, rule: 'request' },
  )
  expect([await idsOf('consent'), await idsOf('privacy_request')]).toEqual([consents.slice(1), requests.slice(1)])
})

test.each([
  ['request_withdrawn', 0],
  ['contacts', 1],
])('stored replies go again with an erasure on request alone (%s)', async (rule, left) => {
  const { contactPerson } = await school.plantPupil('Quittenbaum')
  const { owner } = school.app.database
  await owner.query('delete from idempotency')
  await owner.query(
    `insert into idempotency (key_hash, body_hash, reply, school_id) values ('\\x01', '\\x01', '"a"', ${school.fsw})`,
  )
  await startAfter({ subject: 'contact_person', subject_id: contactPerson, rule })
  expect((await owner.query('select from idempotency')).rows).toHaveLength(left)
})

test.each(['guardian', 'contact_person'] as const)(
  'stored searches for a %s of the nightly run go again',
  async (subject) => {
    const { guardian, contactPerson } = await school.plantPupil('Quittenbaum')
    const id = subject === 'guardian' ? guardian : contactPerson
    await school.rowsOf(
      `update ${subject === 'guardian' ? subject : 'pupil_contact_person'} set lastname = 'Zwetschge' where id = ${id}`,
    )
    await school.rowsOf('delete from saved_view')
    await school.rowsOf(`insert into saved_view (user_id, page, name, query)
    values (1, 'pupils', 'Suche', 'search=Zwetschge'), (1, 'pupils', 'Andere', 'search=Quittenbaum')`)
    await startAfter({ subject, subject_id: id, rule: 'contacts' })
    expect(await school.rowsOf('select name from saved_view')).toEqual([{ name: 'Andere' }])
  },
)
