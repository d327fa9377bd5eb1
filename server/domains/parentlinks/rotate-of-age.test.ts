import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OF_AGE_TASK } from '#server/jobs/of-age-task.ts'
import { AT_START, crontabOf, tasksOf } from '#server/tasks.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type LinkedChild, openParentsSchool, type ParentsSchool } from '#server/test/parents-school.ts'
import { rotateLinksOfAge } from './rotate-of-age.ts'

let school: ParentsSchool
beforeAll(async () => {
  school = await openParentsSchool()
})
afterAll(() => school.app.stop())

const rotateAt = async (moment: string) => {
  school.setClock(moment)
  await rotateLinksOfAge(school.app.platform)({})
}
/** Sets the time that the database would set by its own clock: the link is from the given day. */
const makeChild = async (birthdate: string, linkedAt = '2025-09-01T08:00:00Z', schoolId = school.fsw) => {
  const child = await school.makeChild({ birthdate }, schoolId)
  await school.app.database.owner.query(
    'update pupil_link set created_at = $1 where pupil_id = $2 and school_id = $3',
    [linkedAt, child.id, schoolId],
  )
  return child
}
const isRotated = async (child: LinkedChild) => (await school.uuidOf(child.id, child.school)) !== child.uuid
const rotations = ({ id, school: schoolId }: LinkedChild) =>
  insideSchool(school.app, schoolId, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['action', 'user_id'])
      .where('entity_type', '=', 'pupil')
      .where('entity_id', '=', id)
      .where('action', '=', 'uuid_rotated')
      .execute(),
  )

describe('the link of a pupil', () => {
  test('is replaced in the first minute of the 18th birthday in Berlin, and only once', async () => {
    const ida = await makeChild('2008-11-24')
    await rotateAt('2026-11-23T22:59:00Z')
    expect(await isRotated(ida)).toBe(false)
    await rotateAt('2026-11-23T23:01:00Z')
    expect((await school.readPage(ida.uuid)).statusCode).toBe(404)
    const uuid = await school.uuidOf(ida.id)
    expect((await school.readPage(uuid)).json().firstname).toBe('Mia')
    expect(await rotations(ida)).toEqual([{ action: 'uuid_rotated', user_id: null }])
    await rotateAt('2026-11-24T23:01:00Z')
    await rotateAt('2027-06-01T22:01:00Z')
    expect(await school.uuidOf(ida.id)).toBe(uuid)
    expect(await rotations(ida)).toHaveLength(1)
  })

  test('born on 29 February is another one on 1 March', async () => {
    const ida = await makeChild('2008-02-29')
    await rotateAt('2026-02-28T12:00:00Z')
    expect(await isRotated(ida)).toBe(false)
    await rotateAt('2026-03-01T00:30:00+01:00')
    expect(await isRotated(ida)).toBe(true)
  })

  test('born on 28 February or 1 March is another one on that day', async () => {
    const [before, later] = [await makeChild('2008-02-28'), await makeChild('2008-03-01')]
    await rotateAt('2026-02-28T12:00:00Z')
    expect([await isRotated(before), await isRotated(later)]).toEqual([true, false])
    await rotateAt('2026-03-01T12:00:00Z')
    expect(await isRotated(later)).toBe(true)
  })

  test('is replaced later when the server was off on the birthday, and in every school', async () => {
    const [ida, leo] = [await makeChild('2008-12-01'), await makeChild('2008-12-01', undefined, school.fow)]
    await rotateAt('2026-12-20T12:00:00Z')
    expect([await isRotated(ida), await isRotated(leo)]).toEqual([true, true])
  })

  test('made since the birthday stays, because guardians never had it', async () => {
    const ida = await makeChild('2008-10-01', '2026-09-30T22:00:00Z')
    const tim = await makeChild('2008-10-01', '2026-09-30T21:59:59Z')
    await rotateAt('2026-11-20T12:00:00Z')
    expect([await isRotated(ida), await isRotated(tim)]).toEqual([false, true])
  })

  test('of somebody younger stays, and so does a missing one', async () => {
    const mia = await makeChild('2018-05-03')
    await rotateAt('2026-11-20T12:00:00Z')
    expect(await isRotated(mia)).toBe(false)
  })
})

test('the task runs a minute after midnight in Berlin, summer and winter, and when a server starts', () => {
  const lines = crontabOf(tasksOf(school.app.platform)).split('\n')
  expect(lines).toContain(`1 22,23 * * * ${OF_AGE_TASK} ?fill=6h&max=5`)
  expect(AT_START).toContain(OF_AGE_TASK)
})
