import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { json, knowPerson, removeNotices, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { DialogHost } from '#web/shell/dialogs.tsx'
import { NoticeHost } from '#web/shell/notify.tsx'
import { SicknoteDialogWidget } from './SicknoteDialogWidget.tsx'
import { note } from './sicknote.test-data.ts'
import type { PickedPupil } from './sicknote-form.ts'

const MIA = note({}).pupil
const IDA = { ...MIA, id: 8, firstname: 'Ida', lastname: 'Berg' }
const OTHER = {
  ...{ id: 1, version: 3, pupil_id: MIA.id, name: 'Mia Müller', reason: 'doctor' },
  ...{ source: 'public_link', created_at: '2026-11-19T05:35:00.000Z', is_replaced: false },
}
const ALIKE = [{ group: 'pupils', id: IDA.id, text: 'Berg, Ida', hint: null, child: IDA }]
const onClose = vi.fn()
let known: Sicknote[]
let other: typeof OTHER
/** What took something back, in order. */
let undone: string[]
let sent: { reason: string; replaces?: unknown }[]

/** Enters what says that it has seen the other reason; without one it asks. */
const answer = async (address: string | URL | Request, init?: RequestInit) => {
  if (String(address).includes('formOptions')) return json(200, { free_days: [], schoolclasses: [] })
  if (String(address).includes('/search?')) return json(200, { hits: ALIKE, more: [], is_alike: true })
  if (String(address).includes('/admin/pupil?')) return json(200, { data: [], total: 0, page: 1, per_page: 100 })
  if (String(address).includes('/retention/sicknote/')) return json(200, { comment_on: '2027-02-18', row_on: null })
  const [, path] = /pupilSickNotes\/(\d+\/\w+)/.exec(String(address)) ?? []
  if (path) {
    undone.push([path, ...(init?.body ? [init.body] : [])].join(' '))
    return json(200, { message: 'Zurückgenommen.' })
  }
  if (init?.method !== 'POST') return json(200, known)
  const body = JSON.parse(String(init.body))
  sent.push(body)
  if (body.replaces)
    return json(201, {
      message: 'Der Grund ist geändert.',
      known_pupil_ids: [],
      ...(other.is_replaced
        ? { ids: [20], replaced_ids: [1], mended: [] }
        : { ids: [], replaced_ids: [], mended: [{ id: 1, version: 4 }] }),
    })
  return json(409, { message: 'Schon gemeldet.', other_reasons: [other] })
}

// Drawing a whole page may take more than a second on a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00+01:00') })
  known = []
  sent = []
  other = OTHER
  undone = []
  onClose.mockReset()
  stubBrowser(answer)
  knowPerson('schooladmin')
})
afterEach(() => {
  cleanup()
  removeNotices()
  // A question that was still closing would stand in the next test.
  for (const { id } of dialogRequests.get()) dialogRequests.remove(id)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const open = async (pupils: readonly PickedPupil[] = [MIA]) => {
  renderAsPage(() => (
    <>
      <SicknoteDialogWidget pupils={pupils} opened onClose={onClose} />
      <DialogHost />
      <NoticeHost />
    </>
  ))
  await screen.findByRole('dialog', { name: 'Krankmeldung erfassen' })
}
const enter = () => fireEvent.click(screen.getByRole('button', { name: 'Eintragen' }))
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('another reason for the same days is shown beside the new one, and changed by a yes', async () => {
  await open()
  enter()
  const question = await screen.findByRole('dialog', { name: 'Grund ändern?' })
  expect(question.textContent).toContain(
    'Mia Müller („Arzttermin“). Der neue Grund ist „krank“. Der Grund wird geändert.',
  )
  await press('Grund ändern')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ reason, replaces }) => [reason, replaces])).toEqual([
    ['sick', undefined],
    ['sick', [{ id: 1, version: 3 }]],
  ])
})

test.each([
  [false, 'Der Grund wird geändert.', ['1/restoreReason {"version":4}']],
  [
    true,
    'Die Meldung von Mia Müller (Elternlink, Do 19.11. 06:35) wird gelöscht und neu eingetragen.',
    ['20/cancel', '1/restore'],
  ],
])(
  'the question says what happens to the report, and the notice takes it back (replaced: %s)',
  async (is_replaced, text, calls) => {
    other = { ...OTHER, is_replaced }
    await open()
    enter()
    const question = await screen.findByRole('dialog', { name: 'Grund ändern?' })
    expect(question.textContent).toContain(text)
    await press('Grund ändern')
    await press('Rückgängig')
    await waitFor(() => expect(undone).toEqual(calls))
  },
)

test('without a yes nothing more is sent, and what was typed stays', async () => {
  await open()
  enter()
  await press('So lassen')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Grund ändern?' })).toBeNull())
  expect(sent).toHaveLength(1)
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog', { name: 'Krankmeldung erfassen' })).toBeTruthy()
})

test('a name beside the chosen child, for which nobody is chosen yet, is not left behind', async () => {
  await open()
  const field = screen.getByRole('combobox', { name: 'Kinder' })
  fireEvent.change(field, { target: { value: 'Berg' } })
  enter()
  expect(await screen.findByText(/^Zu „Berg“ ist noch kein Kind gewählt\./)).toBeTruthy()
  expect([sent, document.activeElement === field]).toEqual([[], true])
  fireEvent.change(field, { target: { value: '' } })
  expect(screen.queryByText(/^Zu „Berg“/)).toBeNull()
  enter()
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a child that is reported for these days already is asked about, and only a yes enters it once more', async () => {
  known = [note({ value: { dateStart: '2026-11-19', dateEnd: '2026-11-23' } })]
  await open()
  await screen.findByText('Mia Müller ist schon bis Mo 23.11. krankgemeldet.')
  enter()
  const question = await screen.findByRole('dialog', { name: 'Schon gemeldet' })
  expect(question.textContent).toContain('Mia Müller ist schon bis Mo 23.11. krankgemeldet.')
  await press('Nicht eintragen')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Schon gemeldet' })).toBeNull())
  expect(sent).toEqual([])
  enter()
  await press('Trotzdem eintragen')
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a name that was misheard by one letter offers the child, which Enter does not take by itself', async () => {
  await open([])
  const field = screen.getByRole('combobox', { name: 'Kinder' })
  fireEvent.change(field, { target: { value: 'Berk' } })
  const found = await screen.findByRole('option', { name: 'Berg, Ida (3a)' })
  expect(screen.getByText('Ähnlich geschrieben')).toBeTruthy()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.queryByRole('button', { name: 'Eintragen' })).toBeTruthy()
  expect(field).toHaveProperty('value', 'Berk')
  fireEvent.click(found)
  enter()
  await waitFor(() => expect(sent).toMatchObject([{ pupil_ids: [8] }]))
})

const REPORT = { name: 'Krankmeldung erfassen' }
const DISCARD = { name: 'Ungespeicherte Änderungen' }
const longer = async (child: string) => press(`Verlängern …: ${child}`)
const answerDiscard = async (button: string) => {
  await press(button)
  await waitFor(() => expect(screen.queryByRole('dialog', DISCARD)).toBeNull())
}

test('a child that is absent already is said to be so, and the note is made longer instead', async () => {
  known = [note({ value: { dateStart: '2026-11-19', dateEnd: '2026-11-23' } })]
  await open()
  expect(await screen.findByText('Mia Müller ist schon bis Mo 23.11. krankgemeldet.')).toBeTruthy()
  await longer('Mia Müller')
  expect(await screen.findByRole('dialog', { name: 'Mia Müller: verlängern oder beenden' })).toBeTruthy()
  expect(screen.queryByRole('dialog', REPORT)).toBeNull()
})

test('of two children each has a line and a button of its own, and the other one is not lost unasked', async () => {
  known = [note({ value: { dateStart: '2026-11-19' } }), note({ id: 2, pupil: IDA })]
  await open([MIA, IDA])
  expect(await screen.findByText('Ida Berg ist heute schon krankgemeldet.')).toBeTruthy()
  await longer('Mia Müller')
  expect((await screen.findByRole('dialog', DISCARD)).textContent).toContain('Mia Müller')
  await answerDiscard('Weiter bearbeiten')
  expect(screen.getByRole('dialog', REPORT)).toBeTruthy()
  await longer('Ida Berg')
  await answerDiscard('Verwerfen')
  expect(await screen.findByRole('dialog', { name: /^Ida Berg: / })).toBeTruthy()
  expect(screen.queryByRole('dialog', REPORT)).toBeNull()
})

test('another reason that was chosen already is not lost unasked either', async () => {
  known = [note({})]
  await open()
  fireEvent.click(screen.getByRole('radio', { name: 'Arzttermin' }))
  await longer('Mia Müller')
  expect(await screen.findByRole('dialog', DISCARD)).toBeTruthy()
  await answerDiscard('Weiter bearbeiten')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Arzttermin' }).checked).toBe(true)
})

test('a name that is not chosen yet stays when the report is refused, and its field has the cursor', async () => {
  await open([])
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Kinder' })
  field.focus()
  fireEvent.change(field, { target: { value: 'Schulz' } })
  field.blur()
  enter()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.value).toBe('Schulz')
  expect(sent).toEqual([])
})
