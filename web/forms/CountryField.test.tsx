import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '#web/page.test-data.ts'
import { CountriesField, CountryField } from './CountryField.tsx'

/** Alpha-3, as they would be saved. */
let saved: string | string[]

const One = ({ before = '', isRequired = false }) => {
  const [value, setValue] = useState(before)
  saved = value
  return <CountryField id="one" label="Land" codes={3} value={value} onChange={setValue} isRequired={isRequired} />
}
const Several = () => {
  const [value, setValue] = useState<string[]>([])
  saved = value
  return <CountriesField id="several" label="Länder" value={value} onChange={setValue} max={3} />
}

// The kit does some of its work later: on a slow machine after the next press.
beforeEach(() => {
  stubBrowser(fetch)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const UNKNOWN = 'Bitte wählen Sie ein Land aus der Liste.'
// By role it takes long: there are many countries.
const labels = () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)

const open = (field: ReactNode) => render(<MantineProvider env="test">{field}</MantineProvider>)
const field = () => screen.getByRole<HTMLInputElement>('combobox')
const type = (text: string, key = text.at(-1)) => {
  field().focus()
  fireEvent.keyDown(field(), { key })
  fireEvent.input(field(), { target: { value: text } })
}
const leave = () => fireEvent.blur(field())

test('what was chosen is kept on leaving, also when the timers of the kit are late', () => {
  open(<One />)
  type('Ukra')
  fireEvent.click(screen.getByRole('option', { name: 'Ukraine', hidden: true }))
  leave()
  expect(saved).toBe('UKR')
  expect(field().value).toBe('Ukraine')
})

test.each([
  ['a letter', 'a'],
  ['a key of a phone', 'Unidentified'],
])('what was typed is taken on leaving, after %s', (_what, key) => {
  open(<One />)
  type('Ukra', key)
  vi.runAllTimers()
  leave()
  expect(saved).toBe('UKR')
})

test('who types once more what is chosen keeps it', () => {
  open(<One before="UKR" />)
  type('Ukraine')
  vi.runAllTimers()
  leave()
  expect(saved).toBe('UKR')
})

test('a country that is deleted is gone, one that must be said comes back', () => {
  const { unmount } = open(<One before="UKR" />)
  type('', 'Backspace')
  vi.runAllTimers()
  leave()
  expect(saved).toBe('')
  unmount()

  open(<One before="UKR" isRequired />)
  type('', 'Backspace')
  vi.runAllTimers()
  leave()
  expect(saved).toBe('UKR')
  expect(field().value).toBe('Ukraine')
})

test('what was typed and deleted again is not taken for the first of all countries', () => {
  open(<One />)
  type('U')
  type('', 'Backspace')
  vi.runAllTimers()
  leave()
  expect(saved).toBe('')
})

test('of several countries Enter takes what was typed, and nothing once more', () => {
  open(<Several />)
  type('Ukra')
  vi.runAllTimers()
  fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' })
  expect(saved).toEqual(['UKR'])
  vi.runAllTimers()
  fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' })
  expect(saved).toEqual(['UKR'])
})

test.each([
  ['tur', ['Türkei', 'Turkmenistan']],
  ['Tuerk', ['Türkei', 'Turkmenistan']],
  ['cote', ['Côte d’Ivoire']],
  ['guinea', ['Guinea', 'Guinea-Bissau', 'Äquatorialguinea', 'Papua-Neuguinea']],
  ['Bosnien Herz', ['Bosnien und Herzegowina']],
])('%s finds whatever is written alike, what begins so first', (text, found) => {
  open(<One />)
  type(text)
  expect(labels().slice(0, found.length)).toEqual(found)
})

test.each([
  ['USA', 'USA', 'Vereinigte Staaten'],
  ['england', 'GBR', 'Vereinigtes Königreich'],
  ['Grossbritannien', 'GBR', 'Vereinigtes Königreich'],
  ['holland', 'NLD', 'Niederlande'],
  ['Bosnien', 'BIH', 'Bosnien und Herzegowina'],
  ['Mazedonien', 'MKD', 'Nordmazedonien'],
  ['Weissrussland', 'BLR', 'Belarus'],
  ['Tschechei', 'CZE', 'Tschechien'],
  ['Elfenbeinküste', 'CIV', 'Côte d’Ivoire'],
  ['niger', 'NER', 'Niger'],
  ['turkei', 'TUR', 'Türkei'],
])('%s is taken on leaving for %s', (text, code, name) => {
  open(<One before="UKR" />)
  type(text)
  vi.runAllTimers()
  expect(labels()).toContain(name)
  leave()
  expect(saved).toBe(code)
  expect(field().value).toBe(name)
})

test.each(['Korea', 'Quatschland', '???'])('%s stays in the field and is refused on leaving', (text) => {
  open(<One before="UKR" />)
  type(text)
  vi.runAllTimers()
  expect(screen.queryByText(UNKNOWN)).toBeNull()
  leave()
  vi.runAllTimers()
  expect(field().value).toBe(text)
  expect(screen.getByText(UNKNOWN)).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')

  fireEvent.keyDown(field(), { key: 'Escape', code: 'Escape' })
  expect(field().value).toBe('Ukraine')
  expect(screen.queryByText(UNKNOWN)).toBeNull()
  expect(saved).toBe('UKR')
})

test('of several countries one that is unknown stays in the field and is refused on leaving', () => {
  open(<Several />)
  type('turkei')
  leave()
  expect(saved).toEqual(['TUR'])
  expect(field().value).toBe('')
  type('Korea')
  leave()
  expect(saved).toEqual(['TUR'])
  expect(field().value).toBe('Korea')
  expect(screen.getByText(UNKNOWN)).toBeTruthy()
  fireEvent.keyDown(field(), { key: 'Escape', code: 'Escape' })
  expect(field().value).toBe('')
  expect(screen.queryByText(UNKNOWN)).toBeNull()
})
