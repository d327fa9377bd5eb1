import { describe, expect, test } from 'vitest'
import { emergencyField } from '#contract/userlog/userlog.emergency.ts'
import type { LogEntry } from '#contract/userlog/userlog.ts'
import { logLines, plainLines } from './log-lines.ts'

const entry = (id: number, changes: Partial<LogEntry> = {}): LogEntry => ({
  id,
  created_at: '2026-11-20T08:00:00Z',
  user_id: 8,
  user_name: 'Petra Schreiber',
  role: 'schooladmin',
  action: 'registration_updated',
  entity_type: 'registration',
  entity_id: id,
  entity_label: null,
  entity_owner: null,
  changed_fields: [],
  result: 'ok',
  ip_trunc: '10.0.0.0',
  request_id: null,
  ...changes,
})

const three = [entry(3), entry(2), entry(1)]
const keys = (rows: readonly LogEntry[], unfolded: readonly string[] = []) =>
  logLines(rows, new Set(unfolded)).map(({ key }) => key)

test('three entries that say the same are one line, two are not', () => {
  expect(keys(three)).toEqual(['group 3'])
  expect(logLines(three, new Set())[0]?.entries.map(({ id }) => id)).toEqual([3, 2, 1])
  expect(keys(three.slice(1))).toEqual(['2', '1'])
})

test('the same twice within a minute is one line, a minute later it is not', () => {
  const signIn = (id: number, time: string) =>
    entry(id, { action: 'login', entity_type: 'user', entity_id: 8, created_at: `2026-11-20T${time}Z` })
  expect(keys([signIn(2, '08:00:59'), signIn(1, '08:00:00')])).toEqual(['group 2'])
  expect(keys([signIn(2, '08:01:00'), signIn(1, '08:00:59')])).toEqual(['2', '1'])
})

test.each<[string, Partial<LogEntry>]>([
  ['another person', { user_id: 9 }],
  ['another role', { role: 'admin' }],
  ['another action', { action: 'registration_deleted' }],
  ['another kind of object', { entity_type: 'registration_contact' }],
  ['another result', { result: 'denied' }],
  // 0:30 in Berlin is the next day.
  ['another day', { created_at: '2026-11-20T23:30:00Z' }],
])('%s ends a group', (_, changes) => {
  expect(keys([...three, entry(0, changes)])).toEqual(['group 3', '0'])
  expect(keys([entry(3), entry(2, changes), entry(1)])).toEqual(['3', '2', '1'])
})

test('an unfolded group is followed by its entries, which paper has alone', () => {
  const lines = logLines([...three, entry(0, { action: 'login' })], new Set(['group 3', 'group 99']))
  expect(lines.map(({ key, isInside }) => [key, isInside])).toEqual([
    ['group 3', false],
    ['3', true],
    ['2', true],
    ['1', true],
    ['0', false],
  ])
  expect(plainLines(three).map(({ key }) => key)).toEqual(['3', '2', '1'])
})

test('a line inside a group shows its time only where the group lasted longer than a minute', () => {
  const own = (rows: readonly LogEntry[]) => logLines(rows, new Set(['group 3'])).map(({ hasOwnTime }) => hasOwnTime)
  expect(own(three)).toEqual([true, false, false, false])
  expect(own([entry(3, { created_at: '2026-11-20T08:05:00Z' }), entry(2), entry(1)])).toEqual([true, true, true, true])
})

/** Taking over an application, as one call writes it: the newest row first. */
const takeover = (first: number, request_id: string) => [
  entry(first, { request_id, action: 'registration_transformed', entity_id: 7 }),
  entry(first - 1, { request_id, action: 'pupil_schoolclass_created', entity_type: 'pupil_schoolclass' }),
  entry(first - 2, { request_id, action: 'guardian_created', entity_type: 'guardian' }),
  entry(first - 3, { request_id, action: 'pupil_created', entity_type: 'pupil' }),
]

test('what one call did is one line with the named act, and the rest are its steps', () => {
  const [line, ...others] = logLines(takeover(9, 'a').reverse(), new Set())
  expect(others).toEqual([])
  expect([line?.action, line?.entries.length, line?.steps.length]).toEqual(['registration_transformed', 1, 3])
  expect(keys(takeover(9, 'a'), ['group 9'])).toEqual(['group 9', '8', '7', '6'])
})

test('without a named act the child is the line, not the contacts', () => {
  const rows = takeover(9, 'a').slice(1)
  expect(logLines(rows, new Set()).map(({ action, steps }) => [action, steps.length])).toEqual([['pupil_created', 2]])
})

test('two calls are two lines, three that say the same are one with all their steps', () => {
  const two = [...takeover(19, 'a'), ...takeover(9, 'b').map((row) => ({ ...row, entity_id: 8 }))]
  expect(keys(two)).toEqual(['group 19', 'group 9'])
  const [line] = logLines([...two, ...takeover(29, 'c')], new Set())
  expect([line?.entries.length, line?.steps.length]).toEqual([3, 9])
})

test('what was refused in the same call stays a line of its own', () => {
  expect(keys([...takeover(9, 'a'), entry(1, { request_id: 'a', result: 'denied' })])).toEqual(['group 9', '1'])
})

test('the contacts of an application come and go with it and need no step', () => {
  const call = { request_id: 'one', entity_id: 7 }
  const rows = [
    entry(3, { ...call, action: 'registrations_import_undone', entity_type: 'registration_import' }),
    entry(2, { ...call, action: 'registration_deleted' }),
    entry(1, { ...call, action: 'registration_contact_deleted', entity_type: 'registration_contact' }),
  ]
  const steps = (of: readonly LogEntry[]) => logLines(of, new Set())[0]?.steps.map(({ id }) => id)
  expect(steps(rows)).toEqual([2])
  // A contact that goes alone is told.
  expect(steps([...rows.slice(0, 1), ...rows.slice(2)])).toEqual([1])
})

test('a demand is the act of its call, and names its emergency account; an older one is a step', () => {
  const call = { request_id: 'a' }
  const chosen = entry(2, { ...call, action: 'emergency_chosen', entity_type: 'user' })
  const demand = (field: string) =>
    entry(1, { ...call, action: 'settings_changed', entity_type: 'school_setting', changed_fields: [field] })
  const [line, ...others] = logLines([chosen, demand(emergencyField('Kim Keller'))], new Set())
  expect([line?.action, line?.steps, others]).toEqual(['settings_changed', [], []])
  const [older] = logLines([chosen, demand('emergency_user_id')], new Set())
  expect([older?.action, older?.steps.map(({ id }) => id)]).toEqual(['emergency_chosen', [1]])
  expect(logLines([chosen], new Set())[0]?.action).toBe('emergency_chosen')
})

describe('what was entered on the way to an act', () => {
  const done = entry(9, { action: 'registration_transformed', entity_id: 7 })
  const paper = (changes: Partial<LogEntry> = {}) =>
    entry(8, {
      action: 'registration_paper_created',
      entity_type: 'registration_paper',
      entity_owner: { type: 'registration', id: 7 },
      created_at: '2026-11-20T07:55:00Z',
      ...changes,
    })
  const place = entry(7, { action: 'registration_place_changed', entity_id: 7, created_at: '2026-11-20T07:55:30Z' })

  test('within five minutes at the same application is one line with it', () => {
    const [line, ...others] = logLines([done, place, paper()], new Set())
    expect(others).toEqual([])
    expect(line?.steps.map(({ id }) => id)).toEqual([7, 8])
  })

  test.each<[string, readonly LogEntry[]]>([
    ['longer before', [done, paper({ created_at: '2026-11-20T07:54:59Z' })]],
    ['by somebody else', [done, paper({ user_id: 9 })]],
    ['at another application', [done, paper({ entity_owner: { type: 'registration', id: 6 } })]],
    ['a decision', [done, entry(8, { action: 'registration_status_changed', entity_id: 7 })]],
    ['afterwards, oldest first', [done, paper({ created_at: '2026-11-20T08:01:00Z' })]],
    ['refused', [done, paper({ result: 'denied' })]],
  ])('%s has a line of its own', (_, rows) => {
    expect(logLines(rows, new Set())).toHaveLength(2)
  })
})
