import { expect, test } from 'vitest'
import { isEasilyGuessed } from './common-passwords.ts'

const owner = {
  name: 'Käthe Müller-Groß',
  email: 'kaethe.mg@schule-am-see.example',
  schools: [{ short: 'fsw', name: 'Freie Schule Wacholderhain' }],
}

test.each([
  '12345678',
  'PassWord1',
  'qwertzuiop',
  'sunshine',
  'Käthe2019',
  'kaethemueller',
  'Müller-Groß!',
  'grossmueller77',
  'Mueller Käthe',
  'kaethe.mg',
  'Kaethe.MG@Schule-am-See.example',
  'fsw20262026',
  '2026fswfsw',
  'FreieSchule',
  'Wacholderhain1',
  'Wach0lderhain',
  'Freie Schule Wacholderhain',
  'Schulhof2026',
  'Schulhof!!!',
  'Schulhof-fsw-1',
  'Passwort123',
  'P@ssw0rt99',
  'aaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabc',
  '17.04.1983',
  '83461927',
  '!? !? ,.;:',
])('%s is easily guessed', async (password) => {
  expect(await isEasilyGuessed(password, owner)).toBe(true)
})

test.each([
  'Ein guter Satz für Tests',
  'achtacht',
  'Käthe mag Kuchen',
  'Schulhof-Demo-2026',
  'wir treffen uns am Zaun',
  'Äpfel, Öl und Übermut',
  '4711 0815 2026 31',
])('%s is not', async (password) => {
  expect(await isEasilyGuessed(password, owner)).toBe(false)
})

test('the 3,000 commonest of eight letters and more are all refused, in any case', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const commonest = dictionary['passwords-common'].slice(0, 3000).map(String)
  const allowed = []
  for (const password of commonest.filter((word) => word.length >= 8)) {
    if (!(await isEasilyGuessed(password.toUpperCase(), { email: 'a@example.org' }))) allowed.push(password)
  }
  expect(allowed).toEqual([])
})
