import { describe, expect, test } from 'vitest'
import { ageOn } from '#contract/dates.ts'
import { compareChildren } from '#contract/registrations/duplicates.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { areApart } from './birthdates.ts'
import { type DemoStory, makeStory } from './demo-story.ts'
import type { Child, Family } from './family-maker.ts'
import { DEMO_SEED } from './school-plan.ts'
import { SeededRandom, shareOut } from './seeded-random.ts'

const tell = (anchor: string) => makeStory({ seed: DEMO_SEED, anchor })
const autumn = tell('2026-11-20')
const seasonEnd = tell('2027-07-31')
const ANCHORS = ['2026-08-01', '2026-11-20', '2027-02-28', '2027-07-31', '2028-02-29', '2031-10-04']

const present = ({ schools }: DemoStory, short: 'fsw' | 'fow') =>
  schools[short].enrolments.filter(({ date_exit }) => date_exit === null)
const everyone = (story: DemoStory) => [...present(story, 'fsw'), ...present(story, 'fow')]
const share = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length / list.length
const nameOf = ({ firstname, family }: Child) => `${firstname} ${family.lastname}`
const near = (value: number, goal: number, by: number) => {
  expect(value).toBeGreaterThanOrEqual(goal - by)
  expect(value).toBeLessThanOrEqual(goal + by)
}

describe('pupils of domain §8', () => {
  test('about 205 at fsw in ten classes, 150 at fow in eight', () => {
    const classes = (short: 'fsw' | 'fow') =>
      new Set(present(autumn, short).map(({ stays }) => JSON.stringify(stays.at(-1)?.klass))).size
    near(present(autumn, 'fsw').length, 205, 12)
    near(present(autumn, 'fow').length, 150, 12)
    expect([classes('fsw'), classes('fow')]).toEqual([10, 8])
  })

  test('girls, boys and divers; each school has somebody in the bracket', () => {
    const pupils = everyone(autumn)
    near(
      share(pupils, ({ child }) => child.gender === 'f'),
      0.49,
      0.06,
    )
    near(
      share(pupils, ({ child }) => child.gender === 'm'),
      0.5,
      0.06,
    )
    for (const short of ['fsw', 'fow'] as const) {
      expect(present(autumn, short).some(({ child }) => child.gender === 'd')).toBe(true)
    }
  })

  test('most are of the regular age of their grade', () => {
    const isRegular = ({ child, stays }: (typeof autumn.schools.fsw.enrolments)[number]) => {
      const first = 2026 - 6 - (stays.at(-1)?.grade ?? 0)
      return child.birthdate >= `${first}-10-01` && child.birthdate <= `${first + 1}-09-30`
    }
    near(share(everyone(autumn), isRegular), 0.86, 0.05)
  })

  test('families: custody, separated addresses, single guardians, mail of the second one', () => {
    const families = [...new Set(everyone(autumn).map(({ child }) => child.family))]
    const second = families.flatMap(({ guardians }) => guardians.slice(1))
    near(
      share(families, ({ custody }) => custody === 'joint'),
      0.82,
      0.05,
    )
    near(
      share(families, ({ custody }) => custody === 'sole'),
      0.15,
      0.05,
    )
    near(
      share(families, ({ guardians }) => guardians.length === 1),
      0.05,
      0.03,
    )
    near(
      share(families, ({ guardians }) => guardians.some(({ address }) => address !== null)),
      0.3,
      0.05,
    )
    near(
      share(second, ({ mail }) => mail === null),
      0.12,
      0.05,
    )
  })

  test('22 % have a brother or sister at one of the schools, twins or ten months apart', () => {
    const pupils = everyone(autumn)
    const byFamily = new Map<Family, Child[]>()
    for (const { child } of pupils) byFamily.set(child.family, [...(byFamily.get(child.family) ?? []), child])
    const siblings = [...byFamily.values()].filter((children) => children.length > 1)
    near(siblings.flat().length / pupils.length, 0.22, 0.01)
    const pairs = siblings.flatMap((all) => all.flatMap((a, index) => all.slice(index + 1).map((b) => [a, b] as const)))
    const twins = pairs.filter(([a, b]) => a.birthdate === b.birthdate)
    expect(twins).toHaveLength(1)
    for (const [a, b] of pairs) expect(a.birthdate === b.birthdate || areApart(a.birthdate, b.birthdate)).toBe(true)
  })

  test('names that search and order must cope with', () => {
    const children = everyone(autumn).map(({ child }) => child)
    const lastnames = new Set(children.map(({ family }) => family.lastname))
    for (const name of ['Müller', 'Mueller', 'Muller', 'Weiß', 'Weiss']) expect(lastnames).toContain(name)
    expect(children.some(({ family }) => family.lastname.length > 30)).toBe(true)
    expect(children.some(({ family }) => family.lastname_prefix !== null)).toBe(true)
    const counts = Map.groupBy(children, nameOf)
    const namesakes = [...counts.values()].filter((same) => same.length > 1)
    expect(namesakes.map((same) => same.map(nameOf))).toEqual([['Paul Schmidt', 'Paul Schmidt']])
    expect(new Set(namesakes.flat().map(({ birthdate }) => birthdate)).size).toBe(2)
  })

  test('children who went on to fow are the same child at both schools', () => {
    const fow = new Set(present(autumn, 'fow').map(({ child }) => child))
    expect(autumn.schools.fsw.enrolments.filter(({ child }) => fow.has(child))).toHaveLength(6)
  })
})

describe('applications of domain §8', () => {
  const of = (story: DemoStory, short: 'fsw' | 'fow') => story.schools[short].applications

  test('a whole season brings 96 to fsw and 64 to fow', () => {
    const count = (short: 'fsw' | 'fow', type: string) =>
      of(seasonEnd, short).filter(({ entry_type }) => entry_type === type).length
    expect([count('fsw', 'regular'), count('fsw', 'lateral')]).toEqual([78, 18])
    expect([count('fow', 'regular'), count('fow', 'lateral')]).toEqual([52, 12])
    const february = of(seasonEnd, 'fsw').filter(({ created_at }) => created_at.startsWith('2027-02'))
    near(february.length, (96 * 22) / 100, 1)
  })

  test.each(ANCHORS)('up to %s only what had arrived exists, with ages the form accepts', (anchor) => {
    const story = tell(anchor)
    for (const application of [...of(story, 'fsw'), ...of(story, 'fow')]) {
      expect(application.created_at < anchor).toBe(true)
      expect((application.status_changed_at ?? '') < anchor).toBe(true)
      const age = ageOn(application.child.birthdate, `${story.years.startYear + 1}-08-01`)
      expect(age).toBeGreaterThanOrEqual(application.short === 'fsw' ? 5 : 10)
    }
  })

  test('young applications are new, old ones decided', () => {
    const ageDays = (created_at: string) =>
      (Date.parse('2027-07-31') - Date.parse(created_at.slice(0, 10))) / 86_400_000
    const old = of(seasonEnd, 'fsw').filter(({ created_at }) => ageDays(created_at) > 60)
    const is = (status: RegistrationStatus) => share(old, (one) => one.status === status)
    near(is('accepted'), 0.42, 0.02)
    near(is('waiting'), 0.24, 0.02)
    near(is('rejected'), 0.22, 0.02)
    near(is('new'), 0.12, 0.02)
    const young = of(tell('2027-02-25'), 'fsw').filter(({ created_at }) => created_at >= '2027-02-12')
    near(
      share(young, ({ status }) => status === 'new'),
      0.9,
      0.1,
    )
  })

  test('most addresses are confirmed, some not, a few applications came on paper', () => {
    const all = of(seasonEnd, 'fsw')
    near(
      share(all, (one) => one.mail_state === 'verified'),
      0.84,
      0.02,
    )
    near(
      share(all, (one) => one.mail_state === 'unverified'),
      0.13,
      0.02,
    )
    near(
      share(all, (one) => one.mail_state === 'none'),
      0.03,
      0.01,
    )
  })

  test('three are withdrawn, two are duplicates, one confirmation has run out', () => {
    const all = [...of(autumn, 'fsw'), ...of(autumn, 'fow')]
    expect(all.filter(({ withdrawn }) => withdrawn)).toHaveLength(3)
    const hits = (['fsw', 'fow'] as const).map((short) => {
      const children = of(autumn, short).map(({ child }) => ({ ...child, lastname: child.family.lastname }))
      return children.flatMap((a, index) =>
        children.slice(index + 1).flatMap((b) => (a.family === b.family ? (compareChildren(a, b) ?? []) : [])),
      )
    })
    expect(hits).toEqual([['exact'], ['likely']])
    const expired = all.filter(
      (one) => one.mail_state === 'unverified' && one.status === 'new' && one.created_at < '2026-11-06',
    )
    expect(expired.length).toBeGreaterThanOrEqual(1)
    // Older applications would have been deleted (domain §2.3).
    for (const { created_at } of expired) expect(created_at > '2026-10-21').toBe(true)
  })

  test('every fifth has a brother or sister here', () => {
    near(
      share(of(seasonEnd, 'fsw'), ({ siblings }) => siblings.length > 0),
      0.2,
      0.03,
    )
  })
})

test('the same seed and anchor tell the same story, another seed another', () => {
  const text = (seed: number) => {
    const { schools } = makeStory({ seed, anchor: '2026-11-20' })
    return [...schools.fsw.enrolments, ...schools.fow.enrolments].map(
      ({ child }) => `${nameOf(child)} ${child.birthdate}`,
    )
  }
  expect(text(DEMO_SEED)).toEqual(text(DEMO_SEED))
  expect(text(DEMO_SEED + 1)).not.toEqual(text(DEMO_SEED))
})

describe('numbers', () => {
  test('mulberry32 gives what it gives everywhere', () => {
    const random = new SeededRandom(1)
    expect([random.next(), random.next()].map((n) => n.toFixed(9))).toEqual(['0.627073941', '0.002735721'])
  })

  test('shares are whole and add up', () => {
    expect(
      shareOut(7, [
        ['a', 1],
        ['b', 1],
      ] as const),
    ).toEqual(['a', 'a', 'a', 'a', 'b', 'b', 'b'])
    for (let total = 0; total < 50; total++) {
      expect(
        shareOut(total, [
          ['x', 3],
          ['y', 5],
          ['z', 11],
        ] as const),
      ).toHaveLength(total)
    }
  })
})
