import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { PackageData, type PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { accessPackageEndpoints, type PackageForm, type PackageReply } from '#contract/accesspackages/accesspackages.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { openConfidentialSchool } from './confidential-school.ts'
import { insideSchool } from './factories.ts'
import { plantPackageFamily } from './package-family.ts'
import { readPdf } from './read-pdf.ts'
import type { TestVisitor } from './test-visitor.ts'

const bytesOf = async (zip: Uint8Array, password?: string) => {
  const reader = new ZipReader(new Uint8ArrayReader(zip), password === undefined ? {} : { password })
  const files = new Map<string, Uint8Array>()
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()))
  }
  await reader.close()
  return files
}

/** Both files of a package: the data, checked by its schema, and the words of the PDF without any white space. */
export async function unpack(zip: Uint8Array, password?: string) {
  const files = await bytesOf(zip, password)
  const json = Buffer.from(files.get('daten.json') ?? []).toString('utf8')
  const pdf = await readPdf(files.get('auskunft.pdf') ?? new Uint8Array())
  return {
    names: [...files.keys()],
    files,
    data: PackageData.parse(JSON.parse(json)),
    json,
    pdf,
    pdfText: pdf.pages
      .map(({ text }) => text)
      .join('\n')
      .replace(/\s/g, ''),
  }
}
export type Unpacked = Awaited<ReturnType<typeof unpack>>

/** Every section of a package by its key, at any depth. */
export const sectionsOf = (sections: readonly PackageSection[], key: string): PackageSection[] =>
  sections.flatMap((one) => [...(one.key === key ? [one] : []), ...sectionsOf(one.sections, key)])

/** Mia lives with Anna; Paul has custody, too, and lives elsewhere. */
export async function openPackageSchool() {
  const school = await openConfidentialSchool()
  const { app, fsw, mia, anna, paul, head } = school
  const inFsw = <T>(work: (tx: SchoolTransaction) => Promise<T>) => insideSchool(app, fsw, work)
  const family = { school_id: fsw, mia, anna, paul, keys: app.platform.keys }
  const registration = await inFsw((tx) => plantPackageFamily(tx, family))

  const create = (form: Partial<PackageForm> & Pick<PackageForm, 'subject' | 'id'>, visitor: TestVisitor = head) =>
    visitor.call(accessPackageEndpoints.create, { body: form })
  const fetch = (id: number, visitor: TestVisitor = head) =>
    visitor.call(accessPackageEndpoints.download, { params: { id } })
  /** Makes a package, fetches and opens it. */
  const open = async (...asked: Parameters<typeof create>) => {
    const made = await create(...asked)
    if (made.statusCode !== 201) throw new Error(made.body)
    const { id, password } = made.json() as PackageReply
    return unpack(new Uint8Array((await fetch(id, asked[1])).rawPayload), password)
  }
  return { ...school, inFsw, registration, create, fetch, open }
}
export type PackageSchool = Awaited<ReturnType<typeof openPackageSchool>>

const squeezed = (text: string) => text.replace(/[\s/-]/g, '')

/** Which of the words stand in a package. The PDF and the data are two renderings of one tree, so they must agree. */
export const foundIn = ({ pdfText, data }: Unpacked, words: readonly string[]) => {
  const [pdf, texts] = [squeezed(pdfText), squeezed(JSON.stringify(data))]
  const inPdf = words.filter((word) => pdf.includes(squeezed(word)))
  const inData = words.filter((word) => texts.includes(squeezed(word)))
  if (inPdf.join() !== inData.join()) throw new Error(`PDF: ${inPdf.join()}. Data: ${inData.join()}.`)
  return inPdf
}
