// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NativeDateField } from './NativeDateField.tsx'

const Start = () => {
  const [day, setDay] = useState('')
  return (
    <>
      <NativeDateField
        id="start"
        label="Beginn"
        value={day}
        onChange={setDay}
        today="2026-11-20"
        min="2026-11-20"
        max="2028-05-20"
      />
      <output>{day}</output>
    </>
  )
}

const typeDay = async (typed: string) => {
  render(<Start />)
  await userEvent.type(screen.getByLabelText('Beginn'), typed)
  await userEvent.tab()
  return { field: screen.getByLabelText<HTMLInputElement>('Beginn'), value: screen.getByRole('status').textContent }
}

afterEach(cleanup)

test.each([
  ['4.1.2027', '04.01.2027', '2027-01-04'],
  ['04012027', '04.01.2027', '2027-01-04'],
  ['2027-01-04', '04.01.2027', '2027-01-04'],
  ['31.2.2027', '31.2.2027', '31.2.2027'],
])('%s stands there as %s after leaving', async (typed, shown, day) => {
  const { field, value } = await typeDay(typed)
  expect(field.value).toBe(shown)
  expect(value).toBe(day)
})

test('what is no day is said to be none on leaving the field, not while it is typed', async () => {
  render(<Start />)
  await userEvent.type(screen.getByLabelText('Beginn'), '31.2.2027')
  expect(screen.queryByText('Dies ist kein gültiges Datum.')).toBeNull()
  await userEvent.tab()
  const field = screen.getByRole('textbox', { name: /Beginn/ })
  expect(screen.getByText('Dies ist kein gültiges Datum.')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(field)
  await userEvent.type(field, '28.2.2027')
  expect(screen.queryByText('Dies ist kein gültiges Datum.')).toBeNull()
})

test('a two-digit year of the wrong century is offered in the right one', async () => {
  const { field } = await typeDay('04.01.27')
  expect(field.value).toBe('04.01.1927')
  await userEvent.click(screen.getByRole('button', { name: 'Meinten Sie 04.01.2027?' }))
  expect(field.value).toBe('04.01.2027')
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(field)
})
