import { describe, expect, it } from 'vitest'
import { onlineFormState, parseTime } from './online-form.ts'

describe('parseTime', () => {
  it.each([
    ['8', '08:00'],
    ['8.30', '08:30'],
    ['0830', '08:30'],
    ['23:59', '23:59'],
    ['8:30 Uhr', '08:30'],
    ['24:00', undefined],
    ['8:60', undefined],
    ['', undefined],
    ['acht', undefined],
  ])('%j is %s', (text, time) => {
    expect(parseTime(text)).toBe(time)
  })
})

describe('the online form', () => {
  const closed = { registration_from: null, registration_until: null, is_registration_open: false }

  it('without days is closed', () => {
    expect(onlineFormState(closed)).toMatchObject({ text: 'geschlossen', detail: '' })
  })

  it('says until when it is open, the end of a day without its time', () => {
    const open = { ...closed, registration_from: '2026-08-01T06:00:00Z', is_registration_open: true }
    expect(onlineFormState(open)).toMatchObject({ text: 'geöffnet', detail: '' })
    const ending = { ...open, registration_until: '2999-02-28T22:59:00Z' }
    expect(onlineFormState(ending)).toMatchObject({ text: 'geöffnet', detail: 'bis 28.02.2999' })
  })

  it('tells what is over from what is to come', () => {
    const over = { ...closed, registration_from: '2020-08-01T06:00:00Z', registration_until: '2021-01-31T11:00:00Z' }
    expect(onlineFormState(over)).toMatchObject({ text: 'geschlossen', detail: 'seit 31.01.2021, 12:00 Uhr' })
    const coming = { ...closed, registration_from: '2998-12-31T23:00:00Z' }
    expect(onlineFormState(coming)).toMatchObject({ text: 'öffnet', detail: 'am 01.01.2999' })
  })
})
