import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DateField } from './DateField.tsx'

// jsdom has neither; the kit asks both.
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => {},
  removeEventListener: () => {},
}))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)

afterEach(cleanup)

interface FormProps {
  min?: string
  max?: string
  isAhead?: boolean
  onValue: (value: string) => void
}

const Form = ({ onValue, ...range }: FormProps) => {
  const [value, setValue] = useState('')
  return (
    <MantineProvider env="test">
      <DateField
        label="Datum"
        today="2026-11-20"
        value={value}
        onChange={(next) => {
          setValue(next)
          onValue(next)
        }}
        {...range}
      />
    </MantineProvider>
  )
}

const type = async (text: string, range: { min?: string; max?: string } = {}) => {
  const onValue = vi.fn()
  render(<Form {...range} onValue={onValue} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Datum' })
  await userEvent.type(field, text)
  await userEvent.tab()
  return { field, onValue }
}

describe('DateField', () => {
  it.each(['3.5.15', '03052015', '2015-05-03', '03.05.2015'])('reads %s as 03.05.2015 on leaving', async (text) => {
    const { field, onValue } = await type(text)
    expect(field.value).toBe('03.05.2015')
    expect(onValue).toHaveBeenLastCalledWith('2015-05-03')
  })

  it('leaves what is no date as it was typed and says so', async () => {
    const { field, onValue } = await type('31.2.2015')
    expect(field.value).toBe('31.2.2015')
    expect(onValue).toHaveBeenLastCalledWith('31.2.2015')
    expect(screen.getByText('Dies ist kein gültiges Datum.')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('does not judge while somebody types', async () => {
    render(<Form onValue={() => {}} />)
    await userEvent.type(screen.getByRole('textbox', { name: 'Datum' }), '31.')
    expect(screen.queryByText('Dies ist kein gültiges Datum.')).toBeNull()
  })

  it('takes Enter for leaving, so that the form sends what is shown', async () => {
    const onValue = vi.fn()
    render(<Form onValue={onValue} />)
    await userEvent.type(screen.getByRole('textbox', { name: 'Datum' }), '3.5.15{Enter}')
    expect(onValue).toHaveBeenLastCalledWith('2015-05-03')
  })

  it('offers the other century when a two-digit year lands in the forbidden past', async () => {
    const { field, onValue } = await type('04.01.99', { min: '2026-11-20' })
    expect(field.value).toBe('04.01.1999')
    await userEvent.click(screen.getByRole('button', { name: 'Meinten Sie 04.01.2099?' }))
    expect(field.value).toBe('04.01.2099')
    expect(onValue).toHaveBeenLastCalledWith('2099-01-04')
    expect(screen.queryByRole('button', { name: /Meinten Sie/ })).toBeNull()
    expect(document.activeElement).toBe(field)
  })

  it('says at once that a day of the last century is hardly to come, and offers the one that was meant', async () => {
    const onValue = vi.fn()
    render(<Form isAhead onValue={onValue} />)
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Datum' })
    await userEvent.type(field, '31.7.27')
    expect(screen.queryByText('Das Jahr 1927 liegt weit zurück.')).toBeNull()
    await userEvent.tab()
    expect(screen.getByText('Das Jahr 1927 liegt weit zurück.')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Meinten Sie 31.07.2027?' }))
    expect(onValue).toHaveBeenLastCalledWith('2027-07-31')
    expect(field.getAttribute('aria-invalid')).not.toBe('true')
  })
})
