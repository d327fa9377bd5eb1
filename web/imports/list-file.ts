import { useRef, useState } from 'react'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { TABLE_FILE_TEXTS } from '#contract/table-files.ts'
import { ApiFailure } from '#web/api/client.ts'
import { explainFailure, failureText } from '#web/api/errors.ts'
import { fixedTooLargeText } from '#web/forms/file-size.ts'

export const LIST_ENDINGS = ['.xlsx', '.csv', '.txt', '.tsv'] as const
const NAME_MAX = 200

/** What can be said of a list before it is read, in the words of spec §5. */
export const listRefusal = (files: readonly File[], { bytes, limit }: { bytes: number; limit: string }) => {
  const [file] = files
  if (files.length > 1) return FILE_MESSAGES.count(1)
  if (file?.size === 0) return TABLE_FILE_TEXTS.blank
  if (file && file.size > bytes) return fixedTooLargeText(file, limit)
  return file && !LIST_ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending))
    ? `„${file.name}“: ${FILE_MESSAGES.type}`
    : undefined
}

/** The content of a list for its upload, and the query that names it. */
export const listUpload = async (file: File, sheet: string | undefined) => {
  const content = await file.arrayBuffer().catch(() => undefined)
  // Moved or changed since it was chosen.
  if (!content) throw new ApiFailure({ status: 422, body: { message: TABLE_FILE_TEXTS.unreadable } })
  return { query: { filename: file.name.slice(-NAME_MAX), ...(sheet && { sheet }) }, body: new Uint8Array(content) }
}

type Step = 'read' | 'check' | 'take'

/** A list that was read, as the server answers it. */
export interface ReadList {
  headings: readonly string[]
  /** Names of the sheets of a workbook, and the one that was read. */
  sheets: readonly string[]
  sheet: string | null
  rows: readonly { line: number; cells: readonly string[] }[]
}

/** What all imports of lists can do, from the file to its last row. */
export interface ImportRun {
  /** What is going on now. */
  step: Step | undefined
  /** Why the file was not taken. */
  refusal: string | undefined
  take: (files: readonly File[]) => void
  read: (source: File, sheet?: string) => void
  check: () => Promise<void>
  drop: () => void
}

/** Meanings that two columns have. */
export const doubledKeys = <Meaning extends string>(mapping: readonly (Meaning | null)[]) =>
  mapping.filter((key, column): key is Meaning => key !== null && mapping.indexOf(key) !== column)

/** One step at a time; a second press meanwhile is ignored (spec §4). Why a file is not read stands beside it. */
export const useImportStep = () => {
  const [step, setStep] = useState<Step>()
  const [refusal, setRefusal] = useState<string>()
  const isBusy = useRef(false)
  const doStep = async (name: Step, work: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setStep(name)
    try {
      await work()
    } catch (failure) {
      if (name === 'read' && failure instanceof ApiFailure && failure.status === 422) setRefusal(failureText(failure))
      else await explainFailure(failure)
    } finally {
      isBusy.current = false
      setStep(undefined)
    }
  }
  return { step, doStep, refusal, setRefusal }
}
