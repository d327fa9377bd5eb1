import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { SchoolTransaction } from './school-transaction.ts'
import { askWithRestricted, withRestricted } from './with-restricted.ts'

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  await makePupil(app, fsw, { firstname: 'Mia', lastname: 'A' })
  const pupil_id = await makePupil(app, fsw, { firstname: 'Hidden', lastname: 'B' })
  await insideSchool(app, fsw, (tx) =>
    tx.insertInto('restriction').values({ school_id: fsw, pupil_id, reason: 'Widerspruch' }).execute(),
  )
})
afterAll(() => app.stop())

const ask = (tx: SchoolTransaction) => tx.selectFrom('pupil').select('firstname').orderBy('lastname')
const namesOf = async (rows: Promise<{ firstname: string }[]>) => (await rows).map(({ firstname }) => firstname)

describe('one query in one round trip', () => {
  test('sees the same as the long way, and what is asked before and after it does not', async () => {
    await insideSchool(app, fsw, async (tx) => {
      for (let round = 0; round < 20; round++) {
        const [before, inside] = await Promise.all([
          namesOf(ask(tx).execute()),
          namesOf(askWithRestricted(tx, ask(tx))),
        ])
        expect([before, inside]).toEqual([['Mia'], ['Mia', 'Hidden']])
        expect(inside).toEqual(await namesOf(withRestricted(tx, () => ask(tx).execute())))
        expect(await namesOf(ask(tx).execute())).toEqual(['Mia'])
      }
    })
  })

  test('leaves what was visible around it', async () => {
    await insideSchool(app, fsw, async (tx) => {
      const around = await withRestricted(tx, async () => {
        await askWithRestricted(tx, ask(tx))
        return await namesOf(ask(tx).execute())
      })
      expect(around).toEqual(['Mia', 'Hidden'])
      expect(await namesOf(ask(tx).execute())).toEqual(['Mia'])
    })
  })

  test('that fails ends the transaction', async () => {
    const work = insideSchool(app, fsw, async (tx) => {
      const broken = { execute: async () => (await sql`select 1 / 0`.execute(tx)).rows }
      await expect(askWithRestricted(tx, broken)).rejects.toThrow('division by zero')
      return await ask(tx).execute()
    })
    await expect(work).rejects.toThrow('current transaction is aborted')
  })
})
