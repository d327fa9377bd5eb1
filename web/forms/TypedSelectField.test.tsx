import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '#web/page.test-data.ts'
import { ConflictCard } from './ConflictCard.tsx'
import { TypedSelectField } from './TypedSelectField.tsx'

const submitted = vi.fn()

const Form = () => {
  const [value, setValue] = useState<string | null>(null)
  return (
    <MantineProvider env="test">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitted()
        }}
      >
        <ConflictCard text="Geändert" lines={[]} onKeepMine={submitted} onTakeTheirs={vi.fn()} />
        <TypedSelectField
          label="Klasse"
          unknownMessage="Bitte wählen Sie eine Klasse aus der Liste."
          data={['1a', '2a', '2b']}
          value={value}
          onChange={setValue}
        />
      </form>
    </MantineProvider>
  )
}

beforeEach(() => {
  submitted.mockReset()
  stubBrowser(fetch)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  render(<Form />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Klasse' })
const type = (text: string) => {
  // Without the focus the kit takes it for what the browser has filled in.
  field().focus()
  fireEvent.keyDown(field(), { key: text.at(-1) })
  fireEvent.input(field(), { target: { value: text } })
}
/** A browser sends the form of a field when nothing else has handled the Enter key; jsdom does not. */
const pressEnter = () => {
  if (fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' })) fireEvent.submit(field().form as HTMLFormElement)
}

test('Enter takes the first one found', () => {
  type('2')
  vi.runAllTimers()
  pressEnter()
  expect(field().value).toBe('2a')
  expect(submitted).not.toHaveBeenCalled()
})

test('what an arrow key marks stays marked when the timers of the kit are late', () => {
  type('2')
  fireEvent.keyDown(field(), { key: 'ArrowDown', code: 'ArrowDown' })
  vi.runAllTimers()
  pressEnter()
  expect(field().value).toBe('2b')
  expect(submitted).not.toHaveBeenCalled()
})

const REFUSAL = 'Bitte wählen Sie eine Klasse aus der Liste.'

test('the form is not sent while another text stands in the field, and the focus goes there', () => {
  type('2a')
  fireEvent.blur(field())
  type('2')
  vi.runAllTimers()
  fireEvent.blur(field())
  field().blur()
  fireEvent.submit(field().form as HTMLFormElement)
  expect(submitted).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field())
  expect(screen.getByText(REFUSAL)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Meine übernehmen' }))
  expect(submitted).not.toHaveBeenCalled()

  fireEvent.keyDown(field(), { key: 'Escape', code: 'Escape' })
  expect(field().value).toBe('2a')
  fireEvent.submit(field().form as HTMLFormElement)
  expect(submitted).toHaveBeenCalledOnce()
})

test('Enter refuses what finds nothing', () => {
  type('9')
  vi.runAllTimers()
  pressEnter()
  expect(screen.getByText(REFUSAL)).toBeTruthy()
  expect(field().value).toBe('9')
  expect(submitted).not.toHaveBeenCalled()
})

test('Escape brings back what was chosen and leaves the form or dialog around it open', () => {
  const isTheirs = () => field().getAttribute('data-mantine-stop-propagation') !== 'true'
  type('2')
  vi.runAllTimers()
  fireEvent.blur(field())
  vi.runAllTimers()
  expect(isTheirs()).toBe(false)
  fireEvent.keyDown(field(), { key: 'Escape', code: 'Escape' })
  expect(field().value).toBe('')
  expect(isTheirs()).toBe(true)
})
