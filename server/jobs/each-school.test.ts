import { expect, test } from 'vitest'
import { inEachSchool } from './each-school.ts'

test('a school that fails does not stop the others, and is named without anybody’s data', async () => {
  const schools = [1, 2, 3, 4].map((id) => ({ id }))
  const done: number[] = []
  const run = async (id: number) => {
    if (id === 2) throw Object.assign(new Error('Key (mail)=(mia@example.org) already exists'), { code: '23505' })
    if (id === 3) throw new TypeError('mia is undefined')
    done.push(id)
  }
  await expect(inEachSchool(schools, 'The run', run)).rejects.toThrow(
    /^The run failed: school 2 \(23505\), school 3 \(TypeError\)\.$/,
  )
  expect(done).toEqual([1, 4])
})

test('nothing is thrown when all went well', async () => {
  await expect(inEachSchool([{ id: 1 }], 'The run', async () => {})).resolves.toBeUndefined()
})
