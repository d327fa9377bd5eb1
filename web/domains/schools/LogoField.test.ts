import { expect, it } from 'vitest'
import { LOGO_BYTES } from '#contract/schools/schools.ts'
import { contentOf, logoRefusal } from './LogoField.tsx'

const png = { name: 'logo.png', type: 'image/png', size: LOGO_BYTES }

it.each([
  [[png], undefined],
  [[{ ...png, type: 'image/jpeg', size: 1 }], undefined],
  [
    [{ ...png, size: 600_000 }],
    '„logo.png“ ist 600 kB groß. Die Dateigröße der einzelnen Dateien darf 500 kB nicht übersteigen!',
  ],
  [[{ ...png, type: 'image/svg+xml', size: 1 }], 'Dieser Dateityp wird nicht unterstützt.'],
  [[{ ...png, type: '', size: 0 }], 'Die Datei ist leer.'],
  [[], 'Dieser Dateityp wird nicht unterstützt.'],
  [[png, png], 'Bitte maximal 1 Dateien.'],
])('of %j it says %j', (files, refusal) => {
  expect(logoRefusal(files)).toBe(refusal)
})

it('sends the file without the head of its address', () => {
  expect(contentOf('data:image/png;base64,iVBORw0=')).toBe('iVBORw0=')
})
