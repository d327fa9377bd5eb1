import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dialogRequests } from './dialog-requests.ts'
import { confirmDialog, DialogHost } from './dialogs.tsx'

// jsdom has none; the kit asks them.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)

const removeRequests = () => {
  for (const { id } of dialogRequests.get()) dialogRequests.remove(id)
}
// Another file of this worker may have been asked something after its end.
beforeEach(removeRequests)
afterEach(() => {
  removeRequests()
  cleanup()
})

const asked = async (options: Partial<Parameters<typeof confirmDialog>[0]>) => {
  render(
    <MantineProvider env="test">
      <DialogHost />
    </MantineProvider>,
  )
  act(() => void confirmDialog({ message: 'Wirklich?', accept: 'Entfernen', ...options }))
  const button = await screen.findByRole('button', { name: 'Entfernen', hidden: true }, { timeout: 5000 })
  return { button, dismiss: screen.getByRole('button', { name: 'Abbrechen', hidden: true }) }
}

test('where something is lost the verb stands out in red, and a hasty Enter loses nothing', async () => {
  const { button, dismiss } = await asked({ type: 'attention', prefers: 'dismiss' })
  expect(button.dataset.variant).not.toBe('default')
  expect(button.style.getPropertyValue('--button-bg')).toContain('red')
  expect(dismiss.dataset.variant).toBe('default')
  expect(dismiss.dataset.autofocus).toBe('true')
  expect(button.dataset.autofocus).toBeUndefined()
})

test('any other question is accepted by Enter', async () => {
  const { button, dismiss } = await asked({})
  expect(button.dataset.variant).not.toBe('default')
  expect(button.style.getPropertyValue('--button-bg')).not.toContain('red')
  expect(button.dataset.autofocus).toBe('true')
  expect(dismiss.dataset.variant).toBe('default')
})
