import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { photoListEndpoints } from '#contract/photolists/photolists.ts'
import { callForFile } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { type PhotoScope, photoListQuery } from './photo-list-query.ts'

/** The list, the print with which it is compared, and what can be taken along of it. */
export const usePhotoList = (scope: PhotoScope) => {
  const [since, setSince] = useState<number>()
  const query = useQuery(photoListQuery(scope, since))
  const remember = useCall(photoListEndpoints.print)
  const { save, isRunning: isSaving } = useSavedFile()
  const [isPrintWanted, setPrintWanted] = useState(false)
  const body = {
    ...('ids' in scope ? { ids: [...scope.ids] } : scope),
    ...(query.data?.since && { since: query.data.since.id }),
  }
  /** The paper, and the page until it is left, still show what has changed since the print before. */
  const keepComparison = async () => {
    if (body.since === since) await query.refetch()
    else setSince(body.since)
  }
  const print = async () => {
    if (!(await remember.run({ body, idempotencyKey: randomKey() }))) return
    await keepComparison()
    setPrintWanted(true)
  }
  const saveFile = async () => {
    if (await save(() => callForFile(photoListEndpoints.export, { body }))) await keepComparison()
  }
  const { isFetching, isError } = query
  useEffect(() => {
    if (!isPrintWanted || isFetching) return
    setPrintWanted(false)
    if (!isError) window.print()
  }, [isPrintWanted, isFetching, isError])
  return { query, print, isPrinting: remember.isRunning, saveFile, isSaving, setSince }
}
