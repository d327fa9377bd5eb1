import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeFolder } from '#server/test/backup-drill.ts'
import { type ErasureSchool, openErasureSchool } from '#server/test/erasure-school.ts'
import { readJournal } from './erasure-journal.ts'
import { copyErasures } from './repeat-erasures.ts'

const folder = makeFolder()
let school: ErasureSchool
beforeAll(async () => {
  school = await openErasureSchool()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
afterAll(async () => {
  await school.app.stop()
  folder.remove()
})

const { fsyncSync } = fs
const watchDisk = (onSync: (descriptor: number) => void) => {
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    onSync(descriptor)
    fsyncSync(descriptor)
  })
  syncBuiltinESMExports()
}
const copyInto = (erasureJournal: string) => copyErasures({ ...school.app.platform, erasureJournal })({})
const eraseOne = async () => {
  await school.begin()
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`insert into erasure (subject, subject_id, rule, action, erased_on)
    values ('pupil', ${pupil}, 'proof', 'delete', '2027-02-01')`)
  return pupil
}
const uncopied = async () => (await school.rowsOf('select from erasure where copied_at is null')).length

test('the disk is asked to keep the whole lines before their rows are marked', async () => {
  const pupil = await eraseOne()
  const file = join(folder.path, 'whole.jsonl')
  const kept: number[] = []
  watchDisk((descriptor) => kept.push(fs.fstatSync(descriptor).size))
  await copyInto(file)
  expect(readJournal(file, school.app.platform.keys).erasures).toMatchObject([{ subject: 'pupil', subject_id: pupil }])
  expect(kept).toEqual([fs.statSync(file).size])
  expect(await uncopied()).toBe(0)
})

test('rows that the disk did not keep wait for the next run', async () => {
  const pupil = await eraseOne()
  const file = join(folder.path, 'broken.jsonl')
  watchDisk(() => {
    throw new Error('EIO')
  })
  await expect(copyInto(file)).rejects.toThrow('EIO')
  expect(await uncopied()).toBe(1)
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await copyInto(file)
  expect(await uncopied()).toBe(0)
  expect(readJournal(file, school.app.platform.keys).erasures).toContainEqual(
    expect.objectContaining({ subject: 'pupil', subject_id: pupil }),
  )
})
