import { useState } from 'react'
import { PAPER_BYTES, PAPER_LIMIT, PAPER_TEXTS, PAPER_TYPES, PHOTOS_MAX } from '#contract/papers/papers.ts'
import { tooLargeText } from '#web/forms/file-size.ts'
import { bytesText } from '#web/ui/bytes-text.ts'
import { type ReadyPhoto, shrinkPhoto } from './shrink-photo.ts'

/** A chosen file: a PDF, or a photo that becomes a page. */
export interface ChosenFile extends ReadyPhoto {
  key: string
  name: string
  isPdf: boolean
}

const isPdf = ({ type }: Pick<File, 'type'>) => type === 'application/pdf'

const bytesOf = (files: readonly ChosenFile[]) => files.reduce((sum, { file }) => sum + file.size, 0)

const PDF_START = '%PDF-'

/** What only calls itself a PDF is refused when it is chosen; a file that cannot be read goes on, and the server decides. */
const isBroken = async (file: File) =>
  isPdf(file) &&
  (await file
    .slice(0, PDF_START.length)
    .text()
    .catch(() => PDF_START)) !== PDF_START

/** A PDF is a paper of its own: says what has to go before. */
const mixedText = (chosen: readonly ChosenFile[]) => {
  const [first] = chosen
  if (!first) return PAPER_TEXTS.mixed
  if (first.isPdf) return `Eine PDF geht nur allein. Entfernen Sie zuerst „${first.name}“.`
  return `Eine PDF geht nur allein. Entfernen Sie zuerst ${chosen.length === 1 ? 'das Foto' : 'die Fotos'}.`
}

/** Said before a byte is sent. */
const typeRefusal = (taken: readonly File[], chosen: readonly ChosenFile[]) => {
  if (taken.some(({ size }) => size === 0)) return PAPER_TEXTS.empty
  if (!taken.every(({ type }) => PAPER_TYPES.some((one) => one === type))) return PAPER_TEXTS.type
  const count = taken.length + chosen.length
  if (count > 1 && (taken.some(isPdf) || chosen.some((one) => one.isPdf))) return mixedText(chosen)
  return count > PHOTOS_MAX ? PAPER_TEXTS.photos : undefined
}

const sizeRefusal = (all: readonly ChosenFile[]) => {
  const [first] = all
  const bytes = bytesOf(all)
  if (!first || bytes <= PAPER_BYTES) return undefined
  if (all.length === 1) return tooLargeText({ name: first.name, size: bytes }, PAPER_LIMIT)
  return `Die Fotos sind zusammen ${bytesText(bytes)} groß, erlaubt sind ${PAPER_LIMIT}. Bitte legen Sie sie in mehreren Unterlagen ab.`
}

let count = 0
const ready = async (file: File): Promise<ChosenFile> => {
  count += 1
  const facts = { key: `${file.name} ${file.size} ${file.lastModified} ${count}`, name: file.name, isPdf: isPdf(file) }
  return { ...facts, ...(facts.isPdf ? { file } : await shrinkPhoto(file)) }
}

/** The files of a new paper, as they are chosen one after the other. */
export const usePaperFiles = () => {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [error, setError] = useState<string>()
  const [isReading, setReading] = useState(false)
  /** Returns what is chosen then. */
  const take = async (taken: readonly File[]) => {
    const refusal = typeRefusal(taken, files)
    setError(refusal)
    if (refusal) return files
    setReading(true)
    const all = [...files]
    for (const file of taken) all.push(await ready(file))
    const broken = await Promise.all(taken.map(isBroken))
    setReading(false)
    const wrong = sizeRefusal(all) ?? (broken.includes(true) ? PAPER_TEXTS.pdfBroken : undefined)
    setError(wrong)
    if (wrong) return files
    setFiles(all)
    return all
  }
  return {
    ...{ files, error, isReading, take },
    remove: (key: string) => {
      setError(undefined)
      setFiles(files.filter((one) => one.key !== key))
    },
  }
}
export type PaperFiles = ReturnType<typeof usePaperFiles>

/** All files one after the other, and the bytes of each where they are several. */
export const uploadOf = async (files: readonly ChosenFile[]) => {
  const body = new Uint8Array(await new Blob(files.map(({ file }) => file)).arrayBuffer())
  return { body, ...(files.length > 1 && { sizes: files.map(({ file }) => file.size) }) }
}
