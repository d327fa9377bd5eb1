import { beforeEach, expect, test } from 'vitest'
import { openUndos } from './notify.tsx'

const undo = (id: string, about?: string) => openUndos.add({ id, about, run: () => {} })

beforeEach(() => {
  for (let open = openUndos.newest(); open; open = openUndos.newest()) openUndos.remove(open.id)
})

test('the newest action is taken back first, then the one before', () => {
  undo('a')
  undo('b')
  expect(openUndos.newest()?.id).toBe('b')
  openUndos.remove('b')
  expect(openUndos.newest()?.id).toBe('a')
})

test('a record that changed again outdates what was done to it, and nothing else', () => {
  undo('a', 'registration 1')
  undo('b', 'registration 2')
  undo('c', 'registration 1')
  undo('d')
  expect(openUndos.outdatedBy('registration 1')).toEqual(['a', 'c'])
})
