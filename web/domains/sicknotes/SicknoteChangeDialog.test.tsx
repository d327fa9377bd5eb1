import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { json, knowPerson, removeNotices, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { SicknoteChangeDialog } from './SicknoteChangeDialog.tsx'
import { note } from './sicknote.test-data.ts'

const MINE = note({ value: { dateStart: '2026-11-18', dateEnd: '2026-11-20' } })
const onGone = vi.fn()
let stored = MINE
let sent: { dateEnd: string; version: number }[]

/** A note that somebody else may have changed meanwhile: who names an older version is refused. */
const answer = async (address: string | URL | Request, init?: RequestInit) => {
  if (String(address).includes('formOptions')) return json(200, { free_days: [], schoolclasses: [] })
  if (String(address).includes('/retention/')) return json(200, { comment_on: '2026-12-18', row_on: '2028-07-31' })
  if (init?.method !== 'PUT') return json(200, stored)
  const body = JSON.parse(String(init.body))
  sent.push(body)
  if (body.version === stored.version) return json(200, { message: 'Geändert.', version: stored.version + 1 })
  return json(409, {
    message: ERROR_TEXTS.stale,
    changed_by: 'Katharina Vogt',
    changed_at: '2026-11-20T08:00:00.000Z',
    version: stored.version,
  })
}

// Drawing a whole page may take more than a second on a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00+01:00') })
  stored = MINE
  sent = []
  onGone.mockReset()
  stubBrowser(answer)
  knowPerson('schooladmin')
  renderAsPage(() => <SicknoteChangeDialog note={MINE} onGone={onGone} />)
  await screen.findByRole('dialog', { name: 'Mia Müller: verlängern oder beenden' })
  fireEvent.click(await screen.findByRole('button', { name: 'bis Fr 27.11.' }))
})
afterEach(() => {
  cleanup()
  removeNotices()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the dialog says when the note and its remark are deleted', async () => {
  const text = 'Bemerkung und meldende Person werden am 18.12.2026 gelöscht, die Krankmeldung am 31.07.2028.'
  expect(await screen.findByText(text)).toBeTruthy()
})

const accept = () => fireEvent.click(screen.getByRole('button', { name: 'Übernehmen' }))
const changeElsewhere = () => {
  stored = { ...MINE, version: 2, value: { ...MINE.value, dateEnd: '2026-11-25' } }
}

test('after its first day only the end of an absence is offered', () => {
  expect(screen.queryByRole('textbox', { name: 'Von' })).toBeNull()
  expect(screen.queryByText('Grund')).toBeNull()
})

test('what nobody else touched is stored at once', async () => {
  accept()
  await waitFor(() => expect(onGone).toHaveBeenCalled())
  expect(sent).toEqual([{ dateEnd: '2026-11-27', version: 1 }])
})

test('two who change it at once compare what differs, and the own end is stored when it is kept', async () => {
  changeElsewhere()
  accept()
  const line = await screen.findByRole('row', { name: /^Bis/ })
  expect(line.textContent).toBe('Bis25.11.202627.11.2026')
  expect(screen.queryByRole('button', { name: 'Übernehmen' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Meine übernehmen' }))
  await waitFor(() => expect(onGone).toHaveBeenCalled())
  expect(sent.at(-1)).toEqual({ dateEnd: '2026-11-27', version: 2 })
})

test('what the other one stored can be kept as well', async () => {
  changeElsewhere()
  accept()
  fireEvent.click(await screen.findByRole('button', { name: 'Gespeicherte behalten' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Bis/ })).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Abwesend bis' }).value).toBe('25.11.2026')
  expect(sent).toHaveLength(1)
})
