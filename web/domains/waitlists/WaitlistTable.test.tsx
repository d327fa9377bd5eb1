import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Waitlist, WaitlistRow } from '#contract/waitlists/waitlists.ts'
import { json, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { WaitlistTable } from './WaitlistTable.tsx'

const onMove = vi.fn()
let show: (names: readonly string[]) => void

const rowOf = (name: string, index: number) =>
  ({
    id: name.charCodeAt(0),
    number: `FSW-2027-${name}`,
    meta: { child_firstname: name, child_lastname: 'Müller' },
    wait_rank: index + 1,
    child_birthdate: '2020-05-14',
    waiting_since: '2026-11-06T08:00:00Z',
    priority_reason: 'none',
    open_claims: 0,
    last_move: null,
    is_placed_by_hand: false,
    addresses: { all: 2, confirmed: 1 },
    version: 1,
  }) as unknown as WaitlistRow

const Page = () => {
  const [names, setNames] = useState<readonly string[]>(['Anna', 'Ben', 'Clara'])
  show = setNames
  const list = { grade: 1, rows: names.map(rowOf) } as unknown as Waitlist
  const selection = { isChosen: () => false, onChoose: () => {}, nameOf: () => '' }
  return <WaitlistTable list={list} selection={selection} onMove={onMove} onOffer={() => {}} />
}

beforeEach(async () => {
  onMove.mockReset()
  stubBrowser(async () => json(200, []))
  renderAsPage(Page)
  await screen.findByText('Anna Müller')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = (name: string) => screen.getByRole('row', { name: new RegExp(`${name} Müller`) })
const drag = { dataTransfer: { effectAllowed: '' } }

test('who is dragged is who is moved, also when the list was fetched anew meanwhile', () => {
  fireEvent.dragStart(row('Ben'), drag)
  act(() => show(['Anna', 'Clara', 'Ben']))
  fireEvent.dragOver(row('Anna'), drag)
  expect([row('Ben').dataset.dragged, row('Clara').dataset.dragged]).toEqual(['true', 'false'])
  expect(row('Anna').dataset.drop).toBe('before')
  fireEvent.drop(row('Anna'), drag)
  expect(onMove.mock.calls).toMatchObject([[{ meta: { child_firstname: 'Ben' }, wait_rank: 3 }, 1]])
})

test('a dragged row that waits no more ends the drag: nobody else is moved for it', () => {
  fireEvent.dragStart(row('Ben'), drag)
  fireEvent.dragOver(row('Clara'), drag)
  act(() => show(['Anna', 'Clara']))
  fireEvent.dragOver(row('Anna'), drag)
  expect(row('Anna').dataset.drop).toBeUndefined()
  fireEvent.drop(row('Anna'), drag)
  act(() => show(['Anna', 'Ben', 'Clara']))
  expect(row('Ben').dataset.dragged).toBe('false')
  expect(onMove).not.toHaveBeenCalled()
})
