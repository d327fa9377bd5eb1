import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { PAPER_TEXTS, type Paper, pupilPaperEndpoints } from '#contract/papers/papers.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { closeApp } from '#web/app.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { child, detailsOf, openPupil, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const PAPER: Paper = {
  id: 3,
  kind: 'decision',
  title: 'Bescheid des Amtes',
  pages: 2,
  size: 240_000,
  created_at: '2026-11-20T08:00:00Z',
  created_by: 'Katharina Vogt',
  deleted_at: null,
}

const openCard = async (papers: Paper[] = [PAPER], role: Parameters<typeof pupilServer>[0] = 'schooladmin') => {
  const server = pupilServer(role, [])
  server.on(pupilDetailsEndpoints.get, () => detailsOf(child(1, 'Bode')))
  server.on(pupilPaperEndpoints.list, () => papers)
  await openPupil(server, 1)
  return server
}
const card = async () => within(await screen.findByRole('region', { name: 'Unterlagen' }))

const fileOf = (name: string, type: string, size = 10) => {
  const file = new File([name === 'kaputt.pdf' ? '<html>' : '%PDF-1.7 x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const choose = async (...files: File[]) =>
  act(async () => fireEvent.change(screen.getByTestId('file-file'), { target: { files } }))

test('each paper says what, when, how much and who; a deleted one comes back', async () => {
  const server = await openCard()
  const papers = await card()
  expect(await papers.findByText(/^Bescheid · 20\.11\.2026 · 2 Seiten · 240 kB · Katharina Vogt$/)).toBeTruthy()
  server.on(pupilPaperEndpoints.remove, () => ({ message: PAPER_TEXTS.removed }))
  server.on(pupilPaperEndpoints.list, () => [])
  await userEvent.click(papers.getByRole('button', { name: 'Bescheid des Amtes löschen' }))
  expect(await papers.findByText('Noch keine Unterlage.')).toBeTruthy()
  server.on(pupilPaperEndpoints.restore, () => ({ message: PAPER_TEXTS.restored }))
  server.on(pupilPaperEndpoints.list, () => [PAPER])
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  expect(await papers.findByText('Bescheid des Amtes')).toBeTruthy()
})

test('a paper that was deleted a while ago comes back from the card, as long as it is there', async () => {
  const server = await openCard([{ ...PAPER, deleted_at: '2026-11-20T07:00:00Z' }])
  const papers = await card()
  expect(await papers.findByText(/^Gelöscht: Bescheid des Amtes/)).toBeTruthy()
  expect(papers.getByText('Noch keine Unterlage.')).toBeTruthy()
  expect(papers.queryByRole('button', { name: 'Bescheid des Amtes löschen' })).toBeNull()
  server.on(pupilPaperEndpoints.restore, () => ({ message: PAPER_TEXTS.restored }))
  server.on(pupilPaperEndpoints.list, () => [PAPER])
  await userEvent.click(papers.getByRole('button', { name: 'Bescheid des Amtes zurückholen' }))
  expect(await papers.findByText(/^Bescheid · 20\.11\.2026/)).toBeTruthy()
  expect(papers.queryByText(/Gelöscht/)).toBeNull()
})

test('a teacher sees no papers', async () => {
  await openCard([PAPER], 'teacher_level_1')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: 'Unterlagen' })).toBeNull()
})

test('the dialog says what is never kept, refuses wrong files before sending, and takes the title from a PDF', async () => {
  const server = await openCard([])
  await userEvent.click((await card()).getByRole('button', { name: 'Unterlage ablegen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unterlage ablegen' }))
  expect(dialog.getByText(/Masernnachweis/)).toBeTruthy()
  await choose(fileOf('Brief.docx', 'application/msword'))
  expect(await dialog.findByText(PAPER_TEXTS.type)).toBeTruthy()
  await choose(fileOf('leer.pdf', 'application/pdf', 0))
  expect(await dialog.findByText(PAPER_TEXTS.empty)).toBeTruthy()
  await choose(fileOf('gross.pdf', 'application/pdf', 11_500_000))
  const tooLarge = 'gross.pdf ist 11,5 MB groß, erlaubt sind 10 MB. Bitte verkleinern oder aufteilen.'
  expect(await dialog.findByText(tooLarge)).toBeTruthy()
  await choose(fileOf('kaputt.pdf', 'application/pdf'))
  expect(await dialog.findByText(PAPER_TEXTS.pdfBroken)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Ablegen' }))
  expect((await dialog.findAllByText(PAPER_TEXTS.none)).length).toBeGreaterThan(0)
  await choose(fileOf('Bescheid 2026.pdf', 'application/pdf'))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Titel' }).value).toBe('Bescheid 2026')
  await choose(fileOf('Seite.jpg', 'image/jpeg'))
  const alone = 'Eine PDF geht nur allein. Entfernen Sie zuerst „Bescheid 2026.pdf“.'
  expect(await dialog.findByText(alone)).toBeTruthy()
  server.on(pupilPaperEndpoints.add, () => json(422, { message: '', errors: { file: [PAPER_TEXTS.pdfLocked] } }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Art' }), 'Bescheid')
  await userEvent.click(dialog.getByRole('button', { name: 'Ablegen' }))
  expect((await dialog.findAllByText(PAPER_TEXTS.pdfLocked)).length).toBeGreaterThan(0)
  server.on(pupilPaperEndpoints.add, ({ query: { title, kind, sizes } }) => {
    expect([title, kind, sizes]).toEqual(['Bescheid 2026', 'decision', undefined])
    return { id: 4, message: PAPER_TEXTS.added }
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Ablegen' }))
  expect(await screen.findByText(PAPER_TEXTS.added)).toBeTruthy()
  expect(server.sentTo(pupilPaperEndpoints.add)).toHaveLength(2)
})

test('photos become pages in the order in which they are taken, and each can be taken away', async () => {
  const server = await openCard([])
  await userEvent.click((await card()).getByRole('button', { name: 'Unterlage ablegen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unterlage ablegen' }))
  await choose(fileOf('a.jpg', 'image/jpeg'), fileOf('b.png', 'image/png'))
  await choose(fileOf('c.jpg', 'image/jpeg'))
  expect(await dialog.findByText(/^Seite 3/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Seite 2 entfernen' }))
  expect(dialog.queryByText(/^Seite 3/)).toBeNull()
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Datei wählen' }))
  await choose(fileOf('Brief.pdf', 'application/pdf'))
  expect(await dialog.findByText('Eine PDF geht nur allein. Entfernen Sie zuerst die Fotos.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Titel' }), 'Notiz')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Art' }), 'Gesprächsnotiz')
  server.on(pupilPaperEndpoints.add, ({ query: { sizes } }) => {
    expect(sizes).toEqual([10, 10])
    return { id: 4, message: PAPER_TEXTS.added }
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Ablegen' }))
  expect(await screen.findByText(PAPER_TEXTS.added)).toBeTruthy()
})

test('kind and title can be changed', async () => {
  const server = await openCard()
  server.on(pupilPaperEndpoints.change, () => ({ message: 'Die Änderungen sind gespeichert.' }))
  await userEvent.click(await (await card()).findByRole('button', { name: 'Bescheid des Amtes bearbeiten' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bescheid des Amtes bearbeiten' }))
  expect(dialog.queryByRole('button', { name: 'Datei wählen' })).toBeNull()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Titel' }), ' 2026')
  await userEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  await screen.findByText('Die Änderungen sind gespeichert.')
  expect(server.bodiesOf(pupilPaperEndpoints.change)).toEqual([{ title: 'Bescheid des Amtes 2026', kind: 'decision' }])
})
