import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  ATTACHMENT_BYTES,
  ATTACHMENT_TEXTS,
  circularAttachmentEndpoints,
} from '#contract/circulars/circulars.attachments.ts'
import { circularEndpoints } from '#contract/circulars/circulars.ts'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'
import { circularDraft } from './circular-draft.ts'
import { newCircularValues } from './circular-values.ts'

afterEach(async () => {
  await closeApp()
  circularDraft.clear()
})

/** A school without classes yet. */
const schoolServer = () => {
  const server = serverFor('schooladmin')
  server.on(schoolclassEndpoints.list, () => [])
  return server
}

test('a placeholder is put where the cursor stands; the subject takes only the school', async () => {
  await openApp(paths.newCircular, schoolServer())
  await page('Rundmail schreiben')
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  expect(text.value).toBe('{Anrede},\n\n\n\nMit freundlichen Grüßen\n{Schule}')
  await userEvent.clear(text)
  const subject = screen.getByRole<HTMLInputElement>('textbox', { name: 'Betreff' })
  const menu = screen.getByRole('button', { name: 'Platzhalter einfügen' })
  const press = async (name: RegExp) => {
    await userEvent.click(menu)
    await userEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name }))
  }
  await userEvent.click(menu)
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  expect(items.map(({ textContent }) => /^\{.*?\}/.exec(textContent)?.[0])).toEqual([
    ...['{Anrede}', '{Kinder}', '{Klassen}', '{Schule}', '{Telefon}', '{E-Mail}'],
  ])
  expect(items[1]?.textContent).toMatch(/^\{Kinder\}die Vornamen ihrer Kinder in den gewählten Klassen/)
  // Closed without a choice, the menu gives the focus back to its button.
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(menu))
  await userEvent.type(text, 'wir wandern mit .')
  text.setSelectionRange(16, 16)
  await press(/^\{Kinder\}/)
  expect(text.value).toBe('wir wandern mit {Kinder}.')
  expect(document.activeElement).toBe(text)
  await userEvent.click(subject)
  await press(/^\{Schule\}/)
  expect(subject.value).toBe('{Schule}')
  await userEvent.click(subject)
  text.setSelectionRange(0, 0)
  await press(/^\{Anrede\}/)
  expect(subject.value).toBe('{Schule}')
  expect(text.value).toBe('{Anrede}wir wandern mit {Kinder}.')
})

test('a greeting alone is no text: it is asked for, and nothing is sent', async () => {
  await openApp(paths.newCircular, schoolServer())
  await page('Rundmail schreiben')
  await userEvent.type(screen.getByRole('textbox', { name: 'Betreff' }), 'Wandertag')
  await userEvent.click(screen.getByRole('button', { name: 'Senden' }))
  expect(
    await screen.findByRole('button', { name: /Bitte schreiben Sie Ihren Text zwischen Anrede und Gruß\.$/ }),
  ).toBeTruthy()
})

test('below the classes stands how many get it and how many do not, with their names on request', async () => {
  const server = schoolServer()
  server.on(circularEndpoints.plan, () => ({
    readers: [{ id: 3, name: 'Anna Müller', children: 'Mia, 3a' }],
    left_out: [
      {
        pupil_id: 8,
        ...{ employee_id: null, registration_id: null, contact_id: null },
        child: 'Ole, 3a',
        guardian_id: 9,
        name: 'Olga Noack',
        reason: 'no_mail' as const,
      },
      {
        pupil_id: 7,
        ...{ employee_id: null, registration_id: null, contact_id: null },
        child: 'Amina, 3a',
        guardian_id: 8,
        name: 'Khaled Al-Ahmad',
        reason: 'no_custody' as const,
      },
    ],
  }))
  await openApp(paths.newCircular, server)
  await page('Rundmail schreiben')
  expect(screen.getByText('Wählen Sie Klassen. Dann sehen Sie, wer die E-Mail bekommt.')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Alle Klassen' }))
  expect(await screen.findByText('1 Person bekommt sie, 2 nicht.')).toBeTruthy()
  expect(screen.queryByText(/Olga Noack/)).toBeNull()
  const names = screen.getByRole('button', { name: 'Wer nicht?' })
  await userEvent.click(names)
  expect(names.getAttribute('aria-expanded')).toBe('true')
  expect(
    screen.getAllByRole('listitem').flatMap(({ textContent }) => (/für/.test(textContent) ? [textContent] : [])),
  ).toEqual(['Olga Noack (für Ole, 3a): ohne E-Mail-Adresse', 'Khaled Al-Ahmad (für Amina, 3a): ohne Sorgerecht'])
  expect(screen.getByText('Auskunft an Personen ohne Sorgerecht gibt nur die Schulleitung.')).toBeTruthy()
})

const subjectOf = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Betreff' })
const leave = () => page(/^Rundmails/)
/** Whether the browser would ask before a reload. */
const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a draft is kept while it is written, shown again, and discarded with a way back', async () => {
  const server = schoolServer()
  server.on(circularEndpoints.list, () => ({ data: [], total: 0, page: 1, per_page: 50 }))
  server.on(circularEndpoints.plan, () => ({ readers: [], left_out: [] }))
  await openApp(paths.newCircular, server)
  await page('Rundmail schreiben')
  expect(screen.queryByRole('button', { name: 'Entwurf verwerfen' })).toBeNull()
  expect(asksBeforeUnload()).toBe(false)
  await userEvent.type(subjectOf(), 'Wandertag')
  expect(asksBeforeUnload()).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Alle Klassen' }))
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('Wandertag')
  // Leaving asks nothing, because nothing is lost.
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: /Rundmails/ }))
  await leave()
  expect(screen.getByRole('link', { name: 'Entwurf weiterschreiben' })).toBeTruthy()
  expect(asksBeforeUnload()).toBe(true)
  const [, row] = await screen.findAllByRole('row')
  expect(row?.textContent).toBe(
    'WandertagEltern von Alle KlassenEntwurf, weiterschreibennoch nicht gesendetnur bis Sie die Seite neu laden oder schließen',
  )
  await userEvent.click(within(row as HTMLElement).getByRole('link', { name: 'Wandertag' }))
  await page('Rundmail schreiben')
  expect(subjectOf().value).toBe('Wandertag')
  expect(screen.getByText('Ihr Entwurf ist wieder da, nur bis Sie die Seite neu laden oder schließen.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Entwurf verwerfen' }))
  expect(subjectOf().value).toBe('')
  expect(asksBeforeUnload()).toBe(false)
  expect(document.activeElement).toBe(subjectOf())
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  expect(subjectOf().value).toBe('Wandertag')
})

test('a draft is not shown to somebody else', async () => {
  circularDraft.write({ owner: '987 1', values: { subject: 'Vertraulich' }, attachments: [], audience: '' })
  await openApp(paths.newCircular, schoolServer())
  await page('Rundmail schreiben')
  expect(subjectOf().value).toBe('')
})

test('files go along: only PDF, few and small ones; each can be taken away, and the draft keeps them', async () => {
  const server = schoolServer()
  server.on(circularEndpoints.list, () => ({ data: [], total: 0, page: 1, per_page: 50 }))
  server.on(circularEndpoints.plan, () => ({
    readers: [{ id: 3, name: 'Anna Müller', children: 'Mia, 3a' }],
    left_out: [],
  }))
  let uploaded = 0
  server.on(circularAttachmentEndpoints.add, ({ query: { filename } }) => {
    uploaded += 1
    return { id: uploaded, filename, size: 120_000 }
  })
  server.on(circularEndpoints.add, () =>
    json(422, { message: '', errors: { attachment_ids: [ATTACHMENT_TEXTS.gone] } }),
  )
  await openApp(paths.newCircular, server)
  await page('Rundmail schreiben')
  const choose = async (...files: File[]) => {
    const input = screen.getByTestId('attachments-file')
    await act(async () => fireEvent.change(input, { target: { files } }))
  }
  const pdfOf = (name: string, size = 10) => {
    const file = new File(['%PDF-1.7'], name)
    Object.defineProperty(file, 'size', { value: size })
    return file
  }
  await choose(pdfOf('Brief.docx'), pdfOf('Elternbrief.pdf'), pdfOf('Gross.pdf', ATTACHMENT_BYTES + 1))
  expect(await screen.findByText(`Brief.docx: ${ATTACHMENT_TEXTS.type}`)).toBeTruthy()
  expect(
    screen.getByText(/^Gross\.pdf ist 5,\d MB groß, erlaubt sind 5 MB\. Bitte verkleinern oder aufteilen\.$/),
  ).toBeTruthy()
  expect(screen.getByText('120 kB')).toBeTruthy()
  await choose(pdfOf('a.pdf'), pdfOf('b.pdf'), pdfOf('c.pdf'), pdfOf('d.pdf'), pdfOf('e.pdf'))
  expect(await screen.findByText(`e.pdf: ${FILE_MESSAGES.count(5)}`)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'a.pdf entfernen' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'PDF anhängen' }))
  await choose(pdfOf('f.pdf', ATTACHMENT_BYTES))
  expect(
    await screen.findByText(/^Mit f\.pdf sind die Anlagen zusammen \S+ MB groß, erlaubt sind 5 MB\.$/),
  ).toBeTruthy()

  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: /Rundmails/ }))
  await leave()
  await userEvent.click(screen.getByRole('link', { name: 'Entwurf weiterschreiben' }))
  expect(await screen.findByText('Elternbrief.pdf')).toBeTruthy()
  await userEvent.type(subjectOf(), 'Wandertag')
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'wir wandern.')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Alle Klassen' }))
  await userEvent.click(await screen.findByRole('button', { name: 'An 1 Person senden' }))
  await userEvent.click(await screen.findByRole('button', { name: '1 E-Mail senden' }))
  expect(await screen.findByText(ATTACHMENT_TEXTS.gone)).toBeTruthy()
  expect(server.bodiesOf(circularEndpoints.add)).toMatchObject([{ attachment_ids: [1, 3, 4, 5] }])
  await userEvent.click(screen.getByRole('button', { name: 'Entwurf verwerfen' }))
  expect(screen.queryByText('Elternbrief.pdf')).toBeNull()
})

test('the preview names the files that go along', async () => {
  const server = schoolServer()
  server.on(circularEndpoints.plan, () => ({ readers: [{ id: 3, name: 'Anna Müller', children: '' }], left_out: [] }))
  server.on(circularEndpoints.preview, () => ({
    ...{ from: 'fsw', reply_to: 'fsw@example.org', subject: 'Wandertag', school_name: 'fsw', action: null, link: null },
    ...{ paragraphs: ['Guten Tag Anna Müller,'], closing: [] },
  }))
  const values = { ...newCircularValues('families'), class_ids: ['alle'], subject: 'Wandertag', body: '{Anrede}, los.' }
  const attachments = [{ id: 1, filename: 'Elternbrief.pdf', size: 10 }]
  circularDraft.write({ owner: '7 1', values, attachments, audience: '' })
  await openApp(paths.newCircular, server)
  await page('Rundmail schreiben')
  const mail = within(await screen.findByRole('region', { name: 'Vorschau der E-Mail' }))
  expect(mail.getByText('Elternbrief.pdf').previousElementSibling?.textContent).toBe('Anlagen')
})
