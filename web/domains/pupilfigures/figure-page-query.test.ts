import { describe, expect, test } from 'vitest'
import type { Permission } from '#contract/permissions.ts'
import { fieldsFor, figurePageState } from './figure-page-query.ts'

const HEAD: Permission[] = ['manage pupil', 'view pupil sensitive']
const OFFICE: Permission[] = ['manage pupil']

const stateOf = (address: string, permissions = OFFICE) => {
  const query = new URLSearchParams(address)
  const changes: Record<string, string | undefined>[] = []
  const state = figurePageState(
    { get: (key) => query.get(key) ?? undefined, set: (change) => changes.push(change) },
    { today: '2026-11-20', permissions },
  )
  return { state, changes }
}

describe('the page of numbers', () => {
  test('begins with today and the tables of the autumn statistics, with support only for those who see it', () => {
    const { state } = stateOf('')
    expect(state).toMatchObject({ day: '2026-11-20', own: undefined })
    expect(state.names).toContain('birth_year.schoolgrade')
    expect(state.names).not.toContain('support.schoolgrade')
    expect(stateOf('', HEAD).state.names).toContain('support.schoolgrade')
    expect(fieldsFor(OFFICE)).not.toContain('support')
    expect(fieldsFor(HEAD)).toContain('support')
  })

  test('shows the day and the table that the address names', () => {
    const { state } = stateOf('tag=2026-10-01&tabelle=nationalities.gender')
    expect(state).toMatchObject({ day: '2026-10-01', own: { rows: 'nationalities', columns: 'gender' } })
    expect(state.names).toEqual(['nationalities.gender'])
    expect(stateOf('tabelle=gender').state.own).toEqual({ rows: 'gender', columns: null })
  })

  test.each(['tag=2026-02-30', 'tabelle=gender.gender', 'tabelle=lastname.gender', 'tabelle=support.gender'])(
    'leaves out what cannot be shown: %s',
    (address) => {
      expect(stateOf(address).state).toMatchObject({ day: '2026-11-20', own: undefined })
    },
  )

  test('keeps the address short: neither today nor the preset stands in it', () => {
    const { state, changes } = stateOf('tag=2026-10-01')
    state.setDay('2026-11-20')
    state.setDay('2025-10-01')
    state.setOwn({ rows: 'age', columns: null })
    state.setOwn(undefined)
    state.startOwn()
    expect(changes).toEqual([
      { tag: undefined },
      { tag: '2025-10-01' },
      { tabelle: 'age' },
      { tabelle: undefined },
      { tabelle: 'schoolgrade.gender' },
    ])
  })
})
