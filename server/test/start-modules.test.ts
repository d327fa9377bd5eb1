import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const SERVER = join(import.meta.dirname, '..')

/** Packages that are loaded at their first use (ADR 0078), and those that only they need. */
const LATER = [
  '@peculiar/x509',
  '@simplewebauthn/server',
  '@zip.js/zip.js',
  'fontkit',
  'imapflow',
  'jose',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'prom-client',
  'read-excel-file',
  'sharp',
  'smtp-server',
  'write-excel-file',
]
/** Each module takes about a millisecond of the start; today there are 2,025 and 680. */
const MOST = { server: 2200, command: 750 }

/** Prints the address of every module that this one loads. */
const LIST = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  await import(process.argv[1])
  console.log(JSON.stringify(loaded))
  process.exit()`

const modulesOf = async (file: string): Promise<string[]> => {
  const words = ['--input-type=module', '--eval', LIST, join(SERVER, file)]
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 24 })
  return JSON.parse(stdout)
}

const packageOf = (url: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]

describe('the start', () => {
  it.each([
    { file: 'serve.ts', most: MOST.server, needed: 'fastify' },
    { file: 'operator/run-command.ts', most: MOST.command, needed: 'kysely' },
  ])('of $file loads no library that is rarely needed, and few modules', async ({ file, most, needed }) => {
    const modules = await modulesOf(file)
    const packages = new Set(modules.map(packageOf))
    expect(packages).toContain(needed)
    expect(LATER.filter((name) => packages.has(name))).toEqual([])
    expect(modules.length).toBeLessThan(most)
  })

  it('of a command does not load the pages and their routes', async () => {
    const packages = new Set((await modulesOf('operator/run-command.ts')).map(packageOf))
    expect(packages).not.toContain('fastify')
  })
})
