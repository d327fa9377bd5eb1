import { useState } from 'react'
import {
  ATTACHMENT_BYTES,
  ATTACHMENT_LIMIT,
  ATTACHMENT_NAME_MAX,
  ATTACHMENT_TEXTS,
  ATTACHMENTS_MAX,
  type CircularAttachment,
  circularAttachmentEndpoints,
} from '#contract/circulars/circulars.attachments.ts'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { call } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'

const bytesOf = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0)

/** Said before a byte is sent. */
const refusalOf = (file: File, chosen: readonly CircularAttachment[]) => {
  if (!/\.pdf$/i.test(file.name)) return ATTACHMENT_TEXTS.type
  if (file.size > ATTACHMENT_BYTES) return FILE_MESSAGES.size(ATTACHMENT_LIMIT)
  if (chosen.length >= ATTACHMENTS_MAX) return FILE_MESSAGES.count(ATTACHMENTS_MAX)
  return bytesOf([...chosen, file]) > ATTACHMENT_BYTES ? FILE_MESSAGES.totalSize(ATTACHMENT_LIMIT) : undefined
}

const send = async (file: File) => {
  const body = new Uint8Array(await file.arrayBuffer())
  return call(circularAttachmentEndpoints.add, { query: { filename: file.name.slice(-ATTACHMENT_NAME_MAX) }, body })
}

/** The files that go along with a circular; each is sent to the server when it is chosen. */
export const useAttachments = (found: readonly CircularAttachment[] = []) => {
  const [files, setFiles] = useState(found)
  const [errors, setErrors] = useState<readonly string[]>([])
  const [isRunning, setRunning] = useState(false)
  const take = async (taken: readonly File[]) => {
    setRunning(true)
    const refused: string[] = []
    let now = files
    for (const file of taken) {
      const refusal = refusalOf(file, now)
      try {
        if (refusal) refused.push(`${file.name}: ${refusal}`)
        else now = [...now, await send(file)]
      } catch (failure) {
        refused.push(`${file.name}: ${failureText(failure)}`)
      }
    }
    setFiles(now)
    setErrors(refused)
    setRunning(false)
  }
  return {
    ...{ files, errors, isRunning, take },
    ids: files.map(({ id }) => id),
    replace: (all: readonly CircularAttachment[]) => {
      setFiles(all)
      setErrors([])
    },
    refuse: (error: string) => setErrors([error]),
  }
}
export type Attachments = ReturnType<typeof useAttachments>
