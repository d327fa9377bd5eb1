import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { type PupilNote, pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { closeApp } from '#web/app.test-data.ts'
import { stillOnItsWay } from '#web/fake-server.test-data.ts'
import { child, detailsOf, openPupil, pupilServer } from './pupils.test-data.ts'

// The editor's code comes on demand.
beforeAll(() => import('#web/forms/RichTextEditor.tsx'))
beforeEach(() => {
  // jsdom lays nothing out; the editor asks where the cursor is.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect = () => new DOMRect()
})
afterEach(async () => {
  Reflect.deleteProperty(Range.prototype, 'getClientRects')
  Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect')
  await closeApp()
})

const NOTE: PupilNote = {
  id: 3,
  body_markdown: 'Alte Worte',
  author: 'Katharina Vogt',
  is_own: true,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  version: 1,
}

test('a note that is deleted right after it was changed comes back with its new words', async () => {
  const server = pupilServer('schooladmin', [])
  server.on(pupilDetailsEndpoints.get, () => detailsOf(child(1, 'Bode')))
  server.on(pupilNoteEndpoints.list, () => [NOTE])
  await openPupil(server, 1)
  const notes = within(await screen.findByRole('region', { name: 'Notizen' }))
  await userEvent.click(await notes.findByRole('button', { name: /^Notiz vom .* bearbeiten$/ }))
  const editor = await notes.findByRole('textbox', { name: 'Notiz' })
  // Typing in a browser changes the text of the element, and the editor reads it from there.
  const line = editor.querySelector('p')?.firstChild
  if (line) line.nodeValue = 'Neue Worte'
  // What is stored by now takes its time.
  server.on(pupilNoteEndpoints.list, stillOnItsWay)
  server.on(pupilNoteEndpoints.change, () => ({ message: 'Die Notiz ist gespeichert.' }))
  await userEvent.click(notes.getByRole('button', { name: 'Notiz speichern' }))
  const remove = await notes.findByRole('button', { name: /^Notiz vom .* löschen$/ })
  expect(notes.getByText(/Neue Worte/)).toBeTruthy()
  server.on(pupilNoteEndpoints.list, () => [])
  server.on(pupilNoteEndpoints.remove, () => ({ message: 'Die Notiz ist gelöscht.' }))
  await userEvent.click(remove)
  await notes.findByText('Noch keine Notiz.')
  server.on(pupilNoteEndpoints.add, () => ({ message: 'Die Notiz ist gespeichert.', id: 4 }))
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  await waitFor(() => expect(server.bodiesOf(pupilNoteEndpoints.add)).toHaveLength(1))
  const [written] = server.bodiesOf(pupilNoteEndpoints.add) as { body_markdown: string }[]
  expect(written?.body_markdown).toContain('Neue Worte')
})
