import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import { pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { makePupil } from './child-factories.ts'
import { type ClassSchool, openClassSchool } from './class-school.ts'
import { insideSchool } from './factories.ts'
import { giveClass, makeEmployee } from './school-staff.ts'

type Fields = Record<string, string | boolean | number | null>

/** Columns of a pupil that the factories do not set. */
const recordsOf = ({ app, fsw }: ClassSchool) => {
  const set = (id: number, change: Fields) =>
    insideSchool(app, fsw, (tx) => tx.updateTable('pupil').set(change).where('id', '=', id).execute())

  const addGuardian = (pupilId: number, { relationship = 'mother', ...given }: Fields, link: Fields = {}) =>
    insideSchool(app, fsw, async (tx) => {
      const { id } = await tx
        .insertInto('guardian')
        .values({ school_id: fsw, firstname: 'Eva', lastname: 'Muster', ...given })
        .returning('id')
        .executeTakeFirstOrThrow()
      const pivot = { pupil_id: pupilId, guardian_id: id, relationship: String(relationship), has_custody: true }
      await tx
        .insertInto('pupil_guardian')
        .values({ school_id: fsw, lives_with_pupil: true, ...pivot, ...link })
        .execute()
    })

  return { set, addGuardian }
}

/** A child with everything that can break exports, and four adults in two households, one of them without custody. */
async function makeAda({ app, fsw }: ClassSchool, { set, addGuardian }: ReturnType<typeof recordsOf>) {
  const named = { firstname: 'Ada', lastname: '=1+1', city: 'Groß Kölzig', phone: '+49 (0)152 5551234' }
  const ada = await makePupil(app, fsw, { ...named, grade: 1, schoolclass: 'a' })
  await set(ada, {
    street: 'Am\tWald',
    house_number: '3|a',
    zip: '03159',
    mail: 'Ada@wald.example',
    birthplace: 'Łódź',
  })
  await set(ada, { first_enrolment_year: 2024, birthname: '-1', address_extra: 'Hof; links' })
  await addGuardian(ada, { relationship: 'grandparent', firstname: 'Oma' }, { position: 1, has_custody: false })
  const phones = { phone_home: '+4833555', phone_mobile: '+48221234567' }
  await addGuardian(ada, { salutation: 'ms', title: 'Dr.', mail: 'eva@x.example', ...phones }, { position: 2 })
  const father = { relationship: 'father', salutation: 'mr', firstname: 'Jürgen', lastname: '@Groß' }
  await addGuardian(ada, { ...father, phone_work: '0331 5550123' }, { position: 3 })
  await addGuardian(
    ada,
    { relationship: 'other', firstname: 'Weit', lastname: 'Weg', street: 'Fernweg', house_number: '9', city: 'Bonn' },
    { position: 4, lives_with_pupil: false, receives_letters: false },
  )
  return ada
}

/** Two people lead 1a; the second one is also assigned to 1b. */
async function makeStaff({ app, fsw, classOf }: ClassSchool) {
  const leader = await makeEmployee(app, fsw, {
    firstname: 'Lea',
    lastname: 'Lehr',
    short_name: 'Le',
    mail: 'le@wald.example',
  })
  const second = await makeEmployee(app, fsw, { firstname: 'Zoe', lastname: 'Zweite', short_name: 'Zz' })
  const oneA = await classOf('1a')
  await giveClass(app, fsw, { employee: leader, schoolclass: oneA })
  await giveClass(app, fsw, { employee: second, schoolclass: oneA })
  await giveClass(app, fsw, { employee: second, schoolclass: await classOf('1b'), function: 'assigned' })
  return { leader, second, oneA }
}

/** Requests files of the pupils, of all of them by default. */
const filesBy = ({ head }: ClassSchool, all: readonly number[]) => {
  const exported = (body: object, browser = head) =>
    browser.call(pupilExportEndpoints.create, { body: { ids: all, ...body } })

  const fileOf = async (body: object) => {
    const reply = await exported(body)
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
    return new Uint8Array(reply.rawPayload)
  }

  /** The text files of a zip archive by their names. */
  const filesOf = async (body: object, decode: (bytes: Uint8Array) => string = (bytes) => strFromU8(bytes)) =>
    Object.fromEntries(Object.entries(unzipSync(await fileOf(body))).map(([name, bytes]) => [name, decode(bytes)]))

  return { exported, fileOf, filesOf }
}

/**
 * A school whose children have hostile names and letters of other alphabets, twins in two classes, and one who left.
 */
export async function openExportSchool() {
  const school = await openClassSchool()
  const { app, fsw, fow } = school
  await app.database.owner.query(
    `update school set name = 'Freie Schule "Wald"', official_number = '123456', mail = 'post@Wald.example' where id = $1`,
    [fsw],
  )
  const records = recordsOf(school)
  const inFirstGrade = (pupil: Parameters<typeof makePupil>[2]) => makePupil(app, fsw, { grade: 1, ...pupil })
  const ada = await makeAda(school, records)
  const prefixed = { firstname: 'Beñ-Ağa', lastname: 'Yılmaz', lastname_prefix: 'von', gender: 'm' } as const
  const ben = await inFirstGrade({ ...prefixed, schoolclass: 'b' })
  const twin = { firstname: 'Mia', lastname: 'Müller', gender: 'd', birthdate: '2019-02-28' } as const
  const twins = [await inFirstGrade({ ...twin, schoolclass: 'a' }), await inFirstGrade({ ...twin, schoolclass: 'b' })]
  const left = await makePupil(app, fsw, { firstname: 'Weg', lastname: 'Gezogen', status: 'left' })
  await records.set(left, { date_exit: '2026-10-31' })
  const staff = await makeStaff(school)
  const foreign = await makePupil(app, fow, { firstname: 'Kanarie', grade: 7, schoolclass: 'a' })
  const all = [ada, ben, ...twins, left]
  return { ...school, ...records, ...staff, ...filesBy(school, all), all, ada, ben, twins, left, foreign }
}
export type ExportSchool = Awaited<ReturnType<typeof openExportSchool>>
