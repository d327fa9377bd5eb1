import { describe, expect, test } from 'vitest'
import { typeLine } from '#server/test/operator-line.ts'
import { COMMANDS } from './commands.ts'

const type = (...line: string[]) => typeLine(line, { settings: {} })

describe('a call', () => {
  test.each(COMMANDS.map(({ name }) => [name]))('„%s --help“ explains itself and needs no settings', async (name) => {
    const { code, said, remarks } = await type(...name.split(' '), '--help')
    expect([code, remarks]).toEqual([0, ''])
    expect(said).toContain(name)
    expect(said).toContain('--settings DATEI')
  })

  test.each([[['--help']], [['help']]])('%s shows all commands', async (line) => {
    const { code, said } = await type(...line)
    expect(code).toBe(0)
    for (const { name } of COMMANDS) expect(said).toContain(`  ${name}`)
  })

  test('of nothing is a wrong call that shows all commands', async () => {
    expect(await type()).toMatchObject({ code: 2, said: expect.stringContaining('user reset-password') })
  })

  test('of a group shows the commands of this group', async () => {
    const { code, said } = await type('user', '--help')
    expect(code).toBe(0)
    expect(said).toContain('user unlock')
    expect(said).not.toContain('  backup')
  })

  test.each([
    [['nichts'], 'Den Befehl „nichts“ gibt es nicht.'],
    [['user'], 'Bitte nennen Sie den ganzen Befehl.'],
    [['user', 'nichts'], 'Den Befehl „user nichts“ gibt es nicht.'],
    [['user', 'unlock'], 'Bitte nennen Sie noch: E-MAIL.'],
    [['user', 'unlock', 'a@b.de', 'c@d.de'], 'Das ist zu viel: c@d.de'],
    [['user', 'unlock', 'a@b.de', '--force'], 'Diese Angaben werden nicht verstanden.'],
  ])('%s is wrong, with exit code 2', async (line, text) => {
    const { code, remarks, said } = await type(...line)
    expect([code, said]).toEqual([2, ''])
    expect(remarks).toContain(text)
  })

  test('with wrong settings fails with exit code 1 and names them', async () => {
    const reply = await typeLine(['user', 'unlock', 'a@b.de'], { settings: { DATABASE_URL: 'mysql://x' } })
    expect(reply.code).toBe(1)
    expect(reply.remarks).toContain('DATABASE_URL: erwartet wird postgres://')
    expect(reply.remarks).toContain('SECRET_KEY: fehlt')
  })

  test('with a settings file that is missing says so', async () => {
    for (const front of [['--settings', '/nirgends/schulhof.env'], ['--settings=/nirgends/schulhof.env']])
      expect(await type(...front, 'user', 'unlock', 'a@b.de')).toMatchObject({
        code: 1,
        remarks: 'Diese Datei oder ihr Ordner fehlt: /nirgends/schulhof.env',
      })
  })
})
