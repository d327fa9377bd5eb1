import { describe, expect, it } from 'vitest'
import { applyMask, fillsMask, INPUT_MASKS } from './input-masks.ts'

describe('input masks of spec §5', () => {
  it('are these six', () => {
    expect(INPUT_MASKS).toEqual({
      date: '####/##/##',
      datetime: '####/##/## ##:##',
      time: '##:##',
      fulltime: '##:##:##',
      phone: '(###) ### - ####',
      card: '#### #### #### ####',
    })
  })

  it.each([
    ['date', '20261120', '2026/11/20'],
    ['date', '2026-11-20', '2026/11/20'],
    ['datetime', '202611200752', '2026/11/20 07:52'],
    ['time', '0752', '07:52'],
    ['fulltime', '075201', '07:52:01'],
    ['phone', '3311234567', '(331) 123 - 4567'],
    ['card', '1234567812345678', '1234 5678 1234 5678'],
  ] as const)('%s writes %s as %s', (mask, typed, written) => {
    expect(applyMask(mask, typed)).toBe(written)
    expect(fillsMask(mask, written)).toBe(true)
  })

  it('ends where the digits end, so that backspace never fights the mask', () => {
    expect(applyMask('time', '07')).toBe('07')
    expect(applyMask('phone', '331')).toBe('(331')
    expect(applyMask('date', '')).toBe('')
  })

  it('drops letters and what is too much', () => {
    expect(applyMask('time', 'um 7:52:33')).toBe('75:23')
    expect(applyMask('time', '12345')).toBe('12:34')
  })

  it.each(['', '07', '07:5', '07:52:01', '0752', '07-52'])('%j does not fill ##:##', (text) => {
    expect(fillsMask('time', text)).toBe(false)
  })
})
