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
