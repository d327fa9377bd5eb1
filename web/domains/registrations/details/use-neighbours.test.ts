import { describe, expect, it } from 'vitest'
import { placeInWork } from './use-neighbours.ts'

const began = [1, 2, 3, 4, 5]

describe('an application in the list that is worked off', () => {
  it('has neighbours over the ends of pages, each with its page', () => {
    expect(placeInWork({ began, now: began, perPage: 2 }, 2)).toEqual({
      previous: { id: 1, page: 1 },
      next: { id: 3, page: 2 },
      position: 2,
      total: 5,
      following: [3, 4],
    })
    expect(placeInWork({ began, now: began, perPage: 0 }, 2)?.next).toEqual({ id: 3, page: undefined })
  })

  it('keeps them when it leaves the list, and so do those beside it', () => {
    const now = [1, 4, 5]
    expect(placeInWork({ began, now, perPage: 2 }, 3)).toMatchObject({
      ...{ previous: { id: 2, page: undefined }, next: { id: 4, page: 1 } },
      ...{ position: 3, total: 5 },
    })
    expect(placeInWork({ began, now, perPage: 2 }, 4)).toMatchObject({ previous: { id: 3 }, position: 4, total: 5 })
  })

  it('ends with the first and the last', () => {
    expect(placeInWork({ began, now: [], perPage: 10 }, 1)?.previous).toBeUndefined()
    expect(placeInWork({ began, now: [], perPage: 10 }, 5)).toMatchObject({ next: undefined, following: [] })
  })

  it('knows nothing of who was not in it', () => {
    expect(placeInWork({ began, now: [6, ...began], perPage: 10 }, 6)).toBeUndefined()
  })
})
