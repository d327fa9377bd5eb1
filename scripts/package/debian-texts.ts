import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packagesOf } from './program-files.ts'
import type { Build } from './write-program.ts'

const Package = z.object({ name: z.string(), version: z.string(), license: z.string().optional() })

const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** Debian's name for this machine; the package contains its Node and its PostgreSQL. */
export const debianArchitecture = () => {
  const name = ARCHITECTURES[process.arch]
  if (!name || process.platform !== 'linux')
    throw new Error(`There is no package for ${process.platform}-${process.arch}, only for Linux on x64 and arm64.`)
  return name
}

interface Control {
  template: string
  version: string
  kilobytes: number
}

export const controlText = ({ template, version, kilobytes }: Control) =>
  template
    .replace('VERSION', version)
    .replace('ARCHITECTURE', debianArchitecture())
    .replace('INSTALLED_SIZE', String(kilobytes))

/** The log that Debian's tools read; what changed stands in CHANGELOG.md beside it. */
export const changelogText = ({ version, seconds }: Build) => {
  const date = new Date(seconds * 1000).toUTCString().replace('GMT', '+0000')
  return `schulhof (${version}) unstable; urgency=medium

  * What is new is told in CHANGELOG.md.

 -- Schulhof <schulhof@packages.invalid>  ${date}
`
}

const licenceFileOf = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name)) : undefined

/** Who made what is inside, package by package; each one's own text lies beside its program. */
export const copyrightText = (root: string) => {
  const lines = packagesOf(root).map((path) => {
    const { name, version, license } = Package.parse(JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')))
    const file = licenceFileOf(join(root, path))
    return ` ${name} ${version}: ${license ?? 'see its file'}${file ? ` (/usr/lib/schulhof/${path}/${file})` : ''}`
  })
  return `Schulhof is the work of those who are named in its repository.

It contains the following programs of others under their own licences. The texts
of the GPL and the LGPL are in /usr/share/common-licenses.

${lines.join('\n')}
`
}
