import { expect, test } from 'vitest'
import { soundsConfidential } from './sensitive.kinds.ts'

test.each([
  ['hat Asthma', true],
  ['Erdnussallergie, Notfallset', true],
  ['ist allergisch', true],
  ['Verdacht auf adhs', true],
  ['autistisch', true],
  ['epileptische Anfälle', true],
  ['wird von der Oma abgeholt', false],
  ['Archiv', false],
  ['', false],
])('%j: %s', (text, expected) => expect(soundsConfidential(text)).toBe(expected))
