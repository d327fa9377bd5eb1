import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PackageOptions } from '#contract/accesspackages/accesspackages.ts'
import { json, knowPerson, removeNotices, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { DialogHost } from '#web/shell/dialogs.tsx'
import { PackageDialogWidget } from './PackageDialogWidget.tsx'
import type { PackageDialogProps } from './package-choice.ts'

// Drawing a whole page may take more than a second on a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))

const MIA: PackageOptions = {
  recipients: [
    { id: null, name: 'Mia Müller', role: 'Schülerin oder Schüler selbst', refusal: null },
    { id: 4, name: 'Anna Müller', role: 'Mutter', refusal: null },
    { id: 5, name: 'Paul Müller', role: 'Vater', refusal: 'custody' },
  ],
  also: [],
  may_include_sensitive: true,
  has_blocking_note: true,
}
const ANNA: PackageOptions = {
  recipients: [{ id: null, name: 'Anna Müller', role: null, refusal: null }],
  also: [
    { kind: 'guardian', school_id: 2, id: 9, school_short: 'fow', text: 'Anna Müller, Kinder: Ben' },
    { kind: 'contact', school_id: 1, id: 8, school_short: 'fsw', text: 'Anna Müller, Bewerbung FSW-2027-0001' },
  ],
  may_include_sensitive: false,
  has_blocking_note: false,
}
const MADE = {
  id: 77,
  password: 'aaaa-bbbb-cccc-dddd-eeee',
  filename: 'Auskunft-2026-11-20.zip',
  bytes: 1000,
  expires_at: '2026-11-21T06:40:00.000Z',
}

const REFUSED = 'Diese Funktion steht Ihnen nicht zur Verfügung.'

const onClose = vi.fn()
let sent: unknown[]
/** A number is the status of a refusal. */
let options: PackageOptions | number
let files: number[]
/** The status of each try to fetch the file. */
let fetched: number
/** The passwords that were sent for the PDF. */
let printed: unknown[]

const serve = async (address: string, init?: RequestInit) => {
  const { pathname } = new URL(address, 'http://localhost')
  if (pathname.endsWith('/options'))
    return typeof options === 'number' ? json(options, { message: REFUSED }) : json(200, options)
  if (pathname.endsWith('/download')) {
    fetched += 1
    const status = files[fetched - 1] ?? 404
    const headers = { 'content-disposition': `attachment; filename*=UTF-8''${MADE.filename}` }
    return status === 200
      ? new Response('PK', { status, headers })
      : json(status, { message: 'Diese Datei gibt es nicht mehr. Bitte erstellen Sie die Auskunft neu.' })
  }
  if (pathname.endsWith('/paper')) {
    printed.push(JSON.parse(String(init?.body)))
    if (files[0] === 404) return json(409, { message: 'Diese PDF wurde schon einmal angezeigt.' })
    const headers = {
      'content-disposition': "attachment; filename*=UTF-8''auskunft.pdf",
      'content-type': 'application/pdf',
    }
    return new Response('%PDF', { headers })
  }
  sent.push(JSON.parse(String(init?.body)))
  return json(201, MADE)
}

beforeEach(() => {
  sent = []
  files = [200]
  fetched = 0
  printed = []
  onClose.mockReset()
  stubBrowser((address, init) => serve(String(address), init))
  knowPerson('schooladmin')
})
afterEach(() => {
  cleanup()
  removeNotices()
  vi.unstubAllGlobals()
})

const open = async (
  shown: PackageOptions | number,
  about: Pick<PackageDialogProps, 'subject' | 'requestId' | 'asker'>,
) => {
  options = shown
  renderAsPage(() => (
    <>
      <PackageDialogWidget {...about} id={3} name="Müller" onClose={onClose} />
      <DialogHost />
    </>
  ))
  return within(await screen.findByRole('dialog', { name: 'Auskunft: Müller' }))
}
const create = async () => fireEvent.click(await screen.findByRole('button', { name: 'Auskunft erstellen' }))
const password = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Passwort der Datei' })
const close = () => fireEvent.click(screen.getByRole('button', { name: 'Schließen' }))

test('somebody must be chosen, and a parent without custody cannot be', async () => {
  const dialog = await open(MIA, { subject: 'pupil' })
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(dialog.getByText('Es gibt einen Sperrvermerk')).toBeTruthy()
  await create()
  expect(await dialog.findByText('Bitte wählen Sie, für wen die Auskunft ist.')).toBeTruthy()
  expect(sent).toEqual([])
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Paul Müller' }).disabled).toBe(true)
  expect(dialog.getByText('Vater. Hat kein Sorgerecht.')).toBeTruthy()
})

test('the only reader of a record must be chosen when somebody else asked', async () => {
  const asker = { name: 'Rechtsanwältin Klug', requester: 'representative' } as const
  const dialog = await open(ANNA, { subject: 'guardian', asker })
  await create()
  expect(await dialog.findByText('Bitte wählen Sie, für wen die Auskunft ist.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: 'Anna Müller' }))
  expect(dialog.getByRole('radio', { name: 'Anna Müller' })).toBeTruthy()
  await create()
  await password()
  expect(sent).toMatchObject([{ recipient_id: null }])
})

test('class D is sent only when it is ticked, and the blocking note needs a second tick', async () => {
  const dialog = await open(MIA, { subject: 'pupil', requestId: 12 })
  fireEvent.click(await dialog.findByRole('radio', { name: 'Anna Müller' }))
  expect(dialog.queryByRole('checkbox', { name: 'Auch den Sperrvermerk' })).toBeNull()
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Mit besonders geschützten Angaben' }))
  fireEvent.click(await dialog.findByRole('checkbox', { name: 'Auch den Sperrvermerk' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Mit besonders geschützten Angaben' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Mit besonders geschützten Angaben' }))
  await create()
  await password()
  const form = { subject: 'pupil', id: 3, recipient_id: 4, also: [], request_id: 12 }
  expect(sent).toEqual([{ ...form, with_sensitive: true, with_blocking_notes: true }])
})

test('the same person in other records is included unless somebody says that it is another', async () => {
  const dialog = await open(ANNA, { subject: 'guardian' })
  fireEvent.click(await dialog.findByRole('checkbox', { name: 'fsw: Anna Müller, Bewerbung FSW-2027-0001' }))
  expect(dialog.queryByRole('radio')).toBeNull()
  await create()
  expect((await password()).value).toBe(MADE.password)
  expect(sent).toMatchObject([{ recipient_id: null, also: [{ kind: 'guardian', school_id: 2, id: 9 }] }])
})

test('the file is fetched once; closing before it asks, because the password is shown only here', async () => {
  await open(ANNA, { subject: 'guardian' })
  await create()
  await password()
  close()
  const question = within(await screen.findByRole('dialog', { name: 'Ohne Datei schließen?' }))
  fireEvent.click(question.getByRole('button', { name: 'Zurück' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ohne Datei schließen?' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Datei speichern' }))
  expect(await screen.findByText(/ist auf Ihrem Gerät gespeichert und hier gelöscht/)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Datei speichern' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button)
  close()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(fetched).toBe(1)
})

const openPaper = () => fireEvent.click(screen.getByRole('button', { name: 'PDF öffnen und drucken' }))

test('the PDF is asked for once with the password and opens again from memory; the dialog then closes without asking', async () => {
  const opened = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await open(ANNA, { subject: 'guardian' })
  await create()
  await password()
  openPaper()
  await screen.findByText(/ist in einem neuen Tab geöffnet/)
  openPaper()
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(2))
  expect(printed).toEqual([{ password: MADE.password }])
  close()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  opened.mockRestore()
})

test('a refused PDF says why, and after the file is saved it is offered no more', async () => {
  files = [404, 200]
  await open(ANNA, { subject: 'guardian' })
  await create()
  await password()
  openPaper()
  expect(await screen.findByText(/schon einmal angezeigt/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  fetched = 1
  fireEvent.click(screen.getByRole('button', { name: 'Datei speichern' }))
  await screen.findByText(/ist auf Ihrem Gerät gespeichert und hier gelöscht/)
  expect(screen.getByRole('button', { name: 'PDF öffnen und drucken' }).getAttribute('aria-disabled')).toBe('true')
  openPaper()
  expect(printed).toHaveLength(1)
})

test('a file that is gone is said so, and the dialog stays', async () => {
  files = [404]
  await open(ANNA, { subject: 'guardian' })
  await create()
  await password()
  fireEvent.click(screen.getByRole('button', { name: 'Datei speichern' }))
  expect(await screen.findByText(/gibt es nicht mehr/)).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('a refusal is shown in place of the form, and the dialog can be left', async () => {
  const dialog = await open(403, { subject: 'guardian' })
  expect(await dialog.findByText(REFUSED)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Auskunft erstellen' })).toBeNull()
  close()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
