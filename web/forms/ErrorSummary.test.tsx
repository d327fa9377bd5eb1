import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
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

test('of a long form with parts each part is one line, and each name in it leads to its field', () => {
  const errors = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => [key, 'fehlt']))
  const form = (known: Record<string, string>) => (
    <MantineProvider>
      <ErrorSummary errors={known} labels={{ a: 'Vorname', e: 'Ort', f: 'Telefon' }} attempt={0} />
      <section aria-labelledby="child">
        <h2 id="child">Kind</h2>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <input key={key} id={key} aria-label={key} />
        ))}
      </section>
      <section aria-labelledby="family">
        <h2 id="family">Familie</h2>
        <input id="f" aria-label="f" />
      </section>
    </MantineProvider>
  )
  const { rerender } = render(form({}))
  rerender(form(errors))
  const lines = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(screen.getByText('Bitte prüfen Sie 6 Angaben:')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Kind: Vorname, Ort, fehlt, fehlt, fehlt',
    'Familie: Telefon',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Ort' }))
  expect(document.activeElement?.id).toBe('e')
  fireEvent.click(screen.getByRole('button', { name: 'Telefon' }))
  expect(document.activeElement?.id).toBe('f')
  const { f: _, ...five } = errors
  rerender(form(five))
  expect(lines()).toHaveLength(5)
})
