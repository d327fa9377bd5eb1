import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordEndpoints } from '#contract/account/account.passwords.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { manualCommands, manualText } from '#scripts/manual/read-manual.ts'
import { postgresFolders } from '#server/db/postgres-folders.ts'
import { SECRET_PURPOSE } from '#server/domains/account/two-factor-codes.ts'
import { encrypt, parseSecretRing } from '#server/secret-keys.ts'
import { makeFolder } from '#server/test/backup-drill.ts'
import { reportFigure } from '#server/test/effort.ts'
import { newSchool } from '#server/test/factories.ts'
import { openFetchBrowser } from '#server/test/fetch-browser.ts'
import { linkIn } from '#server/test/password-links.ts'
import { freePort, type ServerProcess, startServerProcess } from '#server/test/server-process.ts'
import { codeOf } from '#server/test/two-factor.ts'
import { COMMANDS } from './commands.ts'

// The commands of the manual, typed as they are printed there, on an installation with its own PostgreSQL.

const EMAIL = 'leitung@example.org'
const PASSWORD = 'Ein langer Satz'
const ADMIN = { name: 'Alex Berg', email: EMAIL, password: PASSWORD, password_confirmation: PASSWORD }

const folder = makeFolder()
chmodSync(folder.path, 0o755)
const dataDir = join(folder.path, 'schule')
const ringFile = join(dataDir, 'secret.key')
let server: ServerProcess

/** Answers the question as a person does. */
const type = (line: readonly string[], answer = 'j\n') =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, ['server/operator/main.ts', ...line], {
      env: { ...process.env, DATA_DIR: dataDir, INIT_CWD: folder.path },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.stdin.end(answer)
    child.once('close', (code) => resolve({ code, output }))
  })

/** The commands below a heading of the manual, as their words. */
const commandsOf = (heading: string) =>
  manualCommands(heading).flatMap((line) => {
    const [, words = ''] = /^sudo schulhof (.+)$/.exec(line) ?? []
    const found = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    return found.length > 0 ? [found] : []
  })

const logIn = async (password: string, email = EMAIL, browser = openFetchBrowser(server.url)) =>
  browser.call(accountEndpoints.login, { body: { email, password, remember: false } })

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
/** Both steps of the login: for the second one the server opens the key of the authenticator app. */
async function logInWithCode() {
  const browser = openFetchBrowser(server.url)
  await logIn('Neun Kastanien am Weg', EMAIL, browser)
  await ask('update app_user set two_factor_last_step = null')
  return (await browser.call(accountEndpoints.answerTwoFactor, { body: { code: codeOf(SECRET) } })).status
}

const setPassword = async (output: string, password: string) => {
  const link = linkIn({ text: output })
  if (!link) throw new Error(`no link in: ${output}`)
  const body = { ...link, password, password_confirmation: password }
  return openFetchBrowser(server.url).call(passwordEndpoints.reset, { body })
}

const ask = async (text: string, values: unknown[] = []) => {
  const { socket } = postgresFolders(dataDir)
  const owner = new pg.Client({ host: socket, user: 'schulhof_owner', database: 'schulhof' })
  await owner.connect()
  const { rows } = await owner.query(text, values)
  await owner.end()
  return rows
}

const readRing = () => parseSecretRing(readFileSync(ringFile, 'utf8').trim())
const addSecondFactor = () =>
  ask('update app_user set two_factor_secret = $1, two_factor_enabled_at = now() where email = $2', [
    encrypt(readRing(), SECRET_PURPOSE, SECRET),
    EMAIL,
  ])

beforeAll(async () => {
  server = await startServerProcess({ dataDir, port: await freePort() })
  const reply = await openFetchBrowser(server.url).call(setupEndpoints.setUp, {
    params: { token: server.setupToken() ?? '' },
    body: { admin: ADMIN, school: newSchool('fsw') },
  })
  expect(reply.status).toBe(201)
}, 90_000)
afterAll(async () => {
  await server.signal('SIGKILL')
  folder.remove()
})

test('whoever is locked out gets back in by the manual alone, within a minute', async () => {
  await addSecondFactor()
  await ask(`insert into login_demand (school_id, ways) select id, 'no_password' from school`)
  for (let tries = 0; tries < 5; tries++) expect((await logIn('vergessen')).status).toBe(422)
  expect((await logIn('vergessen')).status).toBe(429)
  const start = performance.now()
  const commands = commandsOf('## Locked out')
  expect(commands.map(([, command]) => command)).toEqual([
    'reset-password',
    'disable-second-factor',
    'unlock',
    'create-admin',
    'allow-password',
  ])
  const outputs: string[] = []
  for (const line of commands) {
    const { code, output } = await type(line)
    expect({ line, code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Weiter? [j/N]') })
    outputs.push(output)
  }
  expect((await setPassword(outputs[0] ?? '', 'Neun Kastanien am Weg')).status).toBe(200)
  expect((await logIn('Neun Kastanien am Weg')).json).toMatchObject({ two_factor: false })
  expect((await setPassword(outputs[3] ?? '', 'Zehn Kastanien am Weg')).status).toBe(200)
  expect((await logIn('Zehn Kastanien am Weg', 'notfall@example.org')).status).toBe(200)
  const seconds = (performance.now() - start) / 1000
  expect(seconds).toBeLessThan(60)
  reportFigure(`locked-out admin back in after ${seconds.toFixed(1)} s`)
}, 120_000)

test('keys are renewed under a running server, and taken away, by the manual', async () => {
  await addSecondFactor()
  const rotated = commandsOf('# Keys')
  expect(rotated).toEqual([
    ['keys', 'rotate'],
    ['keys', 'drop-old'],
  ])
  let stop = false
  const answers: number[] = []
  const load = (async () => {
    while (!stop && answers.length < 300) answers.push(await logInWithCode())
  })()
  const [before] = readRing()
  const next = `k${Number(before.id.slice(1)) + 1}`
  const rotation = await type(rotated[0] ?? [])
  expect(rotation).toMatchObject({ code: 0, output: expect.stringContaining(`mit dem Schlüssel ${next}`) })
  expect(readRing().map(({ id }) => id)).toEqual([next, before.id])
  expect(statSync(ringFile).mode & 0o777).toBe(0o600)
  const dropped = await type(rotated[1] ?? [])
  expect(dropped).toMatchObject({ code: 0, output: expect.stringContaining('Die alten Schlüssel stehen in') })
  stop = true
  await load
  expect(await logInWithCode()).toBe(200)
  expect(answers.filter((status) => status !== 200)).toEqual([])
  expect(answers.length).toBeGreaterThan(20)
  reportFigure(`new keys under a running server: ${answers.length} logins with a code meanwhile, none failed`)
  expect(readRing().map(({ id }) => id)).toEqual([next])
  const [retired = ''] = readdirSync(dataDir).filter((name) => name.startsWith('secret.key.alt-'))
  expect(statSync(join(dataDir, retired)).mode & 0o777).toBe(0o600)
  expect(parseSecretRing(readFileSync(join(dataDir, retired), 'utf8').trim()).at(-1)).toEqual(before)
  // The running server reads and writes with the new key alone.
  const link = await type(['user', 'reset-password', EMAIL])
  expect((await setPassword(link.output, 'Neun Kastanien am Weg')).status).toBe(200)
  expect(
    await ask(
      "select convert_from(substr(recipient_encrypted, 3, 7), 'utf8') as key from account_mail order by id desc limit 1",
    ),
  ).toEqual([{ key: next }])
  const heads = await ask('select substr(two_factor_secret, 3, 7) = $2 as is_new from app_user where email = $1', [
    EMAIL,
    next,
  ])
  expect(heads).toEqual([{ is_new: true }])
}, 120_000)

test('what the manual says when something is wrong can be typed so', async () => {
  const commands = commandsOf('# When something is wrong')
  expect(commands.map((line) => line.join(' '))).toEqual(['doctor', 'status', 'jobs', 'jobs retry', 'mail retry'])
  for (const line of commands) {
    const { code, output } = await type(line)
    expect({ line, code, output }).toMatchObject({ code: 0 })
  }
  expect((await type(['doctor'])).output).toContain('0 Fehler und 1 Hinweis gefunden.')
  expect((await type(['mail', 'retry'])).output).toContain('auf dem Weg')
}, 60_000)

test('every command is in the manual', () => {
  const manual = manualText()
  expect(COMMANDS.map(({ name }) => name).filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
})

test.runIf(process.getuid?.() === 0)(
  'root works as the account of the service',
  async () => {
    const NOBODY = 65534
    const home = join(folder.path, 'dienst')
    mkdirSync(home)
    mkdirSync(join(folder.path, 'safe'))
    const keyFile = join(folder.path, 'safe', 'umzug.key')
    const settings = join(folder.path, 'schulhof.env')
    const archive = join(folder.path, 'umzug.backup')
    expect(await type(['backup', archive, '--key', keyFile])).toMatchObject({ code: 0 })
    for (const path of [home, archive, keyFile]) chownSync(path, NOBODY, NOBODY)
    writeFileSync(settings, `DATA_DIR=${home}\n`, { mode: 0o600 })
    const asRoot = (...line: string[]) => type(['--settings', settings, ...line])
    expect(await asRoot('restore', archive, '--key', keyFile)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Zurückgespielt'),
    })
    expect(await asRoot('status')).toMatchObject({ code: 0, output: expect.stringContaining('PostgreSQL') })
    for (const name of readdirSync(home)) expect(statSync(join(home, name)).uid, name).toBe(NOBODY)
  },
  90_000,
)

test('the same works while the server does not run', async () => {
  await server.signal('SIGTERM')
  const { code, output } = await type(['user', 'reset-password', EMAIL])
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Er gilt 60 Minuten') })
  server = await startServerProcess({ dataDir, port: await freePort() })
  expect((await setPassword(output, 'Elf Kastanien am Weg')).status).toBe(200)
}, 90_000)

test('nobody there to answer means no', async () => {
  const { code, output } = await type(['user', 'reset-password', EMAIL], '')
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('Es wurde nichts geändert.') })
}, 30_000)
