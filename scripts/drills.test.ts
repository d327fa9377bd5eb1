import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DRILLS, findDrills } from './drills.ts'
import { root } from './run-tool.ts'

test('every drill runs files that exist', () => {
  expect(DRILLS.flatMap(({ files }) => files).filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('a drill is found by its name, all without one, and a wrong name is refused', () => {
  expect(findDrills(['kills']).map(({ name }) => name)).toEqual(['kills'])
  expect(findDrills([])).toEqual(DRILLS)
  expect(() => findDrills(['kils'])).toThrow('No such drill: kils. There are: fuzz, crawl, kills')
})
