import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TEXTS = join(import.meta.dirname, 'texts')
const isNotice = (name: string) => /^(licen[sc]e|copying|notice|ofl)([.-]|$)/i.test(name)
const isReadme = (name: string) => /^readme(\.|$)/i.test(name)
const HEADING = /^#{1,3} .*licen[sc].*$/im
/** The part of a README about the licence is either its whole text or only its name, which is shorter. */
const WHOLE_FROM = 400

const fromReadme = (text: string) => {
  const at = text.search(HEADING)
  return at < 0
    ? ''
    : text
        .slice(at)
        .replace(/^#+ .*\n/, '')
        .trim()
}

/** Packages with programs under these licences do not enclose their texts. */
const NEVER_ENCLOSED = ['LGPL-3.0-or-later', 'PostgreSQL']

/** Licences in the words of those who wrote them. The LGPL is an addition to the GPL, whose text belongs to it. */
const standardTexts = (licences: readonly string[]) =>
  licences
    .flatMap((licence) => (licence.startsWith('LGPL') ? [licence, licence.slice(1)] : [licence]))
    .map((licence) => join(TEXTS, `${licence}.txt`))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8').trim())

const holderOf = (folder: string) => {
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const name = typeof author === 'string' ? author : author?.name
  return name ? [`Copyright (c) ${name}`] : []
}

const POSTGRES_LIBRARIES =
  'Beside PostgreSQL this package contains the libraries that it needs: ICU (Unicode licence), OpenSSL (OpenSSL licence), libxml2 and libxslt (MIT), liblzma (public domain), OSSP uuid (MIT) and zlib (zlib licence).'

/** Everything that the licence of a package demands to be passed on with it. */
export const licenceText = (folder: string, expression: string) => {
  const names = readdirSync(folder).sort()
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim()
  const notices = names.filter(isNotice).map(read)
  const readme = notices.length === 0 ? names.filter(isReadme).map((name) => fromReadme(read(name))) : []
  const own = [...notices, ...readme.filter((text) => text.length >= WHOLE_FROM)]
  const licences = expression.split(/[\s()]+/)
  const standard = standardTexts(own.length > 0 ? licences.filter((one) => NEVER_ENCLOSED.includes(one)) : licences)
  const holder = own.length > 0 ? [] : holderOf(folder)
  const libraries = licences.includes('PostgreSQL') ? [POSTGRES_LIBRARIES] : []
  return [...own, ...libraries, ...holder, ...standard].join('\n\n').replaceAll('\r\n', '\n')
}
