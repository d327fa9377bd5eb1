import { useState } from 'react'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { PAPER_BYTES, PAPER_LIMIT, PAPER_TEXTS, PAPER_TYPES, PHOTOS_MAX } from '#contract/papers/papers.ts'
import { type ReadyPhoto, shrinkPhoto } from './shrink-photo.ts'

/** A chosen file: a PDF, or a photo that becomes a page. */
export interface ChosenFile extends ReadyPhoto {
  key: string
  name: string
  isPdf: boolean
}

const isPdf = ({ type }: Pick<File, 'type'>) => type === 'application/pdf'

const bytesOf = (files: readonly ChosenFile[]) => files.reduce((sum, { file }) => sum + file.size, 0)

/** Said before a byte is sent. */
const typeRefusal = (taken: readonly File[], chosen: readonly ChosenFile[]) => {
  if (taken.some(({ size }) => size === 0)) return PAPER_TEXTS.empty
  if (!taken.every(({ type }) => PAPER_TYPES.some((one) => one === type))) return PAPER_TEXTS.type
  const count = taken.length + chosen.length
  if (count > 1 && (taken.some(isPdf) || chosen.some((one) => one.isPdf))) return PAPER_TEXTS.mixed
  return count > PHOTOS_MAX ? PAPER_TEXTS.photos : undefined
}

const sizeRefusal = (all: readonly ChosenFile[]) => {
  if (bytesOf(all) <= PAPER_BYTES) return undefined
  return all.length > 1 ? FILE_MESSAGES.totalSize(PAPER_LIMIT) : FILE_MESSAGES.size(PAPER_LIMIT)
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
    setReading(false)
    const tooLarge = sizeRefusal(all)
    setError(tooLarge)
    if (tooLarge) return files
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
