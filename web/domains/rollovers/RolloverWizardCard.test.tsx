import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { RolloverReport } from '#contract/rollovers/rollovers.ts'
import { RolloverRunningCard } from './RolloverWizardCard.tsx'

// jsdom has none; the kit asks it.
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => {},
  removeEventListener: () => {},
}))

afterEach(cleanup)

const show = (pupils: number, classes: number) =>
  render(
    <MantineProvider>
      <RolloverRunningCard
        report={{ pupils: Array(pupils).fill({}), classes: Array(classes).fill({}) } as unknown as RolloverReport}
      />
    </MantineProvider>,
  )

it('shows a bar without a percentage', () => {
  show(20, 3)
  const bar = screen.getByRole('progressbar', { name: 'Schuljahreswechsel' })
  for (const name of ['aria-valuenow', 'aria-valuetext']) expect(bar.hasAttribute(name)).toBe(false)
  expect(bar.innerHTML).toBe('')
})

it.each([
  [1, 1, '1 Kind, 1 Klasse.'],
  [20, 3, '20 Kinder, 3 Klassen.'],
])('says for %i children and %i classes: %s', (pupils, classes, text) => {
  show(pupils, classes)
  expect(screen.getByRole('status').textContent).toContain(text)
})
