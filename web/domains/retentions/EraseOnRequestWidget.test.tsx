import { useRouter } from '@tanstack/react-router'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ErasureState } from '#contract/retentions/retentions.on-request.ts'
import { json, knowPerson, removeNotices, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { EraseOnRequestWidget } from './EraseOnRequestWidget.tsx'

const FREE: ErasureState = {
  refusal: null,
  consequences: ['Die ganze Akte wird gelöscht.'],
  needs_second: false,
  proposal: null,
}
const PROPOSAL = {
  ground: 'objection',
  note: 'Antrag vom 15.01.',
  proposed_by: 'Ina Berg',
  proposed_at: '2026-11-19T09:00:00.000Z',
  is_own: false,
} as const

const onClose = vi.fn()
const onErased = vi.fn()
let state: ErasureState
let sent: { method: string; address: string; body: unknown }[]

// Drawing a whole page may take more than a second on a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00+01:00') })
  sent = []
  onClose.mockReset()
  onErased.mockReset()
  stubBrowser(async (address, init) => {
    const method = init?.method ?? 'GET'
    if (method === 'GET') return json(200, state)
    sent.push({ method, address: String(address), body: init?.body ? JSON.parse(String(init.body)) : null })
    const isErased = !state.needs_second || String(address).endsWith('confirm')
    return json(200, {
      message: isErased ? 'Alle Daten sind gelöscht.' : 'Wartet.',
      is_erased: isErased,
      request_id: 7,
    })
  })
  knowPerson('schooladmin')
})
afterEach(() => {
  cleanup()
  removeNotices()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const open = async (title: string, given: Partial<ErasureState> = {}) => {
  state = { ...FREE, ...given }
  renderAsPage(() => (
    <EraseOnRequestWidget subject="pupil" id={5} name="Ida Kern" requestId={7} onClose={onClose} onErased={onErased} />
  ))
  return screen.findByRole('dialog', { name: `${title}: Ida Kern` })
}
const fill = async () => {
  await userEvent.selectOptions(screen.getByLabelText('Grund'), 'objection')
  await userEvent.click(screen.getByRole('checkbox'))
}

test('ground and box are needed, and then it is sent with its request', async () => {
  await open('Auf Antrag löschen')
  await screen.findByText('Die ganze Akte wird gelöscht.')
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Endgültig löschen' }))
  await screen.findByText('Bitte prüfen Sie 2 Angaben:')
  expect(sent).toEqual([])
  await fill()
  fireEvent.click(screen.getByRole('button', { name: 'Endgültig löschen' }))
  await waitFor(() => expect(onErased).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([
    {
      method: 'POST',
      address: expect.stringMatching(/\/api\/admin\/erasure\/pupil\/5$/),
      body: { ground: 'objection', is_checked: true, request_id: 7 },
    },
  ])
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a page that is left because its record is gone asks nobody whether to leave', async () => {
  state = FREE
  renderAsPage(() => {
    const router = useRouter()
    const leave = () =>
      void router.navigate({ to: '/elsewhere' }).then(() => onErased(router.history.location.pathname))
    return <EraseOnRequestWidget subject="pupil" id={5} name="Ida Kern" onClose={onClose} onErased={leave} />
  })
  await screen.findByRole('dialog', { name: 'Auf Antrag löschen: Ida Kern' })
  await fill()
  const erase = screen.getByRole('button', { name: 'Endgültig löschen' })
  expect(erase.getAttribute('style')).toContain('red')
  fireEvent.click(erase)
  await waitFor(() => expect(onErased).toHaveBeenCalledWith('/elsewhere'))
  expect(dialogRequests.get()).toEqual([])
})

test('where the school asks for a second person it is only noted, with a remark', async () => {
  await open('Auf Antrag löschen', { needs_second: true })
  await fill()
  await userEvent.type(screen.getByRole('textbox', { name: /^Bemerkung/ }), 'Antrag')
  fireEvent.click(screen.getByRole('button', { name: 'Zur Löschung vormerken' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent[0]?.body).toMatchObject({ note: 'Antrag' })
  expect(onErased).not.toHaveBeenCalled()
})

test('what stands against it is said, and nothing can be sent', async () => {
  const dialog = await open('Auf Antrag löschen', { refusal: 'Die Löschung ist ausgesetzt.' })
  await within(dialog).findByText('Die Löschung ist ausgesetzt.')
  expect(within(dialog).queryByRole('button', { name: 'Endgültig löschen' })).toBeNull()
})

test('the second person confirms, or refuses', async () => {
  await open('Löschung vorgemerkt', { needs_second: true, proposal: PROPOSAL })
  await screen.findByText('Antrag vom 15.01.')
  fireEvent.click(screen.getByRole('button', { name: 'Ablehnen' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ method }) => method)).toEqual(['DELETE'])
  expect(onErased).not.toHaveBeenCalled()
  cleanup()
  await open('Löschung vorgemerkt', { needs_second: true, proposal: PROPOSAL })
  fireEvent.click(await screen.findByRole('button', { name: 'Endgültig löschen' }))
  await waitFor(() => expect(onErased).toHaveBeenCalledTimes(1))
})

test('the first person cannot confirm', async () => {
  await open('Löschung vorgemerkt', { needs_second: true, proposal: { ...PROPOSAL, is_own: true } })
  expect(await screen.findByRole('button', { name: 'Zurücknehmen' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Endgültig löschen' })).toBeNull()
})

test('a hold that came meanwhile keeps the second person from confirming', async () => {
  await open('Löschung vorgemerkt', { needs_second: true, proposal: PROPOSAL, refusal: 'Die Löschung ist ausgesetzt.' })
  await screen.findByText('Die Löschung ist ausgesetzt.')
  expect(screen.queryByRole('button', { name: 'Endgültig löschen' })).toBeNull()
})
