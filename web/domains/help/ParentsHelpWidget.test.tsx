import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FORM_HELP } from './form-help.ts'
import { ParentsHelpWidget } from './ParentsHelpWidget.tsx'
import { SICKNOTE_HELP } from './sicknote-help.ts'
import { STATUS_HELP } from './status-help.ts'

beforeEach(() => {
  // jsdom has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
})
afterEach(() => {
  cleanup()
  for (const name of ['showModal', 'close']) Reflect.deleteProperty(HTMLDialogElement.prototype, name)
  vi.unstubAllGlobals()
})

test.each([FORM_HELP, SICKNOTE_HELP, STATUS_HELP])('parents read „$title“ without a connection', async (help) => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  render(<ParentsHelpWidget {...help} />)
  await userEvent.click(screen.getByRole('button', { name: 'Hilfe' }))
  const dialog = within(screen.getByRole('dialog', { name: help.title }))
  expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(
    help.entries.map(({ question }) => question),
  )
  for (const { answer } of help.entries) expect(answer).toMatch(/^[A-ZÄÖÜ„].*\.$/)
  await userEvent.click(dialog.getByRole('button', { name: 'Schließen' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})
