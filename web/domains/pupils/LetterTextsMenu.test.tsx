import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { LETTER_TEXT_TEXTS, type LetterText, letterTextEndpoints } from '#contract/lettertexts/lettertexts.ts'
import { pupilDocumentEndpoints } from '#contract/pupildocuments/pupildocuments.ts'
import { closeApp } from '#web/app.test-data.ts'
import { child, openPupils, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const TRIP: LetterText = {
  id: 1,
  name: 'Ausflug',
  subject: 'In den Wald',
  body: 'am Freitag.',
  enclosures: 'Packliste',
}

/** Stores texts as the server does, by their names. */
const serverWithTexts = (texts: LetterText[]) => {
  const server = pupilServer('schooladmin', [child(1, 'Bode')])
  server.on(pupilDocumentEndpoints.preview, () => ({
    ...{ count: 1, reached_by_mail: 0, recipients: [], left_out: [], unprintable: [] },
  }))
  server.on(letterTextEndpoints.list, () => texts)
  server.on(letterTextEndpoints.add, ({ body }) => {
    const at = texts.findIndex(({ name }) => name.toLowerCase() === body.name.toLowerCase())
    const id = at < 0 ? texts.length + 10 : (texts[at]?.id ?? 0)
    texts.splice(at < 0 ? texts.length : at, at < 0 ? 0 : 1, { ...body, id, enclosures: body.enclosures ?? null })
    return { id, message: LETTER_TEXT_TEXTS[at < 0 ? 'kept' : 'replaced'](body.name) }
  })
  server.on(letterTextEndpoints.remove, ({ params }) => {
    const [gone] = texts.splice(
      texts.findIndex(({ id }) => id === params.id),
      1,
    )
    return { message: LETTER_TEXT_TEXTS.deleted(gone?.name ?? '') }
  })
  return server
}

const openLetter = async (texts: LetterText[]) => {
  await openPupils(serverWithTexts(texts))
  await userEvent.click(await screen.findByRole('checkbox', { name: /Bode/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Briefe/Etiketten' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Bögen und Briefe/ }))
  await userEvent.selectOptions(dialog.getByLabelText('Was soll gedruckt werden?'), 'Serienbrief')
  await dialog.findByRole('textbox', { name: 'Betreff' })
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
  const menu = async (entry: string) => {
    await userEvent.click(dialog.getByRole('button', { name: 'Gemerkte Texte' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
  }
  return { field, menu, dialog }
}

test('a kept text fills the letter, and what was typed comes back with „Rückgängig“', async () => {
  const { field, menu } = await openLetter([TRIP])
  await userEvent.type(field('Betreff'), 'Eigenes')
  await menu('Ausflug')
  expect([field('Betreff').value, field('Text').value, field('Anlagen (optional)').value]).toEqual([
    ...[TRIP.subject, TRIP.body, TRIP.enclosures],
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  expect([field('Betreff').value, field('Text').value]).toEqual(['Eigenes', ''])
})

test('a text is kept under a name, replaced and deleted with a way back', async () => {
  const texts: LetterText[] = []
  const { field, menu } = await openLetter(texts)
  await userEvent.type(field('Betreff'), 'Wandertag')
  await userEvent.type(field('Text'), 'am Montag.')
  await menu('Diesen Text merken …')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name des Textes' }), 'Wandern{Enter}')
  await waitFor(() => expect(texts).toMatchObject([{ name: 'Wandern', subject: 'Wandertag', body: 'am Montag.' }]))

  await menu('Wandern')
  await userEvent.type(field('Text'), ' Bitte pünktlich.')
  await menu('„Wandern“ durch diesen ersetzen')
  await waitFor(() => expect(texts).toMatchObject([{ body: 'am Montag. Bitte pünktlich.' }]))

  await menu('„Wandern“ löschen')
  await waitFor(() => expect(texts).toEqual([]))
  expect(await screen.findByText('Der Text „Wandern“ ist gelöscht.')).toBeTruthy()
  const undos = await screen.findAllByRole('button', { name: 'Rückgängig' })
  await userEvent.click(undos.at(-1) as HTMLElement)
  await waitFor(() => expect(texts).toHaveLength(1))
})

test('an empty letter is not kept, and its faults stand on top', async () => {
  const { dialog } = await openLetter([])
  await userEvent.click(dialog.getByRole('button', { name: 'Gemerkte Texte' }))
  expect(await screen.findByText('Erst Betreff und Text schreiben')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Gemerkte Texte' }))
  await userEvent.click(dialog.getByRole('button', { name: /PDF speichern$/ }))
  expect(await dialog.findByText('Bitte prüfen Sie 2 Angaben:')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Betreff fehlt' })).toBeTruthy()
})
