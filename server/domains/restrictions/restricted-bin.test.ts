import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RestrictedPerson, RestrictedSubject } from '#contract/restrictions/restricted-subjects.ts'
import { restrictedSearchEndpoints } from '#contract/restrictions/restrictions.search.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { type ConfidentialSchool, openConfidentialSchool } from '#server/test/confidential-school.ts'
import { restrictionsOf } from '#server/test/restriction-calls.ts'
import { readSchool } from '#server/test/rollover-school.ts'
import { makeEmployee } from '#server/test/school-staff.ts'

let school: ConfidentialSchool
let calls: ReturnType<typeof restrictionsOf>
const ids: Record<RestrictedSubject, number> = { pupil: 0, guardian: 0, employee: 0, registration: 0 }
beforeAll(async () => {
  school = await openConfidentialSchool()
  calls = restrictionsOf(school.head)
  const { app, fsw, mia, paul } = school
  ids.pupil = mia
  ids.guardian = paul
  ids.employee = await makeEmployee(app, fsw)
  ids.registration = (await makeApplication(app, fsw, {})).id
})
afterAll(() => school.app.stop())

/** As the owner of the database, because nobody puts a restricted person into the bin by a page. */
const bin = async ({ subject, id }: RestrictedPerson, deleted_at: string) => {
  await readSchool(school.app, school.fsw)(`update ${subject} set deleted_at = ${deleted_at} where id = ${id}`)
}
const listed = async () => (await calls.list()).map(({ subject, id }: RestrictedPerson) => `${subject} ${id}`)
const answer = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, body]

describe.each(['pupil', 'guardian', 'employee', 'registration'] as const)('a restricted %s in the bin', (subject) => {
  test('is in no list and no count, and its name is read by nobody', async () => {
    const id = ids[subject]
    await calls.restrict(subject, id)
    const { name } = (await calls.read(subject, id)).json()
    const found = async () =>
      (await school.head.call(restrictedSearchEndpoints.count, { query: { q: name.replace(',', '') } })).json().count
    expect([await listed(), await found()]).toEqual([[`${subject} ${id}`], 1])

    await bin({ subject, id }, 'now()')
    expect([await listed(), await found()]).toEqual([[], 0])
    const unknown = 987_654_321
    expect(answer(await calls.read(subject, id))).toEqual(answer(await calls.read(subject, unknown)))
    expect(answer(await calls.set(subject, id))).toEqual(answer(await calls.set(subject, unknown)))
    expect(answer(await calls.lift(subject, id))).toEqual(answer(await calls.lift(subject, unknown)))

    await bin({ subject, id }, 'null')
    expect(await listed()).toEqual([`${subject} ${id}`])
    await calls.release(subject, id)
    expect([await listed(), await found()]).toEqual([[], 0])
  })
})
