import { describe, expect, it } from 'vitest'
import { onlineFormState } from './online-form.ts'

const NOW = new Date('2026-11-20T08:00:00Z')

describe('the online form', () => {
  const closed = { registration_from: null, registration_until: null, is_registration_open: false }

  it('without days is closed', () => {
    expect(onlineFormState(closed, NOW)).toMatchObject({ text: 'geschlossen', detail: '' })
  })

  it('says until when it is open, the end of a day without its time', () => {
    const open = { ...closed, registration_from: '2026-08-01T06:00:00Z', is_registration_open: true }
    expect(onlineFormState(open, NOW)).toMatchObject({ text: 'geöffnet', detail: '' })
    const ending = { ...open, registration_until: '2027-02-28T22:59:00Z' }
    expect(onlineFormState(ending, NOW)).toMatchObject({ text: 'geöffnet', detail: 'bis 28.02.2027' })
  })

  it('tells what is over from what is to come', () => {
    const over = { ...closed, registration_from: '2026-08-01T06:00:00Z', registration_until: '2026-11-20T08:00:00Z' }
    expect(onlineFormState(over, NOW)).toMatchObject({ text: 'geschlossen', detail: 'seit 20.11.2026, 09:00 Uhr' })
    const coming = { ...closed, registration_from: '2026-12-31T23:00:00Z' }
    expect(onlineFormState(coming, NOW)).toMatchObject({ text: 'öffnet', detail: 'am 01.01.2027' })
    const isToEnd = { ...coming, registration_until: '2026-11-20T08:00:00.001Z' }
    expect(onlineFormState(isToEnd, NOW)).toMatchObject({ text: 'öffnet' })
  })
})
