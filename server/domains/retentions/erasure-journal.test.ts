import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { SecretRing } from '#server/secret-keys.ts'
import { makeFolder } from '#server/test/backup-drill.ts'
import { type ErasureSchool, openErasureSchool } from '#server/test/erasure-school.ts'
import { appendToJournal, readJournal, resignJournal } from './erasure-journal.ts'
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

test('a journal is signed again in its place, so that lines which come meanwhile stay', () => {
  const key = (id: string): SecretRing[number] => ({ id, bytes: randomBytes(32) })
  const [k1, k2] = [key('k1'), key('k2')]
  const file = join(folder.path, 'signiert.jsonl')
  const erasure = (subject_id: number) =>
    ({ school: 1, subject: 'pupil', subject_id, rule: 'proof', action: 'delete', erased_on: '2027-02-01' }) as const
  appendToJournal(file, [k1], [erasure(1), erasure(2)])
  // A line of another installation, and a half one.
  appendToJournal(file, [key('x')], [erasure(3)])
  fs.appendFileSync(file, '{"school":1')
  appendToJournal(file, [k2, k1], [erasure(4)])
  const before = fs.readFileSync(file, 'utf8')
  expect(resignJournal(file, [k2, k1])).toBe(2)
  expect(resignJournal(file, [k2, k1])).toBe(0)
  const after = fs.readFileSync(file, 'utf8')
  expect(after.replaceAll(/\t.*/g, '')).toBe(before.replaceAll(/\t.*/g, ''))
  const { erasures, unreadable } = readJournal(file, [k2])
  expect([erasures.map(({ subject_id }) => subject_id), unreadable]).toEqual([[1, 2, 4], 1])
  expect(resignJournal(join(folder.path, 'fehlt.jsonl'), [k2, k1])).toBe(0)
})
