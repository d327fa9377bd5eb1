import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'

export interface Browser {
  executablePath: string
  /** The environment in which the unpacked browser finds its fonts and libraries; empty for an installed one. */
  env: Record<string, string>
}

const onPath = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync)

const findInstalled = () => {
  const wished = process.env.CHROMIUM_PATH
  if (wished && !existsSync(wished)) throw new Error(`CHROMIUM_PATH: ${wished} does not exist`)
  return wished ?? ['/usr/bin/chromium', onPath('google-chrome')].find((path) => path && existsSync(path))
}

const require = createRequire(import.meta.url)

/**
 * Unpacks the Chromium of the npm package once, beside the package, under a name that appears only when it is complete.
 * The package itself would use fixed names in the temporary folder, which anybody may have made before.
 */
const unpack = async () => {
  const packaged = dirname(dirname(require.resolve('@sparticuz/chromium')))
  const { version } = z.object({ version: z.string() }).parse(require(join(packaged, 'package.json')))
  const cache = join(dirname(dirname(packaged)), '.cache')
  const folder = join(cache, `chromium-${version}-${process.arch}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'unpacking-'))
  const { TMPDIR } = process.env
  process.env.TMPDIR = fresh
  const { inflate } = await import('@sparticuz/chromium')
  for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'])
    await inflate(join(packaged, 'bin', name))
  if (TMPDIR) process.env.TMPDIR = TMPDIR
  else delete process.env.TMPDIR
  // Everybody who may use the checkout may use its browser.
  chmodSync(fresh, 0o755)
  chmodSync(join(fresh, 'chromium'), 0o755)
  try {
    renameSync(fresh, folder)
  } catch {
    // Another process was faster.
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

/** The browser for tests: CHROMIUM_PATH, an installed Chromium or Chrome, otherwise the one from npm. */
export const findBrowser = async (): Promise<Browser> => {
  const installed = findInstalled()
  if (installed) return { executablePath: installed, env: {} }
  const folder = await unpack()
  const executablePath = join(folder, 'chromium')
  const env: Record<string, string> = {}
  // A bare machine has neither a font configuration nor the libraries of NSS; the package brings both.
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(folder, 'fonts')
  if (spawnSync(executablePath, ['--version']).status !== 0)
    env.LD_LIBRARY_PATH = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return { executablePath, env }
}
