import { expect, it } from 'vitest'
import { decodeText } from './FreeDaysImportDialog.tsx'

const bytes = (...values: number[]) => new Uint8Array(values).buffer

it('reads UTF-8, with and without its mark', () => {
  expect(decodeText(new TextEncoder().encode('Frühling – Ostern').buffer as ArrayBuffer)).toBe('Frühling – Ostern')
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x41))).toBe('A')
})

it('reads what Windows writes', () => {
  expect(decodeText(bytes(0x46, 0x72, 0xfc, 0x68, 0x20, 0x96))).toBe('Früh –')
})
