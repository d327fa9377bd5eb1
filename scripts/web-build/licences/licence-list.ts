import { join } from 'node:path'
import type { LicenceList, LicensedPackage, PackageUse } from '#contract/licences/licences.ts'
import { licenceOf } from './accepted-licences.ts'
import { licenceText } from './licence-texts.ts'
import { nameOf, readLock, serverPackages } from './shipped-packages.ts'

const byName = (one: LicensedPackage, other: LicensedPackage) => {
  const [a, b] = [one, other].map(({ name, version }) => `${name} ${version}`) as [string, string]
  return a < b ? -1 : Number(a > b)
}

/** All packages that are shipped, with the text of their licences. `browser`: folders of those that the pages contain. */
export const listLicences = (root: string, browser: readonly string[]): LicenceList => {
  const lock = readLock(root)
  const server = serverPackages(root, lock)
  const texts: string[] = []
  const indexOf = (text: string) => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1)
  const found = new Map<string, LicensedPackage>()
  for (const folder of [...new Set([...server, ...browser])].sort()) {
    const [name, version, licence] = [nameOf(folder), lock[folder]?.version ?? '', licenceOf(folder, lock[folder])]
    const uses: PackageUse[] = [
      ...(browser.includes(folder) ? (['browser'] as const) : []),
      ...(server.includes(folder) ? (['server'] as const) : []),
    ]
    // One package may be installed in several folders.
    const known = found.get(`${name} ${version}`)
    if (known) known.uses = [...new Set([...known.uses, ...uses])].sort()
    else {
      const text = indexOf(licenceText(join(root, folder), licence))
      found.set(`${name} ${version}`, { name, version, licence, uses, text })
    }
  }
  return { packages: [...found.values()].sort(byName), texts }
}

const LINE = '='.repeat(80)

/** The notices of all packages as one text, for whoever passes Schulhof on. */
export const writeNotices = ({ packages, texts }: LicenceList) => {
  const parts = texts.map((text, index) => {
    const names = packages.filter((one) => one.text === index)
    const heads = names.map(({ name, version, licence }) => `${name} ${version} (${licence})`)
    return `${LINE}\n${heads.join('\n')}\n${LINE}\n\n${text}\n`
  })
  return `Schulhof enthält diese Programme anderer. Es folgen ihre Namen und Lizenzen.\n\n${parts.join('\n')}`
}
