import { describe, expect, it } from 'vitest'
import { isDevelopmentHost } from '#contract/changelog/changelog.ts'
import { afterFailedPoll, afterPoll, pollDelayMs, UNKNOWN_VERSION, type VersionState } from './use-version.ts'

/** A name: a poll that answered it; a number: the status of one that failed. */
const pollsOf = (...polls: (string | number)[]) =>
  polls.reduce<VersionState>(
    (state, poll) =>
      typeof poll === 'string'
        ? afterPoll(state, { name: poll, commit: null, build_date: null })
        : afterFailedPoll(state, poll),
    UNKNOWN_VERSION,
  )

describe('the version of spec §4', () => {
  it('remembers the first loaded version as the initial one', () => {
    expect(pollsOf('1.0.0')).toMatchObject({ initial: { name: '1.0.0' }, changes: 0 })
    expect(pollsOf('1.0.0', '1.1.0')).toMatchObject({ initial: { name: '1.0.0' }, current: { name: '1.1.0' } })
    expect(pollsOf(500, '1.0.0')).toMatchObject({ initial: { name: '1.0.0' }, changes: 0 })
  })

  it.each([
    { polls: ['1.0.0', '1.0.0'], changes: 0 },
    { polls: ['1.0.0', '1.1.0'], changes: 1 },
    { polls: ['1.0.0', '1.1.0', '1.1.0'], changes: 1 },
    { polls: ['1.0.0', '1.1.0', '1.2.0'], changes: 2 },
    { polls: ['1.0.0', 503, '1.1.0'], changes: 1 },
    { polls: ['1.0.0', 500, '1.1.0'], changes: 0 },
    { polls: ['1.0.0', 0, '1.1.0'], changes: 0 },
    { polls: ['1.0.0', 500, '1.1.0', '1.2.0'], changes: 1 },
  ])('after $polls there were $changes new versions', ({ polls, changes }) => {
    expect(pollsOf(...polls).changes).toBe(changes)
  })

  it('clears the version when a poll fails, but not with 503', () => {
    expect(pollsOf('1.0.0', 502)).toMatchObject({ initial: { name: '1.0.0' }, current: null })
    expect(pollsOf('1.0.0', 503).current).toEqual({ name: '1.0.0', commit: null, build_date: null })
  })

  it('spreads the polls around the minute', () => {
    expect([0, 0.5, 1].map((chance) => pollDelayMs(60, chance))).toEqual([48_000, 60_000, 72_000])
  })

  it.each([
    ['localhost', true],
    ['test.schule.example', true],
    ['schule.example', false],
    ['mytest.example', false],
    ['127.0.0.1', false],
  ])('%s is a development build: %s', (host, isDevelopment) => {
    expect(isDevelopmentHost(host)).toBe(isDevelopment)
  })
})
