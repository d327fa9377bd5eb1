import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { takePaperId } from '#server/domains/papers/papers.queries.ts'
import { sealPaper } from '#server/domains/papers/seal-paper.shared.ts'
import { sealPupilLink } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'

interface Child {
  school_id: number
  pupil_id: number
  word: string
}

const insertPupil = (tx: SchoolTransaction, school_id: number, word: string) =>
  tx
    .insertInto('pupil')
    .values({
      school_id,
      pupil_number: `${word}-00001`,
      lastname: word,
      lastname_prefix: word,
      firstname: word,
      gender: 'f',
      birthdate: '2019-10-05',
      street: word,
      house_number: '1',
      address_extra: word,
      zip: '15999',
      city: word,
      phone: `030 23125-111 ${word}`,
      mail: `${word}@example.org`,
      status: 'active',
      date_entry: '2026-08-01',
      previous_institution: word,
      previous_city: word,
      previous_school_type: word,
      firstnames_all: word,
      birthname: word,
      birthplace: word,
      note: word,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

async function plantFamily(tx: SchoolTransaction, { school_id, pupil_id, word }: Child) {
  const guardian = await tx
    .insertInto('guardian')
    .values({
      school_id,
      firstname: word,
      lastname: word,
      title: word,
      street: word,
      city: word,
      phone_mobile: `0152 28817386 ${word}`,
      mail: `${word}@example.org`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('pupil_guardian')
    .values({ school_id, pupil_id, guardian_id: guardian.id, relationship: 'mother', has_custody: true })
    .execute()
  const contactPerson = await tx
    .insertInto('pupil_contact_person')
    .values({
      school_id,
      pupil_id,
      firstname: word,
      lastname: word,
      relation: word,
      phone: `030 23125-114 ${word}`,
      priority: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { guardian: guardian.id, contactPerson: contactPerson.id }
}

/** Things that users of the school write for themselves. */
async function plantPersonalRows(tx: SchoolTransaction, { school_id, pupil_id, word }: Child) {
  const note = await tx
    .insertInto('pupil_note')
    .values({ school_id, pupil_id, body_markdown: word })
    .returning('id')
    .executeTakeFirstOrThrow()
  const view = await tx
    .insertInto('saved_view')
    .values({ school_id, user_id: 1, page: 'pupils', name: word, query: `search=${word}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { note: note.id, view: view.id }
}

interface People {
  school_id: number
  word: string
  keys: SecretRing
}

/** A paper of the child, sealed as the program does it. */
async function plantPaper(tx: SchoolTransaction, { school_id, pupil_id, word }: Child, keys: SecretRing) {
  const id = await takePaperId(tx)
  const content_encrypted = sealPaper(keys, { school_id, id }, Buffer.from('%PDF'))
  const paper = { kind: 'other', title: word, pages: 1, size: 4, content_encrypted }
  await tx
    .insertInto('paper')
    .values({ id, school_id, pupil_id, ...paper })
    .execute()
  return id
}

export async function plantPeople(tx: SchoolTransaction, { school_id, word, keys }: People) {
  const year = await tx.selectFrom('schoolyear').select('id').where('state', '=', 'active').executeTakeFirstOrThrow()
  const schoolclass = await tx
    .selectFrom('schoolclass')
    .select(['id', 'schoolgrade_id'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const pupil = await insertPupil(tx, school_id, word)
  const membership = {
    school_id,
    pupil_id: pupil.id,
    school_year_id: year.id,
    schoolgrade_id: schoolclass.schoolgrade_id,
  }
  await tx
    .insertInto('pupil_schoolclass')
    .values({ ...membership, schoolclass_id: schoolclass.id, date_start: '2026-08-01', reason: 'entry' })
    .execute()
  const family = await plantFamily(tx, { school_id, pupil_id: pupil.id, word })
  const kept = await plantPersonalRows(tx, { school_id, pupil_id: pupil.id, word })
  const paper = await plantPaper(tx, { school_id, pupil_id: pupil.id, word }, keys)
  const { hash, sealed } = sealPupilLink(keys, { school_id, pupil_id: pupil.id }, `${word}-${randomUUID()}`)
  await sql`select set_pupil_link(${pupil.id}, ${hash}, ${sealed})`.execute(tx)
  return {
    pupil: pupil.id,
    ...family,
    ...kept,
    paper,
    schoolclass: schoolclass.id,
    activeYear: year.id,
  }
}

/** Somebody with a class, but without an account, because accounts belong to no school. */
export async function plantEmployee(
  tx: SchoolTransaction,
  row: { school_id: number; schoolclass_id: number; word: string },
) {
  const { school_id, schoolclass_id, word } = row
  const imported = await tx
    .insertInto('employee_import')
    .values({ school_id, row_count: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('employee')
    .values({
      school_id,
      import_id: imported.id,
      title: word,
      firstname: word,
      lastname: word,
      short_name: word.slice(0, 6),
      employee_type: 'teacher',
      mail: `${word}@example.org`,
      phone: `030 23125-113 ${word}`,
      date_entry: '2026-08-01',
      note: word,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('schoolclass_employee')
    .values({ school_id, schoolclass_id, employee_id: id, function: 'responsible', date_start: '2026-08-01' })
    .execute()
  return id
}
