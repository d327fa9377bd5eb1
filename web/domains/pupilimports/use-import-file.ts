import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { IMPORT_BYTES, IMPORT_LIMIT, pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { TABLE_FILE_TEXTS } from '#contract/table-files.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { explainFailure, failureText } from '#web/api/errors.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { paths } from '#web/paths.ts'
import { keepImport } from './import-queries.ts'

export const IMPORT_ENDINGS = ['.xlsx', '.csv', '.txt', '.tsv', '.dat', '.zip'] as const
const NAME_MAX = 200

/** What can be said of a choice of files without reading them, in the words of spec §5. */
export const fileRefusals = (files: readonly Pick<File, 'name' | 'size'>[]): string[] => [
  ...(files.length > 1 ? [FILE_MESSAGES.count(1)] : []),
  ...(files.some(({ size }) => size === 0) ? [TABLE_FILE_TEXTS.blank] : []),
  ...(files.some(({ size }) => size > IMPORT_BYTES) ? [FILE_MESSAGES.size(IMPORT_LIMIT)] : []),
  ...(files.some(({ name }) => !IMPORT_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    ? [FILE_MESSAGES.type]
    : []),
]

const send = async (file: File) => {
  const content = await file.arrayBuffer().catch(() => undefined)
  // Moved or changed since it was chosen.
  if (!content) throw new ApiFailure({ status: 422, body: { message: TABLE_FILE_TEXTS.unreadable } })
  const query = { filename: file.name.slice(-NAME_MAX) }
  return call(pupilImportEndpoints.upload, { query, body: new Uint8Array(content), idempotencyKey: randomKey() })
}

/** Sends a chosen file and goes on to its columns; a second one meanwhile is ignored (spec §4). */
export const useImportFile = () => {
  const [errors, setErrors] = useState<string[]>([])
  const [isRunning, setRunning] = useState(false)
  const isBusy = useRef(false)
  const navigate = useNavigate()

  const refuse = async (failure: unknown) => {
    if (failure instanceof ApiFailure && failure.status !== 401 && failure.status !== 409)
      setErrors([failureText(failure)])
    else await explainFailure(failure)
  }
  const upload = async (file: File) => {
    isBusy.current = true
    setRunning(true)
    try {
      const detail = await send(file)
      await keepImport(detail)
      void queryClient.invalidateQueries({ queryKey: queryKey(pupilImportEndpoints.list) })
      await navigate({ to: paths.pupilImportRun(detail.id) })
    } catch (failure) {
      await refuse(failure)
    } finally {
      isBusy.current = false
      setRunning(false)
    }
  }
  return {
    errors,
    isRunning,
    take: async (files: readonly File[]) => {
      const [file] = files
      if (isBusy.current || !file) return
      const refusals = fileRefusals(files)
      setErrors(refusals)
      if (refusals.length === 0) await upload(file)
    },
  }
}
