import { MantineProvider, Menu } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RowMenu } from '#web/ui/RowMenu.tsx'
import { confirmDialog, DialogHost } from './dialogs.tsx'

// jsdom has none; the kit asks it.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))

afterEach(cleanup)

test('a question asked by an entry of a menu gives the focus back to the button of the menu', async () => {
  const answered = vi.fn()
  render(
    <MantineProvider env="test">
      <RowMenu button={<button type="button">Aktionen</button>}>
        <Menu.Item onClick={() => void confirmDialog({ message: 'Wirklich?' }).then(answered)}>Löschen</Menu.Item>
      </RowMenu>
      <DialogHost />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Aktionen' }))
  const entry = await screen.findByRole('menuitem', { name: 'Löschen' })
  entry.focus()
  fireEvent.click(entry)
  fireEvent.click(await screen.findByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(answered).toHaveBeenCalledWith(false)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Aktionen' })))
})
