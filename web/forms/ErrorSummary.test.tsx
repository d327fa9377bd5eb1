import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorSummary } from './ErrorSummary.tsx'

// jsdom lacks it; the kit asks.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))

afterEach(cleanup)

test('a label that is a question or a sentence has its own mark', () => {
  const labels = { subject: 'Um wessen Daten geht es?', is_checked: 'Ich habe es geprüft.' }
  render(
    <MantineProvider>
      <ErrorSummary errors={{ subject: 'fehlt', is_checked: 'fehlt' }} labels={labels} attempt={0} />
    </MantineProvider>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Um wessen Daten geht es? fehlt',
    'Ich habe es geprüft. fehlt',
  ])
})

test('errors stand in the order of the page, parts of a list where their list stands', () => {
  const labels = { name: 'Name', siblings: 'Geschwister', city: 'Ort' }
  const errors = { unknown: 'fehlt', city: 'fehlt', 'siblings.0.name': 'zu lang', name: 'fehlt' }
  render(
    <MantineProvider>
      <ErrorSummary errors={errors} labels={labels} attempt={0} />
    </MantineProvider>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Name: fehlt',
    'zu lang',
    'Ort: fehlt',
    'fehlt',
  ])
})
