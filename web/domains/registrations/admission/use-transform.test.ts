import { describe, expect, it } from 'vitest'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import {
  changeOf,
  initialChoice,
  NEW,
  OPEN_CLASS,
  siblingLink,
  type TransformChoice,
  transformBody,
} from './use-transform.ts'

const mia = {
  id: 7,
  firstname: 'Mia',
  lastname: 'Müller',
  birthdate: '2021-03-31',
  status: 'active',
  school_short: 'fsw',
}

const options = (changes: Partial<TransformOptions> = {}): TransformOptions => ({
  school_year: { id: 3, name: '2027/2028' },
  grade: 1,
  date_entry: '2027-08-16',
  classes: [
    { id: 11, classgradePlain: '1a', capacity: 24, pupil_count: 18, staying_count: null },
    { id: 12, classgradePlain: '1b', capacity: 24, pupil_count: 15, staying_count: null },
    { id: 13, classgradePlain: '1c', capacity: null, pupil_count: 16, staying_count: null },
  ],
  duplicates: { exact: [], likely: [] },
  school_changes: [],
  guardians: [
    { position: 1, fullname: 'Anna Müller', candidates: [] },
    {
      position: 2,
      fullname: 'Ole Berg',
      candidates: [
        {
          guardian_id: 40,
          fullname: 'Ole Berg',
          mail: 'ole@example.org',
          pupils: ['Ben Berg'],
          is_same_name: true,
          sibling_ids: [],
          differences: [],
        },
      ],
    },
  ],
  siblings: [],
  open_points: [],
  wish: null,
  ...changes,
})

const chosen = (changes: Partial<TransformChoice> = {}): TransformChoice => ({
  ...{ schoolclass: '12', child: NEW, guardians: {}, takes: {}, declinesWish: false },
  ...changes,
})

describe('what is chosen before anybody chooses', () => {
  it('is the least full class, a new child and the guardian on record', () => {
    expect(initialChoice(options())).toEqual(chosen({ guardians: { 2: '40' } }))
  })

  it('takes the first class of several with as few children, and none where there is none', () => {
    const [, second, third] = options().classes.map((one) => ({ ...one, pupil_count: 15 }))
    expect(initialChoice(options({ classes: [second, third].filter((one) => one !== undefined) })).schoolclass).toBe(
      '12',
    )
    expect(initialChoice(options({ classes: [] })).schoolclass).toBe(OPEN_CLASS)
  })

  it('leaves the child unanswered only when it surely exists', () => {
    expect(initialChoice(options({ duplicates: { exact: [mia], likely: [] } })).child).toBe('')
    expect(initialChoice(options({ duplicates: { exact: [], likely: [mia] } })).child).toBe(NEW)
  })
})

describe('a change of school', () => {
  const there = { ...mia, school_short: 'fow' }
  const offer = {
    ...{ pupil_id: 7, school_short: 'fow', school_name: 'FOW', schoolclass: '6a' },
    ...{ date_exit: '2027-07-31', further_guardians: [] },
  }
  const found = { duplicates: { exact: [there], likely: [] }, school_changes: [offer] }

  it('is chosen where the child surely attends there and nobody else is this child', () => {
    expect(initialChoice(options(found)).child).toBe(changeOf(7))
    const both = { exact: [there, { ...mia, id: 8 }], likely: [] }
    expect(initialChoice(options({ ...found, duplicates: both })).child).toBe('')
    expect(initialChoice(options({ ...found, duplicates: { exact: [], likely: [there] } })).child).toBe(NEW)
    expect(initialChoice(options({ ...found, school_changes: [] })).child).toBe('')
  })

  it('names pupil and school, and forces only what was shown', () => {
    const choice = chosen({ child: changeOf(7) })
    const asked = { registrationId: 5, found: [there], school_changes: [offer] }
    expect(transformBody(asked, choice)).toEqual({
      ...{ registration_id: 5, schoolclass_id: 12, force: false, guardians: [], declines_wish: false },
      change_from: { pupil_id: 7, school_short: 'fow' },
    })
    expect(transformBody({ ...asked, found: [there, mia, { id: 8 }] }, choice)).toMatchObject({ force: true })
  })
})

describe('what is sent', () => {
  const asked = { registrationId: 5, found: [], school_changes: [] }

  it('is class and guardians for a new child', () => {
    expect(
      transformBody({ ...asked, found: [mia] }, chosen({ guardians: { 1: NEW, 2: '40' }, takes: { 2: ['mail'] } })),
    ).toEqual({
      registration_id: 5,
      schoolclass_id: 12,
      force: true,
      declines_wish: false,
      guardians: [{ position: 2, guardian_id: 40, takes: ['mail'] }],
    })
  })

  it('does not force who was not shown', () => {
    expect(transformBody(asked, chosen())).toMatchObject({ force: false })
  })

  it('does not force what nobody has answered', () => {
    expect(transformBody(asked, chosen({ schoolclass: OPEN_CLASS, child: '' }))).toMatchObject({
      schoolclass_id: null,
      force: false,
    })
  })

  it('is only the pupil when the child is linked', () => {
    expect(transformBody(asked, chosen({ child: '7', guardians: { 2: '40' }, declinesWish: true }))).toEqual({
      registration_id: 5,
      link_pupil_id: 7,
      declines_wish: true,
    })
  })
})

describe('a verified brother or sister', () => {
  const candidate = {
    ...{ guardian_id: 40, fullname: 'Ole Berg', mail: null, pupils: [], is_same_name: false, differences: [] },
    sibling_ids: [7],
  }
  const offered = { guardians: [{ position: 2, fullname: 'Ole Berg', candidates: [candidate] }] }
  const ben = { pupil_id: 7, school_short: 'fsw', is_own: true, name: 'Ben Berg (3a)' }

  it('becomes a sibling with a guardian in common, and only at this school', () => {
    expect(siblingLink(ben, offered, { 2: '40' })).toBe('linked')
    expect(siblingLink(ben, offered, { 2: NEW })).toBe('not_chosen')
    expect(siblingLink(ben, { guardians: [] }, {})).toBe('nobody')
    expect(siblingLink({ ...ben, pupil_id: 8 }, offered, { 2: '40' })).toBe('nobody')
    expect(siblingLink({ ...ben, is_own: false }, offered, { 2: '40' })).toBe('elsewhere')
  })
})
