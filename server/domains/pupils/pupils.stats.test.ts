import { afterAll, beforeAll, expect, test } from 'vitest'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('a school without any child differs from one whose children are still to come or have left', async () => {
  const school = await makeSchool(app, 'fsw')
  const statsFor = async (role: 'schooladmin' | 'viewer', schoolId = school) => {
    const visitor = await app.signedIn((await makeUser(app, { role, schools: [schoolId] })).id)
    return (await visitor.call(pupilStatsEndpoints.get)).json()
  }
  const binned = await makePupil(app, school, { firstname: 'Gelöscht', lastname: 'Papierkorb' })
  await insideSchool(app, school, (tx) =>
    tx.updateTable('pupil').set({ deleted_at: '2026-11-01T00:00:00Z' }).where('id', '=', binned).execute(),
  )
  const other = await makeSchool(app, 'fow')
  await makePupil(app, other, { firstname: 'Emil', lastname: 'Weg', status: 'left' })
  expect(await statsFor('schooladmin')).toMatchObject({ total: 0, hasPupils: false })
  expect(await statsFor('schooladmin', other)).toMatchObject({ total: 0, hasPupils: true })
  await makePupil(app, school, { firstname: 'Mia', lastname: 'Kommend', status: 'upcoming' })
  for (const role of ['schooladmin', 'viewer'] as const)
    expect(await statsFor(role)).toMatchObject({ total: 0, hasPupils: true })
})
