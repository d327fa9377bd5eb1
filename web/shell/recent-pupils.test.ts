import { afterEach, expect, test } from 'vitest'
import { baseDataOf } from '#web/page.test-data.ts'
import { forgetRecentPupils, recentPupilIds, rememberPupil } from './recent-pupils.ts'

const HEAD = baseDataOf('schooladmin')
const OTHER_ACCOUNT = baseDataOf('schooladmin', { user: { ...HEAD.user, id: 8 } })
const OTHER_SCHOOL = baseDataOf('schooladmin', {
  school: { ...(HEAD.school as NonNullable<typeof HEAD.school>), id: 2 },
})

afterEach(() => localStorage.clear())

test('the last five children are remembered, the newest first and each once', () => {
  for (const id of [1, 2, 3, 4, 5, 6, 3]) rememberPupil(HEAD, id)
  expect(recentPupilIds(HEAD)).toEqual([3, 6, 5, 4, 2])
})

test('the browser stores ids and no names', () => {
  rememberPupil(HEAD, 12)
  expect(Object.values(localStorage)).toEqual(['{"owner":"7-1","ids":[12]}'])
})

test('another account or school sees none of them, and its own children replace them', () => {
  rememberPupil(HEAD, 12)
  expect([recentPupilIds(OTHER_ACCOUNT), recentPupilIds(OTHER_SCHOOL)]).toEqual([[], []])
  rememberPupil(OTHER_ACCOUNT, 13)
  expect([recentPupilIds(OTHER_ACCOUNT), recentPupilIds(HEAD)]).toEqual([[13], []])
})

test('signing out forgets them', () => {
  rememberPupil(HEAD, 12)
  forgetRecentPupils()
  expect(recentPupilIds(HEAD)).toEqual([])
})

test.each(['', 'null', '{', '[]', '{"owner":"7-1","ids":"12"}', '{"owner":"7-1","ids":["x",0,-1,1.5]}'])(
  'whatever else stands there (%s) is nobody',
  (stored) => {
    localStorage.setItem('schulhof-recent', stored)
    expect(recentPupilIds(HEAD)).toEqual([])
  },
)
