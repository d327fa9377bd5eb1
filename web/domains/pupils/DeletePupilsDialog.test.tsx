import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { json, knowPerson, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { DeletePupilsDialog } from './DeletePupilsDialog.tsx'
import { child } from './pupils.test-data.ts'

const PUPILS = [child(1, 'Ahrens'), child(2, 'Bode')]

beforeEach(() => knowPerson('schooladmin'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the dialog about both; these can only leave. */
const open = async (...blocked_ids: number[]) => {
  stubBrowser(async () => json(200, { blocked_ids, blocked: PUPILS.filter(({ id }) => blocked_ids.includes(id)) }))
  renderAsPage(() => <DeletePupilsDialog pupils={PUPILS} onDeleted={vi.fn()} onGone={vi.fn()} />)
  return within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
}

test('who can only leave is named before anything is offered, and nothing red stands there', async () => {
  const dialog = await open(1, 2)
  expect(dialog.getByRole('alert').textContent).toContain('2 Kinder sind länger als 14 Tage an der Schule')
  expect(dialog.getAllByRole('link')).toHaveLength(2)
  expect(dialog.queryByRole('button', { name: /löschen/i })).toBeNull()
})

test('of two both are told apart: who can be deleted and who must leave', async () => {
  const dialog = await open(1)
  const link = dialog.getByRole('link')
  expect(link.textContent).toContain('Ahrens')
  expect(dialog.getByText('Gelöscht werden können:').nextElementSibling?.textContent).toContain('Bode')
  expect(dialog.getByRole('button', { name: 'Das andere Kind löschen' })).toBeTruthy()
})
