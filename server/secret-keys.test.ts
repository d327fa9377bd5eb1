import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { decrypt, deriveKey, encrypt, formatKey, hmac, isHmac, openSecretRing, parseSecretRing } from './secret-keys.ts'

const keyText = (id: string, fill: number) => formatKey({ id, bytes: Buffer.alloc(32, fill) })
const ring = parseSecretRing(keyText('k1', 1))
const rotated = parseSecretRing(`${keyText('k2', 2)},${keyText('k1', 1)}`)
const withoutOld = parseSecretRing(keyText('k2', 2))

describe('the ring', () => {
  test.each([
    '',
    'k1',
    'k1:abc',
    `K1:${'A'.repeat(43)}`,
    `k1:${'A'.repeat(44)}`,
    `${keyText('k1', 1)},`,
    `${keyText('k1', 1)},${keyText('k1', 2)}`,
  ])('refuses %j', (text) => {
    expect(() => parseSecretRing(text)).toThrow(/erwartet wird|nur einmal/)
  })

  test('an error never shows the key', () => {
    expect(() => parseSecretRing('k1:planted!secret')).toThrow(expect.not.stringContaining('planted'))
  })
})

describe('the kept key', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-key-'))
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('has a number of its own: one made after a loss can stand beside the lost one', () => {
    const [one, two] = ['one', 'two'].map((name) => openSecretRing({ DATA_DIR: join(dataDir, name) })[0])
    if (!one || !two) throw new Error('no key')
    expect(parseSecretRing([one, two].map(formatKey).join(',')).map(({ id }) => id)).toEqual([one.id, two.id])
  })

  test('that changes while the server runs is followed, and a damaged file changes nothing', () => {
    const folder = join(dataDir, 'followed')
    const running = openSecretRing({ DATA_DIR: folder })
    const file = join(folder, 'secret.key')
    const old = readFileSync(file, 'utf8').trim()
    const [{ id }] = running
    const sealed = encrypt(running, 'test', 'früher')
    writeFileSync(file, 'kaputt')
    expect(() => decrypt(running, 'test', encrypt(withoutOld, 'test', 'neu'))).toThrow('k2 is not in the ring')
    writeFileSync(file, `${keyText('k2', 2)},${old}`)
    // Texts and signatures of the new key make the ring look at its file at once.
    expect(decrypt(running, 'test', encrypt(withoutOld, 'test', 'neu'))).toBe('neu')
    expect(running.map((key) => key.id)).toEqual(['k2', id])
    expect(decrypt(running, 'test', sealed)).toBe('früher')
    writeFileSync(file, `${keyText('k3', 3)},${keyText('k2', 2)},${old}`)
    const mac = hmac(parseSecretRing(keyText('k3', 3)), 'test', 'text')
    expect(isHmac(running, { purpose: 'test', text: 'text', mac })).toBe(true)
    expect(isHmac(running, { purpose: 'test', text: 'anderer', mac })).toBe(false)
    expect(encrypt(running, 'test', 'x').subarray(2, 4).toString()).toBe('k3')
  })

  test('is made once, only its owner may read it, and the next start finds the same', () => {
    const first = openSecretRing({ DATA_DIR: join(dataDir, 'new') })
    const file = join(dataDir, 'new', 'secret.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(openSecretRing({ DATA_DIR: join(dataDir, 'new') })).toEqual(first)
    expect(readFileSync(file, 'utf8').trim()).toBe(formatKey(first[0]))
  })

  test('gives way to the one of the environment', () => {
    expect(openSecretRing({ SECRET_KEY: ring, DATA_DIR: join(dataDir, 'untouched') })).toBe(ring)
    expect(() => statSync(join(dataDir, 'untouched'))).toThrow('ENOENT')
  })
})

describe('encryption', () => {
  test('gives back every text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => decrypt(ring, 'draft', encrypt(ring, 'draft', text)) === text,
      ),
    )
  })

  test('for a row opens in no other one, nor for the purpose alone', () => {
    const sealed = encrypt(ring, { name: 'draft', place: '1/12' }, 'x')
    expect(decrypt(ring, { name: 'draft', place: '1/12' }, sealed)).toBe('x')
    const others = ['draft', { name: 'draft', place: '11/2' }, { name: 'note', place: '1/12' }]
    for (const purpose of others) expect(() => decrypt(ring, purpose, sealed)).toThrow()
    expect(() => decrypt(ring, { name: 'draft', place: '1/12' }, encrypt(ring, 'draft', 'x'))).toThrow()
  })

  test('makes another text of the same one each time', () => {
    expect(encrypt(ring, 'draft', 'x')).not.toEqual(encrypt(ring, 'draft', 'x'))
  })

  test('reads after a rotation what the old key wrote, and writes with the new one', () => {
    expect(decrypt(rotated, 'draft', encrypt(ring, 'draft', 'Müller'))).toBe('Müller')
    expect(decrypt(withoutOld, 'draft', encrypt(rotated, 'draft', 'Müller'))).toBe('Müller')
    expect(() => decrypt(withoutOld, 'draft', encrypt(ring, 'draft', 'Müller'))).toThrow('k1')
  })

  test('notices every changed, missing and added byte', () => {
    const sealed = encrypt(ring, 'draft', 'geheim')
    for (const position of sealed.keys()) {
      const changed = Buffer.from(sealed)
      changed[position] = (changed[position] ?? 0) ^ 1
      expect(() => decrypt(ring, 'draft', changed), `byte ${position}`).toThrow()
      expect(() => decrypt(ring, 'draft', sealed.subarray(0, position)), `cut at ${position}`).toThrow()
    }
    expect(() => decrypt(ring, 'draft', Buffer.concat([sealed, Buffer.from('x')]))).toThrow()
  })

  test('a text for one purpose opens for no other', () => {
    expect(() => decrypt(ring, 'session', encrypt(ring, 'draft', 'x'))).toThrow()
  })
})

describe('derived keys and HMACs', () => {
  test('differ by purpose and key, and stay what they are', () => {
    expect(deriveKey(ring, 'a')).not.toEqual(deriveKey(ring, 'b'))
    expect(deriveKey(ring, 'a')).not.toEqual(deriveKey(rotated, 'a'))
    expect(deriveKey(ring, 'a')).toEqual(deriveKey(rotated, 'a', 'k1'))
    // Stored data must stay readable, so this value may never change.
    expect(hmac(ring, 'csrf', 'guest').toString('base64url')).toBe('eY23hqg56TWr8-pOqUE1pN_7AaCmcrQKuDQSWTGgfqM')
  })

  test('an HMAC holds through a rotation until its key leaves the ring', () => {
    const claim = { purpose: 'csrf', text: 'guest', mac: hmac(ring, 'csrf', 'guest') }
    expect(isHmac(rotated, claim)).toBe(true)
    expect(isHmac(withoutOld, claim)).toBe(false)
    expect(isHmac(rotated, { ...claim, text: 'other' })).toBe(false)
    expect(isHmac(rotated, { ...claim, purpose: 'other' })).toBe(false)
    expect(isHmac(rotated, { ...claim, mac: claim.mac.subarray(1) })).toBe(false)
  })
})
