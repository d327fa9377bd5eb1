import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { json, knowPerson, removeNotices, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { HoldDialog } from './HoldDialog.tsx'

const UNTIL = '20.02.2027'
const onGone = vi.fn()
let sent: unknown[]

// Drawing a whole page may take more than a second on a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00+01:00') })
  sent = []
  onGone.mockReset()
  stubBrowser(async (_address, init) => {
    if (init?.body) sent.push(JSON.parse(String(init.body)))
    return json(200, { message: 'Die Löschung ist ausgesetzt.' })
  })
  knowPerson('schooladmin')
  renderAsPage(() => (
    <HoldDialog record={{ subject: 'registration', id: 3, name: 'Frist, Ida', hold: null }} onGone={onGone} />
  ))
  await screen.findByRole('dialog', { name: 'Löschung aussetzen: Frist, Ida' })
})
afterEach(() => {
  cleanup()
  removeNotices()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const reason = () => screen.getByRole('textbox', { name: 'Grund' })
const until = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Aufbewahren bis' })
const hold = () => fireEvent.click(screen.getByRole('button', { name: 'Löschung aussetzen' }))
const leave = (day: string) => {
  fireEvent.change(until(), { target: { value: day } })
  fireEvent.blur(until())
}
const notes = () =>
  (until().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter((text) => text.trim() !== '')
    .map((text) => text.trim())
    .join(' ')

test('without a reason nothing is kept', async () => {
  hold()
  expect(await screen.findByText('Bitte prüfen Sie 2 Angaben:')).toBeTruthy()
  expect(sent).toEqual([])
})

test('two digits of a year are read as the last century: the field says so, and nothing else', async () => {
  leave(UNTIL.replace('.20', '.'))
  expect(notes()).toMatch(/^Das Jahr 19\d\d liegt weit zurück\. Höchstens/)
  await userEvent.click(screen.getByRole('button', { name: `Meinten Sie ${UNTIL}?` }))
  expect(until().value).toBe(UNTIL)
  expect(notes()).toMatch(/^Höchstens/)
})

test('nothing is kept for more than two years', async () => {
  leave('1.1.2040')
  expect(await screen.findByText('Bitte höchstens 24 Monate ab heute.')).toBeTruthy()
  fireEvent.change(reason(), { target: { value: 'Widerspruch' } })
  hold()
  expect(await screen.findByText('Bitte prüfen Sie 1 Angabe:')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a reason and a day are sent once, and the dialog goes', async () => {
  fireEvent.change(reason(), { target: { value: 'Die Familie hat Widerspruch eingelegt.' } })
  leave(UNTIL)
  hold()
  hold()
  await waitFor(() => expect(onGone).toHaveBeenCalled())
  expect(sent).toEqual([{ reason: 'Die Familie hat Widerspruch eingelegt.', until: '2027-02-20' }])
})

test('a hold that is there is changed, and the dialog is called like its button', async () => {
  cleanup()
  const stored = { reason: 'Widerspruch', until: '2027-02-20', by: null }
  renderAsPage(() => (
    <HoldDialog record={{ subject: 'registration', id: 3, name: 'Frist, Ida', hold: stored }} onGone={onGone} />
  ))
  await screen.findByRole('dialog', { name: 'Aussetzung ändern: Frist, Ida' })
  expect(screen.getByRole('button', { name: 'Aussetzung ändern' })).toBeTruthy()
})
